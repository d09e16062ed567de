/* SPDX-License-Identifier: GPL-2.0-only */
/* The number of slots per count: from the family's table, recorded by tdtop, or unknown. */
#include "config.h"
#include "collect/replay/source_replay.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

/* A group's events, as a family names them; builder_ran() gives their counts. */
static const struct counted zen4[] = {
	{ "ls_not_halted_cyc", EV_SLOTS },
	{ "ex_ret_ops", EV_RETIRING },
	{ "de_src_op_disp.all", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.no_ops_from_frontend", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.backend_stalls", EV_BE_BOUND },
	{ "de_no_dispatch_per_slot.smt_contention", EV_BAD_SPEC },
}, gracemont[] = {
	{ "cpu-cycles", EV_SLOTS },
	{ "topdown-retiring", EV_RETIRING },
	{ "topdown-bad-spec", EV_BAD_SPEC },
	{ "topdown-fe-bound", EV_FE_BOUND },
	{ "topdown-be-bound", EV_BE_BOUND },
}, skylake[] = {
	{ "topdown-total-slots", EV_SLOTS },
	{ "topdown-slots-retired", EV_RETIRING },
	{ "topdown-fetch-bubbles", EV_FE_BOUND },
	{ "topdown-slots-issued", EV_FE_BOUND },
	{ "topdown-recovery-bubbles", EV_BAD_SPEC },
}, neoverse[] = {
	{ "cpu_cycles", EV_SLOTS },
	{ "stall_slot_frontend", EV_FE_BOUND },
	{ "stall_slot_backend", EV_BE_BOUND },
	{ "stall_slot", EV_BAD_SPEC },
	{ "op_retired", EV_RETIRING },
	{ "op_spec", EV_RETIRING },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

static void add_events(const char *cpuid, const struct counted *events, size_t n)
{
	b.no_topology = true;	/* no SMT */
	builder_feature_string(&b, PERFDATA_CPUID, cpuid);
	(void)add_group(events, n);
}

static void record_of(const char *cpuid, const struct counted *events, size_t n)
{
	add_events(cpuid, events, n);
	two_tasks_alternate();
	replay(0);
}

TEST(slots_per_count_are_those_of_the_familys_table)
{
	record_of("AuthenticAMD,25,97,2", zen4, N(zen4));
	assert_true(slots(ALPHA) == 6 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_RETIRING], 10 / 6.0, 0.01);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_SMT_CONTENTION], 20 / 6.0, 0.01);
}

/* In other families cpu-cycles are only cycles. */
TEST(the_leader_of_an_e_core_counts_its_slots)
{
	record_of("GenuineIntel,6,190,0", gracemont, N(gracemont));
	assert_true(slots(ALPHA) == 5 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_FRONTEND_BOUND], 30 / 5.0, 0.01);
}

TEST(a_scale_recorded_by_tdtop_is_used)
{
	add_events("GenuineIntel,6,85,4", skylake, N(skylake));
	b.events[0].scale = 3;
	b.events[5].scale = 0.5;
	builder_by_tdtop(&b);
	two_tasks_alternate();
	replay(SECOND);
	assert_true(slots(ALPHA) == 3 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_BAD_SPECULATION], (30 + 0.5 * 20 - 10) / 3,
		    0.01);
}

TEST(a_scale_of_the_other_byte_order_is_used)
{
	b.swapped = true;
	a_scale_recorded_by_tdtop_is_used(state);
}

/* perf does not record sysfs' .scale. */
TEST(a_scale_that_was_not_recorded_is_the_documented_one)
{
	record_of("GenuineIntel,6,85,4", skylake, N(skylake));
	assert_true(slots(ALPHA) == 4 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_BAD_SPECULATION], (30 + 4 * 20 - 10) / 4.0,
		    0.01);
}

/* Each thread counts half of the slots; the other thread was offline. */
TEST(with_smt_a_thread_alone_has_all_slots_of_its_core)
{
	add_events("GenuineIntel,6,85,4", skylake, N(skylake));	/* any=1 */
	b.events[0].config = b.events[5].config = 0x20003c;
	two_tasks_alternate();
	replay(0);
	assert_true(tally.slots == 4 * 20.0 * WORK);
	assert_true(slots(ALPHA) == 4 * 10.0 * WORK);
}

TEST(an_arm_core_is_known_by_its_midr_and_has_its_slots)
{
	record_of("0x00000000410fd493", neoverse, N(neoverse));
	assert_true(slots(ALPHA) == 5 * 10.0 * WORK);
	assert_near(tally_pid(&tally, ALPHA)->percent[M_BACKEND_BOUND], 40 / 5.0, 0.01);
}

TEST(without_a_scale_the_error_says_how_to_record_it)
{
	add_events("0x00000000c00fac34", neoverse, N(neoverse));
	two_tasks_alternate();
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "number of slots per cycle"));
	assert_non_null(strstr(err.text, "AmpereOne"));
	assert_non_null(strstr(err.text, "tdtop --record"));
}

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};

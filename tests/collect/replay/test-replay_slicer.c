/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings of several groups: of the two core types of a hybrid, and of groups that rotate. The
 * leader of a sample identifies its group.
 */
#include "config.h"

#include "collect/perfdata/perfdata.h"
#include "model/machine.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

#define N(array) (sizeof(array) / sizeof((array)[0]))

AROUND(setup)
{
	(void)recording_setup(state);
	b.no_topology = true;
}

/* Replays without a message. */
static void replay_well(uint64_t interval_ns)
{
	replay(interval_ns);
	assert_string_equal(err.text, "");
}

/* Adds the group of a core type and mux; returns the index of its switches. */
static size_t add_group_of(const struct counted *events, size_t n, uint32_t core_type, uint32_t mux)
{
	size_t first = b.n_events, switches = add_group(events, n);

	for (size_t i = first; i < b.n_events; i++) {
		b.events[i].core_type = core_type;
		b.events[i].mux = mux;
	}
	return switches;
}

/* A task does so much work, in slots; then a switch event samples its group. */
static void ran(size_t event, int cpu, int32_t pid, uint64_t ms, uint64_t work)
{
	static const struct {
		enum event_id id;
		uint64_t percent;
	} parts[] = { { EV_SLOTS, 100 },   { EV_RETIRING, 10 }, { EV_BAD_SPEC, 20 },
		      { EV_FE_BOUND, 30 }, { EV_BE_BOUND, 40 }, { EV_FETCH_LAT, 15 } };

	for (size_t i = 0; i < N(parts); i++)
		b.counts[cpu][parts[i].id] += work * parts[i].percent / 100;
	builder_sample(&b, event, (struct built_at){ cpu, pid, pid, T0 + ms * MS });
}

/* ---- core types ---- */

static const struct counted p_cores[] = {
	{ "cpu_core/slots/", EV_SLOTS }, { "cpu_core/topdown-retiring/", EV_RETIRING },
	{ "cpu_core/topdown-bad-spec/", EV_BAD_SPEC },
	{ "cpu_core/topdown-fe-bound/", EV_FE_BOUND },
	{ "cpu_core/topdown-be-bound/", EV_BE_BOUND },
};
static const struct counted e_cores[] = {
	{ "cpu_atom/cpu-cycles/", EV_SLOTS }, { "cpu_atom/topdown-retiring/", EV_RETIRING },
	{ "cpu_atom/topdown-bad-spec/", EV_BAD_SPEC },
	{ "cpu_atom/topdown-fe-bound/", EV_FE_BOUND },
	{ "cpu_atom/topdown-be-bound/", EV_BE_BOUND },
};

/* CPU 0 is a P-core, CPU 1 an E-core: alpha on one, beta on the other. [by_tdtop] */
COMMAND(run_on_both)
{
	size_t p = add_group_of(p_cores, N(p_cores), TYPE_CORE, 0);
	size_t e = add_group_of(e_cores, N(e_cores), TYPE_ATOM, 0);
	struct built_bytes *topology;

	builder_topology(&b, 1);
	builder_feature_string(&b, PERFDATA_CPUID, "GenuineIntel,6,151,2");
	topology = builder_feature(&b, PERFDATA_HYBRID_TOPOLOGY);
	put_u32(&b, topology, 2);
	put_string(&b, topology, "cpu_core");
	put_string(&b, topology, "0");
	put_string(&b, topology, "cpu_atom");
	put_string(&b, topology, "1");
	if (n_args() > 0)
		builder_by_tdtop(&b);
	ran(p, 0, ALPHA, 0, 0);
	ran(e, 1, BETA, 1, 0);
	for (uint64_t i = 1; i <= 5; i++) {
		ran(p, 0, ALPHA, 100 * i, WORK);
		ran(e, 1, BETA, 100 * i + 1, WORK);
	}
	builder_round(&b);
}

/* ---- rotation ---- */

static const struct counted level1[] = {
	{ "ls_not_halted_cyc", EV_SLOTS }, { "ex_ret_ops", EV_RETIRING },
	{ "de_src_op_disp.all", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.no_ops_from_frontend", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.backend_stalls", EV_BE_BOUND },
	{ "de_no_dispatch_per_slot.smt_contention", EV_BAD_SPEC },
};
static const struct counted level2[] = {
	{ "ls_not_halted_cyc", EV_SLOTS },
	{ "de_no_dispatch_per_slot.no_ops_from_frontend,cmask", EV_FETCH_LAT },
};

/* Three slices are counted by the first group, three by the second, which was off until then. */
static void ran_both(size_t first, size_t second, bool update)
{
	for (uint64_t i = 1; i <= 3; i++)
		ran(first, 0, ALPHA, 100 * i, WORK);
	if (update)
		builder_update(&b, PERFDATA_UPDATE_MUX, 0, 1);
	memset(b.counts[0], 0, sizeof(b.counts[0]));
	for (uint64_t i = 4; i <= 6; i++)
		ran(second, 0, ALPHA, 100 * i, WORK);
	builder_mark(&b, 1, T0, T0 + SECOND);
	builder_round(&b);
}

/* [with_updates] */
COMMAND(record_rotation)
{
	size_t first = add_group_of(level1, N(level1), TYPE_CORE, 0);
	size_t second = add_group_of(level2, N(level2), TYPE_CORE, 1);

	builder_feature_string(&b, PERFDATA_CPUID, "AuthenticAMD,25,97,2");
	builder_by_tdtop(&b);
	builder_read(&b, 0, (struct built_at){ 0, -1, -1, T0 });
	if (n_args() > 0)
		builder_update(&b, PERFDATA_UPDATE_ROTATION, TYPE_CORE, 1);
	ran_both(first, second, n_args() > 0);
}

/* Groups 0 and 2 were recorded, 1 was not: the slicer has one group. */
COMMAND(record_without_group_1)
{
	static const struct counted other[] = {
		{ "ls_not_halted_cyc", EV_SLOTS }, { "ex_ret_ops", EV_RETIRING },
	};
	size_t first = add_group_of(level1, N(level1), TYPE_CORE, 0);
	size_t second = add_group_of(other, N(other), TYPE_CORE, 2);

	builder_feature_string(&b, PERFDATA_CPUID, "AuthenticAMD,25,97,2");
	builder_by_tdtop(&b);
	builder_read(&b, 0, (struct built_at){ 0, -1, -1, T0 });
	ran_both(first, second, false);
}

/* EVENT CPU TASK MILLISECONDS WORK */
COMMAND(group_ran)
{
	ran((size_t)number_arg(1), (int)number_arg(2), (int32_t)number_arg(3), (uint64_t)number_arg(4), work_arg(5));
}

/* rotation|mux NUMBER NUMBER */
COMMAND(update)
{
	const bool mux = !strcmp(text_arg(1), "mux");

	builder_update(&b, mux ? PERFDATA_UPDATE_MUX : PERFDATA_UPDATE_ROTATION,
		       (uint32_t)number_arg(2), (uint32_t)number_arg(3));
}

/* CPU BITS PID TID */
COMMAND(update_switch)
{
	builder_update_switch(&b, (uint32_t)number_arg(1), (uint32_t)number_arg(2),
			      (int32_t)number_arg(3), (int32_t)number_arg(4));
}

const struct scenarios scenarios = { { "replay_slicer" }, recording_words };

/* A file that begins in the middle: earlier counts of each group are not attributed. */
TEST(counts_from_before_the_file_are_not_attributed)
{
	size_t second;

	(void)add_group_of(level1, N(level1), TYPE_CORE, 0);
	second = add_group_of(level2, N(level2), TYPE_CORE, 1);
	builder_feature_string(&b, PERFDATA_CPUID, "AuthenticAMD,25,97,2");
	builder_by_tdtop(&b);
	builder_update(&b, PERFDATA_UPDATE_ROTATION, TYPE_CORE, 1);
	builder_update(&b, PERFDATA_UPDATE_MUX, 0, 1);
	for (size_t i = 0; i <= EV_COUNT; i++)
		b.counts[0][i] = 1000 * WORK;
	b.base_reads = true;
	builder_read(&b, 0, (struct built_at){ 0, -1, -1, T0 });
	builder_read(&b, second, (struct built_at){ 0, -1, -1, T0 });
	b.base_reads = false;
	ran(second, 0, ALPHA, 100, WORK);
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay_well(0);
	assert_true(slots(ALPHA) == 6.0 * WORK);
	assert_true(tally.slots == 6.0 * WORK);
}

/* The file begins between the two records of a switch to alpha; then the group is read. */
TEST(a_file_that_begins_in_the_middle_of_a_switch_knows_who_comes)
{
	size_t switches = add_group_of(level1, N(level1), TYPE_CORE, 0);

	builder_feature_string(&b, PERFDATA_CPUID, "AuthenticAMD,25,97,2");
	builder_by_tdtop(&b);
	b.base_reads = true;
	builder_read(&b, switches, (struct built_at){ 0, -1, -1, T0 });
	b.base_reads = false;
	builder_update_switch(&b, 0, PERFDATA_SWITCH_NAMED, ALPHA, ALPHA);
	b.counts[0][EV_SLOTS] = WORK;
	builder_read(&b, switches, (struct built_at){ 0, -1, -1, T0 + 100 * MS });
	builder_mark(&b, 1, T0, T0 + SECOND);
	replay_well(0);
	assert_true(slots(ALPHA) == 6.0 * WORK);
}

const struct around_tests around_tests = {.setup = setup, .teardown = recording_teardown};

/* SPDX-License-Identifier: GPL-2.0-only */
/* The description of a recording: attrs of all sizes, topologies with holes, false sizes. */
#include "config.h"
#include "collect/perfdata/recording.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/fixture_recording.h"
#include "tests/fixtures/test_main.h"

/* One slice of each CPU that is not offline. */
static void all_cpus_work(void)
{
	if (!b.n_events)
		builder_level1(&b);
	for (uint64_t i = 0; i < 2; i++)
		for (int cpu = 0; cpu < b.n_cpus; cpu++)
			if (!b.offline[cpu])
				builder_ran(&b, cpu, 100 + cpu, T0 + i * 100 * MS, WORK);
	builder_round(&b);
}

TEST(attrs_of_all_kernels_are_read)
{
	static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 200 };

	for (size_t i = 0; i < 2 * sizeof(sizes) / sizeof(sizes[0]); i++) {
		b.attr_size = sizes[i / 2];
		b.pipe = i % 2;
		all_cpus_work();
		replay(0);
		assert_true(tally.slots == 2.0 * WORK);
		(void)recording_teardown(state);
		(void)recording_setup(state);
	}
}

TEST(attrs_smaller_than_the_first_version_are_ignored)
{
	b.attr_size = 56;
	all_cpus_work();
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "has no group of slots"));
}

/* So many CPUs are in the recording, and all have worked. */
static void replay_cpus(size_t n)
{
	all_cpus_work();
	replay(0);
	assert_int_equal(tally.n_cpus, n);
	assert_true(tally.slots == (double)(n * WORK));
}

TEST(host_cpus_and_sockets_are_as_recorded)
{
	b.n_cpus = 8;
	b.no_topology = true;
	builder_topology(&b, 2);
	builder_feature_string(&b, PERFDATA_HOSTNAME, "db-17");
	replay_cpus(8);
	assert_string_equal(tally.host, "db-17");
	assert_int_equal(tally.n_sockets, 2);
}

TEST(a_stream_gives_the_same_machine)
{
	b.pipe = true;
	host_cpus_and_sockets_are_as_recorded(state);
}

TEST(offline_cpus_leave_holes)
{
	b.n_cpus = 6;
	b.offline[1] = b.offline[2] = b.offline[4] = true;
	replay_cpus(3);
	assert_int_equal(tally.last_cpu, 5);
}

/* A recorder that was killed did not write the features. */
TEST(without_a_topology_the_cpus_are_those_of_the_ids)
{
	b.n_cpus = 6;
	b.offline[1] = b.offline[2] = b.offline[4] = true;
	b.no_topology = true;
	replay_cpus(3);
	assert_int_equal(tally.last_cpu, 5);
}

/* perf record -C 1,3: the other CPUs were not idle, but unknown. */
TEST(cpus_on_which_nothing_was_counted_are_not_shown)
{
	b.n_cpus = 6;
	b.no_topology = true;
	builder_topology(&b, 1);
	b.offline[0] = b.offline[2] = b.offline[4] = b.offline[5] = true;
	replay_cpus(2);
	assert_int_equal(tally.last_cpu, 3);
}

TEST(without_numbers_of_cpus_there_are_as_many_as_ids)
{
	b.n_cpus = 3;
	b.no_topology = b.no_id_index = true;
	replay_cpus(3);
}

TEST(a_recording_without_a_cpu_is_damaged)
{
	b.no_topology = b.no_id_index = b.no_ids = true;
	all_cpus_work();
	assert_int_equal(builder_replay(&b, 0, &tally, &err), -EINVAL);
	assert_non_null(strstr(err.text, "does not contain the CPUs"));
}

TEST(records_of_unknown_cpus_are_ignored)
{
	b.no_topology = b.no_id_index = true;
	builder_topology(&b, 1);
	b.n_cpus = 4;
	replay_cpus(2);
}

/* Time 0 is before the recording began. */
TEST(samples_without_a_time_are_ignored)
{
	builder_level1(&b);
	builder_ran(&b, 0, 7, 0, WORK);
	all_cpus_work();
	replay(0);
	assert_true(tally.slots == 2.0 * WORK);
	assert_null(tally_pid(&tally, 7));
}

/* After the first record pointers to events are in use. */
TEST(attrs_behind_the_first_record_of_a_task_change_nothing)
{
	struct buffer buffer = { 0 };

	b.pipe = true;
	all_cpus_work();
	put_u32(&b, &buffer, PERF_TYPE_RAW);
	put_u32(&b, &buffer, 128);
	put_u64(&b, &buffer, 0x0400);
	while (buffer.n < 128 + 8)
		put_bytes(&buffer, "", 1);
	for (int i = 0; i < 100; i++)
		builder_record(&b, PERFDATA_ATTR, 0, &buffer);
	free(buffer.bytes);
	builder_ran(&b, 0, 100, T0 + 200 * MS, WORK);
	replay_round(0);
	assert_true(tally.slots == 3.0 * WORK);
}

/* Sets one of the u64 of the header. */
static void set_header(size_t word, uint64_t number)
{
	memcpy(b.out.bytes + 8 * word, &number, sizeof(number));
}

static int replay_as_it_is(void)
{
	tally = (struct tally){ 0 };
	return replay_bytes(b.out.bytes, b.out.n, 0, UINT64_MAX, tally_visit, &tally, &err);
}

/* Words of struct perfdata_header: attr_size, attrs, data. Each with false numbers. */
TEST(false_numbers_in_the_header_do_no_harm)
{
	static const size_t words[] = { 2, 3, 4, 5, 6 };
	static const uint64_t numbers[] = {
		0, 1, 79, 80, 1ULL << 32, UINT64_MAX / 2, UINT64_MAX - 7, UINT64_MAX
	};
	uint64_t before;

	all_cpus_work();
	builder_finish(&b);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		memcpy(&before, b.out.bytes + 8 * words[i], sizeof(before));
		for (size_t k = 0; k < sizeof(numbers) / sizeof(numbers[0]); k++) {
			set_header(words[i], numbers[k]);
			(void)replay_as_it_is();
		}
		set_header(words[i], before);
	}
	assert_int_equal(replay_as_it_is(), 0);
	assert_true(tally.slots == 2.0 * WORK);
}

/* Each attr claims the whole file, or more, as its ids. */
TEST(ids_that_overlap_or_never_end_do_no_harm)
{
	size_t attrs, step = 136 + 16;
	uint64_t offset;

	all_cpus_work();
	builder_finish(&b);
	memcpy(&offset, b.out.bytes + 24, sizeof(offset));
	attrs = (size_t)offset;
	for (size_t i = 0; i < b.n_events; i++) {
		uint64_t section[2] = { 0, i % 2 ? UINT64_MAX : b.out.n };

		memcpy(b.out.bytes + attrs + i * step + 136, section, sizeof(section));
	}
	(void)replay_as_it_is();
	assert_true(tally.n_cpus <= RECORDING_CPUS_MAX);
}

TEST(a_topology_of_too_many_cpus_is_ignored)
{
	struct buffer *buffer;

	b.no_topology = true;
	buffer = builder_feature(&b, PERFDATA_NRCPUS);
	put_u32(&b, buffer, 1000000);
	put_u32(&b, buffer, 1000000);
	buffer = builder_feature(&b, PERFDATA_CPU_TOPOLOGY);
	put_u32(&b, buffer, 0);
	put_u32(&b, buffer, 0);
	for (uint32_t i = 0; i < 1000000; i++) {
		put_u32(&b, buffer, i);
		put_u32(&b, buffer, i);
	}
	all_cpus_work();
	replay(0);
	assert_int_equal(tally.n_cpus, 2);
}

/* Strings and counts that are longer than their feature. */
TEST(features_that_end_too_early_do_no_harm)
{
	static const uint64_t numbers[] = { PERFDATA_HOSTNAME, PERFDATA_CPUDESC, PERFDATA_CPUID,
					    PERFDATA_NRCPUS, PERFDATA_CPU_TOPOLOGY,
					    PERFDATA_NUMA_TOPOLOGY, PERFDATA_CPU_PMU_CAPS,
					    PERFDATA_SAMPLE_TIME, PERFDATA_CLOCK_DATA };

	for (uint32_t words = 0; words < 5; words++) {
		b.no_topology = true;
		for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
			struct buffer *buffer = builder_feature(&b, numbers[i]);

			for (uint32_t n = 0; n < words; n++)
				put_u32(&b, buffer, n % 2 ? 5 : UINT32_MAX);
			put_bytes(buffer, "abc", 3);
		}
		all_cpus_work();
		replay(0);
		assert_true(tally.slots == 2.0 * WORK);
		(void)recording_teardown(state);
		(void)recording_setup(state);
	}
}

TEST(numa_nodes_are_given_by_lists_of_cpus)
{
	struct recording recording = { 0 };
	struct buffer buffer = { 0 };

	recording.cpus = calloc(6, sizeof(recording.cpus[0]));
	assert_non_null(recording.cpus);
	recording.n_cpus = 6;
	for (int cpu = 0; cpu < 6; cpu++)
		recording.cpus[cpu] = (struct cpu_place){ .cpu = cpu, .node = -1 };
	put_u32(&b, &buffer, 2);
	for (uint32_t node = 0; node < 2; node++) {
		put_u32(&b, &buffer, node);
		put_u64(&b, &buffer, 1 << 20);
		put_u64(&b, &buffer, 1 << 19);
		put_string(&b, &buffer, node ? "2-3,99999999999999999999-5," : "0-1,4");
	}
	recording_read_feature(
		&recording, PERFDATA_NUMA_TOPOLOGY,
		(struct bytes){ .at = buffer.bytes, .end = buffer.bytes + buffer.n });
	assert_int_equal(recording.cpus[1].node, 0);
	assert_int_equal(recording.cpus[3].node, 1);
	assert_int_equal(recording.cpus[4].node, 0);
	assert_int_equal(recording.cpus[5].node, -1);
	free(buffer.bytes);
	recording_done(&recording);
}

/* ---- the number of slots per count ---- */

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

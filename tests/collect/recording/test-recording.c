/* SPDX-License-Identifier: GPL-2.0-only */
/* The description of a recording: attrs of all sizes, topologies with holes, false sizes. */
#include "config.h"
#include "collect/recording/recording_features.h"

#include <linux/perf_event.h>

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

/* After the first record pointers to events are in use. */
TEST(attrs_behind_the_first_record_of_a_task_change_nothing)
{
	struct built_bytes buffer = { 0 };

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
	struct built_bytes *buffer;

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
			struct built_bytes *buffer = builder_feature(&b, numbers[i]);

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
	struct built_bytes buffer = { 0 };

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
	{ "ls_not_halted_cyc", EV_SLOTS }, { "ex_ret_ops", EV_RETIRING },
	{ "de_src_op_disp.all", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.no_ops_from_frontend", EV_FE_BOUND },
	{ "de_no_dispatch_per_slot.backend_stalls", EV_BE_BOUND },
	{ "de_no_dispatch_per_slot.smt_contention", EV_BAD_SPEC },
}, gracemont[] = {
	{ "cpu-cycles", EV_SLOTS }, { "topdown-retiring", EV_RETIRING },
	{ "topdown-bad-spec", EV_BAD_SPEC }, { "topdown-fe-bound", EV_FE_BOUND },
	{ "topdown-be-bound", EV_BE_BOUND },
}, skylake[] = {
	{ "topdown-total-slots", EV_SLOTS }, { "topdown-slots-retired", EV_RETIRING },
	{ "topdown-fetch-bubbles", EV_FE_BOUND }, { "topdown-slots-issued", EV_FE_BOUND },
	{ "topdown-recovery-bubbles", EV_BAD_SPEC },
}, neoverse[] = {
	{ "cpu_cycles", EV_SLOTS }, { "stall_slot_frontend", EV_FE_BOUND },
	{ "stall_slot_backend", EV_BE_BOUND }, { "stall_slot", EV_BAD_SPEC },
	{ "op_retired", EV_RETIRING }, { "op_spec", EV_RETIRING },
};

#define N(array) (sizeof(array) / sizeof((array)[0]))

/* CPUID EVENTS */
COMMAND(add_events)
{
	static const struct {
		const char *name;
		const struct counted *events;
		size_t n;
	} groups[] = { { "zen4", zen4, N(zen4) }, { "gracemont", gracemont, N(gracemont) },
		       { "skylake", skylake, N(skylake) }, { "neoverse", neoverse, N(neoverse) } };

	b.no_topology = true;	/* no SMT */
	builder_feature_string(&b, PERFDATA_CPUID, text_arg(1));
	for (size_t i = 0; i < N(groups); i++)
		if (!strcmp(groups[i].name, text_arg(2)))
			(void)add_group(groups[i].events, groups[i].n);
}

/* EVENT FACTOR, as tdtop records it */
COMMAND(scale)
{
	b.events[number_arg(1)].scale = strtod(text_arg(2), NULL);
}

/* Slots of Skylake are those of the core: any=1. */
COMMAND(smt)
{
	b.events[0].config = b.events[5].config = 0x20003c;
}

COMMAND(all_cpus_work)
{
	all_cpus_work();
}

const struct scenarios scenarios = { { "recording" }, recording_words };

const struct around_tests around_tests = {.setup = recording_setup, .teardown = recording_teardown};

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The simulated machine: it says that it is simulated, is reproducible, and its counts are sound.
 */
#include "config.h"
#include "collect/demo/source_demo.h"

#include "collect/demo/demo_samples.h"
#include "collect/demo/demo_script.h"
#include "model/verdict/change_point.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define START_NS (5000 * MS)
#define N_KEPT 4000

/* The slices and events of one tick. */
struct tape {
	struct slice slices[N_KEPT];
	struct task_event events[N_KEPT];
	size_t n_slices, n_events;
};

static struct source *source;
static struct tape *tape;

static uint64_t start_clock(void)
{
	return START_NS;
}

static void keep_slice(void *data, const struct slice *slice)
{
	assert_true(tape->n_slices < N_KEPT);
	tape->slices[tape->n_slices++] = *slice;
}

static void keep_event(void *data, const struct task_event *event)
{
	assert_true(tape->n_events < N_KEPT);
	tape->events[tape->n_events++] = *event;
}

static void keep_lost(void *data, int cpu, uint64_t records, uint64_t ns)
{
	fail_msg("a simulated machine loses nothing");
}

static void keep_times(void *data, int cpu, uint64_t enabled_ns, uint64_t running_ns)
{
	assert_int_equal(enabled_ns, running_ns);
}

static const struct sink sink = { .slice = keep_slice, .task = keep_event, .lost = keep_lost,
				  .times = keep_times };

static void play(uint64_t now_ns)
{
	tape->n_slices = tape->n_events = 0;
	assert_int_equal(source->ops->tick(source, now_ns, &sink, NULL), 0);
}

AROUND(setup)
{
	tape = calloc(1, sizeof(*tape));
	assert_non_null(tape);
	assert_int_equal(source_demo_open_at(&source, start_clock, NULL), 0);
	assert_int_equal(source->ops->start(source, NULL), 0);
}

AROUND(teardown)
{
	source->ops->close(source);
	free(tape);
}

#define WITH_SETUP(sentence) TEST_WITH(sentence, setup, teardown)

WITH_SETUP(it_says_that_it_is_simulated)
{
	assert_true(source->machine.simulated);
	assert_string_equal(source->machine.simulated_by, "every process and number is invented");
	assert_string_equal(source->machine.source, "demo");
	assert_string_equal(source->machine.host, "demo");
	assert_false(source->ops->asks_proc);
}

static void begin_anew(uint64_t seed)
{
	source->ops->close(source);
	assert_int_equal(source_demo_open_at(&source, start_clock, NULL), 0);
	source_demo_seed(source, seed);
	assert_int_equal(source->ops->start(source, NULL), 0);
}

/* Four tapes of a new demo. */
static struct tape *play_with(uint64_t seed)
{
	static const uint64_t at_ms[] = { 200, 1200, 1300, 9000 };
	struct tape *kept = calloc(4, sizeof(*kept));

	assert_non_null(kept);
	begin_anew(seed);
	memset(tape, 0, sizeof(*tape));
	for (size_t i = 0; i < 4; i++) {
		play(START_NS + at_ms[i] * MS);
		kept[i] = *tape;
	}
	return kept;
}

WITH_SETUP(the_same_times_and_seed_give_the_same_slices)
{
	static const uint64_t seeds[] = { 0, 0, 7, 7 };
	struct tape *tapes[4];

	for (size_t i = 0; i < 4; i++)
		tapes[i] = play_with(seeds[i]);
	assert_memory_equal(tapes[0], tapes[1], 4 * sizeof(*tape));
	assert_memory_equal(tapes[2], tapes[3], 4 * sizeof(*tape));
	assert_memory_not_equal(tapes[0], tapes[2], 4 * sizeof(*tape));
	for (size_t i = 0; i < 4; i++)
		free(tapes[i]);
}

WITH_SETUP(time_goes_on_without_gaps_on_each_cpu)
{
	static const uint64_t at_ms[] = { 200, 1200, 1201, 61201 };
	uint64_t end_ns[8] = { START_NS, START_NS, START_NS, START_NS,
			       START_NS, START_NS, START_NS, START_NS };

	for (size_t i = 0; i < 4; i++) {
		play(START_NS + at_ms[i] * MS);
		assert_true(tape->n_slices > 8);
		for (size_t k = 0; k < tape->n_slices; k++) {
			const struct slice *slice = &tape->slices[k];

			assert_in_range(slice->cpu, 0, 7);
			assert_int_equal(slice->time_ns - slice->duration_ns, end_ns[slice->cpu]);
			end_ns[slice->cpu] = slice->time_ns;
		}
		for (size_t k = 0; k < 8; k++)
			assert_int_equal(end_ns[k], START_NS + at_ms[i] * MS);
	}
}

WITH_SETUP(a_thread_is_on_one_cpu_at_a_time)
{
	play(START_NS + 1000 * MS);
	for (size_t i = 0; i < tape->n_slices; i++)
		for (size_t k = 0; k < i && tape->slices[i].tid; k++)
			if (tape->slices[i].tid == tape->slices[k].tid)
				assert_int_equal(tape->slices[i].cpu, tape->slices[k].cpu);
}

WITH_SETUP(counts_are_sound)
{
	play(START_NS + 1000 * MS);
	for (size_t i = 0; i < tape->n_slices; i++) {
		const struct counts *counts = &tape->slices[i].counts;
		const double *value = counts->value;

		assert_true(counts_level1_sum(counts) == value[EV_SLOTS]);
		assert_true(value[EV_BE_BOUND] >= value[EV_MEM_BOUND]);
		assert_true(value[EV_FE_BOUND] >= value[EV_FETCH_LAT]);
		assert_true(value[EV_BAD_SPEC] >= value[EV_BR_MISPREDICT]);
		assert_true(value[EV_RETIRING] >= value[EV_HEAVY_OPS]);
		assert_true(value[EV_HEAVY_OPS] >= 0);
		assert_int_equal(counts->present, (1U << EV_X0) - 1);
	}
}

WITH_SETUP(the_machine_is_neither_idle_nor_full)
{
	uint64_t idle_ns = 0;

	for (uint64_t second = 1; second <= 60; second++) {
		play(START_NS + second * 1000 * MS);
		for (size_t i = 0; i < tape->n_slices; i++)
			if (tape->slices[i].tid == TID_IDLE)
				idle_ns += tape->slices[i].duration_ns;
	}
	assert_in_range(idle_ns / (60 * 8 * MS), 200, 500);	/* in thousandths */
}

WITH_SETUP(short_lived_children_come_and_go)
{
	int born = 0, ended = 0;

	play(START_NS + 200 * MS);
	play(START_NS + 1200 * MS);
	for (size_t i = 0; i < tape->n_events; i++) {
		const struct task_event *event = &tape->events[i];

		if (event->kind == TASK_FORK) {
			assert_int_equal(event->ppid, DEMO_MAKE);
			born++;
		}
		ended += event->kind == TASK_EXIT;
	}
	assert_in_range(born, 5, 7);
	assert_int_equal(ended, born);
}

/* Percent memory bound of a process in this tick; 0: of all tasks. */
static double memory_bound(int32_t pid)
{
	double memory = 0, slots = 0;

	for (size_t i = 0; i < tape->n_slices; i++) {
		const struct slice *slice = &tape->slices[i];

		if (pid ? slice->pid != pid : slice->tid == TID_IDLE)
			continue;
		memory += slice->counts.value[EV_MEM_BOUND];
		slots += slice->counts.value[EV_SLOTS];
	}
	return 100 * memory / slots;
}

WITH_SETUP(splits_drift_but_stay_near_their_script)
{
	double low = 100, high = 0;

	for (uint64_t second = 1; second < 120; second++) {	/* then it rests */
		play(START_NS + second * 1000 * MS);
		low = fmin(low, memory_bound(3561));	/* stream_c: 78 % */
		high = fmax(high, memory_bound(3561));
	}
	assert_true(low > 65 && high < 90 && high - low > 2);
}

/* What drifts is little enough that the change at 120 s is told, and no other one. */
WITH_SETUP(a_change_of_the_demo_is_told_within_25_seconds_whatever_its_seed_and_the_interval)
{
	for (uint64_t seed = 0; seed < 12; seed++) {
		struct change_point series = { 0 };
		const uint64_t ms = seed % 2 ? 500 : 1000;
		struct change_found found;
		uint64_t at = 0;

		begin_anew(seed);
		do
			play(START_NS + ++at * ms * MS);
		while (!change_point_add(&series, at, memory_bound(0), 3600 * 4, &found) && at * ms < 200000);
		assert_in_range(at * ms, 120000, 145000);
	}
}

WITH_SETUP(every_process_of_the_script_has_facts_and_its_threads_wait_for_a_cpu)
{
	struct task_facts facts;
	uint64_t wait_ns;
	struct task_question of = { .facts = &facts }, waits = { .tid = 3561, .wait_ns = &wait_ns };

	play(START_NS + 9000 * MS);
	for (size_t i = 0; i < demo_n_processes; i++) {
		of.pid = demo_processes[i].pid;
		assert_true(source->ops->task(source, &of));
		assert_string_equal(facts.comm, demo_processes[i].threads[0].comm);
		assert_string_equal(facts.user, demo_processes[i].user);
		assert_string_equal(facts.cgroup, demo_processes[i].cgroup);
		assert_true(facts.threads >= 1);
	}
	assert_true(source->ops->task(source, &waits));
	assert_in_range(wait_ns, 9 * MS, 5000 * MS);
	waits.tid = of.pid = 30000;
	assert_false(source->ops->task(source, &waits));
	assert_false(source->ops->task(source, &of));
}

static void check_threads(const struct demo_threads *kind)
{
	int sum = 0, i;

	if (!kind->load)	/* never runs */
		return;
	for (i = 0; i < DEMO_SHARES; i++)
		sum += kind->split[i];
	assert_int_equal(sum, 100);
	assert_in_range(strlen(kind->comm), 1, COMM_LEN - 1);
	assert_in_range(kind->load, 1, 985);
}

WITH_SETUP(the_script_is_sound)
{
	for (size_t i = 0; i < demo_n_processes; i++) {
		const struct demo_process *process = &demo_processes[i];
		uint32_t kind = 0;

		assert_int_equal(process->threads[0].count > 0, 1);
		assert_true(strlen(process->command) < 256 && strlen(process->user) < 33);
		for (; kind < DEMO_KINDS && process->threads[kind].count; kind++)
			check_threads(&process->threads[kind]);
		for (uint32_t other = kind; other < DEMO_KINDS; other++)
			assert_int_equal(process->threads[other].count, 0);
		for (size_t k = 0; k < demo_n_processes; k++)	/* tids follow the pid: no overlap with the
							 * next process */
			if (k != i)
				assert_false(process->pid >= demo_processes[k].pid &&
					     process->pid < demo_processes[k].pid +
						(int32_t)demo_count_threads(&demo_processes[k]));
	}
	for (size_t i = 0; i < demo_n_children; i++)
		check_threads(&demo_children[i]);
	assert_non_null(demo_find_process(DEMO_MAKE));
}

/* The name of a slice's region, "" outside of regions. */
static const char *name_of(const struct slice *slice)
{
	const struct region_user user = { .pid = slice->pid };

	return regions_name(source->regions, regions_name_id(source->regions, &user, slice->region));
}

WITH_SETUP(a_database_and_an_encoder_have_regions)
{
	double busy_ns = 0, hash_ns = 0;
	uint64_t plans = 0, probes = 0;

	play(START_NS + 1000 * MS);
	for (size_t i = 0; i < tape->n_slices; i++) {
		const struct slice *slice = &tape->slices[i];
		const char *name = name_of(slice);

		assert_true(slice->region ? name[0] : !name[0] && !slice->entries);
		if (slice->pid != 20110)
			continue;
		busy_ns += (double)slice->duration_ns;
		if (!strcmp(name, "hash probe"))
			hash_ns += (double)slice->duration_ns;
		plans += strcmp(name, "plan") ? 0 : slice->entries;
		probes += strcmp(name, "hash probe") ? 0 : slice->entries;
	}
	assert_true(hash_ns > 0.2 * busy_ns && hash_ns < 0.5 * busy_ns);
	assert_in_range(plans, (uint64_t)(busy_ns / 1e6 * 5), (uint64_t)(busy_ns / 1e6 * 5.3));
	assert_in_range(probes, 4 * plans - 4, 4 * plans + 4);
}

/* Its process is what it would be without them: some shares are fitted, and others only rounded. */
TEST(regions_and_the_rest_add_up_to_a_thread)
{
	struct demo_piece pieces[DEMO_PIECES];
	static const double share[DEMO_SHARES] = { 0.22, 0.03, 0.06, 0.02, 0.19, 0.06, 0.36, 0.06 };
	const size_t n = demo_regions_divide("postgres", share, 7000 * MS, 1.5, pieces);
	double part = 0;

	assert_int_equal(n, 5);
	assert_int_equal(demo_regions_divide("make", share, 0, 0, pieces), 0);
	for (size_t k = 0; k < n; k++)
		part += pieces[k].part;
	assert_true(part > 0.999999 && part < 1.000001);
	for (int i = 0; i < DEMO_SHARES; i++) {
		double sum = 0;

		for (size_t k = 0; k < n; k++)
			sum += pieces[k].part * pieces[k].share[i];
		assert_true(sum > share[i] - 0.002 && sum < share[i] + 0.002);
	}
}

WITH_SETUP(topdown_is_one_event_of_the_demo_for_each_level_and_one_with_call_stacks)
{
	const struct sample_choices *choices;
	struct demo_samples *demo;
	int levels = 0, calls = 0;

	assert_int_equal(demo_samples_new(&source->machine, NULL, -1, &demo, NULL), 0);
	choices = demo_samples_choices(demo);
	for (int i = 0; i < choices->n; i++)
		if (!strcmp(choices->choice[i].event.name, PROFILE_TOPDOWN))
			levels = 10 * levels + choices->choice[i].event.levels,
			calls = 2 * calls + choices->choice[i].event.has_calls;
	demo_samples_free(demo);
	assert_int_equal(levels, 1212);
	assert_int_equal(calls, 3);	/* the last two */
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stated error of a node is true. A process whose phases change is counted by groups that take
 * turns as the kernel lets them. The value is within twice its error of what the process really did
 * in the same time, in nearly all cases.
 *
 * The kernel (6.12, perf_rotate_context() and ctx_flexible_sched_in() in kernel/events/core.c):
 * groups stand in a list; from its head on they get counters until one does not fit. A timer moves
 * the first one to the end, every 4 ms, while the task runs.
 */
#include "config.h"
#include "model/tree/tree_values.h"

#include "model/splitmix64.h"
#include "model/tree/tree_parts.h"
#include "tests/fixtures/fixture_small_tree.h"
#include "tests/fixtures/test_main.h"

enum { STEP_US = 250, SECOND_US = 1000000, ROTATE_US = 4000, GROUPS_MAX = 6, PHASES = 3,
       RUNS = 150 };

/* A process, and how it is counted. */
struct script {
	const char *name;
	double phase_ms;	/* mean length of a phase */
	bool periodic;		/* phases are as long as that, but for a jitter of 5 % */
	double on_ms, off_ms;	/* it runs and sleeps for so long, on average; off 0: it runs */
	double noise;		/* of counts in each step, ratio */
	double spread;		/* of rates between phases, ratio */
	int groups;		/* that take turns */
	int at_once;		/* of them, so many at a time */
	bool cycles;		/* they count cycles as well */
	int node;
	bool follows;		/* A is a part of memory bound, which is counted all the time */
};

struct process {
	const struct script *script;
	uint64_t random;
	double left_ms, state_ms;	/* of this phase; until it sleeps or wakes */
	int phase;
	bool awake;
	double rate[PHASES][2], ghz[PHASES];
	int order[GROUPS_MAX];		/* of the list */
	double next_us;			/* the timer */
	double now_us;
};

struct totals {
	double cycles, count[2];	/* what really happened: A, D */
	double busy_ns;
	double group_cycles[GROUPS_MAX], group[GROUPS_MAX][2], running_ns[GROUPS_MAX];
};

static double share(struct process *process)
{
	return splitmix64_share(&process->random);
}

static double exponential(struct process *process, double mean)
{
	return -mean * log(1 - share(process));
}

static void begin(struct process *process, const struct script *script, uint64_t seed)
{
	*process = (struct process){ .script = script, .random = seed * 977, .awake = true };
	for (int i = 0; i < PHASES; i++) {
		const double base = 0.05 + 0.25 * share(process);

		process->ghz[i] = 2.5 + share(process);
		for (int e = 0; e < 2; e++)
			process->rate[i][e] = base * (1 + script->spread * (2 * share(process) - 1));
	}
	for (int i = 0; i < GROUPS_MAX; i++)
		process->order[i] = i;
	process->next_us = share(process) * ROTATE_US;
	process->left_ms = exponential(process, script->phase_ms);
	process->state_ms = exponential(process, script->on_ms);
}

static void rotate(struct process *process)
{
	const int n = process->script->groups, first = process->order[0];

	while (process->now_us >= process->next_us) {
		process->next_us += ROTATE_US * (0.99 + 0.02 * share(process));
		if (!process->awake)
			continue;
		for (int i = 0; i + 1 < n; i++)
			process->order[i] = process->order[i + 1];
		process->order[n - 1] = first;
		return;
	}
}

static void change(struct process *process)
{
	const struct script *script = process->script;

	process->state_ms -= STEP_US / 1000.0;
	if (script->off_ms > 0 && process->state_ms <= 0) {
		process->awake = !process->awake;
		process->state_ms = exponential(process, process->awake ? script->on_ms :
									  script->off_ms);
	}
	if (process->awake)
		process->left_ms -= STEP_US / 1000.0;
	if (process->left_ms > 0)
		return;
	process->phase = (process->phase + 1 + (share(process) < 0.5)) % PHASES;
	process->left_ms += script->periodic ?
		script->phase_ms * (0.95 + 0.1 * share(process)) :
		exponential(process, script->phase_ms);
}

static void step(struct process *process, struct totals *totals)
{
	const struct script *script = process->script;
	const double ns = STEP_US * 1000.0, cycles = ns * process->ghz[process->phase];
	double count[2];

	process->now_us += STEP_US;
	rotate(process);
	change(process);
	if (!process->awake)
		return;
	for (int e = 0; e < 2; e++)
		count[e] = cycles * process->rate[process->phase][e] *
			   (1 + script->noise * (2 * share(process) - 1));
	totals->busy_ns += ns;
	totals->cycles += cycles;
	for (int e = 0; e < 2; e++)
		totals->count[e] += count[e];
	for (int i = 0; i < script->at_once; i++) {
		const int group = process->order[i];

		totals->running_ns[group] += ns;
		totals->group_cycles[group] += cycles;
		for (int e = 0; e < 2; e++)
			totals->group[group][e] += count[e];
	}
}

/* A is counted in group 0; D too, or in group 1 (a torn node); the others count something else. */
static void read_groups(const struct script *script, const struct totals *totals,
			struct tree_readings *readings)
{
	const int of_d = script->node == FN_TORN ? 1 : 0;

	readings->n = 0;
	if (totals->busy_ns <= 0)
		return;
	for (int g = 0; g < script->groups; g++) {
		const uint64_t enabled = (uint64_t)totals->busy_ns;
		const uint64_t running = (uint64_t)totals->running_ns[g];

		if (script->cycles)
			fixture_small_reading(readings, g, FT_CYCLES, totals->group_cycles[g], enabled,
					running);
		fixture_small_reading(readings, g, g == 0 ? FT_A : FT_B, totals->group[g][0], enabled, running);
		if (g == of_d)
			fixture_small_reading(readings, g, FT_D, totals->group[g][1], enabled, running);
	}
}

static double truth(const struct script *script, const struct totals *totals)
{
	return totals->count[0] + (script->node == FN_TORN ? totals->count[1] : 0);
}

static double memory_bound(const struct script *script, const struct totals *totals)
{
	return script->follows && totals->cycles > 0 ? 0.05 + 1.2 * totals->count[0] / totals->cycles : 0.4;
}

struct outcome {
	int n, within;
	double squares, errors;		/* of the deviations; of the stated errors: squares */
};

/* So many seconds of one process; the last value, its error, and the truth of the same time. */
static void run(const struct script *script, uint64_t seed, int seconds, struct outcome *outcome)
{
	const struct tree *const trees[CORE_TYPES] = { [TYPE_CORE] = &fixture_small_tree };
	struct tree_values *values = tree_values_new(trees);
	static struct tree_readings readings;
	static struct opened opened;
	const struct opened_node *node;
	double real = 0, cycles = 0, deviation, error;
	struct process process;

	begin(&process, script, seed);
	readings = (struct tree_readings){ .request = { .scope = LIVE_PROCESS }, .part = 1 };
	fixture_small_open(&readings, script->node);
	fixture_small_open(&readings, FN_CORE);
	fixture_small_open(&readings, FN_MEMORY);
	for (int second = 0; second < seconds; second++) {
		struct totals totals = { 0 };
		struct tree_row rows[CORE_TYPES];

		for (int i = 0; i < SECOND_US / STEP_US; i++)
			step(&process, &totals);
		rows[TYPE_CORE] = fixture_small_row(0.7, memory_bound(script, &totals), totals.busy_ns);
		rows[TYPE_CORE].known = totals.busy_ns > 0;
		rows[TYPE_CORE].ghz = totals.busy_ns > 0 ? totals.cycles / totals.busy_ns : NAN;
		rows[TYPE_CORE].counts.value[EV_CYCLES] = totals.cycles;
		rows[TYPE_ATOM] = rows[TYPE_LOWPOWER] = (struct tree_row){ .ghz = NAN };
		read_groups(script, &totals, &readings);
		readings.began_ns = (uint64_t)second * SECOND_US * 1000;
		readings.end_ns = readings.began_ns + SECOND_US * 1000ULL;
		tree_values_see(values, &readings, rows, &opened);
		if (seconds - second > WINDOW_INTERVALS)
			continue;
		real = real * WINDOW_OLDER + truth(script, &totals);
		cycles = cycles * WINDOW_OLDER + totals.cycles;
	}
	node = opened_find(&opened, TYPE_CORE, script->node);
	assert_non_null(node);
	deviation = (double)node->percent - 100 * real / cycles;
	error = (double)node->error;
	if (node->quality > Q_LOW_SLOTS && !isnan(error)) {
		outcome->n++;
		outcome->within += fabs(deviation) <= 2 * error + 1e-4;
		outcome->squares += deviation * deviation;
		outcome->errors += error * error;
	}
	tree_values_free(values);
}

/* clang-format off */
static const struct script scripts[] = {
	{ "steady", 1e9, false, 1, 0, 0.3, 0, 3, 1, true, FN_A, false },
	{ "phases of 1 ms", 1, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "phases of 4 ms", 4, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "phases of 30 ms", 30, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "phases of 300 ms", 300, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "phases of 3 s", 3000, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "periods of 5 ms", 5, true, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "it sleeps mostly", 20, false, 2, 100, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "it sleeps for seconds", 20, false, 300, 1500, 0.1, 0.8, 3, 1, true, FN_A, false },
	{ "six groups", 30, false, 1, 0, 0.1, 0.8, 6, 1, true, FN_A, false },
	{ "two of three fit", 30, false, 1, 0, 0.1, 0.8, 3, 2, true, FN_A, false },
	{ "cycles of the slices", 30, false, 1, 0, 0.1, 0.8, 3, 1, false, FN_A, false },
	{ "torn, of 4 ms", 4, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_TORN, false },
	{ "follows level 2, 4 ms", 4, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, true },
	{ "follows level 2, 300 ms", 300, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, true },
	{ "follows level 2, 3 s", 3000, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, true },
	{ "torn, of 300 ms", 300, false, 1, 0, 0.1, 0.8, 4, 1, true, FN_TORN, false },
};
/* clang-format on */

static struct outcome run_all(const struct script *script, int shortest, int longest)
{
	struct outcome outcome = { 0 };

	for (uint64_t seed = 1; seed <= RUNS; seed++)
		run(script, seed, shortest + (int)(seed % (uint64_t)(longest - shortest + 1)),
		    &outcome);
	print_message("%-24s %2d to %2d s: %5.1f %% within 2 errors; error %.3f, deviation %.3f\n",
		      script->name, shortest, longest, 100.0 * outcome.within / outcome.n,
		      sqrt(outcome.errors / outcome.n), sqrt(outcome.squares / outcome.n));
	return outcome;
}

TEST(in_nine_of_ten_cases_the_truth_is_within_two_errors)
{
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		struct outcome outcome = run_all(&scripts[i], 6, 14);

		assert_true(outcome.n >= RUNS / 2);	/* one that sleeps may run in one second only */
		assert_true(outcome.within >= 0.9 * outcome.n);
	}
}

TEST(also_with_few_intervals)
{
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		struct outcome outcome = run_all(&scripts[i], 3, 5);

		assert_true(outcome.n > 0);
		assert_true(outcome.within >= 0.9 * outcome.n);
	}
}

TEST(the_error_of_a_steady_process_is_not_far_too_large)
{
	struct outcome outcome = run_all(&scripts[0], 12, 12);

	assert_true(outcome.errors < 4 * outcome.squares);
}

/* A process that changes slowly, as its level 2 does, is known well. */
TEST(what_follows_level_2_is_no_error)
{
	struct script slow = { "changes slowly", 2000, false, 1, 0, 0.1, 0.8, 3, 1, true, FN_A, false };
	const struct outcome alone = run_all(&slow, 10, 14);
	struct outcome with;

	slow.follows = true;
	with = run_all(&slow, 10, 14);
	assert_true(with.within >= 0.9 * with.n);
	assert_true(with.errors < alone.errors / 9);
}

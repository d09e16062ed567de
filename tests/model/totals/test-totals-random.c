/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counters over thousands of intervals in which cgroups come and go: no counter goes back, all add
 * up to the machine in each interval, the number of series is bounded, nothing is allocated, and
 * sums of doubles do not drift. It knows only the views, as Prometheus does.
 */
#include "config.h"
#include "model/totals/totals.h"

#include <malloc.h>

#include "model/machine.h"
#include "model/splitmix64.h"
#include "tests/fixtures/fixture_interval.h"
#include "tests/fixtures/test_main.h"

#define SECOND 1000000000ULL
#define NUMBERS (sizeof(struct total) / sizeof(double))
#define CGROUPS 6000

static struct totals *totals;
static uint64_t seed;

/* What was last seen of each cgroup, and what those had that were forgotten meanwhile. */
static struct seen {
	struct total total;
	bool in_top, was_in_top;
} cgroups[CGROUPS];
static struct total gone, others, machine;
static long double seen_slots[2];	/* of all in cgroups, on each level */
static size_t resets;

FIXTURE(setup)
{
	seed = 20;
	totals = totals_new(TOTALS_BY_CGROUP, -1);
	memset(cgroups, 0, sizeof(cgroups));
	memset(&gone, 0, sizeof(gone));
	memset(seen_slots, 0, sizeof(seen_slots));
	memset(&others, 0, sizeof(others));
	memset(&machine, 0, sizeof(machine));
	resets = 0;
	return totals ? 0 : -1;
}

FIXTURE(teardown)
{
	totals_free(totals);
	interval_done();
	return 0;
}

const struct around_tests around_tests = { .setup = setup, .teardown = teardown };

static uint64_t below(uint64_t n)
{
	return splitmix64_next(&seed) % n;
}

static double slots_of(const struct total *total, int level)
{
	double sum = total->undivided[level - 1];

	for (enum metric_id m = 0; m < M_COUNT; m++)
		sum += metric_level(m) == level ? total->slots[m] : 0;
	return sum;
}

static void add_total(struct total *into, const struct total *add)
{
	double *to = into->slots;
	const double *from = add->slots;

	_Static_assert(sizeof(struct total) % sizeof(double) == 0, "numbers only");
	for (size_t i = 0; i < NUMBERS; i++)
		to[i] += from[i];
}

/* Is no number of it less than before? */
static bool goes_on(const struct total *before, const struct total *now)
{
	for (size_t i = 0; i < NUMBERS; i++)
		if (!(((const double *)now)[i] >= ((const double *)before)[i]))
			return false;
	return true;
}

static void near(double value, double expected, double of)
{
	if (!(fabs(value - expected) <= 1e-10 * of))
		fail_msg("%.17g, expected %.17g", value, expected);
}

static struct seen *seen_of(const char *label)
{
	long id = label[0] == 'c' ? strtol(label + 1, NULL, 10) : -1;

	assert_true(id >= 0 && id < CGROUPS);
	return &cgroups[id];
}

static void see_label(struct seen *seen, const struct total *now, bool first, uint64_t forgotten)
{
	static const struct total zero;
	const bool entered = !seen->was_in_top;

	assert_false(seen->in_top);	/* each label once */
	seen->in_top = true;
	if (entered && !first && memcmp(now, &seen->total, sizeof(*now)) != 0) {
		/* it was forgotten, and begins at 0 */
		assert_memory_equal(now, &zero, sizeof(*now));
		assert_true(++resets <= forgotten);
		add_total(&gone, &seen->total);
	} else {
		assert_true(goes_on(&seen->total, now));
	}
	for (int level = 1; level <= 2; level++)
		seen_slots[level - 1] += (long double)slots_of(now, level) -
					 (long double)slots_of(&seen->total, level);
	seen->total = *now;
}

static void check(const struct totals_view *view)
{
	double slots = slots_of(&view->all.total, 1);
	double sum[2];

	assert_true(view->n_top <= TOTALS_TOP);
	assert_true(view->labels <= TOTALS_LABELS);
	for (size_t i = 0; i < view->n_top; i++)
		see_label(seen_of(view->top[i].label), &view->top[i].total, view->intervals == 1,
			  view->forgotten);
	assert_true(goes_on(&machine, &view->all.total));
	assert_true(goes_on(&others, &view->other));
	machine = view->all.total;
	others = view->other;
	for (int level = 1; level <= 2; level++)
		sum[level - 1] = (double)seen_slots[level - 1] + slots_of(&gone, level) +
				 slots_of(&others, level) + view->all.idle_slots +
				 view->all.unaccounted_slots;
	near(sum[0], slots, slots);
	near(sum[1], slots, slots);
	near(slots_of(&view->all.total, 2), slots, slots);
	for (size_t i = 0; i < CGROUPS; i++) {
		cgroups[i].was_in_top = cgroups[i].in_top;
		cgroups[i].in_top = false;
	}
}

/* Random counts; level 2 is counted on some CPUs at times. */
static struct counts some_counts(int cpu, uint64_t interval, bool unsound)
{
	const double a = 1 + (double)below(40), b = 1 + (double)below(20), c = (double)below(30);
	const double split[4] = { a, b, c, 100 - a - b - c }, all_bad[4] = { 0, 100, 0, 0 };
	const double slots = exp2((double)below(34)) + (double)below(1000);
	struct counts counts = interval_counts(slots, unsound ? all_bad : split);

	if (interval / 7 % 3 == 0 || (interval / 7 % 3 == 1 && cpu % 2)) {
		for (int event = EV_LEVEL2; event < EV_LEVEL2 + EV_LEVEL2_COUNT; event++)
			counts.value[event] = 0;
		counts.present &= ~(((1U << EV_LEVEL2_COUNT) - 1) << EV_LEVEL2);
	}
	counts.scaled = below(50) == 0;
	return counts;
}

static void some_interval(uint64_t interval)
{
	const bool unsound = below(50) == 0;
	const uint64_t from = interval * 2, n = 1 + below(400);
	struct counts counts;

	(void)interval_begin((1 + below(60)) * SECOND);
	for (uint64_t i = 0; i < n; i++) {
		const int cpu = (int)below(INTERVAL_CPUS);
		char path[32];

		counts = some_counts(cpu, interval, unsound);
		(void)snprintf(path, sizeof(path), "/c%d", (int)((from + below(1500)) % CGROUPS));
		interval_task(cpu, 10 + (int32_t)i, "task", path, SECOND / 100, &counts);
	}
	counts = some_counts(1, interval, unsound);
	interval_idle(1, SECOND, &counts);
	counts = some_counts(2, interval, unsound);
	interval_unaccounted(2, SECOND, &counts);
}

TEST(all_counters_add_up_and_none_goes_back_while_cgroups_come_and_go)
{
	const struct totals_view *view = NULL;

	for (uint64_t interval = 0; interval < 2000; interval++) {
		some_interval(interval);
		totals_add(totals, interval_finish());
		view = totals_latest(totals, NULL);
		check(view);
	}
	assert_true(view->labels > 10 * TOTALS_TOP);	/* or it has shown nothing */
	assert_true(view->unsound_intervals > 10);
	assert_true(view->all.total.slots[M_MEMORY_BOUND] > 0);
	assert_true(view->all.total.undivided[1] > view->all.total.undivided[0]);
}

/* Each interval is so long that all cgroups of the top are new. */
TEST(more_labels_than_are_kept_are_forgotten_and_return_from_0)
{
	const double split[4] = { 40, 10, 20, 30 };
	const struct counts counts = interval_counts(1e9, split);
	const struct totals_view *view = NULL;
	int from = 0;

	for (int i = 0; i < 360; i++) {
		if (i % 3 == 0)	/* the others leave, they enter, they have slots */
			from = (from + TOTALS_TOP) % CGROUPS;
		(void)interval_begin(600 * SECOND);
		for (int k = 0; k < TOTALS_TOP; k++) {
			char path[32];

			(void)snprintf(path, sizeof(path), "/c%d", from + k);
			interval_task(0, 10 + k, "task", path, SECOND, &counts);
		}
		totals_add(totals, interval_finish());
		view = totals_latest(totals, NULL);
		check(view);
	}
	assert_int_equal(view->labels, TOTALS_LABELS);
	assert_int_equal(view->forgotten, CGROUPS - TOTALS_LABELS);
	for (int i = 0; i < 3; i++) {	/* the first that were in the top return */
		(void)interval_begin(600 * SECOND);
		interval_task(0, 10, "task", "/c50", SECOND, &counts);
		totals_add(totals, interval_finish());
		view = totals_latest(totals, NULL);
		check(view);
	}
	assert_int_equal(resets, 1);
	near(slots_of(&cgroups[50].total, 1), 1e9, 1e9);
}

/* ---- a day ---- */

#define DAY 86400
#define KINDS 16

/* As many slots as a machine with many CPUs has: after some hours doubles are no whole numbers. */
static void day_interval(int kind)
{
	for (int cpu = 0; cpu < INTERVAL_CPUS; cpu++)
		for (int i = 0; i < 3; i++) {
			char path[32];
			struct counts counts = some_counts(cpu, (uint64_t)kind, false);

			for (int event = 0; event < EV_COUNT; event++)
				counts.value[event] = floor(counts.value[event] * 100 + 1);
			(void)snprintf(path, sizeof(path), "/c%d", (kind * 3 + cpu * 3 + i) % 45);
			interval_task(cpu, 10 + cpu * 3 + i, "task", path, 100 * SECOND, &counts);
		}
}

static double heap_in_use(void)
{
	return (double)mallinfo2().uordblks;
}

TEST(a_day_of_seconds_neither_allocates_nor_drifts)
{
	struct snapshot *kinds[KINDS];
	long double slots = 0, instructions = 0, ns = 0;
	const struct totals_view *view = NULL;
	double before, sum;

	for (int i = 0; i < KINDS; i++) {
		kinds[i] = snapshot_new();
		(void)interval_begin(SECOND);
		day_interval(i);
		assert_int_equal(snapshot_copy(kinds[i], interval_finish()), 0);
	}
	before = heap_in_use();
	for (uint64_t i = 0; i < DAY; i++) {
		const struct snapshot *snapshot = kinds[below(KINDS)];
		const struct row *row = snapshot_machine(snapshot);

		totals_add(totals, snapshot);
		slots += (long double)row->counts.value[EV_SLOTS];
		instructions += (long double)row->counts.value[EV_INSTRUCTIONS];
		ns += (long double)row->busy_ns;
		if (i % 100 == 0)
			(void)totals_latest(totals, NULL);
	}
	assert_true(heap_in_use() <= before);
	view = totals_latest(totals, NULL);
	assert_int_equal(view->intervals, DAY);
	assert_true(view->n_top > 40);
	sum = slots_of(&view->other, 1) + view->all.idle_slots + view->all.unaccounted_slots;
	for (size_t i = 0; i < view->n_top; i++)
		sum += slots_of(&view->top[i].total, 1);
	near(sum, (double)slots, (double)slots);
	assert_true(slots > 0x1p53L * 3);
	near(slots_of(&view->all.total, 1), (double)slots, (double)slots);
	near(view->all.total.instructions, (double)instructions, (double)instructions);
	near(view->all.total.cpu_ns, (double)ns, (double)ns);
	near(view->counted_ns, DAY * 1e9, DAY * 1e9);
	for (int i = 0; i < KINDS; i++)
		snapshot_free(kinds[i]);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A day of seconds through the counters and their text, without a clock. Cgroups come, go and
 * return, jobs with thousands of names run once, CPUs go and come, records are lost, level 2 is
 * missing, the machine sleeps. What is checked is the text, each second, as Prometheus sees it. No
 * counter goes back, all add up to the machine, there are never more than 51 labels, and the end of
 * the day needs as much memory as its second hour. At noon the machine has slept for years, and has
 * counted: from then on doubles hold no whole slots.
 *
 * Twenty minutes with all of that, if DAY_SECONDS says nothing else; check-all has it say 86400.
 */
#include "config.h"

#include <malloc.h>

#include "model/hash.h"
#include "model/splitmix64.h"
#include "model/totals/totals.h"
#include "tests/fixtures/exposition_fault.h"
#include "tests/fixtures/fixture_interval.h"
#include "tests/fixtures/test_main.h"
#include "ui/openmetrics/exposition.h"

#define SECOND 1000000000ULL
#define HOUR 3600
#define SHORT_DAY 1200
#define SLOTS_PER_NS 24		/* of a CPU: 6 a cycle at 4 GHz */
#define SERVICES 90		/* with slots for minutes or hours */
#define JOBS 9000		/* names of what runs once; each may return after hours */
#define JOBS_AT_ONCE 40
#define HEAVY_EACH 9		/* seconds: then a job is heavy enough for the top */
#define HEAVY_FOR 4

/* Of the machine: what sums of doubles may be off, below 2^53 and above. */
#define DRIFT 1e-15
#define DRIFT_BEYOND 1e-14
#define YEARS 300000000ULL	/* of seconds: ten */

#define SLOT_BITS 19		/* of the hash table of series */

/* What was last seen of a series. */
struct series {
	uint64_t hash;		/* 0: free */
	double value;
	uint64_t interval;
};

/* What the series of a level have had, those too that have left or were forgotten. */
struct level {
	long double tasks, outside, machine;
	double labels, parts;	/* series that were added up: each is rounded to a slot */
};

static struct series *known;
static struct level levels[2];
static long double put_in;	/* slots of the machine in all intervals */
static long double put_in_instructions, put_in_ns;
static struct totals *totals;
static struct buffer buffer;
static uint64_t day, seed, resets, returns, most_labels;
static double forgotten, unsound, worst_off, most_slots;

FIXTURE(setup)
{
	seed = 22;
	totals = totals_new(TOTALS_BY_CGROUP, -1);
	known = calloc(1U << SLOT_BITS, sizeof(*known));
	return totals && known ? 0 : -1;
}

AROUND(teardown)
{
	totals_free(totals);
	free(known);
	buffer_done(&buffer);
	interval_done();
	interval_machine.n_cpus = INTERVAL_CPUS;
}

static uint64_t below(uint64_t n)
{
	return splitmix64_next(&seed) % n;
}

/* ---- what happens ---- */

static struct counts some_counts(uint64_t second, int cpu, double slots)
{
	static const double all_bad[4] = { 0, 100, 0, 0 };
	const double a = 1 + (double)below(40), b = 1 + (double)below(20), c = (double)below(30);
	const double split[4] = { a, b, c, 100 - a - b - c };
	struct counts counts = interval_counts(slots, second % 211 == 5 ? all_bad : split);
	const uint64_t phase = second / 70 % 5;

	for (int event = 0; event < EV_COUNT; event++)
		counts.value[event] = floor(counts.value[event]);
	if (phase == 3 || (phase == 4 && cpu % 2))	/* level 2 is missing, or on a part */
		counts.present &= ~(((1U << EV_LEVEL2_COUNT) - 1) << EV_LEVEL2);
	counts.scaled = below(100) == 0;
	return counts;
}

static void run(uint64_t second, int32_t pid, const char *path, double slots)
{
	const int cpu = (int)below(interval_machine.n_cpus);
	const struct counts counts = some_counts(second, cpu, slots);

	interval_task(cpu, pid, "task", path, (uint64_t)(slots / SLOTS_PER_NS), &counts);
}

/* Each has a size and a rhythm of its own: seconds to hours. */
static bool is_on(int service, uint64_t second)
{
	const uint64_t rhythm = 1ULL << (2 + service % 12);
	uint64_t mix = (uint64_t)service << 32 | second / rhythm;

	return splitmix64_next(&mix) % 4 != 0;
}

static void run_services(uint64_t second)
{
	const bool noon = second == day / 2;

	for (int i = 0; i < SERVICES; i++) {
		char path[64];

		if (!is_on(i, second) && !noon)
			continue;
		(void)snprintf(path, sizeof(path), "/system.slice/s\"%d\\.service", i);
		run(second, 10 + i, path, noon ? 0x1p55 : 1000 + (double)below(1ULL << (20 + i % 16)));
	}
}

static void run_jobs(uint64_t second)
{
	const uint64_t n = below(JOBS_AT_ONCE);
	char path[64];

	for (uint64_t i = 0; i < n; i++) {
		(void)snprintf(path, sizeof(path), "/jobs/j%d", (int)below(JOBS));
		run(second, 1000 + (int32_t)i, path, (double)below(1ULL << 24));
	}
	if (second % HEAVY_EACH >= HEAVY_FOR)
		return;
	(void)snprintf(path, sizeof(path), "/jobs/j%d", (int)(second / HEAVY_EACH % JOBS));
	run(second, 2000, path, 0x1p36 + (double)below(1ULL << 34));
}

static void run_outside(uint64_t second, bool lost)
{
	const struct counts idle = some_counts(second, 0, (double)below(1ULL << 30));
	const struct counts unaccounted =
		some_counts(second, 1, (double)below(1ULL << (lost ? 36 : 20)));

	interval_idle(0, SECOND, &idle);
	interval_unaccounted(1, SECOND, &unaccounted);
}

static void one_second(uint64_t second)
{
	const bool lost = second % 97 == 3, asleep = second % 1777 == 1000;
	const struct snapshot *finished;
	const struct row *machine;
	struct snapshot *draft;

	/* Two CPUs, and with them a socket, are off for minutes. */
	interval_machine.n_cpus = second / 400 % 4 == 2 ? INTERVAL_CPUS / 2 : INTERVAL_CPUS;
	draft = interval_begin((second == day / 2 ? YEARS : asleep ? 8 * HOUR : 1) * SECOND);
	draft->lost = lost ? 1 + below(1000) : 0;
	draft->time = 1.7e9 - (double)second;	/* somebody sets the clock back */
	draft->running_ratio = (float)below(1000) / 999;
	if (second % 331 != 7) {	/* then no task runs */
		run_services(second);
		run_jobs(second);
	}
	run_outside(second, lost);
	finished = interval_finish();
	machine = snapshot_machine(finished);
	put_in += (long double)machine->numbers->counts.value[EV_SLOTS];
	if (finished->soundness == SOUND)
		put_in_instructions += (long double)machine->numbers->counts.value[EV_INSTRUCTIONS];
	put_in_ns += (long double)machine->busy_ns;
	totals_add(totals, finished);
}

/* ---- what Prometheus sees ---- */

static struct series *series_of(uint64_t hash)
{
	const uint64_t mask = (1U << SLOT_BITS) - 1;
	uint64_t at = (hash ^ hash >> 32) & mask;

	while (known[at].hash && known[at].hash != hash)
		at = (at + 1) & mask;
	return &known[at];
}

static bool begins(const char *line, const char *family)
{
	const size_t n = strlen(family);

	return !strncmp(line, family, n) && (line[n] == '{' || line[n] == ' ');
}

/* Adds what a series of slots has had since it was seen last. */
static void add_slots(const char *line, double more, bool new)
{
	static const char *const families[2][2] = {
		{ "tdtop_slots_total", "tdtop_machine_slots_total" },
		{ "tdtop_level2_slots_total", "tdtop_machine_level2_slots_total" },
	};
	const bool outside = begins(line, "tdtop_machine_idle_slots_total") ||
			     begins(line, "tdtop_machine_unaccounted_slots_total");

	for (int i = 0; i < 2; i++) {
		struct level *level = &levels[i];
		const bool tasks = begins(line, families[i][0]);

		level->tasks += tasks ? (long double)more : 0;
		level->labels += tasks && new;
		level->outside += outside ? (long double)more : 0;
		level->parts += outside && new;
		if (begins(line, families[i][1])) {
			level->machine += (long double)more;
			level->parts += new;
		}
	}
}

/* A counter goes on; only one that was forgotten, and has returned, begins at 0. */
static void see_counter(const char *line, size_t n, double value, uint64_t interval)
{
	char key[512];
	struct series *series;
	bool new, reset;

	assert_true(n < sizeof(key));
	memcpy(key, line, n);
	key[n] = '\0';
	series = series_of(hash_text(key));
	new = !series->hash;
	reset = !new && value < series->value;
	if (reset && (value > 0 || series->interval + 1 == interval))
		fail_msg("second %d: %s was %.17g, is %.17g", (int)interval, key, series->value, value);
	if (!new && series->interval == interval)
		fail_msg("second %d: %s is there twice", (int)interval, key);
	if (begins(line, "tdtop_cpu_seconds_total")) {
		resets += reset;
		returns += !new && !reset && series->interval + 1 < interval;
	}
	add_slots(line, new || reset ? value : value - series->value, new);
	*series = (struct series){ hash_text(key), value, interval };
}

/* The line's number, behind what names its series: n bytes. */
static double take_value(const char *line, const char *end, size_t *n)
{
	const char *blank = end;
	double value;
	char *behind;

	while (blank > line && blank[-1] != ' ')
		blank--;
	*n = (size_t)(blank - 1 - line);
	value = strtod(blank, &behind);
	assert_ptr_equal(behind, end);
	return value;
}

static void near(double sum, long double expected)
{
	assert_true(fabs((double)(expected - sum)) <= DRIFT_BEYOND * (double)expected);
}

static void check_sums(uint64_t interval)
{
	for (int i = 0; i < 2; i++) {
		const struct level *level = &levels[i];
		const double off = fabs((double)(level->tasks + level->outside - level->machine));
		const double rounded = (level->labels + level->parts) / 2;

		const double drift = level->machine < 0x1p53 ? DRIFT : DRIFT_BEYOND;

		if (!(off <= rounded + drift * (double)level->machine))
			fail_msg("second %d, level %d: %.17Lg + %.17Lg are not %.17Lg", (int)interval,
				 i + 1, level->tasks, level->outside, level->machine);
		if (!(fabs((double)(put_in - level->machine)) <=
		      rounded + drift * (double)level->machine))
			fail_msg("second %d, level %d: %.17Lg of %.17Lg", (int)interval, i + 1,
				 level->machine, put_in);
		worst_off = fmax(worst_off, (off - rounded) / (double)level->machine);
	}
	most_slots = (double)levels[0].machine;
}

static void check_text(uint64_t interval)
{
	uint64_t labels = 0;

	buffer_clear(&buffer);
	exposition_put(&buffer, totals_latest(totals, NULL), EXPOSITION_OPENMETRICS);
	buffer_put(&buffer, "", 1);
	assert_false(buffer.broken);
	buffer.n--;
	for (const char *line = buffer.bytes, *end; (end = strchr(line, '\n')); line = end + 1) {
		size_t n;
		double value;

		if (*line == '#')
			continue;
		value = take_value(line, end, &n);
		labels += begins(line, "tdtop_cpu_seconds_total");
		if (strstr(line, "_total") && strstr(line, "_total") < line + n)
			see_counter(line, n, value, interval);
		if (begins(line, "tdtop_forgotten_labels_total"))
			forgotten = value;
		if (begins(line, "tdtop_unsound_intervals_total"))
			unsound = value;
	}
	assert_true(labels <= TOTALS_TOP + 1);
	assert_true((double)resets <= forgotten);
	most_labels = labels > most_labels ? labels : most_labels;
	check_sums(interval);
}

static size_t heap_in_use(void)
{
	const struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
}

static uint64_t seconds_of_day(void)
{
	const char *text = getenv("DAY_SECONDS");

	return text ? strtoull(text, NULL, 10) : SHORT_DAY;
}

TEST_WITH(through_a_day_of_seconds_counters_add_up_and_go_on_in_the_same_memory, setup, teardown)
{
	const struct total *all;
	size_t heap = 0;

	day = seconds_of_day();
	for (uint64_t second = 0; second < day; second++) {
		const char *fault = NULL;

		one_second(second);
		check_text(second + 1);
		if (second % 600 == 599)
			fault = exposition_fault(buffer.bytes, buffer.n, EXPOSITION_OPENMETRICS);
		if (fault)
			fail_msg("second %d: %s", (int)second, fault);
		if (second == day / 12)
			heap = heap_in_use();
	}
	print_message("%d seconds, %.6g slots, %d labels at most, %d returned, %.0f forgotten, of these "
		      "%d returned, %.0f unsound, off by %.2g\n", (int)day, most_slots, (int)most_labels,
		      (int)returns, forgotten, (int)resets, unsound, worst_off);
	assert_int_equal(heap_in_use(), heap);
	all = &totals_latest(totals, NULL)->all.total;
	near(all->instructions, put_in_instructions);
	near(all->cpu_ns, put_in_ns);
	assert_int_equal(most_labels, TOTALS_TOP + 1);
	assert_true(most_slots > 0x1p61);
	assert_true(unsound > 4 && unsound < (double)day / 50);
	assert_true(returns > 10);	/* or it has shown nothing */
	assert_true(day < 24 * HOUR || forgotten > 1000);
}

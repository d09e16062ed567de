/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of windows: their share of the time, and that they lock onto nothing periodic. */
#include "config.h"
#include "collect/slice/duty.h"

#include "tests/fixtures/test_main.h"

#define US 1000ULL
#define MS 1000000ULL
#define S 1000000000ULL
#define CPUS 8

static struct duty *duty;

SETUP
{
	duty = duty_new(CPUS);
	assert_non_null(duty);
	duty_set_interval(duty, S);
}

TEARDOWN
{
	duty_free(duty);
}

/* Toggles the windows that are due until then, late each time; how many. */
static size_t run(uint64_t now, uint64_t until, uint64_t late)
{
	size_t toggled = 0;

	while ((now = duty_next_ns(duty)) < until) {
		now += late;
		for (size_t cpu = 0; cpu < CPUS; cpu++)
			if (duty_is_due(duty, cpu, now)) {
				duty_toggled(duty, cpu, now);
				toggled++;
			}
	}
	return toggled;
}

TEST(until_something_is_shed_all_is_open_and_no_timer_runs)
{
	assert_true(duty_next_ns(duty) == UINT64_MAX);
	assert_true(duty_is_open(duty, 0));
	assert_false(duty_is_due(duty, 0, S));
}

/* If timers are late windows and gaps are longer: their share may be a little more, at 10 % a tenth of it. */
TEST(windows_have_their_share_of_the_time)
{
	static const struct {
		double share, least, most;
		uint64_t seconds, late;
	} rows[] = { { 0.01, 0.94, 1.06, 20, 0 }, { 0.05, 0.94, 1.06, 20, 0 }, { 0.1, 0.94, 1.06, 20, 0 },
		     { 0.5, 0.94, 1.06, 20, 0 }, { 0.9, 0.94, 1.06, 20, 0 }, { 0.1, 0, 1.1, 100, 15 * MS } };

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const uint64_t end = rows[i].seconds * S;
		double open = 0;

		teardown_of_each(NULL);
		setup_of_each(NULL);
		for (size_t cpu = 0; cpu < CPUS; cpu++) {
			duty_set(duty, cpu, rows[i].share, 1);
			(void)duty_take_open_ns(duty, cpu, 1);
		}
		run(1, end, rows[i].late);
		for (size_t cpu = 0; cpu < CPUS; cpu++)
			open += (double)duty_take_open_ns(duty, cpu, end) / (double)(end * CPUS) / rows[i].share;
		assert_true(open > rows[i].least && open < rows[i].most);
	}
}

TEST(each_interval_has_several_windows)
{
	duty_set(duty, 0, 0.1, 1);
	assert_in_range(run(1, 10 * S, 0), 2 * 80, 2 * 120);	/* each opens and closes */
	for (uint64_t t = 10; t < 20; t++)
		assert_true(run(t * S, (t + 1) * S, 0) >= 2 * 5);
}

/* Work with a period of 10 ms, or of 100 ms as windows have, is seen in all its phases alike. */
TEST(windows_do_not_lock_onto_periodic_work)
{
	static const uint64_t periods[] = { 10 * MS, 50 * MS, 100 * MS, 110 * MS, 1000 * MS };

	for (size_t i = 0; i < 5; i++) {
		uint64_t seen[10] = { 0 }, now, sum = 0;

		teardown_of_each(NULL);
		setup_of_each(NULL);
		duty_set(duty, 0, 0.1, 1);
		for (now = 0; now < 200 * S; now += MS / 4) {
			if (duty_is_due(duty, 0, now))
				duty_toggled(duty, 0, now);
			seen[now % periods[i] * 10 / periods[i]] += duty_is_open(duty, 0);
		}
		for (size_t phase = 0; phase < 10; phase++)
			sum += seen[phase];
		for (size_t phase = 0; phase < 10; phase++)
			assert_true(fabs((double)seen[phase] * 10 / (double)sum - 1) < 0.2);
	}
}

TEST(windows_of_different_cpus_are_at_different_times)
{
	uint64_t together = 0, open = 0;

	for (size_t cpu = 0; cpu < 2; cpu++)
		duty_set(duty, cpu, 0.1, 1);
	for (uint64_t now = 0; now < 100 * S; now += MS) {
		for (size_t cpu = 0; cpu < 2; cpu++)
			if (duty_is_due(duty, cpu, now))
				duty_toggled(duty, cpu, now);
		open += duty_is_open(duty, 0);
		together += duty_is_open(duty, 0) && duty_is_open(duty, 1);
	}
	assert_true((double)together < 0.15 * (double)open);
}

TEST(the_end_of_shedding_opens_a_closed_window_at_once_and_for_good)
{
	uint64_t now;

	duty_set(duty, 3, 0.1, 1);
	now = duty_next_ns(duty);
	duty_toggled(duty, 3, now);
	assert_false(duty_is_open(duty, 3));
	duty_set(duty, 3, 1, now + US);
	assert_true(duty_is_due(duty, 3, now + US));
	duty_toggled(duty, 3, now + US);
	assert_true(duty_is_open(duty, 3));
	assert_true(duty_next_ns(duty) == UINT64_MAX);
}

TEST(another_share_does_not_restart_the_timer)
{
	uint64_t next;

	duty_set(duty, 3, 0.1, 1);
	duty_toggled(duty, 3, duty_next_ns(duty));
	next = duty_next_ns(duty);
	duty_set(duty, 3, 0.2, next - MS);
	assert_true(duty_next_ns(duty) == next);
	assert_true(duty_share(duty, 3) == 0.2);
	duty_toggled(duty, 3, next);
	next = duty_next_ns(duty);
	duty_set(duty, 3, 0.1, next - MS);
	assert_true(duty_next_ns(duty) == next);
}

TEST(a_window_that_could_not_be_closed_is_due_again_after_its_time)
{
	uint64_t next;

	duty_set(duty, 3, 0.1, 1);
	next = duty_next_ns(duty);
	duty_postpone(duty, 3, next);
	assert_false(duty_is_due(duty, 3, next));
	/* 10 % of a cycle, which is a tenth of the interval. */
	assert_true(duty_next_ns(duty) == next + 10 * MS);
	assert_true(duty_is_open(duty, 3));
}

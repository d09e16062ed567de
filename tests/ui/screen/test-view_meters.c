/* SPDX-License-Identifier: GPL-2.0-only */
/* Meters of the CPUs in the head: key l, many CPUs, CPUs without numbers. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_ui.h"

#define MANY 256

/* An interval of a machine with many idle CPUs; numbers are those of the fixture's in turn. */
static struct snapshot *many_cpus(struct machine *machine)
{
	static struct cpu_place places[MANY];
	struct snapshot *s = fixture_draft(2);
	struct row *row;

	*machine = fixture_machine;
	for (int cpu = 0; cpu < MANY; cpu++) {
		places[cpu] = (struct cpu_place){ .cpu = cpu, .core = cpu };
		row = cpu < 4 ? NULL : snapshot_add(s, ROW_CPU, cpu);
		if (row)
			snapshot_extra(s, row)->idle_ns = s->interval_ns;
	}
	machine->cpus = places;
	machine->n_cpus = MANY;
	s->machine = machine;
	if (snapshot_finish(s))
		abort();
	return s;
}

UI_TEST(l_shows_a_meter_for_each_cpu_and_closes_them)
{
	assert_false(shows("80%"));
	(void)press("l");
	/* They go down the columns. */
	NOW("0 ███░|▓▓ 100% 2 ███", "1 ███|·  80% 3 ···");
	assert_false(shows_after("l", "80%"));
}

UI_TEST(many_cpus_leave_room_for_the_list_and_say_how_many_have_no_meter)
{
	struct machine machine;

	(void)press("l");
	next_snapshot(many_cpus(&machine));
	NOW("  0 ", " 22 ", "! 23 ", "+233 more", "memhog --size");
	next_snapshot(fixture_snapshot(3));	/* the machine goes before the snapshot */
}

UI_TEST(watched_tasks_have_no_meters_and_the_key_says_why)
{
	struct snapshot *next = fixture_draft(2);

	fixture_make_watched(next, "pid 7");
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
	assert_true(shows_after("l", "CPUs have no meters"));
	assert_int_equal(view_meters_wanted(&ui), 0);
	fixture_machine.watched[0] = '\0';
}

UI_TEST(meters_are_not_drawn_over_a_detail_or_the_help)
{
	assert_false(shows_after("ld", "80%\n"));
	assert_false(shows_after("?", "80%\n"));
}

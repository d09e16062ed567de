/* SPDX-License-Identifier: GPL-2.0-only */
/* The sentence about the machine: its words, and what a narrow screen leaves out. */
#include "config.h"
#include "ui/table/sentence.h"

#include "tests/fixtures/each_family.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/format.h"

static struct snapshot *now;
static struct bottleneck bottleneck;
static char text[SENTENCE_TEXT];

SETUP
{
	now = fixture_snapshot(1);
	bottleneck = (struct bottleneck){
		.kind = BOTTLENECK_NODE, .nodes = 1U << M_MEMORY_BOUND, .tasks_percent = 100,
		.n_names = 2, .names = { { "stream_c", M_MEMORY_BOUND, 45 },
					 { "memcached", M_MEMORY_BOUND, 26 } },
	};
}

TEARDOWN
{
	snapshot_free(now);
	fixture_machine.watched[0] = '\0';
}

static struct values *machine_values(void)
{
	return &now->table[ROW_MACHINE].rows[0].numbers->values;
}

static const char *in_cells(int width)
{
	(void)sentence_print(now, &bottleneck, width, true, text);
	return text;
}

static const char *whole(void)
{
	(void)sentence_print(now, &bottleneck, SENTENCE_WHOLE, false, text);
	return text;
}

TEST(it_says_what_limits_the_machine_how_much_who_and_if_there_are_keys_what_to_press)
{
	assert_null(strstr(whole(), "D: why"));
	assert_string_equal(in_cells(132), "Memory: 40.0 % of all slots wait for loads or stores = "
			    "stream_c 18.0 + memcached 10.4 + rest 11.6. D: why");
}

TEST(a_narrow_line_loses_words_and_names_first_and_its_number_never)
{
	assert_string_equal(in_cells(80), "Memory: 40.0 % of all slots = stream_c 18.0 + memcached "
					  "10.4 + rest 11.6. D: why");
	assert_string_equal(in_cells(70), "Memory: 40.0 % of all slots = stream_c 18.0 + rest 22.0. D: why");
	assert_string_equal(in_cells(60), "Memory: 40.0 % of all slots = stream_c 18.0 + rest 22.0");
	assert_string_equal(in_cells(20), "Memory: 40.0 % of all slots");
}

TEST(the_summands_add_up_as_they_are_printed)
{
	machine_values()->percent[M_MEMORY_BOUND] = 10;
	bottleneck.names[0].percent = 57.5;
	bottleneck.names[1].percent = 42.5;	/* 5.75 and 4.25, which are 5.8 and 4.3 */
	assert_non_null(strstr(whole(), "stores = stream_c 5.8 + memcached 4.2"));
	assert_null(strstr(text, "rest"));
}

TEST(three_names_are_a_list)
{
	bottleneck.names[2] = (struct bottleneck_name){ "java", M_MEMORY_BOUND, 12 };
	bottleneck.n_names = 3;
	assert_non_null(strstr(whole(), "stream_c 18.0 + memcached 10.4 + java 4.8 + rest 6.8"));
}

TEST(a_name_that_is_kept_over_time_is_told_only_while_it_has_a_part)
{
	bottleneck.names[0].percent = 2;
	assert_non_null(strstr(whole(), "stores = memcached 10.4 + rest 29.6"));
	bottleneck.names[1].percent = 2;
	assert_string_equal(whole(), "Memory: 40.0 % of all slots wait for loads or stores");
}

TEST(without_a_large_name_they_are_spread)
{
	bottleneck.n_names = 0;
	assert_non_null(strstr(whole(), "stores, spread over many processes"));
}

TEST(where_the_tasks_have_no_numbers_no_one_is_named)
{
	bottleneck.n_names = 0;
	bottleneck.tasks_percent = NAN;
	assert_string_equal(whole(), "Memory: 40.0 % of all slots wait for loads or stores");
}

TEST(idle_cpus_and_slots_of_no_known_task_are_told_where_they_have_much)
{
	bottleneck.n_names = 1;
	bottleneck.tasks_percent = 50;
	assert_non_null(strstr(whole(), "= stream_c 18.0 + not attributed 20.0 + rest 2.0"));
	snapshot_extra(now, &now->table[ROW_MACHINE].rows[0])->idle_slots = 2;
	assert_non_null(strstr(whole(), "= stream_c 18.0 + idle CPUs 20.0 + rest 2.0"));
}

TEST(an_extrapolated_number_is_about_right)
{
	machine_values()->quality[M_MEMORY_BOUND] = Q_SCALED;
	assert_non_null(strstr(whole(), "Memory: about 40.0 % of all slots"));
}

TEST(slots_of_watched_tasks_are_not_the_machines)
{
	(void)strcpy(fixture_machine.watched, "pid 7");
	assert_non_null(strstr(whole(), "Memory: 40.0 % of the watched tasks' slots wait"));
}

TEST(a_family_of_cycles_has_no_slots)
{
	const struct family *before = fixture_machine.family;

	fixture_machine.family = cpu_family_find("Arm Neoverse N1");
	assert_non_null(fixture_machine.family);
	bottleneck.nodes = 1U << M_BACKEND_STALLED;
	assert_non_null(strstr(whole(), "Backend: 0.0 % of all cycles wait for data"));
	fixture_machine.family = before;
}

TEST(a_name_cannot_harm_the_terminal)
{
	(void)strcpy(bottleneck.names[0].name, "\x1b[2J\n");
	assert_null(strpbrk(whole(), "\x1b\n"));
}

TEST(several_causes_are_all_told_each_with_its_largest_name)
{
	bottleneck = (struct bottleneck){ .kind = BOTTLENECK_SEVERAL,
					  .nodes = 1U << M_FRONTEND_BOUND | 1U << M_BACKEND_BOUND,
					  .names = { { "java", M_FRONTEND_BOUND, 60 } },
					  .n_names = 1 };
	assert_string_equal(in_cells(132), "No single bottleneck: Frontend bound 16 % (java), "
					   "Backend bound 50 % of all slots. D: why");
	assert_string_equal(in_cells(80), "No single bottleneck: FE 16 % (java), BE 50 % of all slots. D: why");
	assert_string_equal(in_cells(55), "No single bottleneck: FE 16 %, BE 50 % of all slots");
}

TEST(nothing_wrong_is_said_too)
{
	bottleneck = (struct bottleneck){ .kind = BOTTLENECK_NONE };
	assert_string_equal(in_cells(80), "Nothing wrong: 28 % of all slots do useful work, no "
					  "loss is over its threshold");
	assert_string_equal(in_cells(60), "Nothing wrong: no loss is over its threshold");
}

TEST(an_idle_machine_says_how_busy_it_is)
{
	bottleneck = (struct bottleneck){ .kind = BOTTLENECK_IDLE };
	assert_string_equal(whole(), "Mostly idle: busy 58 %, nothing limits the machine");
}

TEST(what_is_not_known_has_its_reason)
{
	bottleneck = (struct bottleneck){ .kind = BOTTLENECK_UNKNOWN };
	assert_string_equal(whole(), "Bottleneck not known: too little was counted");
	now->running_ratio = 0;
	assert_string_equal(whole(), "Bottleneck not known: another program has the counters");
	now->soundness = UNSOUND_STANDS_STILL;
	assert_string_equal(whole(), "Bottleneck not known: the counters are invalid");
}

static void check_words(const struct family *family)
{
	enum metric_id nodes[M_COUNT];
	int n = family_nodes(family, nodes);

	for (int i = 0; i < n; i++) {
		bottleneck.nodes = 1U << nodes[i];
		assert_true(sentence_print(now, &bottleneck, SENTENCE_WHOLE, true, text) > 0);
		assert_null(strstr(text, "(null)"));
		assert_true(format_text_width(in_cells(80)) <= 80);
	}
}

TEST(every_node_of_every_family_has_its_words)
{
	for_each_family(check_words);
}

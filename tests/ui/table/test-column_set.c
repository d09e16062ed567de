/* SPDX-License-Identifier: GPL-2.0-only */
/* The columns of a view: as text, and by level. */
#include "config.h"
#include "ui/table/column_set.h"

#include "collect/cpu/cpu_match.h"

#include "tests/fixtures/test_main.h"

static struct column_set parse(enum view_id view, const char *text)
{
	struct column_set set = { 0 };
	struct err err = { .text = "" };

	if (column_set_parse(&set, view, text, &err))
		fail_msg("\"%s\" was refused: %s", text, err.text);
	return set;
}

TEST(a_printed_list_is_parsed_to_the_same_list)
{
	struct column_set set = parse(VIEW_PROCESSES, " pid , user:12,be:7,command:40,comm ");
	char text[COLUMN_SET_TEXT];

	column_set_print(&set, text);
	assert_string_equal(text, "pid,user:12,be:7,command:40,comm");
	assert_int_equal(set.n, 5);
	assert_int_equal(set.items[0].width, 0);
	for (int view = 0; view < VIEW_COUNT; view++) {
		struct column_set again;

		column_set_default(&set, (enum view_id)view, NULL);
		column_set_print(&set, text);
		again = parse((enum view_id)view, text);
		assert_int_equal(again.n, set.n);
		assert_true(column_set_is_default(&again, (enum view_id)view, NULL));
	}
}

TEST(a_list_takes_the_heads_of_columns)
{
	struct column_set set = parse(VIEW_PROCESSES, "PID,CPU%:7,Be");
	char text[COLUMN_SET_TEXT];

	column_set_print(&set, text);
	assert_string_equal(text, "pid,cpu:7,be");
}

TEST(the_longest_list_fits)
{
	char text[COLUMN_SET_TEXT];

	for (int view = 0; view < VIEW_COUNT; view++) {
		struct column_set set = { 0 };

		for (size_t i = 0; i < columns_n; i++)
			if (column_is_in_view(&columns[i], (enum view_id)view))
				set.items[set.n++] = (struct column_choice){ &columns[i],
									     COLUMN_WIDTH_MAX };
		column_set_print(&set, text);
		assert_true(strlen(text) + 1 < sizeof(text));
		assert_int_equal(parse((enum view_id)view, text).n, set.n);
	}
}

TEST(a_refusal_says_what_is_wrong)
{
	static const struct {
		const char *text, *sentence;
	} cases[] = {
		{ "pid,pid", "\"pid\" is listed twice" },
		{ "pid:6", "pid:6: its width must be between 7 and 200" },	/* it would be cut */
		{ "pid:", "pid:: its width must be between 7 and 200" },
		{ "pid:8x", "pid:8x: its width must be between 7 and 200" },
		{ "pid:99999999999", "pid:99999999999: its width must be between 7 and 200" },
		{ "user:3", "user:3: its width must be between 4 and 200" },
		{ "usr", "\"usr\" is not a column of processes: did you mean \"user\"?" },
		{ "pid user", "\"pid user\" is not a column of processes: choose from " },
		{ "pid,", "\"\" is not a column of processes: choose from pid,user,thr,cpu,wait,cost,ecores,ret,"
		  "heavy,light,bad,misp,clears,fe,lat,bw,be,mem,core,resource,smt,rest,fecyc,becyc,ipc,ghz,"
		  "instr,topdown,trend,limited,command,ppid,kernel,container,cgroup,comm" },
		{ "", "\"\" is not a column of processes: choose from " },
		{ "tid", "\"tid\" is not a column of processes: choose from " },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct column_set set = parse(VIEW_PROCESSES, "be");
		struct err err;

		assert_int_equal(column_set_parse(&set, VIEW_PROCESSES, cases[i].text, &err),
				 -EINVAL);
		assert_int_equal(strncmp(err.text, cases[i].sentence, strlen(cases[i].sentence)), 0);
		assert_int_equal(set.n, 1);	/* unchanged */
	}
}

/* "pid be" */
static const char *listed_on(const struct family *family, const struct column_set *set,
			     enum view_id view, int level)
{
	static char text[512];
	struct column_choice list[COLUMNS_MAX];
	size_t n = column_set_list(set, view, level, family, list), used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < n; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s", i ? " " : "",
					 column_key(list[i].column));
	return text;
}

static const char *listed(const struct column_set *set, enum view_id view, int level)
{
	return listed_on(NULL, set, view, level);
}

TEST(a_family_has_the_columns_of_its_nodes)
{
	const struct family *zen = cpu_family_find("AMD Zen 4"), *atom = cpu_family_find("Intel Gracemont");
	const struct column_set usual = { 0 };

	assert_string_equal(listed_on(zen, &usual, VIEW_CPUS, 1),
			    "cpu cost ret bad fe be smt ipc ghz instr topdown trend limited");
	/* A class without children stays. */
	assert_string_equal(listed_on(zen, &usual, VIEW_CPUS, 2),
			    "cpu cost heavy light misp clears lat bw mem core smt ipc ghz instr topdown trend limited");
	assert_string_equal(listed_on(atom, &usual, VIEW_CPUS, 1),
			    "cpu cost ret bad fe be ipc ghz instr topdown trend limited");
	assert_string_equal(listed_on(atom, &usual, VIEW_CPUS, 2),
			    "cpu cost ret misp clears lat bw core resource ipc ghz instr topdown trend limited");
}

TEST(on_level_2_classes_are_replaced_by_their_children)
{
	struct column_set set = parse(VIEW_PROCESSES, "be,pid,ret");

	assert_string_equal(listed(&set, VIEW_PROCESSES, 1), "be pid ret");
	assert_string_equal(listed(&set, VIEW_PROCESSES, 2), "mem core pid heavy light");
	/* A child that was chosen is on both levels, once. */
	set = parse(VIEW_PROCESSES, "core,pid,be");
	assert_string_equal(listed(&set, VIEW_PROCESSES, 1), "core pid be");
	assert_string_equal(listed(&set, VIEW_PROCESSES, 2), "core pid mem");
}

TEST(the_tree_of_cpus_needs_no_columns)
{
	struct column_set set = { 0 };

	assert_string_equal(listed(&set, VIEW_CPUS, 1),
			    "cpu cost ret bad fe be ipc ghz instr topdown trend limited");
	assert_false(column_is_in_view(columns_find("cpu#"), VIEW_CPUS));
	assert_int_equal(column_view_of(ROW_CORE), VIEW_CPUS);
	assert_int_equal(column_view_of(ROW_SOCKET), VIEW_CPUS);
	assert_int_equal(column_view_of(ROW_NODE), VIEW_CPUS);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Filters: which rows of the fixture match, and the messages for wrong expressions. */
#include "config.h"
#include "ui/table/filter.h"

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/test_main.h"

/* Names of the processes that match, in order of their pids: "2311 2400". */
static const char *list(const char *expression, const char *user, enum row_kind kind)
{
	static char found[256];
	const struct row_table *table = &first_snapshot->table[kind];
	struct err err = { .text = "" };
	struct filter *filter = filter_new(expression, user, kind, &err);
	size_t used = 0;

	if (!filter)
		fail_msg("\"%s\": %s", expression, err.text);
	found[0] = '\0';
	for (size_t i = 0; i < table->n; i++)
		if (filter_match(filter, first_snapshot, &table->rows[i]))
			used += (size_t)snprintf(found + used, sizeof(found) - used, "%s%d",
						 used ? " " : "", table->rows[i].id);
	filter_free(filter);
	return found;
}

/* The message for an expression that is refused. */
static const char *refused(const char *expression, enum row_kind kind)
{
	static struct err err;

	assert_null(filter_new(expression, NULL, kind, &err));
	return err.text;
}

/* clang-format off */
static const struct {
	const char *expression, *ids;
	enum row_kind kind;
} cases[] = {
	{ "be>40", "2311 2700", ROW_PROCESS }, { "be > 40 && cpu > 50", "2311", ROW_PROCESS },
	{ "be>40 cpu>50", "2311", ROW_PROCESS }, { "be>40 || ret>=80", "2311 2500 2700", ROW_PROCESS },
	{ "pid=2400", "2400", ROW_PROCESS }, { "pid==2400||pid = 2500", "2400 2500", ROW_PROCESS },
	{ "pid!=2311 && pid<2500", "2400", ROW_PROCESS }, { "pid<=2400", "2311 2400", ROW_PROCESS },
	{ "thr>1", "2311", ROW_PROCESS }, { "user=root", "2311", ROW_PROCESS },
	{ "user!=alice", "2311", ROW_PROCESS }, { "user = 'root'", "2311", ROW_PROCESS },
	{ "comm~^c", "2500 2800 2900", ROW_PROCESS }, { "comm!~^c && user=alice", "2400 2600 2700", ROW_PROCESS },
	{ "comm~^(php|mem)", "2311 2400", ROW_PROCESS }, { "command~\"--size 4G\"", "2311", ROW_PROCESS },
	{ "command~^memhog", "2311", ROW_PROCESS },	/* the path before it is not shown */
	{ "(comm~^(php|mem) || pid=2500) && cpu<40", "2500", ROW_PROCESS },
	{ "!(user=root)", "2400 2500 2600 2700 2800 2900", ROW_PROCESS }, { "!!user=root", "2311", ROW_PROCESS },
	{ "MEMHOG", "2311", ROW_PROCESS }, { "walk random", "2311", ROW_PROCESS },
	{ "alice", "2400 2500 2600 2700 2800 2900", ROW_PROCESS },
	{ "alice !php !co", "2700 2800 2900", ROW_PROCESS }, { "!alice", "2311", ROW_PROCESS },
	{ "\"pool www\"", "2400", ROW_PROCESS },
	{ "pid=2400 || pid=2500 && ret>90", "2400", ROW_PROCESS },	/* "and" binds tighter */
	{ "php-fpm:", "2400", ROW_PROCESS }, { "be=50", "2700", ROW_PROCESS },
	{ "mem>1 && pid=2600", "", ROW_PROCESS },	/* level 2 was not counted there */
	{ "BE>40", "2311 2700", ROW_PROCESS }, { "Be > 40", "2311 2700", ROW_PROCESS },
	{ "CPU%>50", "2311", ROW_PROCESS }, { "cpu% > 50", "2311", ROW_PROCESS },
	{ "BE>=50% && BE<=50.0%", "2700", ROW_PROCESS }, { "CPU%>50%", "2311", ROW_PROCESS },
	{ "be>40 and cpu>50", "2311", ROW_PROCESS }, { "be>40 AND cpu>50", "2311", ROW_PROCESS },
	{ "be>40 or ret>=80", "2311 2500 2700", ROW_PROCESS }, { "(be>40)and(cpu>50)", "2311", ROW_PROCESS },
	{ "pid=2400 or pid=2500 and ret>90", "2400", ROW_PROCESS },	/* "and" binds tighter */
	{ "not user=root", "2400 2500 2600 2700 2800 2900", ROW_PROCESS },
	{ "not(user=root)", "2400 2500 2600 2700 2800 2900", ROW_PROCESS },
	{ "be>40 and not cpu>50", "2700", ROW_PROCESS }, { "not not user=root", "2311", ROW_PROCESS },
	{ "memhog or compute", "2311 2500", ROW_PROCESS }, { "ppid=2500", "2800", ROW_PROCESS },
	{ "cgroup~docker", "2400", ROW_PROCESS }, { "path~docker", "2400", ROW_PROCESS },
	{ "limited~^mem", "2311", ROW_PROCESS },
	{ "limit~^mem and comma~hog", "2311", ROW_PROCESS },	/* the beginning of a head */
	{ "container=docker:5a0c1b9f3d7e", "2400", ROW_PROCESS }, { "container~.", "2400", ROW_PROCESS },
	{ "pid>2.5k", "2600 2700 2800 2900", ROW_PROCESS },	/* the units of the screen */
	{ "pid>0.0026M", "2700 2800 2900", ROW_PROCESS }, { "slots>1k", "", ROW_COMMAND },
	{ "cgroup~user-1000 && comm~^walker", "2312 2313", ROW_THREAD },
	{ "user=root && comm~^walker", "2312 2313", ROW_THREAD },	/* of its process */
	{ "cgroup~docker", "0", ROW_CGROUP }, { "container~docker", "0", ROW_CGROUP },
	{ "cpu#>=2", "2 3", ROW_CPU },
	{ "\"cpu 1\"", "1", ROW_CPU },		/* the words of its line */
	{ "core", "", ROW_CPU }, { "CORE", "0 1", ROW_CORE },
	{ "socket=0", "0", ROW_SOCKET }, { "procs=6", "0", ROW_USER },
	{ "procs>6", "", ROW_USER }, { "name=root || ALICE", "0 0", ROW_USER },
	{ "oot be>40", "0", ROW_USER },
};
/* clang-format on */

SNAPSHOT_TEST(expressions_select_their_rows)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *found = list(cases[i].expression, NULL, cases[i].kind);

		if (strcmp(found, cases[i].ids) != 0)
			fail_msg("%s: %s", cases[i].expression, found);
	}
}

SNAPSHOT_TEST(a_user_and_an_expression_both_hold)
{
	assert_string_equal(list(NULL, "root", ROW_PROCESS), "2311");
	assert_string_equal(list("cpu>30", "alice", ROW_PROCESS), "2400 2500");
	assert_string_equal(list("pid=2311 || pid=2400", "alice", ROW_PROCESS), "2400");
	assert_string_equal(list(NULL, "user=root", ROW_PROCESS), "");
	assert_int_equal(strlen(list(NULL, NULL, ROW_PROCESS)), 7 * 5 - 1);
}

/* Sets the command line of a process. */
static void set_command(int32_t pid, const char *command)
{
	struct row *row = (struct row *)snapshot_find(first_snapshot, ROW_PROCESS, pid);

	row->command = snapshot_keep(first_snapshot, command);
}

SNAPSHOT_TEST(and_or_and_not_are_words_where_they_join_nothing)
{
	set_command(PID_COMPUTE, "search and rescue");
	set_command(PID_LEVEL1, "to be or not");
	assert_string_equal(list("and", NULL, ROW_PROCESS), "2311 2500");	/* "random" */
	assert_string_equal(list("or", NULL, ROW_PROCESS), "2600");
	assert_string_equal(list("not", NULL, ROW_PROCESS), "2600");
	assert_string_equal(list("(not)", NULL, ROW_PROCESS), "2600");
	assert_string_equal(list("\"and\" rescue", NULL, ROW_PROCESS), "2500");
	assert_string_equal(list("search and rescue", NULL, ROW_PROCESS), "2500");
	/* Longer words only begin like them. */
	assert_string_equal(list("search android", NULL, ROW_PROCESS), "");
	assert_string_equal(list("rescue order", NULL, ROW_PROCESS), "");
	assert_string_equal(list("nothing", NULL, ROW_PROCESS), "");
}

SNAPSHOT_TEST(a_text_is_also_what_the_column_shows_of_it)
{
	struct row *row = (struct row *)snapshot_find(first_snapshot, ROW_PROCESS, PID_SCALED);

	row->user = snapshot_keep(first_snapshot, "prometheus");
	assert_string_equal(list("user=prometheus", NULL, ROW_PROCESS), "2400");
	assert_string_equal(list("user=promethe", NULL, ROW_PROCESS), "2400");
	assert_string_equal(list("user=prometh\u2026", NULL, ROW_PROCESS), "2400");
	assert_string_equal(list("user=prometh+", NULL, ROW_PROCESS), "2400");
	assert_string_equal(list("user=prometh", NULL, ROW_PROCESS), "2400");
	assert_string_equal(list("user=prom", NULL, ROW_PROCESS), "");
	assert_null(strstr(list("user!=promethe", NULL, ROW_PROCESS), "2400"));
	assert_string_equal(list("command=memhog\u2026", NULL, ROW_PROCESS), "2311");
	assert_string_equal(list("command='memhog --size'", NULL, ROW_PROCESS), "");
	assert_string_equal(list("container=docker:5a0c\u2026", NULL, ROW_PROCESS), "2400");
	/* --user is no text from the screen. */
	assert_string_equal(list(NULL, "promethe", ROW_PROCESS), "");
}

SNAPSHOT_TEST(a_user_is_meant_before_another_whose_name_begins_so)
{
	struct row *row = (struct row *)snapshot_find(first_snapshot, ROW_PROCESS, PID_SCALED);
	struct row *alice = (struct row *)snapshot_find(first_snapshot, ROW_PROCESS, PID_COMPUTE);

	row->user = snapshot_keep(first_snapshot, "postgres-exporter");
	assert_string_equal(list("user=postgres", NULL, ROW_PROCESS), "2400");
	alice->user = snapshot_keep(first_snapshot, "postgres");
	first_snapshot->table[ROW_USER].rows[0].user = alice->user;
	assert_string_equal(list("user=postgres", NULL, ROW_PROCESS), "2500");
}

SNAPSHOT_TEST(kernel_threads_are_selected_by_one_word)
{
	struct row *row = (struct row *)snapshot_find(first_snapshot, ROW_PROCESS, PID_SCALED);

	row->kernel = true;
	set_command(PID_COMPUTE, "tail kernel.log");
	assert_string_equal(list("kernel=1", NULL, ROW_PROCESS), "2400");
	assert_string_equal(list("kernel", NULL, ROW_PROCESS), "2400 2500");	/* also a word */
	assert_string_equal(list("KERNEL and cpu<1000", NULL, ROW_PROCESS), "2400 2500");
	assert_string_equal(list("not kernel", NULL, ROW_PROCESS), "2311 2600 2700 2800 2900");
	assert_string_equal(list("kernel=0", NULL, ROW_PROCESS), "2311 2500 2600 2700 2800 2900");
	assert_string_equal(list("\"kernel\"", NULL, ROW_PROCESS), "2500");
	assert_string_equal(list("kernel", NULL, ROW_CGROUP), "");
	assert_string_equal(list("kernel", NULL, ROW_NAME), "");
	first_snapshot->table[ROW_NAME].rows[1].kernel = true;
	assert_string_equal(list("kernel", NULL, ROW_NAME), "0");
}

/* 11.2 us, 93.8 us and, of the last one, nothing. */
SNAPSHOT_TEST(a_time_has_the_units_of_the_screen)
{
	snapshot_free(first_snapshot);
	first_snapshot = fixture_draft(1);
	(void)fixture_add_region(first_snapshot, PID_MEMHOG, 3, "hash probe", 0.5, 40321);
	(void)fixture_add_region(first_snapshot, PID_MEMHOG, 4, "parse", 0.125, 1200);
	(void)fixture_add_region(first_snapshot, PID_MEMHOG, 5, "plan", 0.125, 0);
	assert_int_equal(snapshot_finish(first_snapshot), 0);
	assert_string_equal(list("per_entry>11us", NULL, ROW_REGION), "3 4");
	assert_string_equal(list("t/entry>0.05ms", NULL, ROW_REGION), "4");
	assert_string_equal(list("per_entry<1s", NULL, ROW_REGION), "3 4");
	assert_string_equal(list("per_entry<12000ns", NULL, ROW_REGION), "3");
	assert_string_equal(refused("per_entry>20", ROW_REGION),
			    "filter: \"20\" at 11 is not a time, but per_entry is: 20us, 1.5ms");
	(void)refused("per_entry>20usec", ROW_REGION);
}

/* 2600 has no level 2, 2900 too few slots for any ratio. */
SNAPSHOT_TEST(an_unknown_value_never_matches)
{
	static const char *const never[] = {
		"mem>0", "mem<=100", "mem!=1", "!(mem>50)", "!mem<50", "mem>50 || !(mem>50)",
	};

	for (size_t i = 0; i < sizeof(never) / sizeof(never[0]); i++) {
		assert_null(strstr(list(never[i], NULL, ROW_PROCESS), "2600"));
		assert_null(strstr(list(never[i], NULL, ROW_PROCESS), "2900"));
	}
	/* But another part can decide. */
	assert_string_equal(list("mem>50 || pid=2600", NULL, ROW_PROCESS), "2311 2600");
	assert_string_equal(list("!(mem>50 && pid=2311) && pid=2600", NULL, ROW_PROCESS), "2600");
	/* Rows of this kind do not have the column. */
	assert_string_equal(list("thr<100", NULL, ROW_THREAD), "");
	assert_string_equal(list("!thr<100", NULL, ROW_THREAD), "");
	assert_string_equal(list("tid>0", NULL, ROW_PROCESS), "");
}

SNAPSHOT_TEST(an_unknown_user_matches_no_user)
{
	first_snapshot->table[ROW_PROCESS].rows[0].user = 0;
	assert_string_equal(list("user=root || user!=root", NULL, ROW_PROCESS),
			    "2400 2500 2600 2700 2800 2900");
}

SNAPSHOT_TEST(regions_are_of_the_user_of_their_process)
{
	snapshot_free(first_snapshot);
	first_snapshot = fixture_draft(1);
	(void)fixture_add_region(first_snapshot, PID_MEMHOG, 3, "parse", 0.5, 1);
	(void)fixture_add_region(first_snapshot, 2400, 4, "parse", 0.5, 1);
	assert_int_equal(snapshot_finish(first_snapshot), 0);
	assert_string_equal(list(NULL, "root", ROW_REGION), "0 3");
	assert_string_equal(list("parse", "alice", ROW_REGION), "4");
}

SNAPSHOT_TEST(a_filter_is_for_one_group_of_kinds)
{
	assert_true(filter_kinds_match(ROW_PROCESS, ROW_THREAD));
	assert_true(filter_kinds_match(ROW_SOCKET, ROW_CPU));
	assert_true(filter_kinds_match(ROW_EXITED, ROW_EXITED));
	assert_false(filter_kinds_match(ROW_USER, ROW_CGROUP));
	assert_false(filter_kinds_match(ROW_PROCESS, ROW_CPU));
	assert_false(filter_kinds_match(ROW_EXITED, ROW_PROCESS));
}

/* clang-format off */
static const struct {
	const char *expression, *sentence;
} refusals[] = {
	{ "a qqq>1", "unknown column \"qqq\" at 3 (see ? or --help)" },
	{ "\xC3\xA9 qqq=1", "unknown column \"qqq\" at 3 (see ? or --help)" },
	{ "a && bakend>1", "unknown column \"bakend\" at 6: did you mean \"be\" (Backend bound)?" },
	{ "usr=root", "unknown column \"usr\" at 1: did you mean \"user\"?" },
	{ "socket=1", "\"socket\" at 1 is a column of CPUs, not of processes" },
	{ "TOPDOWN=1", "\"TOPDOWN\" at 1 is drawn, and has no value to compare" },
	{ "and=1", "unknown column \"and\" at 1 (see ? or --help)" }, { "be>1 and", "something is missing at 9" },
	{ "be>1 or ", "something is missing at 9" }, { "be>40x", "\"40x\" at 4 is not a number, but be is" },
	{ "be>40%%", "\"40%%\" at 4 is not a number, but be is" },
	{ "be>4k", "\"4k\" at 4 is not a number, but be is" },
	{ "pid>4%", "\"4%\" at 5 is not a number, but pid is" },
	{ "pid>4kk", "\"4kk\" at 5 is not a number, but pid is" }, { "", "something is missing at 1" },
	{ "  ", "something is missing at 3" }, { "be>", "there is no value at 4" },
	{ "be>40 &&", "something is missing at 9" }, { "be>40 || )", "unexpected \")\" at 10" },
	{ "be>40)", "unexpected \")\" at 6" }, { "(be>40", "the parenthesis at 1 is not closed" },
	{ "be>x", "\"x\" at 4 is not a number, but be is" },
	{ "be>0x10", "\"0x10\" at 4 is not a number, but be is" },
	{ "be>nan", "\"nan\" at 4 is not a number, but be is" },
	{ "be~4", "\"~\" at 3 does not go with be, which is a number: use =, !=, <, <=, > or >=" },
	{ "user>a", "\">\" at 5 does not go with user, which is a text: use =, !=, ~ or !~" },
	{ "user='a", "the quote at 6 is not closed" }, { "a & b", "unexpected \"&\" at 3" },
	{ "=5", "unexpected \"=\" at 1" },
};
/* clang-format on */

SNAPSHOT_TEST(a_refusal_says_what_and_where)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		const char *text = refused(refusals[i].expression, ROW_PROCESS);

		if (strncmp(text, "filter: ", 8) != 0 || strcmp(text + 8, refusals[i].sentence) != 0)
			fail_msg("%s: %s", refusals[i].expression, text);
	}
}

SNAPSHOT_TEST(a_column_of_other_rows_is_reported_as_such)
{
	assert_string_equal(refused("be>1 pid=1", ROW_USER),
			    "filter: \"pid\" at 6 is a column of processes, not of users");
}

SNAPSHOT_TEST(a_bad_pattern_is_refused)
{
	const char *text = refused("comm~[a", ROW_PROCESS);

	assert_ptr_equal(strstr(text, "filter: bad pattern \"[a\" at 6: "), text);
}

/* Without this regcomp() took 3.3 GB, at the key of the last "+". */
SNAPSHOT_TEST(a_pattern_that_eats_the_memory_is_refused)
{
	assert_string_equal(refused("comm~a+++++++++++++++++++++++", ROW_PROCESS),
			    "filter: bad pattern \"a+++++++++++++++++++++++\" at 6: at 8, "
			    "a repetition is repeated; write one of them");
	assert_non_null(strstr(refused("comm~'((a{9}){9}){255}'", ROW_PROCESS),
			       "at 6: at 7, it repeats too much; use smaller bounds"));
}

SNAPSHOT_TEST(too_much_is_refused)
{
	char text[2 * FILTER_TEXT];
	struct err err;

	memset(text, 'a', sizeof(text));
	text[FILTER_TEXT] = '\0';
	assert_string_equal(refused(text, ROW_PROCESS), "filter: longer than 255 bytes");
	text[FILTER_TEXT - 1] = '\0';
	filter_free(filter_new(text, text, ROW_PROCESS, &err));
	memset(text, '(', 100);
	assert_non_null(strstr(refused(text, ROW_PROCESS), "nested too deep"));
	memset(text, '!', 100);
	(void)refused(text, ROW_PROCESS);
	for (int i = 0; i < 120; i++)
		memcpy(text + 2 * i, "a ", 3);
	assert_non_null(strstr(refused(text, ROW_PROCESS), "too long"));
	for (int i = 0; i < 120; i++)	/* as much text as values can have */
		memcpy(text + 2 * i, "''", 3);
	assert_null(filter_new(text, text, ROW_PROCESS, &err));
}

SNAPSHOT_TEST(random_texts_do_no_harm)
{
	static const char *const parts[] = {
		"be", "user", "comm", "java", ">", "~", "=", "!", "&&", "||", "(", ")", " ", "'",
		"\"", "4", "\\", "[", "*", "\xff", "\xe6\xbc\xa2", "-", "&", "foo",
		"and", "or", "not", "%", "CPU%", "kernel", "\xe2\x80\xa6", "+",
	};
	const struct row_table *threads = &first_snapshot->table[ROW_THREAD];
	unsigned int random = 1, good = 0;

	for (int i = 0; i < 20000; i++) {
		char text[128] = "";
		struct filter *filter;
		struct err err;

		for (int n = i % 12; n > 0; n--) {
			random = random * 1103515245 + 12345;
			strcat(text, parts[(random >> 16) % (sizeof(parts) / sizeof(parts[0]))]);
		}
		filter = filter_new(text, i & 1 ? "alice" : NULL, ROW_PROCESS, &err);
		good += filter != NULL;
		for (size_t row = 0; row < threads->n && filter; row++)
			(void)filter_match(filter, first_snapshot, &threads->rows[row]);
		filter_free(filter);
	}
	assert_true(good > 1000);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Expressions of changes: what they ask, and what is refused. */
#include "config.h"
#include "ui/table/changes.h"

#include "tests/fixtures/test_main.h"

static struct changes changes;
static struct err err;

TEST(terms_are_rises_and_falls_in_points_or_percent_of_the_value)
{
	assert_int_equal(changes_init(&changes, "mem>+3 and (IPC<-5% or be>2.5) and comm~^java", &err), 0);
	assert_int_equal(changes.n, 3);
	assert_int_equal(changes.named, 1U << CHANGES_COMMANDS);
	assert_int_equal(changes.terms[0].column->metric, M_MEMORY_BOUND);
	assert_float_equal(changes.terms[0].question.threshold, 3, 0);
	assert_false(changes.terms[0].question.falls);
	assert_float_equal(changes.terms[1].question.factor, 0.95, 1e-9);
	assert_true(changes.terms[1].question.falls);
	assert_float_equal(changes.terms[2].question.threshold, 2.5, 0);
	changes_done(&changes);
}

TEST(and_is_as_sure_as_its_weakest_term_and_or_pays_for_each)
{
	const double p[PIECES_VALUES] = { 0.001, 0.002, 0.004 };

	assert_int_equal(changes_init(&changes, "be>1 || fe>2 || ret<-3", &err), 0);
	assert_float_equal(changes_p(&changes, CHANGES_COMMANDS, "java", p), 0.003, 1e-12);
	changes_done(&changes);
	assert_int_equal(changes_init(&changes, "be>1 fe>2 && comm=java", &err), 0);
	assert_float_equal(changes_p(&changes, CHANGES_COMMANDS, "java", p), 0.002, 1e-12);
	assert_float_equal(changes_p(&changes, CHANGES_COMMANDS, "javac", p), 1, 0);
	assert_float_equal(changes_p(&changes, CHANGES_REGIONS, "java", p), 1, 0);
	assert_true(changes_name(&changes, CHANGES_COMMANDS, "java"));
	assert_false(changes_name(&changes, CHANGES_CGROUPS, "java"));
	changes_done(&changes);
}

TEST(what_is_no_question_is_refused_with_its_reason)
{
	static const char *const wrong[][2] = {
		{ "mem<3", "--fail-on: a rise is written \"> +3\", a fall \"< -3\"; not: 3" },
		{ "mem=3", "--fail-on: a change is above or below a limit: use > or <, not: 3" },
		{ "not mem>3", "--fail-on: \"not\" a change is no verdict; turn > and < round" },
		{ "mem<-200%", "--fail-on: no value falls by more than 100 %; not: -200%" },
		{ "comm=java", "--fail-on: it compares no value, as in mem>+3" },
		{ "comm=java or mem>3", "--fail-on: a name alone holds whatever changes: join it to a value by \"and\", "
					"as in comm=java and mem>+3" },
		{ "mem>3 java", "--fail-on: a word alone is no change; name commands by comm=NAME, not: java" },
		{ "pid>3", "--fail-on: unknown column \"pid\" at 1 (a class, as mem, or ipc, cpu, comm, cgroup, region, "
			   "function, share)" },
		{ "slots>+5%", "--fail-on: \"slots\" at 1 has no change with a doubt: use a class, as mem, or ipc or cpu" },
		{ "mm>+3", "--fail-on: unknown column \"mm\" at 1: did you mean \"mem\" (Memory bound)?" },
		{ "share>3", "--fail-on: share is the part of the samples that a function has: name it, as in "
			     "function=parse and share" },
		{ "ipc>3 function=f", "--fail-on: functions have classes, as mem, and share; not: ipc" },
		{ "function=f comm=c be>3", "--fail-on: functions come from samples, all other rows do not: name "
					    "functions alone" },
		{ "mem>+0", "--fail-on: a limit of 0 needs several recordings of each side, as runs differ: "
			    "give a limit, or add --after" },
	};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(changes_check(wrong[i][0], true, &err), -EINVAL);
		assert_string_equal(err.text, wrong[i][1]);
	}
	assert_int_equal(changes_check("mem>+0", false, &err), 0);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Changes in words. */
#include "config.h"
#include "ui/table/sentence.h"

#include "tests/fixtures/test_main.h"

static struct change change = { .seq = 7, .doubt_intervals = 2, .doubt = 2, .metric = M_MEMORY_BOUND,
				.before = 31.2, .after = 45.8, .by = "stream_c", .by_after = 24.1 };

static const char *say(enum change_cause cause, unsigned int words)
{
	static char text[CHANGE_TEXT];

	change.cause = cause;
	change_sentence_print(&change, words, text);
	return text;
}

TEST(the_sentence_says_when_what_from_what_to_what_and_who)
{
	assert_string_equal(say(CAUSE_NONE, 0), "interval 7 \u00b1 2: memory bound of the machine 31 \u2192 46 %");
	change.by_pid = 3561;
	assert_string_equal(say(CAUSE_BEGAN, CHANGE_ASCII), "interval 7 +- 2: memory bound of the machine 31 -> 46 %; "
			    "stream_c (3561) began, 24 % of the slots");
	change.by_before = 10;
	assert_non_null(strstr(say(CAUSE_MORE, CHANGE_ASCII), "has more, 10 -> 24 % of the slots"));
	assert_non_null(strstr(say(CAUSE_ITSELF, CHANGE_ASCII), "changed, 10 -> 24 % of its slots"));
	assert_string_equal(say(CAUSE_STOPPED, CHANGE_BRIEF | CHANGE_ASCII),
			    "interval 7 +- 2: memory bound 31 -> 46 %; stream_c stopped");
	change.metric = M_NONE;
	assert_non_null(strstr(say(CAUSE_STOPPED, CHANGE_ASCII), "busy of the machine 31 -> 46 %; stream_c (3561) "
			       "stopped, 10 % of the CPU time"));
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The processes that the user names. */
#include "config.h"
#include "collect/sys/watched.h"

#include <string.h>
#include <unistd.h>

#include "tests/fixtures/test_main.h"

#define NO_PID 999999999	/* above the kernel's PID_MAX_LIMIT */

TEST(processes_that_exist_are_kept_and_the_others_told)
{
	int32_t pids[] = { NO_PID, getpid(), NO_PID - 1 };
	struct err why = { .text = "" };

	assert_int_equal(watched_keep(pids, 3, &why), 1);
	assert_int_equal(pids[0], getpid());
	assert_string_equal(why.text, "there are no processes 999999999, 999999998");
}

TEST(one_that_is_missing_has_the_usual_sentence)
{
	int32_t pids[] = { getpid(), NO_PID };
	struct err why = { .text = "" };

	assert_int_equal(watched_keep(pids, 2, &why), 1);
	assert_string_equal(why.text, "there is no process 999999999");
	assert_int_equal(watched_keep(pids + 1, 1, &why), 0);
	assert_string_equal(why.text, "there is no process 999999999");
}

TEST(if_all_exist_nothing_is_told)
{
	int32_t pids[] = { getpid(), getppid() };
	struct err why = { .text = "" };

	assert_int_equal(watched_keep(pids, 2, &why), 2);
	assert_string_equal(why.text, "");
}

TEST(a_long_list_is_cut_between_numbers)
{
	int32_t pids[256];
	struct err why = { .text = "" };

	for (int i = 0; i < 256; i++)
		pids[i] = NO_PID;
	assert_int_equal(watched_keep(pids, 256, &why), 0);
	assert_non_null(strstr(why.text, "999999999 and 240 more"));
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Users of this machine; root is one everywhere. */
#include "config.h"
#include "collect/sys/passwd.h"

#include <unistd.h>

#include "collect/sys/watched.h"
#include "tests/fixtures/test_main.h"

static char name[USER_NAME_LEN];
static struct err err;

TEST(a_name_or_a_number_stands_for_what_rows_show)
{
	static const char *const rows[][2] = {
		{ "root", "root" }, { "0", "root" }, { "00", "root" },
		{ "4294967000", "4294967000" },		/* has no name */
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(users_find(rows[i][0], name, &err), 0);
		assert_string_equal(name, rows[i][1]);
	}
}

TEST(a_user_that_does_not_exist_is_named)
{
	static const char *const unknown[] = {
		"no-such-user", "4294967295", "99999999999", "-1", "0x0", "1a",
	};

	for (size_t i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		err.text[0] = '\0';
		assert_int_equal(users_find(unknown[i], name, &err), -ENOENT);
		assert_non_null(strstr(err.text, unknown[i]));
	}
	(void)users_find("no-such-user", name, &err);
	assert_string_equal(err.text, "there is no user \"no-such-user\" on this machine; --user takes "
				      "a name or a number, as id prints them");
}

/* ---- The processes that the user names ---- */

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

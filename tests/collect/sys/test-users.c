/* SPDX-License-Identifier: GPL-2.0-only */
/* Users of this machine; root is one everywhere. */
#include "config.h"
#include "collect/sys/users.h"

#include <unistd.h>

#include "collect/sys/watched.h"
#include "tests/fixtures/test_main.h"

static char name[USER_NAME_LEN];
static struct err err;

TEST(a_name_stands_for_itself)
{
	assert_int_equal(users_find("root", name, &err), 0);
	assert_string_equal(name, "root");
}

TEST(a_number_stands_for_the_name_that_rows_show)
{
	assert_int_equal(users_find("0", name, &err), 0);
	assert_string_equal(name, "root");
	assert_int_equal(users_find("00", name, &err), 0);
	assert_string_equal(name, "root");
}

TEST(a_number_without_a_name_is_shown_as_a_number)
{
	assert_int_equal(users_find("4294967000", name, &err), 0);
	assert_string_equal(name, "4294967000");
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

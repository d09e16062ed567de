/* SPDX-License-Identifier: GPL-2.0-only */
/* Users of this machine; root is one everywhere. */
#include "config.h"
#include "collect/sys/users.h"

#include <errno.h>
#include <string.h>

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

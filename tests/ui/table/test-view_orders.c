/* SPDX-License-Identifier: GPL-2.0-only */
/* The orders of the views as a text. */
#include "config.h"
#include "ui/table/view_orders.h"

#include "tests/fixtures/test_main.h"

static struct view_order orders[VIEW_COUNT];
static struct err err;

static const char *refused(const char *text)
{
	err.text[0] = '\0';
	assert_int_equal(view_orders_parse(orders, text, &err), -EINVAL);
	return err.text;
}

TEST(what_is_printed_is_read_back)
{
	static const char text[] = "processes:cpu,threads:tid:reverse,cpus:number:reverse";
	char printed[VIEW_ORDERS_TEXT];

	assert_int_equal(view_orders_parse(orders, text, &err), 0);
	assert_ptr_equal(orders[VIEW_PROCESSES].column, columns_find("cpu"));
	assert_false(orders[VIEW_PROCESSES].reverse);
	assert_true(orders[VIEW_THREADS].reverse);
	assert_true(orders[VIEW_CPUS].chosen);
	assert_null(orders[VIEW_CPUS].column);
	assert_false(orders[VIEW_USERS].chosen);
	assert_true(view_orders_print(orders, printed));
	assert_string_equal(printed, text);
}

TEST(blanks_around_words_are_skipped)
{
	assert_int_equal(view_orders_parse(orders, " processes:cpu , users:be ", &err), 0);
	assert_true(orders[VIEW_USERS].chosen);
}

TEST(no_order_prints_nothing)
{
	char printed[VIEW_ORDERS_TEXT];

	memset(orders, 0, sizeof(orders));
	assert_false(view_orders_print(orders, printed));
	assert_string_equal(printed, "");
}

TEST(a_refusal_says_what_is_wrong_and_changes_nothing)
{
	assert_int_equal(view_orders_parse(orders, "users:cpu", &err), 0);
	assert_string_equal(refused("processes:be,cpu"),
			    "\"cpu\" is not VIEW:KEY, such as processes:cpu");
	assert_string_equal(refused("rows:cpu"), "\"rows\" is not the name of a view");
	assert_string_equal(refused("users:pid"), "\"pid\" is no order of users");
	assert_string_equal(refused("users:be:up"), "\"be\" is no order of users");
	assert_string_equal(refused("processes:number"), "\"number\" is no order of processes");
	assert_string_equal(refused("processes:topdown"),
			    "\"topdown\" is no order of processes");
	(void)refused("");
	assert_ptr_equal(orders[VIEW_USERS].column, columns_find("cpu"));
}

TEST(all_views_have_room)
{
	char printed[VIEW_ORDERS_TEXT];

	for (int view = 0; view < VIEW_COUNT; view++)
		orders[view] = (struct view_order){ true, true, columns_find("ret") };
	assert_true(view_orders_print(orders, printed));
	memset(orders, 0, sizeof(orders));
	assert_int_equal(view_orders_parse(orders, printed, &err), 0);
	assert_true(orders[VIEW_COUNT - 1].chosen);
}

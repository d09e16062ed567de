/* SPDX-License-Identifier: GPL-2.0-only */
/* The orders of the views as a text; see view_orders.h. */
#include "config.h"
#include "ui/table/view_orders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "ui/table/column_names.h"

#define WORD 64			/* bytes; longer ones are cut, and so not known */
#define NATURAL "number"

static int find_view(const char *name)
{
	for (int view = 0; view < VIEW_COUNT; view++)
		if (!strcmp(views[view].name, name))
			return view;
	return -1;
}

/* "cpu" or "cpu:reverse". false: no order that the view can have. */
static bool parse_order(struct view_order *order, enum view_id view, char *text)
{
	char *reverse = strchr(text, ':');

	if (reverse)
		*reverse++ = '\0';
	if (reverse && strcmp(reverse, "reverse") != 0)
		return false;
	*order = (struct view_order){ .chosen = true, .reverse = reverse != NULL };
	if (!strcmp(text, NATURAL))
		return views[view].listing == LISTING_CPU_TREE;
	order->column = columns_find(text);
	return order->column && column_is_sortable(order->column) &&
	       column_applies(order->column, views[view].kind);
}

/* word: "cpus:ipc". Changes it. */
static int add_word(struct view_order orders[VIEW_COUNT], char *word, struct err *err)
{
	char *key = strchr(word, ':');
	int view;

	if (!key)
		return err_set(err, EINVAL, "\"%.30s\" is not VIEW:KEY, such as processes:cpu",
			       word);
	*key++ = '\0';
	view = find_view(word);
	if (view < 0)
		return err_set(err, EINVAL, "\"%.30s\" is not the name of a view", word);
	if (!parse_order(&orders[view], (enum view_id)view, key))
		return err_set(err, EINVAL, "\"%.30s\" is no order of %s", key, views[view].rows);
	return 0;
}

int view_orders_parse(struct view_order orders[VIEW_COUNT], const char *text, struct err *err)
{
	struct view_order parsed[VIEW_COUNT] = { 0 };

	while (text) {
		char word[WORD];
		int ret;

		text = word_list_next(text, word, sizeof(word));
		word[strcspn(word, " \t")] = '\0';
		ret = add_word(parsed, word, err);
		if (ret)
			return ret;
	}
	memcpy(orders, parsed, sizeof(parsed));
	return 0;
}

bool view_orders_print(const struct view_order orders[VIEW_COUNT], char text[VIEW_ORDERS_TEXT])
{
	size_t used = 0;

	text[0] = '\0';
	for (int view = 0; view < VIEW_COUNT; view++) {
		const struct view_order *order = &orders[view];

		if (!order->chosen)
			continue;
		used += (size_t)snprintf(text + used, VIEW_ORDERS_TEXT - used, "%s%s:%s%s",
					 used ? "," : "", views[view].name,
					 order->column ? column_key(order->column) : NATURAL,
					 order->reverse ? ":reverse" : "");
	}
	return used > 0;
}

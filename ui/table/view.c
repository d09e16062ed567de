/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of views, and their orders as a text; see view.h.
 *
 * A new view is a value of enum view_id, and a row here. Rows that are neither a table of the snapshot
 * nor the tree of CPUs: a value of enum view_listing, with functions in ui/lists/rows.c, ui/lists/table_fit.c
 * and ui/screen/screen.c.
 */
#include "config.h"
#include "ui/table/view.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "ui/table/column_names.h"

#define WORD 64			/* bytes; longer ones are cut, and so not known */
#define NATURAL "number"

/* clang-format off */
const struct view views[VIEW_COUNT] = {
	[VIEW_PROCESSES] = {
		.name = "processes", .title = "processes", .rows = "processes", .row = "process",
		.json = "processes", .kind = ROW_PROCESS, .columns = VIEW_PROCESSES,
		.filter = VIEW_PROCESSES, .enter = ENTER_THREADS, .home = true },
	[VIEW_THREADS] = {
		.name = "threads", .title = "threads", .rows = "threads", .row = "thread",
		.json = "threads", .kind = ROW_THREAD, .columns = VIEW_THREADS,
		.filter = VIEW_PROCESSES, .home = true },
	[VIEW_CPUS] = {
		.name = "cpus", .title = "CPUs", .rows = "CPUs", .row = "cpu",
		.json = "cpus", .kind = ROW_CPU, .columns = VIEW_CPUS,
		.filter = VIEW_CPUS, .listing = LISTING_CPU_TREE },
	[VIEW_CORES] = {
		.name = "cores", .title = "cores", .rows = "cores", .row = "core",
		.json = "cores", .kind = ROW_CORE, .columns = VIEW_CPUS,
		.filter = VIEW_CPUS, .listing = LISTING_CPU_TREE, .enter = ENTER_FOLD },
	[VIEW_SOCKETS] = {
		.name = "sockets", .title = "sockets", .rows = "sockets", .row = "socket",
		.json = "sockets", .kind = ROW_SOCKET, .columns = VIEW_CPUS,
		.filter = VIEW_CPUS, .listing = LISTING_CPU_TREE, .enter = ENTER_FOLD },
	[VIEW_CGROUPS] = {
		.name = "cgroups", .title = "cgroups", .rows = "cgroups", .row = "cgroup",
		.json = "cgroups", .kind = ROW_CGROUP, .columns = VIEW_CGROUPS,
		.filter = VIEW_CGROUPS, .enter = ENTER_PROCESSES },
	[VIEW_USERS] = {
		.name = "users", .title = "users", .rows = "users", .row = "user",
		.json = "users", .kind = ROW_USER, .columns = VIEW_USERS,
		.filter = VIEW_USERS, .enter = ENTER_PROCESSES },
	[VIEW_COMMANDS] = {
		.name = "commands", .title = "commands",
		.about = "processes summed by command name",
		.rows = "commands", .row = "command",
		.json = "commands", .kind = ROW_NAME, .columns = VIEW_COMMANDS,
		.filter = VIEW_COMMANDS, .enter = ENTER_PROCESSES },
	[VIEW_REGIONS] = {
		.name = "regions", .title = "regions",
		.about = "named pieces of programs (tdtop_region.h)",
		.rows = "regions", .row = "region",
		.json = "regions", .kind = ROW_REGION, .columns = VIEW_REGIONS,
		.filter = VIEW_REGIONS },
	[VIEW_EXITED] = {
		.name = "exited", .title = "exited",
		.about = "processes that exited in the last 10 minutes",
		.rows = "exited processes", .row = "exited",
		.json = "gone", .kind = ROW_EXITED, .columns = VIEW_EXITED,
		.filter = VIEW_EXITED, .listing = LISTING_EXITED },
};
/* clang-format on */

const struct view *view_of_kind(enum row_kind kind)
{
	if (kind == ROW_NODE)
		return &views[VIEW_SOCKETS];
	for (int id = 0; id < VIEW_COUNT; id++)
		if (views[id].kind == kind)
			return &views[id];
	return NULL;
}

const char *view_name(int id)
{
	return id < VIEW_COUNT ? views[id].name : NULL;
}

const char *view_row_word(enum row_kind kind)
{
	const struct view *view = view_of_kind(kind);

	if (kind == ROW_NODE)
		return "node";
	return view ? view->row : kind == ROW_MACHINE ? "machine" : "command";
}

/* ---- their orders as a text ---- */

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

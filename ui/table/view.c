/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of views; see view.h.
 *
 * A new view is a value of enum view_id, and a row here. Rows that are neither a table of the snapshot
 * nor the tree of CPUs: a value of enum view_listing, with functions in ui/lists/rows.c, ui/lists/table_fit.c
 * and ui/screen/screen.c.
 */
#include "config.h"
#include "ui/table/view.h"

#include <stddef.h>

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

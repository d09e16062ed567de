/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of columns and of output fields; column_cells.c has what its functions do. See
 * columns.h. Called by the views, batch mode, JSON and CSV on the UI thread.
 *
 * A new column is a row here; a function that only it needs may stand above the table. A field of JSON and CSV:
 * OUTPUT(...) in that row, at the next .place. A field that is no column is a row in output_only. Rows of a new
 * kind have their bit here.
 */
#include "config.h"
#include "ui/table/columns.h"

#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/table/column_cells.h"

#define BIT(kind) (1u << ROW_##kind)
#define TASKS (BIT(PROCESS) | BIT(THREAD))
#define CPUS (BIT(CPU) | BIT(CORE) | BIT(NODE) | BIT(SOCKET))
#define GROUPS (BIT(USER) | BIT(CGROUP) | BIT(NAME))
#define NAMES (BIT(EXITED) | BIT(COMMAND))	/* sums by command name */
#define REGIONS BIT(REGION)
#define ALL (BIT(MACHINE) | CPUS | TASKS | GROUPS | NAMES | REGIONS)

/* ---- the table ---- */

/* id, its width, and that of a whole number of percent below its title */
#define METRIC(id, cells, few)                                                              \
	{ .metric = (id), .width = (cells), .narrow = (few),                                \
	  .kinds = TASKS | CPUS | GROUPS | NAMES | REGIONS,                                 \
	  .percent = true, .priority = 80, .print = cell_print_metric,                      \
	  .value = cell_get_metric,                                                         \
	  .type = FIELD_REAL, .field_kinds = ALL }

/* Its field in JSON and CSV: name, place, type, rows that have it. */
#define OUTPUT(name, number, value_type, rows)                                              \
	.field = (name), .place = (number), .type = FIELD_##value_type, .field_kinds = (rows)

/* In percent of the machine's slots, which a sum over many intervals does not know. */
#define COST_OF(node)                                                                       \
	{ .key = "cost", .title = "COST", .width = 5, .percent = true, .priority = 86,      \
	  .kinds = TASKS | CPUS | GROUPS | REGIONS, .metric = M_NONE, .cost = (node),       \
	  .counted = true,                                                                  \
	  .print = cell_print_cost, .value = cell_get_cost,                                 \
	  OUTPUT("cost_percent", 32, REAL, TASKS | CPUS | GROUPS | REGIONS),                \
	  .help = "percent of the machine's slots that this row takes of the node that "    \
		  "limits the machine (backend bound, if there is none), or of the class "  \
		  "that was sorted by last" }

/* A percentile of the durations of entries: key, title, priority, place, its function, its part in words. */
#define DURATION(name, head, rank, number, part, words)                                     \
	{ .key = (name), .title = (head), .width = 7, .priority = (rank), .kinds = REGIONS,  \
	  .time = true, .metric = M_NONE, .print = cell_print_quantile,                     \
	  .value = cell_get_##part,                                                         \
	  OUTPUT("duration_" name "_ns", number, REAL, REGIONS),                            \
	  .help = words " that ended in the interval took no longer than this from begin to " \
		  "end, estimated within a class of durations that ends at twice its begin" }

/* The standard error of a class, which has its name. */
#define CLASS_ERROR(class, name, number)                                                    \
	{ OUTPUT(name, number, REAL, TASKS), .metric = M_NONE, .of_class = (class),         \
	  .value = cell_get_class_error }

/* clang-format off */
const struct column columns[] = {
	{ .key = "socket", .title = "SOCKET", .width = 6, .ascending = true, .label = true,
	  .priority = 94, .kinds = CPUS, .metric = M_NONE, .print = cell_print_number,
	  .value = cell_get_socket,
	  OUTPUT("socket", 3, INTEGER, BIT(SOCKET) | BIT(CORE) | BIT(CPU)),
	  .help = "physical package of the CPU" },
	{ .key = "core#", .title = "CORE#", .width = 5, .ascending = true, .label = true,
	  .priority = 95, .kinds = BIT(CORE) | BIT(CPU), .metric = M_NONE,
	  .print = cell_print_number,
	  .value = cell_get_core,
	  OUTPUT("core", 2, INTEGER, BIT(CORE) | BIT(CPU)),
	  .help = "core within the socket" },
	{ .key = "cpu#", .title = "CPU#", .width = 4, .ascending = true, .label = true,
	  .priority = 96, .kinds = BIT(CPU), .metric = M_NONE, .print = cell_print_number,
	  .value = cell_get_id,
	  OUTPUT("cpu", 1, INTEGER, BIT(CPU)),
	  .help = "the kernel's number of the CPU" },
	{ .key = "pid", .title = "PID", .width = 7, .ascending = true, .priority = 90,
	  .kinds = TASKS | REGIONS, .metric = M_NONE, .print = cell_print_number,
	  .value = cell_get_pid,
	  .help = "process ID" },
	{ .key = "tid", .title = "TID", .width = 7, .ascending = true, .priority = 92,
	  .kinds = BIT(THREAD), .metric = M_NONE, .print = cell_print_number, .value = cell_get_id,
	  OUTPUT("tid", 7, INTEGER, BIT(THREAD)),
	  .help = "thread ID" },
	{ .key = "user", .title = "USER", .width = 8, .left = true, .ascending = true,
	  .priority = 40, .kinds = TASKS, .metric = M_NONE,
	  .print = cell_print_text, .text = cell_text_user,
	  OUTPUT("user", 9, TEXT, TASKS | BIT(USER)),
	  .help = "user the process runs as" },
	{ .key = "procs", .title = "PROCS", .width = 5, .priority = 48, .kinds = GROUPS,
	  .metric = M_NONE, .print = cell_print_number, .value = cell_get_children,
	  OUTPUT("processes", 12, INTEGER, GROUPS),
	  .help = "processes of the group that ran" },
	{ .key = "thr", .title = "THR", .width = 4, .priority = 20, .kinds = BIT(PROCESS) | GROUPS,
	  .metric = M_NONE, .print = cell_print_number, .value = cell_get_threads,
	  OUTPUT("threads", 13, INTEGER, BIT(PROCESS) | GROUPS),
	  .help = "threads of the process, or of all processes in the group" },
	{ .key = "cpu", .title = "CPU%", .width = 5, .percent = true, .priority = 85,
	  .kinds = TASKS | CPUS | GROUPS | BIT(COMMAND) | REGIONS, .metric = M_NONE,
	  .print = cell_print_load, .value = cell_get_load,
	  OUTPUT("cpu_percent", 14, REAL, TASKS | GROUPS | BIT(COMMAND) | REGIONS),
	  .help = "CPU time in percent of the interval, 100 per CPU; of a CPU: time not idle" },
	{ .key = "wait", .title = "WAIT%", .alias = "wait_percent", .width = 6, .percent = true,
	  .spare = true, .priority = 83, .kinds = TASKS | GROUPS, .metric = M_NONE,
	  .print = cell_print_wait, .value = cell_get_wait,
	  OUTPUT("wait_percent", 34, REAL, TASKS | GROUPS),
	  .help = "time that threads could run and waited for a CPU, in percent of the interval, "
		  "100 per thread" },
	{ .key = "entries", .title = "ENTRIES", .width = 7, .priority = 77, .kinds = REGIONS,
	  .metric = M_NONE, .print = cell_print_entries, .value = cell_get_entries,
	  OUTPUT("entries", 28, INTEGER, REGIONS),
	  .help = "times that the region was entered in the interval (k, M, G)" },
	{ .key = "per_entry", .title = "T/ENTRY", .width = 7, .priority = 49, .kinds = REGIONS,
	  .time = true, .metric = M_NONE, .print = cell_print_per_entry, .value = cell_get_per_entry,
	  OUTPUT("ns_per_entry", 29, REAL, REGIONS),
	  .help = "CPU time in the region each time that it was entered, without inner regions" },
	DURATION("p50", "P50", 78, 37, p50, "half of the entries"),
	DURATION("p90", "P90", 37, 38, p90, "90 % of the entries"),
	DURATION("p99", "P99", 79, 39, p99, "99 % of the entries"),
	COST_OF(M_NONE),
	{ .key = "ended", .title = "EXITED", .width = 6, .priority = 92, .kinds = BIT(EXITED),
	  .metric = M_NONE, .print = cell_print_number, .value = cell_get_children,
	  .help = "exited processes of this name" },
	{ .key = "secs", .title = "SECS", .width = 7, .priority = 85, .kinds = NAMES,
	  .metric = M_NONE, .print = cell_print_seconds, .value = cell_get_seconds,
	  .help = "CPU seconds of all processes of this name" },
	{ .key = "slots", .title = "SLOTS", .width = 6, .priority = 30, .kinds = NAMES | REGIONS,
	  .metric = M_NONE, .counted = true, .print = cell_print_slots, .value = cell_get_slots,
	  OUTPUT("slots", 17, INTEGER, ALL),
	  .help = "pipeline slots of all processes of this name, or of the region (k, M, G, T)" },
	{ .key = "ecores", .title = "E%", .width = 4, .percent = true, .hybrid = true,
	  .priority = 32, .kinds = TASKS | GROUPS | NAMES | REGIONS, .metric = M_NONE,
	  .print = cell_print_number,
	  .value = cell_get_atom_percent,
	  .help = "on hybrids: percentage of its slots that were on E-cores" },
	METRIC(M_RETIRING, 5, 4),
	METRIC(M_HEAVY_OPERATIONS, 5, 5),
	METRIC(M_LIGHT_OPERATIONS, 5, 5),
	METRIC(M_BAD_SPECULATION, 5, 3),
	METRIC(M_BRANCH_MISPREDICTS, 5, 4),
	METRIC(M_MACHINE_CLEARS, 6, 6),
	METRIC(M_FRONTEND_BOUND, 5, 3),
	METRIC(M_FETCH_LATENCY, 5, 3),
	METRIC(M_FETCH_BANDWIDTH, 5, 3),
	METRIC(M_BACKEND_BOUND, 5, 3),
	METRIC(M_MEMORY_BOUND, 5, 3),
	METRIC(M_CORE_BOUND, 5, 4),
	METRIC(M_RESOURCE_BOUND, 5, 5),
	METRIC(M_SMT_CONTENTION, 5, 3),
	METRIC(M_BACKEND_OR_BAD, 6, 6),
	METRIC(M_FRONTEND_STALLED, 5, 5),
	METRIC(M_BACKEND_STALLED, 5, 5),
	{ .key = "ipc", .title = "IPC", .width = 5, .priority = 10,
	  .kinds = TASKS | CPUS | GROUPS | NAMES | REGIONS, .metric = M_NONE, .counted = true,
	  .print = cell_print_ipc,
	  .value = cell_get_ipc,
	  OUTPUT("ipc", 21, REAL, ALL),
	  .help = "instructions per cycle" },
	{ .key = "ghz", .title = "GHz", .width = 5, .from_width = 160, .priority = 8,
	  .kinds = TASKS | CPUS | GROUPS | BIT(EXITED) | REGIONS, .metric = M_NONE,
	  .counted = true, .print = cell_print_ghz, .value = cell_get_ghz,
	  OUTPUT("ghz", 25, REAL, BIT(MACHINE) | CPUS | TASKS | GROUPS | BIT(EXITED) | REGIONS),
	  .help = "clock rate while it ran: cycles by the time on a CPU" },
	{ .key = "instr", .title = "INSTR/S", .width = 7, .from_width = 160, .priority = 7,
	  .kinds = TASKS | CPUS | GROUPS | REGIONS, .metric = M_NONE, .counted = true,
	  .print = cell_print_instructions, .value = cell_get_instructions,
	  OUTPUT("instructions_per_second", 26, REAL,
		 BIT(MACHINE) | CPUS | TASKS | GROUPS | REGIONS),
	  .help = "instructions per second of the interval (k, M, G)" },
	{ .key = "topdown", .title = "TOPDOWN", .width = 8, .left = true, .stretch = true,
	  .priority = 50, .drawn = DRAWN_BAR,
	  .kinds = TASKS | CPUS | GROUPS | NAMES | REGIONS, .metric = M_NONE, .counted = true,
	  .help = "the four classes as one bar, in the order of the columns" },
	{ .key = "trend", .title = "TREND", .width = 12, .left = true, .from_width = 120,
	  .priority = 5, .drawn = DRAWN_TREND, .kinds = TASKS | CPUS | GROUPS | REGIONS,
	  .metric = M_NONE, .counted = true,
	  .help = "dominant class in each of the last intervals, by its sign in the bar; "
	          "strong: on the worst path" },
	{ .key = "limited", .title = "LIMITED BY", .alias = "limited_by", .width = 15,
	  .narrow = 13, .left = true, .ascending = true, .counted = true, .priority = 60,
	  .kinds = TASKS | CPUS | GROUPS | NAMES | REGIONS, .metric = M_NONE,
	  .print = cell_print_limit, .text = cell_text_limit,
	  .help = "what limits the row, in words: the end of its worst path; \"none: good\": it is "
		  "mostly useful work" },
	{ .key = "region", .title = "REGION", .width = 12, .left = true, .stretch = true,
	  .ascending = true, .priority = 100, .kinds = REGIONS, .metric = M_NONE,
	  .print = cell_print_text, .text = cell_text_name,
	  OUTPUT("region", 27, TEXT, REGIONS),
	  .help = "name of the region; (other): what the process did outside of its regions" },
	{ .key = "command", .title = "COMMAND", .width = 10, .left = true, .stretch = true,
	  .ascending = true, .priority = 100, .kinds = TASKS | REGIONS, .metric = M_NONE,
	  .print = cell_print_command, .text = cell_text_command,
	  .help = "name of the process if it differs, then its command line; name of the thread" },
	{ .key = "name", .title = "NAME", .width = 20, .left = true, .stretch = true,
	  .ascending = true, .priority = 100, .kinds = GROUPS | NAMES, .metric = M_NONE,
	  .print = cell_print_text, .text = cell_text_name,
	  OUTPUT("name", 11, TEXT, BIT(CGROUP)), .may_be_empty = true,
	  .help = "the user; the cgroup's unit, scope or container; the command" },
	{ .key = "path", .title = "PATH", .width = 26, .left = true, .stretch = true,
	  .ascending = true, .priority = 15, .kinds = BIT(CGROUP), .metric = M_NONE,
	  .print = cell_print_text, .text = cell_text_cgroup,
	  OUTPUT("cgroup", 10, TEXT, BIT(PROCESS) | BIT(CGROUP)), .alias = "cgroup",
	  .help = "whole path of the cgroup" },
	{ .key = "ppid", .title = "PPID", .width = 7, .ascending = true, .hidden = true,
	  .priority = 4, .kinds = TASKS, .metric = M_NONE, .print = cell_print_number,
	  .value = cell_get_ppid,
	  OUTPUT("ppid", 22, INTEGER, BIT(PROCESS)),
	  .help = "process ID of the parent" },
	{ .key = "kernel", .title = "KERNEL", .width = 6, .hidden = true, .flag = true,
	  .priority = 3, .kinds = TASKS | BIT(NAME), .metric = M_NONE, .print = cell_print_number,
	  .value = cell_get_kernel,
	  OUTPUT("kernel", 23, BOOL, TASKS),
	  .help = "1 for a kernel thread, or for a name that only they have; else 0" },
	{ .key = "container", .title = "CONTAINER", .width = 24, .left = true, .ascending = true,
	  .hidden = true, .priority = 2, .kinds = TASKS | BIT(CGROUP), .metric = M_NONE,
	  .print = cell_print_text, .text = cell_text_container,
	  OUTPUT("container", 24, TEXT, BIT(PROCESS) | BIT(CGROUP)),
	  .help = "container or pod of the process: docker:1a2b3c4d5e6f" },
	{ .key = "cgroup", .title = "CGROUP", .alias = "path", .width = 26, .left = true,
	  .ascending = true, .hidden = true, .priority = 1, .kinds = TASKS, .metric = M_NONE,
	  .print = cell_print_text, .text = cell_text_cgroup,
	  .help = "whole path of the cgroup that the process is in" },
	{ .key = "comm", .title = "COMM", .width = 15, .left = true, .ascending = true,
	  .hidden = true, .priority = 1, .kinds = TASKS | BIT(NAME) | BIT(COMMAND) | REGIONS,
	  .metric = M_NONE, .print = cell_print_text, .text = cell_text_comm,
	  OUTPUT("comm", 8, TEXT, TASKS | BIT(NAME) | BIT(EXITED) | REGIONS),
	  .may_be_empty = true,
	  .help = "name of the process or thread; on the screen only if chosen (F2)" },
};

#define COST(node) [node] = COST_OF(node)

/* COST of each node, in place of the column above. */
static const struct column cost_columns[M_COUNT] = {
	COST(M_RETIRING), COST(M_LIGHT_OPERATIONS), COST(M_HEAVY_OPERATIONS),
	COST(M_BAD_SPECULATION), COST(M_BRANCH_MISPREDICTS), COST(M_MACHINE_CLEARS),
	COST(M_FRONTEND_BOUND), COST(M_FETCH_LATENCY), COST(M_FETCH_BANDWIDTH),
	COST(M_BACKEND_BOUND), COST(M_MEMORY_BOUND), COST(M_CORE_BOUND),
	COST(M_RESOURCE_BOUND), COST(M_SMT_CONTENTION), COST(M_BACKEND_OR_BAD),
	COST(M_FRONTEND_STALLED), COST(M_BACKEND_STALLED),
};

/* Fields of JSON and CSV that no column shows as they are. */
static const struct column output_only[] = {
	{ OUTPUT("node", 4, INTEGER, BIT(CPU)), .metric = M_NONE, .value = cell_get_node },
	{ OUTPUT("kind", 5, TEXT, BIT(CPU)), .metric = M_NONE, .text = cell_text_core_type },
	{ OUTPUT("pid", 6, INTEGER, TASKS | BIT(EXITED) | REGIONS), .metric = M_NONE,
	  .value = cell_get_any_pid },
	{ OUTPUT("busy_percent", 15, REAL, BIT(MACHINE) | CPUS), .metric = M_NONE,
	  .value = cell_get_busy_percent },
	{ OUTPUT("busy_ns", 16, INTEGER, BIT(EXITED) | REGIONS), .metric = M_NONE,
	  .value = cell_get_busy_ns },
	{ OUTPUT("busy_ns", 30, INTEGER, TASKS | GROUPS | BIT(COMMAND)), .metric = M_NONE,
	  .value = cell_get_busy_ns },
	{ OUTPUT("atom_slots", 18, INTEGER,
		 BIT(MACHINE) | CPUS | TASKS | GROUPS | BIT(EXITED) | REGIONS),
	  .metric = M_NONE, .value = cell_get_atom_slots },
	{ OUTPUT("exited", 19, BOOL, TASKS), .metric = M_NONE, .value = cell_get_exited },
	{ OUTPUT("limited_by", 31, TEXT, TASKS | CPUS | GROUPS | NAMES | REGIONS),
	  .metric = M_NONE, .text = cell_text_limit_slug },
	{ OUTPUT("cost_node", 33, TEXT, TASKS | CPUS | GROUPS | REGIONS),
	  .metric = M_NONE, .cost = M_NONE, .text = cell_text_cost_node },
	{ OUTPUT("waits_unknown", 35, INTEGER, TASKS | GROUPS), .metric = M_NONE,
	  .value = cell_get_waits_unknown },
	{ OUTPUT("scaled", 20, BOOL, ALL), .metric = M_NONE, .value = cell_get_scaled },
	{ OUTPUT("estimate_error_percent", 36, REAL, TASKS | GROUPS | NAMES | REGIONS),
	  .metric = M_NONE, .value = cell_get_estimate_error },
	CLASS_ERROR(M_RETIRING, "tma_retiring_error", 40),
	CLASS_ERROR(M_BAD_SPECULATION, "tma_bad_speculation_error", 41),
	CLASS_ERROR(M_FRONTEND_BOUND, "tma_frontend_bound_error", 42),
	CLASS_ERROR(M_BACKEND_BOUND, "tma_backend_bound_error", 43),
};
/* clang-format on */

#define N_COLUMNS (sizeof(columns) / sizeof(columns[0]))
#define N_OUTPUT_ONLY (sizeof(output_only) / sizeof(output_only[0]))

_Static_assert(N_COLUMNS <= COLUMNS_MAX, "lists of columns have room for COLUMNS_MAX");

const size_t columns_n = N_COLUMNS;

const char *column_key(const struct column *column)
{
	return column->metric == M_NONE ? column->key : metrics[column->metric].key;
}

const char *column_title(const struct column *column)
{
	return column->metric == M_NONE ? column->title : metrics[column->metric].column;
}

const char *column_help(const struct column *column)
{
	return column->metric == M_NONE ? column->help : metrics[column->metric].brief;
}

const char *column_field(const struct column *column)
{
	return column->metric == M_NONE ? column->field : metrics[column->metric].slug;
}

int column_level(const struct column *column)
{
	return column->metric == M_NONE ? 0 : metric_level(column->metric);
}

/* Puts those of the n columns that are fields of such rows into their places. */
static void place_fields(const struct column *from, size_t n, enum row_kind kind,
			 const struct column *places[FIELDS_MAX])
{
	for (size_t i = 0; i < n; i++) {
		const struct column *column = &from[i];

		if (!(column->field_kinds & (1u << kind)))
			continue;
		if (column->metric == M_NONE)
			places[column->place] = column;
		else
			places[PLACES_MAX + (int)column->metric] = column;
	}
}

size_t columns_list_fields(enum row_kind kind, const struct column *list[FIELDS_MAX])
{
	const struct column *places[FIELDS_MAX] = { NULL };
	size_t n = 0;

	place_fields(columns, N_COLUMNS, kind, places);
	place_fields(output_only, N_OUTPUT_ONLY, kind, places);
	for (size_t i = 0; i < FIELDS_MAX; i++)
		if (places[i])
			list[n++] = places[i];
	return n;
}

const struct column *columns_find(const char *key)
{
	for (size_t i = 0; i < N_COLUMNS; i++)
		if (strcmp(column_key(&columns[i]), key) == 0)
			return &columns[i];
	return NULL;
}

const struct column *columns_of_metric(enum metric_id metric)
{
	for (size_t i = 0; i < N_COLUMNS; i++)
		if (columns[i].metric == metric)
			return &columns[i];
	return NULL;
}

const struct column *columns_of_cost(enum metric_id node)
{
	return node == M_NONE ? columns_find("cost") : &cost_columns[node];
}

bool column_is_cost(const struct column *column)
{
	return column && column->value == cell_get_cost;
}

bool column_is_limit(const struct column *column)
{
	return column->text == cell_text_limit;
}

bool column_is_wait(const struct column *column)
{
	return column && column->value == cell_get_wait;
}

bool column_applies(const struct column *column, enum row_kind kind)
{
	return column->kinds & (1u << kind);
}

bool column_is_level2(const struct column *column)
{
	return column && column_level(column) == 2;
}

bool column_fits_family(const struct column *column, const struct family *family)
{
	if (column->hybrid && !(family && family->hybrid))
		return false;
	if (column->counted && !family_has_counters(family))
		return false;
	return column->metric == M_NONE || family_has_node(family, column->metric);
}

bool column_needs_counters(const struct column *column)
{
	return column && (column->counted || column->metric != M_NONE);
}

bool column_is_sortable(const struct column *column)
{
	return column->value || column->text;
}

double column_value(const struct column *column, const struct snapshot *snapshot,
		    const struct row *row)
{
	const struct column_cell cell = { column, snapshot, row };

	return column->value(&cell);
}

const char *column_text(const struct column *column, const struct snapshot *snapshot,
			const struct row *row)
{
	const struct column_cell cell = { column, snapshot, row };

	/* The text is the snapshot's or the machine's, never the cell's. */
	/* cppcheck-suppress returnDanglingLifetime */
	return column->text(&cell);
}

void column_print(const struct column *column, const struct snapshot *snapshot,
		  const struct row *row, bool ascii, char text[COLUMN_TEXT])
{
	const struct column_cell cell = { column, snapshot, row };

	text[0] = '\0';
	if (!column->print)
		return;
	column->print(&cell, text);
	if (ascii)
		format_ascii(text);
}

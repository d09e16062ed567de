/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of columns: how each gets its value out of a row and prints it. See columns.h. Called
 * by the views and by batch mode on the UI thread.
 */
#include "config.h"
#include "ui/table/columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"

#define BIT(kind) (1u << ROW_##kind)
#define TASKS (BIT(PROCESS) | BIT(THREAD))
#define CPUS (BIT(CPU) | BIT(CORE) | BIT(NODE) | BIT(SOCKET))
#define GROUPS (BIT(USER) | BIT(CGROUP))
#define NAMES (BIT(EXITED) | BIT(COMMAND))

/* ---- what the cells are made of ---- */

static const struct cpu_place *find_place(const struct snapshot *s, const struct row *row)
{
	int i = machine_cpu_index(s->machine, row->id);

	return i < 0 ? NULL : &s->machine->cpus[i];
}

static double get_pid(const struct column *column, const struct snapshot *s, const struct row *row)
{
	(void)column;
	(void)s;
	int32_t pid = row->kind == ROW_PROCESS ? row->id : row->pid;

	return pid < 0 ? (double)NAN : (double)pid;	/* stands for threads that are not counted */
}

static double get_id(const struct column *column, const struct snapshot *s, const struct row *row)
{
	(void)column;
	(void)s;
	return row->id;
}

static double get_socket(const struct column *column, const struct snapshot *s,
			 const struct row *row)
{
	const struct cpu_place *place;

	(void)column;
	if (row->kind == ROW_SOCKET)
		return row->id;
	if (row->kind == ROW_CORE)
		return row->parent < 0 ? (double)NAN : s->table[ROW_SOCKET].rows[row->parent].id;
	place = find_place(s, row);
	return place ? place->socket : (double)NAN;
}

static double get_core(const struct column *column, const struct snapshot *s,
		       const struct row *row)
{
	const struct cpu_place *place;

	(void)column;
	if (row->kind == ROW_CORE)
		return row->id;
	place = find_place(s, row);
	return place ? place->core : (double)NAN;
}

static double get_threads(const struct column *column, const struct snapshot *s,
			  const struct row *row)
{
	(void)column;
	(void)s;
	return row->threads;
}

static double get_children(const struct column *column, const struct snapshot *s,
			   const struct row *row)
{
	(void)column;
	(void)s;
	return row->children;
}

static double get_seconds(const struct column *column, const struct snapshot *s,
			  const struct row *row)
{
	(void)column;
	(void)s;
	return (double)row->busy_ns / 1e9;
}

static double get_slots(const struct column *column, const struct snapshot *s,
			const struct row *row)
{
	(void)column;
	(void)s;
	return counts_get(&row->counts, EV_SLOTS);
}

static double get_atom_percent(const struct column *column, const struct snapshot *s,
			       const struct row *row)
{
	return column_fits_family(column, s->machine->family) ? 100 * counts_atom_share(&row->counts) : (double)NAN;
}

static double get_load(const struct column *column, const struct snapshot *s,
		       const struct row *row)
{
	(void)column;
	return CPUS & (1u << row->kind) ? row_busy_percent(s, row) : row_cpu_percent(s, row);
}

static double get_metric(const struct column *column, const struct snapshot *s,
			 const struct row *row)
{
	(void)s;
	if (row->values.quality[column->metric] <= Q_LOW_SLOTS)
		return NAN;
	return (double)row->values.percent[column->metric];
}

static double get_ipc(const struct column *column, const struct snapshot *s, const struct row *row)
{
	(void)column;
	(void)s;
	return row->values.ipc_quality > Q_LOW_SLOTS ? (double)row->values.ipc : NAN;
}

/* A thread without a user of its own has that of its process. */
static const char *text_user(const struct snapshot *s, const struct row *row)
{
	const char *user = snapshot_text(s, row->user);

	if (user[0] || row->kind != ROW_THREAD || row->parent < 0)
		return user;
	return snapshot_text(s, s->table[ROW_PROCESS].rows[row->parent].user);
}

static const char *text_name(const struct snapshot *s, const struct row *row)
{
	return snapshot_text(s, row->name);
}

static const char *text_cgroup(const struct snapshot *s, const struct row *row)
{
	return snapshot_text(s, row->cgroup);
}

/* A path before the program's name says little and takes the room of the arguments. */
static const char *text_command(const struct snapshot *s, const struct row *row)
{
	const char *command = row->kind == ROW_PROCESS ? snapshot_text(s, row->command) : "";
	const char *end, *slash;

	if (!command[0])
		return snapshot_text(s, row->name);
	if (command[0] != '/' && command[0] != '.')
		return command;
	end = command + strcspn(command, " ");
	for (slash = end; slash > command && slash[-1] != '/'; slash--)
		;
	return slash < end ? slash : command;
}

/* ---- how they are printed ---- */

static void print_number(const struct column *column, const struct snapshot *s,
			 const struct row *row, char text[COLUMN_TEXT])
{
	double number = column->value(column, s, row);

	if (isnan(number))
		(void)snprintf(text, COLUMN_TEXT, "%s", FORMAT_MISSING);
	else
		(void)snprintf(text, COLUMN_TEXT, "%.0f", number);
}

static void print_seconds(const struct column *column, const struct snapshot *s,
			  const struct row *row, char text[COLUMN_TEXT])
{
	(void)snprintf(text, COLUMN_TEXT, "%.2f", column->value(column, s, row));
}

static void print_slots(const struct column *column, const struct snapshot *s,
			const struct row *row, char text[COLUMN_TEXT])
{
	format_count(text, COLUMN_TEXT, column->value(column, s, row));
}

static void print_load(const struct column *column, const struct snapshot *s,
		       const struct row *row, char text[COLUMN_TEXT])
{
	format_load(text, COLUMN_TEXT, column->value(column, s, row));
}

static void print_metric(const struct column *column, const struct snapshot *s,
			 const struct row *row, char text[COLUMN_TEXT])
{
	(void)s;
	format_percent(text, COLUMN_TEXT, (double)row->values.percent[column->metric],
		       (enum quality)row->values.quality[column->metric]);
}

static void print_ipc(const struct column *column, const struct snapshot *s,
		      const struct row *row, char text[COLUMN_TEXT])
{
	(void)column;
	(void)s;
	format_ipc(text, COLUMN_TEXT, (double)row->values.ipc, (enum quality)row->values.ipc_quality);
}

static void print_text(const struct column *column, const struct snapshot *s,
		       const struct row *row, char text[COLUMN_TEXT])
{
	format_harmless(text, COLUMN_TEXT, column->text(s, row));
}

/*
 * Has the process another name than its program? Then the name is worth its cells: it was given by
 * prctl(2), or the process was forked and has not its parent's work.
 */
static bool renamed(const char *name, const char *command)
{
	size_t n, length = strlen(name);

	command += command[0] == '-';	/* a login shell */
	n = strcspn(command, " :");
	return strncmp(name, command, n < length ? n : length) != 0;
}

static void print_command(const struct column *column, const struct snapshot *s,
			  const struct row *row, char text[COLUMN_TEXT])
{
	const char *name = snapshot_text(s, row->name);
	char whole[COLUMN_TEXT];
	const char *command = column->text(s, row);

	(void)snprintf(whole, sizeof(whole), "%s%s%s%s", row->exited ? "(ended) " : "",
		       renamed(name, command) ? name : "", renamed(name, command) ? ": " : "",
		       command);
	format_harmless(text, COLUMN_TEXT, whole);
}

/* ---- the table ---- */

#define METRIC(id, name, head, cells, lvl, sentence)                                     \
	{ .key = (name), .title = (head), .width = (cells), .kinds = TASKS | CPUS | GROUPS | NAMES, \
	  .level = (lvl), .metric = (id), .percent = true, .priority = 80,                   \
	  .help = (sentence),                                                            \
	  .print = print_metric, .value = get_metric }

/* clang-format off */
const struct column columns[] = {
	{ .key = "socket", .title = "SOCKET", .width = 6, .ascending = true, .label = true, .kinds = CPUS, .metric = M_NONE,
	  .priority = 94, .help = "physical package of the CPU", .print = print_number, .value = get_socket },
	{ .key = "core#", .title = "CORE#", .width = 5, .ascending = true, .label = true, .kinds = BIT(CORE) | BIT(CPU),
	  .metric = M_NONE, .priority = 95, .help = "core within the socket",
	  .print = print_number, .value = get_core },
	{ .key = "cpu#", .title = "CPU#", .width = 4, .ascending = true, .label = true, .kinds = BIT(CPU),
	  .metric = M_NONE,
	  .priority = 96, .help = "the kernel's number of the CPU", .print = print_number, .value = get_id },
	{ .key = "pid", .title = "PID", .width = 7, .ascending = true, .kinds = TASKS, .metric = M_NONE,
	  .priority = 90, .help = "process", .print = print_number, .value = get_pid },
	{ .key = "tid", .title = "TID", .width = 7, .ascending = true, .kinds = BIT(THREAD), .metric = M_NONE,
	  .priority = 92, .help = "thread", .print = print_number, .value = get_id },
	{ .key = "user", .title = "USER", .width = 8, .left = true, .ascending = true, .kinds = TASKS,
	  .metric = M_NONE, .priority = 40, .help = "user the process runs as",
	  .print = print_text, .text = text_user },
	{ .key = "procs", .title = "PROCS", .width = 5, .kinds = GROUPS, .metric = M_NONE,
	  .priority = 35, .help = "processes of the group that ran", .print = print_number,
	  .value = get_children },
	{ .key = "thr", .title = "THR", .width = 4, .kinds = BIT(PROCESS) | GROUPS, .metric = M_NONE,
	  .priority = 20, .help = "threads of the process, or of all in the group", .print = print_number, .value = get_threads },
	{ .key = "cpu", .title = "CPU%", .width = 5, .percent = true, .kinds = TASKS | CPUS | GROUPS | BIT(COMMAND), .metric = M_NONE,
	  .priority = 85, .help = "time on a CPU in percent of the interval, 100 per CPU; of a CPU: not idle",
	  .print = print_load, .value = get_load },
	{ .key = "ended", .title = "ENDED", .width = 6, .kinds = BIT(EXITED), .metric = M_NONE, .priority = 92,
	  .help = "how many processes of this name ended", .print = print_number,
	  .value = get_children },
	{ .key = "secs", .title = "SECS", .width = 7, .kinds = NAMES, .metric = M_NONE, .priority = 85,
	  .help = "seconds on a CPU, all of them together", .print = print_seconds,
	  .value = get_seconds },
	{ .key = "slots", .title = "SLOTS", .width = 6, .kinds = NAMES, .metric = M_NONE, .priority = 30,
	  .help = "pipeline slots, all of them together (k, M, G, T)", .print = print_slots,
	  .value = get_slots },
	{ .key = "ecores", .title = "E%", .width = 4, .percent = true, .hybrid = true, .kinds = TASKS | GROUPS | NAMES,
	  .metric = M_NONE, .priority = 32, .help = "on hybrids: how many of its slots it had on E-cores, in percent",
	  .print = print_number, .value = get_atom_percent },
	METRIC(M_RETIRING, "ret", "RET", 5, 1, "retiring: slots that did useful work"),
	METRIC(M_HEAVY_OPERATIONS, "heavy", "HEAVY", 5, 2,
	       "heavy operations: useful work that needed several micro-operations"),
	METRIC(M_LIGHT_OPERATIONS, "light", "LIGHT", 5, 2,
	       "light operations: useful work of one micro-operation per instruction"),
	METRIC(M_BAD_SPECULATION, "bad", "BAD", 5, 1, "bad speculation: work that was thrown away"),
	METRIC(M_BRANCH_MISPREDICTS, "misp", "MISP", 5, 2,
	       "branch mispredicts: thrown away, the wrong way was taken"),
	METRIC(M_MACHINE_CLEARS, "clears", "CLEARS", 6, 2,
	       "machine clears: thrown away for another reason (memory order, self-modifying code)"),
	METRIC(M_FRONTEND_BOUND, "fe", "FE", 5, 1,
	       "frontend bound: no instruction was there to run"),
	METRIC(M_FETCH_LATENCY, "lat", "LAT", 5, 2,
	       "fetch latency: nothing came (instruction cache or TLB miss, branch resteer)"),
	METRIC(M_FETCH_BANDWIDTH, "bw", "BW", 5, 2, "fetch bandwidth: too few instructions came"),
	METRIC(M_BACKEND_BOUND, "be", "BE", 5, 1,
	       "backend bound: instructions waited for data or for an execution unit"),
	METRIC(M_MEMORY_BOUND, "mem", "MEM", 5, 2, "memory bound: waiting for loads and stores"),
	METRIC(M_CORE_BOUND, "core", "CORE", 5, 2, "core bound: waiting for an execution unit"),
	METRIC(M_RESOURCE_BOUND, "resource", "RESRC", 5, 2,
	       "resource bound (E-cores): waiting for room in the core's queues, most often for memory"),
	METRIC(M_SMT_CONTENTION, "smt", "SMT", 5, 1,
	       "SMT contention (AMD): the core's other thread had these slots"),
	METRIC(M_BACKEND_OR_BAD, "rest", "BE+BAD", 6, 1,
	       "backend bound or bad speculation (Silvermont): its counters do not tell them apart"),
	METRIC(M_FRONTEND_STALLED, "fecyc", "FECYC", 5, 1,
	       "frontend stalled cycles (Neoverse N1): of all cycles, not slots"),
	METRIC(M_BACKEND_STALLED, "becyc", "BECYC", 5, 1,
	       "backend stalled cycles (Neoverse N1): of all cycles, not slots"),
	{ .key = "ipc", .title = "IPC", .width = 5, .kinds = TASKS | CPUS | GROUPS | NAMES, .metric = M_NONE,
	  .priority = 10, .help = "instructions per cycle", .print = print_ipc, .value = get_ipc },
	{ .key = "topdown", .title = "TOPDOWN", .width = 8, .left = true, .stretch = true,
	  .drawn = DRAWN_BAR, .kinds = TASKS | CPUS | GROUPS | NAMES, .metric = M_NONE, .priority = 50,
	  .help = "the four classes as one bar, in the order of the columns" },
	{ .key = "trend", .title = "TREND", .width = 12, .left = true, .drawn = DRAWN_TREND,
	  .from_width = 120, .kinds = TASKS | CPUS | GROUPS, .metric = M_NONE, .priority = 5,
	  .help = "the class that dominated in each of the last intervals, R S F B; strong: on the worst path" },
	{ .key = "command", .title = "COMMAND", .width = 10, .left = true, .stretch = true, .ascending = true,
	  .kinds = TASKS, .metric = M_NONE, .priority = 100,
	  .help = "command line of the process after its name, if that is another; name of the thread",
	  .print = print_command, .text = text_command },
	{ .key = "name", .title = "NAME", .width = 24, .left = true, .stretch = true, .ascending = true,
	  .kinds = GROUPS | NAMES, .metric = M_NONE, .priority = 100,
	  .help = "the user; the cgroup's unit, scope or container; the command that ended",
	  .print = print_text, .text = text_name },
	{ .key = "path", .title = "PATH", .width = 26, .left = true, .stretch = true, .ascending = true,
	  .kinds = BIT(CGROUP), .metric = M_NONE, .priority = 15,
	  .help = "whole path of the cgroup", .print = print_text, .text = text_cgroup },
	{ .key = "comm", .title = "COMM", .width = 15, .left = true, .ascending = true, .hidden = true,
	  .kinds = TASKS | BIT(COMMAND), .metric = M_NONE, .priority = 1,
	  .help = "name of the process or thread; a column of the screen only if it is chosen (F2)",
	  .print = print_text, .text = text_name },
};
/* clang-format on */

#define N_COLUMNS (sizeof(columns) / sizeof(columns[0]))

_Static_assert(N_COLUMNS <= COLUMNS_MAX, "lists of columns have room for COLUMNS_MAX");

const size_t columns_n = N_COLUMNS;

const char *column_key(const struct column *column)
{
	return column->key;
}

const char *column_title(const struct column *column)
{
	return column->title;
}

const char *column_help(const struct column *column)
{
	return column->help;
}

int column_level(const struct column *column)
{
	return column->level;
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

bool column_applies(const struct column *column, enum row_kind kind)
{
	return column->kinds & (1u << kind);
}

bool column_is_level2(const struct column *column)
{
	return column && column->metric != M_NONE && metric_level(column->metric) == 2;
}

bool column_fits_family(const struct column *column, const struct family *family)
{
	if (column->hybrid && !(family && family->hybrid))
		return false;
	return column->metric == M_NONE || family_has_node(family, column->metric);
}

bool column_is_sortable(const struct column *column)
{
	return column->value || column->text;
}

void column_print(const struct column *column, const struct snapshot *snapshot,
		  const struct row *row, bool ascii, char text[COLUMN_TEXT])
{
	text[0] = '\0';
	if (!column->print)
		return;
	column->print(column, snapshot, row, text);
	if (ascii)
		format_ascii(text);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The values and texts of cells: what the functions in the table of columns do. See column_cells.h.
 * Called by the views, batch mode, JSON and CSV on the UI thread.
 */
#include "config.h"
#include "ui/table/column_cells.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/snapshot/bottleneck.h"
#include "model/snapshot/row.h"
#include "ui/draw/format.h"
#include "ui/table/sentence.h"

/*
 * Is this word a path to the program? A relative one must end with the process' name, which may be
 * shorter: "kworker/0:1" and a title that the program has set are no paths.
 */
static bool is_path(const char *word, const char *last, const char *name)
{
	size_t length = strlen(name);

	return word[0] == '/' || word[0] == '.' || (length && strncmp(last, name, length) == 0);
}

const char *command_text(const char *name, const char *command)
{
	const char *end, *last;

	if (!command[0])
		return name;
	end = command + strcspn(command, " ");
	for (last = end; last > command && last[-1] != '/'; last--)
		;
	return last < end && is_path(command, last, name) ? last : command;
}

bool command_is_renamed(const char *name, const char *command)
{
	size_t n, length = strlen(name);

	command += command[0] == '-';	/* a login shell */
	if (command[0] == ' ')	/* argv[0] is empty */
		return length > 0;
	n = strcspn(command, " :");
	return strncmp(name, command, n < length ? n : length) != 0;
}

/* ---- values ---- */

/* The place of a CPU row in the topology; NULL if the machine does not know the CPU. */
static const struct cpu_place *find_place(const struct column_cell *cell)
{
	int i = machine_cpu_index(cell->snapshot->machine, cell->row->id);

	return i < 0 ? NULL : &cell->snapshot->machine->cpus[i];
}

double cell_get_id(const struct column_cell *cell)
{
	return cell->row->id;
}

double cell_get_any_pid(const struct column_cell *cell)
{
	return cell->row->kind == ROW_PROCESS ? cell->row->id : cell->row->pid;
}

/* A negative pid stands for threads that are not counted. */
double cell_get_pid(const struct column_cell *cell)
{
	double pid = cell_get_any_pid(cell);

	return pid < 0 ? (double)NAN : pid;
}

double cell_get_ppid(const struct column_cell *cell)
{
	return cell->row->ppid > 0 ? cell->row->ppid : (double)NAN;
}

double cell_get_socket(const struct column_cell *cell)
{
	const struct row *row = cell->row;
	const struct cpu_place *place;

	if (row->kind == ROW_SOCKET)
		return row->id;
	if (row->kind == ROW_CORE)
		return row->parent < 0 ? (double)NAN :
					 cell->snapshot->table[ROW_SOCKET].rows[row->parent].id;
	place = find_place(cell);
	return place ? place->socket : (double)NAN;
}

double cell_get_core(const struct column_cell *cell)
{
	const struct cpu_place *place;

	if (cell->row->kind == ROW_CORE)
		return cell->row->id;
	place = find_place(cell);
	return place ? place->core : (double)NAN;
}

double cell_get_node(const struct column_cell *cell)
{
	const struct cpu_place *place = find_place(cell);

	return place && place->node >= 0 ? place->node : (double)NAN;
}

double cell_get_threads(const struct column_cell *cell)
{
	return cell->row->threads;
}

double cell_get_children(const struct column_cell *cell)
{
	return cell->row->children;
}

double cell_get_busy_ns(const struct column_cell *cell)
{
	/* Of threads that are not counted it is as little known as CPU%. */
	return isnan(row_cpu_percent(cell->snapshot, cell->row)) ? (double)NAN :
								   (double)cell->row->busy_ns;
}

double cell_get_seconds(const struct column_cell *cell)
{
	return (double)cell->row->busy_ns / 1e9;
}

double cell_get_slots(const struct column_cell *cell)
{
	return counts_get(&cell->row->numbers->counts, EV_SLOTS);
}

static bool is_hybrid(const struct column_cell *cell)
{
	const struct family *family = cell->snapshot->machine->family;

	return family && family->hybrid;
}

/* Slots on E-cores; missing where there are no E-cores. */
double cell_get_atom_slots(const struct column_cell *cell)
{
	return is_hybrid(cell) ? counts_or_0(&cell->row->numbers->counts, EV_ATOM_SLOTS) : (double)NAN;
}

double cell_get_atom_percent(const struct column_cell *cell)
{
	return is_hybrid(cell) ? 100 * counts_atom_share(&cell->row->numbers->counts) : (double)NAN;
}

/* The rest of a process is not entered; nor is a thread, which may stand beside regions. */
static bool has_entries(const struct row *row)
{
	return row->kind == ROW_REGION && row->id != REGION_OTHER;
}

double cell_get_entries(const struct column_cell *cell)
{
	return has_entries(cell->row) ? (double)cell->row->extra->entries : (double)NAN;
}

/* In nanoseconds; missing if it was entered before the interval. */
double cell_get_per_entry(const struct column_cell *cell)
{
	const struct row *row = cell->row;

	return has_entries(row) && row->extra->entries ? (double)row->busy_ns / (double)row->extra->entries :
						  (double)NAN;
}

/* In nanoseconds; missing if none of its entries has ended. */
static double cell_quantile(const struct column_cell *cell, double part)
{
	struct durations durations;

	if (!snapshot_durations(cell->snapshot, cell->row, &durations))
		return NAN;
	return durations_quantile(&durations, DURATION_WALL, part).ns;
}

double cell_get_p50(const struct column_cell *cell)
{
	return cell_quantile(cell, 0.5);
}

double cell_get_p90(const struct column_cell *cell)
{
	return cell_quantile(cell, 0.9);
}

double cell_get_p99(const struct column_cell *cell)
{
	return cell_quantile(cell, 0.99);
}

double cell_get_busy_percent(const struct column_cell *cell)
{
	return row_busy_percent(cell->snapshot, cell->row);
}

/* CPU%: of a CPU the part of the time that it was not idle. */
double cell_get_load(const struct column_cell *cell)
{
	bool cpus = cell->row->kind >= ROW_SOCKET && cell->row->kind <= ROW_CPU;

	return cpus ? cell_get_busy_percent(cell) : row_cpu_percent(cell->snapshot, cell->row);
}

double cell_get_wait(const struct column_cell *cell)
{
	enum quality quality;
	const double percent = row_wait_percent(cell->snapshot, cell->row, &quality);

	return quality > Q_LOW_SLOTS ? percent : (double)NAN;
}

double cell_get_waits_unknown(const struct column_cell *cell)
{
	return cell->row->waits_unknown;
}

double cell_get_metric(const struct column_cell *cell)
{
	const struct values *values = &cell->row->numbers->values;
	enum metric_id metric = cell->column->metric;

	return values->quality[metric] > Q_LOW_SLOTS ? (double)values->percent[metric] : NAN;
}

double cell_get_ipc(const struct column_cell *cell)
{
	const struct values *values = &cell->row->numbers->values;

	return values->ipc_quality > Q_LOW_SLOTS ? (double)values->ipc : NAN;
}

static enum metric_id cost_node(const struct column_cell *cell)
{
	enum metric_id node = cell->column->cost;

	return node != M_NONE ? node : bottleneck_cost_node(cell->snapshot);
}

double cell_get_cost(const struct column_cell *cell)
{
	enum metric_id node = cost_node(cell);

	return node == M_NONE ? (double)NAN : row_cost_percent(cell->snapshot, cell->row, node);
}

double cell_get_ghz(const struct column_cell *cell)
{
	enum quality quality;
	double ghz = row_ghz(cell->snapshot, cell->row, &quality);

	return quality > Q_LOW_SLOTS ? ghz : (double)NAN;
}

double cell_get_instructions(const struct column_cell *cell)
{
	enum quality quality;
	double rate = row_instruction_rate(cell->snapshot, cell->row, &quality);

	return quality > Q_LOW_SLOTS ? rate : (double)NAN;
}

double cell_get_exited(const struct column_cell *cell)
{
	return cell->row->exited;
}

double cell_get_kernel(const struct column_cell *cell)
{
	return cell->row->kernel;
}

double cell_get_estimate_error(const struct column_cell *cell)
{
	return row_estimate_error(cell->row);
}

double cell_get_class_error(const struct column_cell *cell)
{
	return row_class_error(cell->snapshot, cell->row, cell->column->of_class);
}

double cell_get_scaled(const struct column_cell *cell)
{
	return counts_are_rough(&cell->row->numbers->counts) || cell->row->numbers->counts.partial;
}

/* ---- texts ---- */

/* The process of a thread or a region; any other row stands for itself. */
static const struct row *owner_of(const struct column_cell *cell)
{
	const struct row *row = cell->row, *owner = NULL;

	if (row->kind == ROW_REGION)
		owner = snapshot_region_owner(cell->snapshot, row);
	else if (row->kind == ROW_THREAD && row->parent >= 0)
		owner = &cell->snapshot->table[ROW_PROCESS].rows[row->parent];
	return owner ? owner : row;
}

/* A thread without a user of its own has that of its process. */
const char *cell_text_user(const struct column_cell *cell)
{
	const struct snapshot *s = cell->snapshot;
	const struct row *row = cell->row;
	const char *user = snapshot_text(s, row->user);

	return user[0] ? user : snapshot_text(s, owner_of(cell)->user);
}

const char *cell_text_name(const struct column_cell *cell)
{
	return snapshot_text(cell->snapshot, cell->row->name);
}

/* The name of a thread is its own; a region's is no name of a process. */
const char *cell_text_comm(const struct column_cell *cell)
{
	const struct row *row = cell->row;

	if (row->kind == ROW_REGION) {
		row = snapshot_region_owner(cell->snapshot, row);
		return row ? snapshot_text(cell->snapshot, row->name) : "";
	}
	return cell_text_name(cell);
}

const char *cell_text_cgroup(const struct column_cell *cell)
{
	return snapshot_text(cell->snapshot, owner_of(cell)->cgroup);
}

const char *cell_text_container(const struct column_cell *cell)
{
	const struct row *row = owner_of(cell);
	const struct row_table *cgroups = &cell->snapshot->table[ROW_CGROUP];

	if (row->kind == ROW_PROCESS && row->of_cgroup >= 0 && (size_t)row->of_cgroup < cgroups->n)
		row = &cgroups->rows[row->of_cgroup];
	return snapshot_text(cell->snapshot, row->container);
}

const char *cell_text_core_type(const struct column_cell *cell)
{
	const struct cpu_place *place = find_place(cell);

	return place ? core_types[place->core_type].name : "";
}

const char *cell_text_command(const struct column_cell *cell)
{
	const struct row *row = cell->row->kind == ROW_REGION ? owner_of(cell) : cell->row;
	const char *command = "";

	if (row->kind == ROW_PROCESS)
		command = snapshot_text(cell->snapshot, row->command);
	return command_text(cell_text_comm(cell), command);
}

const char *cell_text_limit(const struct column_cell *cell)
{
	return sentence_limit(cell->snapshot, cell->row);
}

/* The same for programs. */
const char *cell_text_limit_slug(const struct column_cell *cell)
{
	const struct limit limit =
		limit_of_values(&cell->row->numbers->values, cell->snapshot->machine->levels);

	if (limit.kind == BOTTLENECK_NODE)
		return metrics[limit.node].slug;
	return limit.kind == BOTTLENECK_UNKNOWN ? "" : cell_text_limit(cell);
}

const char *cell_text_cost_node(const struct column_cell *cell)
{
	const enum metric_id node = cost_node(cell);

	return node == M_NONE ? "" : metrics[node].slug;
}

/* ---- how they are printed ---- */

void cell_print_number(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	double number = cell->column->value(cell);

	if (isnan(number))
		(void)snprintf(text, COLUMN_TEXT, "%s", FORMAT_MISSING);
	else
		(void)snprintf(text, COLUMN_TEXT, "%.0f", number);
}

void cell_print_seconds(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	(void)snprintf(text, COLUMN_TEXT, "%s%.2f", row_time_is_estimated(cell->snapshot, cell->row) ? "~" : "",
		       cell->column->value(cell));
}

/* With "~" if it is extrapolated. */
static void print_count(char text[COLUMN_TEXT], double count, bool rough)
{
	const size_t sign = rough && !isnan(count);

	text[0] = '~';
	format_count(text + sign, COLUMN_TEXT - sign, count);
}

void cell_print_slots(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	print_count(text, cell_get_slots(cell), counts_are_rough(&cell->row->numbers->counts));
}

/* Of a region whose markers were seen in a part of the time: extrapolated, as its counts are. */
void cell_print_entries(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	print_count(text, cell_get_entries(cell), counts_are_rough(&cell->row->numbers->counts));
}

void cell_print_per_entry(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	format_time(text, COLUMN_TEXT, cell_get_per_entry(cell));
}

void cell_print_quantile(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	format_about(text, COLUMN_TEXT, cell->column->value(cell));
}

void cell_print_load(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	const bool rough = row_time_is_estimated(cell->snapshot, cell->row);

	format_load(text, COLUMN_TEXT, cell->column->value(cell), rough);
}

void cell_print_wait(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	enum quality quality;
	const double percent = row_wait_percent(cell->snapshot, cell->row, &quality);

	format_percent(text, COLUMN_TEXT, percent, quality);
}

void cell_print_metric(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	const struct values *values = &cell->row->numbers->values;
	enum metric_id metric = cell->column->metric;

	format_percent(text, COLUMN_TEXT, (double)values->percent[metric],
		       (enum quality)values->quality[metric]);
}

void cell_print_cost(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	enum metric_id node = cost_node(cell);
	enum quality quality = node == M_NONE ? Q_MISSING :
						(enum quality)cell->row->numbers->values.quality[node];

	format_percent(text, COLUMN_TEXT, quality > Q_LOW_SLOTS ? cell_get_cost(cell) : 0, quality);
}

void cell_print_ipc(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	const struct values *values = &cell->row->numbers->values;

	format_ipc(text, COLUMN_TEXT, (double)values->ipc, (enum quality)values->ipc_quality);
}

void cell_print_ghz(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	enum quality quality;
	double ghz = row_ghz(cell->snapshot, cell->row, &quality);

	format_ipc(text, COLUMN_TEXT, ghz, quality);
}

void cell_print_instructions(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	enum quality quality;
	double rate = row_instruction_rate(cell->snapshot, cell->row, &quality);

	if (quality <= Q_LOW_SLOTS)
		format_percent(text, COLUMN_TEXT, 0, quality);
	else
		print_count(text, rate, quality_is_rough(quality));
}

void cell_print_text(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	format_harmless(text, COLUMN_TEXT, cell->column->text(cell));
}

void cell_print_limit(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	const char *limit = cell_text_limit(cell);

	(void)snprintf(text, COLUMN_TEXT, "%s", limit[0] ? limit : FORMAT_MISSING);
}

void cell_print_command(const struct column_cell *cell, char text[COLUMN_TEXT])
{
	const char *name = cell_text_comm(cell), *command = cell->column->text(cell);
	bool named = command_is_renamed(name, command);
	char whole[COLUMN_TEXT];

	(void)snprintf(whole, sizeof(whole), "%s%s%s%s", cell->row->exited ? "(exited) " : "",
		       named ? name : "", named ? ": " : "", command);
	format_harmless(text, COLUMN_TEXT, whole);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The row that is looked at closely; see detail.h. UI thread. */
#include "config.h"
#include "ui/detail/detail.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/machine.h"
#include "model/perf_command.h"
#include "model/snapshot/row.h"
#include "model/task.h"
#include "model/weight.h"
#include "ui/draw/format.h"
#include "ui/state/state.h"

/* ---- what perf is told to look at ---- */

static bool is_of(const struct cpu_place *place, const struct row *row, int socket)
{
	switch (row->kind) {
	case ROW_SOCKET:
		return place->socket == row->id;
	case ROW_NODE:
		return place->node == row->id && place->socket == socket;
	case ROW_CORE:
		return place->core == row->id && place->socket == socket;
	default:
		return place->cpu == row->id;
	}
}

/* "-C 0-3,8": the CPUs of a row, which the machine sorts by number. */
static void print_cpus(const struct snapshot *s, const struct row *row,
		       char text[PERF_TARGET])
{
	const struct machine *machine = s->machine;
	int socket = row->parent >= 0 && row->kind != ROW_SOCKET && row->kind != ROW_CPU ?
			     s->table[ROW_SOCKET].rows[row->parent].id : 0;
	int first = -1, last = -1;
	size_t used = 0;

	for (size_t i = 0; i <= machine->n_cpus && used < PERF_TARGET; i++) {
		const struct cpu_place *place = i < machine->n_cpus ? &machine->cpus[i] : NULL;

		if (place && !is_of(place, row, socket))
			continue;
		if (place && first >= 0 && place->cpu == last + 1) {
			last++;
			continue;
		}
		if (first >= 0)
			used += (size_t)snprintf(text + used, PERF_TARGET - used, "%s%d",
						 used ? "," : "-C ", first);
		if (first >= 0 && last > first && used < PERF_TARGET)
			used += (size_t)snprintf(text + used, PERF_TARGET - used, "-%d", last);
		first = last = place ? place->cpu : -1;
	}
	if (used >= PERF_TARGET)
		text[0] = '\0';
}

/* perf takes a list at -G, so a comma would divide a name. */
static void print_cgroup(const char *path, struct perf_target *target)
{
	path += strspn(path, "/");
	if (strchr(path, ',') || (*path && !perf_quote(path, target->cgroup, PERF_TARGET)))
		return;
	(void)snprintf(target->text, PERF_TARGET, "-a");
}

/* The shell lists the processes when the command runs. */
static void print_listed(const char *option, const char *name, char text[PERF_TARGET])
{
	char quoted[PERF_TARGET / 2];

	if (*name && perf_quote(name, quoted, sizeof(quoted)))
		(void)snprintf(text, PERF_TARGET, "-p \"$(pgrep -d, %s %s)\"", option, quoted);
}

/* pgrep -x takes a regular expression, and a name stands for itself. */
static void print_named(const char *name, char text[PERF_TARGET])
{
	char expression[2 * 64];
	size_t used = 0;

	for (; *name && used + 2 < sizeof(expression); name++) {
		if (strchr(".[]{}()*+?^$|\\", *name))
			expression[used++] = '\\';
		expression[used++] = *name;
	}
	expression[used] = '\0';
	if (!*name)
		print_listed("-x", expression, text);
}

static void perf_target_find(const struct snapshot *s, const struct row *row, struct perf_target *target)
{
	*target = (struct perf_target){ .text = "", .cgroup = "" };
	switch (row->kind) {
	case ROW_MACHINE:
		if (!s->machine->watched[0])
			(void)snprintf(target->text, PERF_TARGET, "-a");
		break;
	case ROW_SOCKET:
	case ROW_NODE:
	case ROW_CORE:
	case ROW_CPU:
		print_cpus(s, row, target->text);
		break;
	case ROW_PROCESS:
		if (row->id > 0)
			(void)snprintf(target->text, PERF_TARGET, "-p %d", row->id);
		break;
	case ROW_REGION:	/* all of its process: perf knows no regions */
		if (row->pid > 0)
			(void)snprintf(target->text, PERF_TARGET, "-p %d", row->pid);
		break;
	case ROW_THREAD:
		if (row->id > 0)
			(void)snprintf(target->text, PERF_TARGET, "-t %d", row->id);
		break;
	case ROW_CGROUP:
		print_cgroup(snapshot_text(s, row->cgroup), target);
		break;
	case ROW_USER:
		print_listed("-u", snapshot_text(s, row->name), target->text);
		break;
	case ROW_NAME:
		print_named(snapshot_text(s, row->name), target->text);
		break;
	default:
		break;	/* exited: there is nothing to look at */
	}
}

/* ---- the copy of the row ---- */

/* Is it a process or thread, or a part of the machine? All other rows are groups of processes. */
static bool is_task(enum row_kind kind)
{
	return kind == ROW_PROCESS || kind == ROW_THREAD;
}

static bool is_place(enum row_kind kind)
{
	const struct view *view = view_of_kind(kind);

	return kind == ROW_MACHINE || (view && view->listing == LISTING_CPU_TREE);
}

static const struct row *find_row(const struct snapshot *s, const struct row_name *name)
{
	const struct row_table *table = &s->table[name->kind];
	const struct row *row = snapshot_find(s, name->kind, name->id);

	if (!row || row_is_named(row, name))
		return row;
	/*
	 * A row with this number but another start: of two processes with one pid ours may be
	 * first.
	 */
	for (size_t i = 0; i < table->n; i++)
		if (row_is_named(&table->rows[i], name))
			return &table->rows[i];
	return NULL;
}

static const struct row *process_of(const struct snapshot *s, const struct row *row)
{
	if (row->kind == ROW_PROCESS)
		return row;
	if (row->kind == ROW_REGION)
		return row->pid ? snapshot_region_owner(s, row) : NULL;
	return row->kind == ROW_THREAD && row->parent >= 0 ?
		       &s->table[ROW_PROCESS].rows[row->parent] : NULL;
}

/*
 * Prints "name (number)"; a long name is cut before the number. Rows of several processes have no
 * number.
 */
static void name_task(char *text, size_t size, const struct snapshot *s, const struct row *row)
{
	char name[64];

	format_harmless(name, sizeof(name), snapshot_text(s, row->name));
	if (row->id < 0)
		(void)snprintf(text, size, "%s", name);
	else
		(void)snprintf(text, size, "%s (%d)", name, row->id);
}

/* "parse of postgres (20110)" */
static void name_region(struct detail *detail, const struct snapshot *s, const struct row *row)
{
	char name[48];

	format_harmless(name, sizeof(name), snapshot_text(s, row->name));
	(void)snprintf(detail->title, sizeof(detail->title), "%s%s%.40s", name,
		       detail->process[0] ? " of " : "", detail->process);
}

static void copy_task(struct detail *detail, const struct snapshot *s, const struct row *row)
{
	const struct row *process = process_of(s, row);

	if (row->kind != ROW_REGION)
		name_task(detail->title, sizeof(detail->title), s, row);
	if (process)
		name_task(detail->process, sizeof(detail->process), s, process);
	if (row->kind == ROW_REGION)
		name_region(detail, s, row);
	if (!process)
		return;
	format_harmless(detail->user, sizeof(detail->user), snapshot_text(s, process->user));
	format_harmless(detail->command, sizeof(detail->command),
			snapshot_text(s, process->command));
	detail->cut = strlen(snapshot_text(s, process->command)) + 1 >=
		      sizeof(((struct task_facts *)NULL)->command);
	format_harmless(detail->cgroup, sizeof(detail->cgroup), snapshot_text(s, process->cgroup));
}

static void copy_cpu(struct detail *detail, const struct snapshot *s, const struct row *row)
{
	const struct row *core = NULL, *socket = NULL;

	if (row->kind == ROW_CPU && row->parent >= 0)
		core = &s->table[ROW_CORE].rows[row->parent];
	else if (row->kind == ROW_CORE)
		core = row;
	if (core || row->kind == ROW_NODE)
		socket = &s->table[ROW_SOCKET].rows[core ? core->parent : row->parent];
	detail->place.core = core ? core->id : -1;
	detail->place.socket = socket ? socket->id : -1;
	if (row->kind == ROW_MACHINE)
		(void)snprintf(detail->title, sizeof(detail->title), "machine");
	else
		(void)snprintf(detail->title, sizeof(detail->title), "%s %d",
			       view_row_word(row->kind), row->id);
}

static void copy_group(struct detail *detail, const struct snapshot *s, const struct row *row)
{
	char name[64];

	format_harmless(name, sizeof(name), snapshot_text(s, row->name));
	(void)snprintf(detail->title, sizeof(detail->title), "%s %s", view_row_word(row->kind),
		       name);
	format_harmless(detail->command, sizeof(detail->command), snapshot_text(s, row->cgroup));
}

/* Exited rows have the slots of whole lives, and the machine those of an interval. */
static void copy_weight(struct detail *detail, const struct snapshot *s, const struct row *row)
{
	const struct row *machine = row->kind == ROW_EXITED ? NULL : snapshot_machine(s);
	const struct counts *its = &row->numbers->counts, *all = machine ? &machine->numbers->counts : NULL;

	detail->weight = all ? weight_percent(its, all) : (double)NAN;
	detail->rough_weight = all && (counts_are_rough(its) || counts_are_rough(all));
}

static void copy_row(struct detail *detail, const struct snapshot *s, const struct row *row)
{
	const bool place = is_place(row->kind);

	detail->row = *row;
	detail->numbers = (struct row_numbers){ .values = row->numbers->values,
						.counts = counts_copy(&row->numbers->counts) };
	detail->row.numbers = &detail->numbers;
	detail->extra = *row->extra;
	detail->row.extra = &detail->extra;
	(void)snapshot_durations(s, row, &detail->durations);
	detail->time = s->time;
	detail->interval_ns = s->interval_ns;
	detail->end_ns = s->end_ns;
	detail->running_ratio = s->running_ratio;
	detail->lost = snapshot_incomplete(s) || row->numbers->counts.lacks;
	detail->partial = s->self.sampled_cpus > 0;
	detail->load_rough = row_time_is_estimated(s, row);
	detail->load = place ? row_busy_percent(s, row) : row_cpu_percent(s, row);
	detail->wait = row_wait_percent(s, row, &detail->wait_quality);
	copy_weight(detail, s, row);
	perf_target_find(s, row, &detail->target);
	detail->cut = false;
	detail->process[0] = detail->user[0] = detail->command[0] = detail->cgroup[0] = '\0';
	if (is_task(row->kind) || row->kind == ROW_REGION)
		copy_task(detail, s, row);
	else if (place)
		copy_cpu(detail, s, row);
	else
		copy_group(detail, s, row);
}

void detail_refresh(struct ui_state *state)
{
	struct detail *detail = &state->detail;
	const struct snapshot *of = state->snapshot;
	const struct row *row;

	if (!detail->open || !of)
		return;
	if (detail->name.kind == ROW_EXITED)
		of = state_rows_of(state);
	row = find_row(of, &detail->name);
	detail->here = row && !row->asleep;
	/* While it sleeps, the numbers of the interval in which it ran last stay. */
	if (!row || (row->asleep && detail->title[0]))
		return;
	copy_row(detail, of, row);
	if (state->look.ascii) {
		format_ascii(detail->title);
		format_ascii(detail->process);
	}
}

/* The node to look at first: the end of the worst path, or else the largest class. */
static enum metric_id first_node(const struct values *values, int levels)
{
	enum metric_id path[2], largest = M_RETIRING;
	int length = worst_path(values, levels, path);

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && values->percent[m] > values->percent[largest])
			largest = m;
	return length ? path[length - 1] : largest;
}

void detail_open(struct ui_state *state, const struct row *row)
{
	struct detail *detail = &state->detail;

	*detail = (struct detail){ .open = true, .name = row_name_of(row), .row.numbers = &detail->numbers,
				   .row.extra = &detail->extra };
	detail->node = first_node(&row->numbers->values, state->machine->levels);
	detail_refresh(state);
}

void detail_look_at(struct ui_state *state, const struct row *row, struct detail_before *before)
{
	*before = (struct detail_before){ .detail = state->detail, .nodes = state->nodes };
	state->nodes = (struct open_nodes){ .seams = before->nodes.seams };
	detail_open(state, row);
	state->detail.beside = true;
}

void detail_look_away(struct ui_state *state, const struct detail_before *before)
{
	state->detail = before->detail;
	state->nodes = before->nodes;
}

void detail_move_to(struct detail *detail, enum metric_id node)
{
	detail->node = node;
	detail->on_who = false;
	detail->below = 0;
	detail->scroll = 0;
	detail->reading = false;
}

void detail_move_below(struct detail *detail, const struct tree *tree, enum core_type type,
		       int node)
{
	int above = node;

	while (above >= 0 && tree_node(tree, above)->metric == M_NONE)
		above = tree_parent(tree, above);
	detail_move_to(detail, above >= 0 ? tree_node(tree, above)->metric : detail->node);
	detail->below_type = type;
	detail->below = node;
}

void detail_scroll(struct detail *detail, int lines)
{
	long last = (long)detail->lines - (long)detail->page;
	long scroll = (long)detail->scroll + lines;

	if (scroll > last)
		scroll = last;
	detail->scroll = scroll > 0 ? (size_t)scroll : 0;
}

void detail_roll(struct detail *detail, int lines)
{
	bool reading = detail->stacked && lines > 0;

	if (detail->stacked && detail->reading != reading && !detail->scroll)
		detail->reading = reading;
	else
		detail_scroll(detail, lines);
}

void detail_page(struct detail *detail, int direction)
{
	detail_roll(detail, direction * (detail->step > 1 ? (int)detail->step : 1));
}

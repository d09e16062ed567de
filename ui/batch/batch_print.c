/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One interval in batch mode; see batch_print.h. The text has the columns of the screen. Called by
 * batch.c on the UI thread.
 */
#include "config.h"
#include "ui/batch/batch_print.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "model/verdict/change_point.h"
#include "model/verdict/change_watch.h"
#include "ui/batch/csv.h"
#include "ui/batch/fields.h"
#include "ui/batch/json.h"
#include "ui/batch/opened_rows.h"
#include "ui/batch/summary.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/state/self_usage.h"
#include "ui/table/columns.h"
#include "ui/table/columns_sort.h"
#include "ui/table/filter.h"
#include "ui/table/sentence.h"

#define NAME_WIDTH_MAX 48	/* cells of a name beside others; longer ones are cut */

struct batch {
	struct batch_config config;
	struct column_sorter sorter;
	struct filter *filter;		/* for rows of the view */
	struct filter *of_user;		/* for tasks beside another view, in JSON */
	struct row_list lists[ROW_KINDS];
	size_t caps[ROW_KINDS];
	bool header_done;		/* CSV */
	struct change_watch *changes;	/* NULL: they are not asked for */
	uint64_t intervals;		/* that it saw */
};

/* Can rows of this kind be those of one user? */
static bool has_user(enum row_kind kind)
{
	return filter_is_task(kind) || kind == ROW_REGION;
}

struct batch *batch_new(const struct batch_config *config)
{
	struct batch *batch = calloc(1, sizeof(*batch));

	if (!batch)
		return NULL;
	batch->config = *config;
	if (config->look.level > 2)
		batch->config.look.level = 2;
	batch->filter = filter_new(config->filter,
				   has_user(config->view) ? config->user : NULL,
				   config->view, NULL);
	if (batch->filter && config->format == BATCH_TEXT)
		filter_set_hidden(batch->filter, look_hidden(&config->look));
	batch->of_user = filter_new(NULL, config->user, ROW_PROCESS, NULL);
	batch->changes = config->changes ? change_watch_new() : NULL;
	if (!batch->filter || !batch->of_user || (config->changes && !batch->changes)) {
		batch_free(batch);
		return NULL;
	}
	return batch;
}

void batch_free(struct batch *batch)
{
	if (!batch)
		return;
	for (int kind = 0; kind < ROW_KINDS; kind++)
		free(batch->lists[kind].rows);
	column_sorter_done(&batch->sorter);
	filter_free(batch->filter);
	filter_free(batch->of_user);
	change_watch_free(batch->changes);
	free(batch);
}

/*
 * The order for rows of this kind: the column that the user chose, if it applies. By default as on
 * the screen: first what has most of what limits the machine; CPUs by number.
 */
static struct column_order make_order(const struct batch *batch, const struct snapshot *snapshot,
				      enum row_kind kind)
{
	const struct batch_config *config = &batch->config;
	const enum metric_id node = bottleneck_cost_node(snapshot);
	const struct column *column = NULL;

	if (config->look.sort)
		column = columns_find(config->look.sort);
	else if (kind >= ROW_PROCESS)
		column = column_order_usual(kind);
	if (column && !column_applies(column, kind))
		column = NULL;
	return (struct column_order){ .column = column, .reverse = config->look.reverse,
				       .ratio = config->look.ratio,
				       .named = node == M_NONE ? NULL : columns_of_metric(node) };
}

/*
 * A process that did not run has no line, unless the user has named it: then the text says so with
 * a line of "-". JSON and CSV have only what ran.
 */
static bool is_printed(const struct batch *batch, const struct row *row)
{
	return !row->asleep || (row->watched && batch->config.format == BATCH_TEXT);
}

/*
 * The filter for a list of JSON: the view's for its rows, else all rows; --user selects tasks in
 * any list.
 */
static const struct filter *filter_of(const struct batch *batch, enum row_kind kind)
{
	if (filter_kinds_match(kind, batch->config.view))
		return batch->filter;
	return has_user(kind) ? batch->of_user : NULL;
}

static int list_rows(struct batch *batch, const struct snapshot *snapshot, enum row_kind kind)
{
	const struct row_table *table = &snapshot->table[kind];
	struct row_list *list = &batch->lists[kind];
	struct column_order order = make_order(batch, snapshot, kind);
	const struct filter *filter = filter_of(batch, kind);

	if (kind == batch->config.view)
		filter_set_cost(batch->filter,
				column_order_node(&order, snapshot->machine->family));
	list->n = 0;
	if (table->n > batch->caps[kind]) {
		size_t cap = table->n + table->n / 2;
		const struct row **rows = realloc(list->rows, cap * sizeof(*rows));

		if (!rows)
			return -ENOMEM;
		list->rows = rows;
		batch->caps[kind] = cap;
	}
	/* Without a column in the order of the table: pid, tid; cores and CPUs socket by socket. */
	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[order.reverse ? table->n - 1 - i : i];

		if (is_printed(batch, row) && filter_match(filter, snapshot, row))
			list->rows[list->n++] = row;
	}
	if (!order.column)
		return 0;
	return columns_sort(&batch->sorter, snapshot, list->rows, list->n, &order);
}

/* Appends a text, in ASCII if wanted. Changes it. */
static void batch_print_put_text(const struct batch *batch, struct buffer *out, char *text)
{
	if (batch->config.look.ascii)
		format_ascii(text);
	buffer_print(out, "%s", text);
}

/* " · guests are not counted · not all CPUs are counted · watching pid 1234 · user mode only · shares may be stale" */
static void put_counted(const struct batch *batch, const struct snapshot *s, struct buffer *out)
{
	const struct machine *machine = s->machine;
	static const char guests[] = " \u00b7 guests are not counted";
	static const char cpus[] = " \u00b7 not all CPUs are counted";
	char text[2 * sizeof(machine->watched)], shown[sizeof(text)];

	if (machine->without_guests)
		batch_print_put_text(batch, out, memcpy(text, guests, sizeof(guests)));
	if (machine->left_out[0])
		batch_print_put_text(batch, out, memcpy(text, cpus, sizeof(cpus)));
	if (!machine->watched[0])
		return;
	(void)snprintf(text, sizeof(text), " \u00b7 watching %s%s%s", machine->watched,
		       machine->user_only ? " \u00b7 user mode only" : "",
		       snapshot_is_stale(s) ? " \u00b7 shares may be stale" : "");
	format_harmless(shown, sizeof(shown), text);
	batch_print_put_text(batch, out, shown);
}

/* " · 8 slots per cycle by the manual" */
static void put_slots(const struct batch *batch, const struct machine *machine, struct buffer *out)
{
	char text[64];

	(void)snprintf(text, sizeof(text), " \u00b7 %d slots per cycle by the manual",
		       machine->manual_slots);
	if (machine->manual_slots)
		batch_print_put_text(batch, out, text);
}

/* " · kernel threads hidden · exited hidden" */
static void put_hidden(const struct batch *batch, struct buffer *out)
{
	unsigned int hidden = filter_hidden_of(batch->config.view, look_hidden(&batch->config.look));
	char text[64];

	(void)snprintf(text, sizeof(text), "%s%s",
		       hidden & HIDE_KERNEL ? " \u00b7 kernel threads hidden" : "",
		       hidden & HIDE_EXITED ? " \u00b7 exited hidden" : "");
	batch_print_put_text(batch, out, text);
}

/* "tdtop · host · Intel Ice Lake · 8 CPUs · 1.0 s · switch · interval 3 · 12:03:44" */
static void batch_print_put_head(const struct batch *batch, const struct snapshot *s, struct buffer *out)
{
	const struct machine *machine = s->machine;
	char text[512], shown[512], host[128], length[32], hour[FORMAT_CLOCK];
	const char *filter = batch->config.filter, *user = batch->config.user;

	format_harmless(host, sizeof(host), machine->host);
	format_duration(length, sizeof(length), s->interval_ns);
	format_clock(hour, s->time);
	(void)snprintf(text, sizeof(text),
		       "tdtop \u00b7 %s \u00b7 %s \u00b7 %zu CPU%s \u00b7 %s \u00b7 %s%s%s%s"
		       " \u00b7 interval %ju \u00b7 %s",
		       host, machine->family ? machine->family->name : "unknown CPU",
		       machine->n_cpus, plural(machine->n_cpus), length, machine_source_name(machine),
		       machine->simulated ? " (" : "",
		       machine->simulated ? machine->simulated_by : "",
		       machine->simulated ? ")" : "", (uintmax_t)s->seq, hour);
	batch_print_put_text(batch, out, text);
	(void)snprintf(text, sizeof(text), "%s%.200s%s%.255s", user ? " \u00b7 user " : "",
		       user ? user : "", filter ? " \u00b7 filter " : "", filter ? filter : "");
	format_harmless(shown, sizeof(shown), text);
	batch_print_put_text(batch, out, shown);
	put_slots(batch, s->machine, out);
	put_hidden(batch, out);
	put_counted(batch, s, out);
	buffer_put(out, "\n", 1);
}

static void put_worst(const struct bottleneck *bottleneck, struct buffer *out)
{
	enum metric_id path[2];
	int n = bottleneck_path(bottleneck, path);

	if (n)
		buffer_print(out, "  %s ", metrics[path[n - 1]].sense == SENSE_GOOD ?
						   "mostly useful work:" : "limited by");
	for (int i = 0; i < n; i++)
		buffer_print(out, "%s%s", i ? " / " : "", metrics[path[i]].title);
}

void batch_put_warnings(const struct snapshot *s, struct buffer *out)
{
	double unaccounted = fields_unaccounted_percent(s);
	char shed[SELF_USAGE_SHED], lost[SELF_USAGE_LOST];

	if (s->soundness != SOUND)
		buffer_print(out, "  counters%s are invalid: %s",
			     s->machine->guest ? " of this VM" : "", soundness_text(s->soundness));
	if (self_usage_print_shed(&s->self, false, shed, sizeof(shed)))
		buffer_print(out, "  %s", shed);
	if (self_usage_print_room(&s->self, false, shed, sizeof(shed)))
		buffer_print(out, "  %s", shed);
	if (s->lost)
		buffer_print(out, "  lost %ju record%s%s", (uintmax_t)s->lost, plural(s->lost),
			     self_usage_lost(s, lost));
	if (s->were_offline)
		buffer_print(out, "  %u %s offline for a while%s", s->were_offline,
			     s->were_offline == 1 ? "CPU was" : "CPUs were", self_usage_lost(s, lost));
	if (s->running_ratio <= 0)
		buffer_print(out, "  counter taken by another user of the PMU");
	else if (s->running_ratio < 0.9995)
		buffer_print(out, "  counted %.1f %% of the time", s->running_ratio * 100);
	if (unaccounted >= 0.05)
		buffer_print(out, "  %.1f %% of slots of unknown tasks", unaccounted);
	for (enum uncounted why = 0; why < UNCOUNTED_KINDS; why++)
		if (s->uncounted[why])
			buffer_print(out, "  %u thread%s %s", s->uncounted[why], plural(s->uncounted[why]),
				     uncounted_name(why));
}

/*
 * The columns of text output: without bars, and those for wide screens only if they were chosen;
 * with the labels of CPUs first.
 */
static size_t list_columns(const struct batch *batch, const struct snapshot *snapshot,
			   struct column_choice list[COLUMNS_MAX])
{
	const struct family *family = snapshot->machine->family;
	const struct batch_config *config = &batch->config;
	enum view_id view = column_view_of(config->view);
	const struct column_order order = make_order(batch, snapshot, config->view);
	struct column_choice chosen[COLUMNS_MAX];
	const struct column_set *wanted = &config->look.columns[view];
	size_t n = 0, n_chosen = column_set_list(wanted, view, config->look.level, family, chosen);

	for (size_t i = 0; i < columns_n; i++)
		if (columns[i].label && column_applies(&columns[i], config->view))
			list[n++] = (struct column_choice){ .column = &columns[i] };
	for (size_t i = 0; i < n_chosen; i++)
		if ((wanted->n || !chosen[i].column->from_width) && chosen[i].column->print &&
		    column_fits_family(chosen[i].column, family) &&
		    column_applies(chosen[i].column, config->view))
			list[n++] = chosen[i];
	for (size_t i = 0; i < n; i++)
		if (column_is_cost(list[i].column))
			list[i].column = columns_of_cost(column_order_node(&order, family));
	return n;
}

/* "machine  RET 24.1  BAD 6.2  FE 18.9  BE 50.8  busy 63.0 %  limited by Backend bound" */
static void put_machine(const struct batch *batch, const struct snapshot *s,
			const struct bottleneck *bottleneck, struct buffer *out)
{
	const struct row *row = snapshot_machine(s);
	char text[COLUMN_TEXT];

	if (!row)
		return;
	buffer_print(out, "%s", s->machine->watched[0] ? "watched" : "machine");
	for (size_t i = 0; i < columns_n; i++) {
		if (columns[i].metric == M_NONE ||
		    !family_node_is_on(s->machine->family, columns[i].metric, batch->config.look.level))
			continue;
		column_print(&columns[i], s, row, batch->config.look.ascii, text);
		buffer_print(out, "  %s %s", column_title(&columns[i]), text);
	}
	buffer_print(out, "  busy %.1f %%", row_busy_percent(s, row));
	put_worst(bottleneck, out);
	batch_put_warnings(s, out);
	buffer_put(out, "\n", 1);
}

/* "bottleneck  Memory: 27 % of the slots wait for loads or stores; stream_c has 45 % of them" */
static void put_bottleneck(const struct batch *batch, const struct snapshot *s,
			   const struct bottleneck *bottleneck, struct buffer *out)
{
	char text[SENTENCE_TEXT];

	(void)sentence_print(s, bottleneck, SENTENCE_WHOLE, false, text);
	if (!text[0])
		return;
	buffer_print(out, "bottleneck  ");
	batch_print_put_text(batch, out, text);
	buffer_put(out, "\n", 1);
}

/*
 * Appends a cell. A text in the last column is neither cut nor padded; one that is cut ends with a
 * sign.
 */
static void put_cell(struct buffer *out, const struct column_choice *choice, const char *text,
		     bool ascii, bool first, bool last)
{
	const struct column *column = choice->column;
	int width = choice->width ? choice->width : column->width;
	bool cut = column->left && format_text_width(text) > width;
	char cell[COLUMN_TEXT * 2];

	if (!first)
		buffer_put(out, " ", 1);
	if (last && column->left) {
		buffer_print(out, "%s\n", text);
		return;
	}
	format_fit(cell, sizeof(cell), text, cut ? width - 1 : width, !column->left);
	buffer_print(out, "%s%s%s", cell, cut ? symbol(SYMBOL_CUT, ascii) : "", last ? "\n" : "");
}

/* A name that is not in the last column gets the cells that the longest one needs. */
static void widen_names(const struct batch *batch, const struct snapshot *snapshot,
			struct column_choice *shown, size_t n)
{
	const struct row_list *list = &batch->lists[batch->config.view];
	char text[COLUMN_TEXT];

	for (size_t c = 0; c + 1 < n; c++) {
		if (!shown[c].column->stretch || shown[c].width)
			continue;
		shown[c].width = shown[c].column->width;
		for (size_t i = 0; i < list->n; i++) {
			column_print(shown[c].column, snapshot, list->rows[i], batch->config.look.ascii,
				     text);
			shown[c].width = format_wider(shown[c].width, text, NAME_WIDTH_MAX);
		}
	}
}

/* A misspelt user of a recording or the demo, which are not asked who is there, has no rows. */
static void put_no_rows(const struct batch *batch, struct buffer *out)
{
	const struct batch_config *config = &batch->config;
	char user[256];

	if (!has_user(config->view) || !config->user || config->filter)
		return;
	format_harmless(user, sizeof(user), config->user);
	buffer_print(out, "no row is of user ");
	batch_print_put_text(batch, out, user);
	buffer_put(out, "\n", 1);
}

static void put_table(const struct batch *batch, const struct snapshot *snapshot,
		      struct buffer *out)
{
	const struct row_list *list = &batch->lists[batch->config.view];
	struct column_choice shown[COLUMNS_MAX];
	size_t n = list_columns(batch, snapshot, shown);
	char text[COLUMN_TEXT];

	widen_names(batch, snapshot, shown, n);
	for (size_t c = 0; c < n; c++)
		put_cell(out, &shown[c], column_title(shown[c].column), false, c == 0,
			 c + 1 == n);
	for (size_t i = 0; i < list->n; i++) {
		for (size_t c = 0; c < n; c++) {
			column_print(shown[c].column, snapshot, list->rows[i], batch->config.look.ascii,
				     text);
			put_cell(out, &shown[c], text, batch->config.look.ascii, c == 0, c + 1 == n);
		}
	}
	if (!list->n)
		put_no_rows(batch, out);
}

/* The bottleneck of this interval alone: each line is about one interval. */
static void put_interval(struct batch *batch, const struct snapshot *snapshot, struct buffer *out)
{
	struct bottleneck bottleneck;

	bottleneck_find(snapshot, &bottleneck);
	batch_print_put_head(batch, snapshot, out);
	put_machine(batch, snapshot, &bottleneck, out);
	put_bottleneck(batch, snapshot, &bottleneck, out);
	if (batch->config.view == ROW_REGION)
		regions_put_note(snapshot, batch->config.look.ascii, out);
	put_table(batch, snapshot, out);
	opened_put_text(snapshot, &batch->config.look, out);
	buffer_put(out, "\n", 1);
}

static void put_csv(struct batch *batch, const struct snapshot *snapshot, struct buffer *out)
{
	const struct row_list *list = &batch->lists[batch->config.view];

	if (batch->config.nodes) {
		if (!batch->header_done)
			csv_put_node_header(out);
		batch->header_done = true;
		csv_put_nodes(out, snapshot, &batch->config.node_choice);
		return;
	}
	if (!batch->header_done)
		csv_put_header(out, batch->config.view, snapshot->machine->family);
	batch->header_done = true;
	for (size_t i = 0; i < list->n; i++)
		csv_put_row(out, snapshot, list->rows[i]);
}

/* "14:03:07 ± 5 s: memory bound of the machine 31 → 46 %; stream_c (2311) began, 24 % of the slots" */
static void put_change(const struct batch *batch, const struct change *change, struct buffer *out)
{
	char text[CHANGE_TEXT];

	if (!change)
		return;
	change_sentence_print(change, batch->config.look.ascii ? CHANGE_ASCII : 0, text);
	buffer_print(out, "%s\n", text);
}

/* JSON has CPUs and processes in any view, and regions if they are looked at. */
static int put_json(struct batch *batch, const struct snapshot *snapshot, const struct change *change,
		    struct buffer *out)
{
	static const enum row_kind always[] = { ROW_CPU, ROW_PROCESS };

	for (size_t i = 0; i < sizeof(always) / sizeof(always[0]); i++)
		if (always[i] != batch->config.view && list_rows(batch, snapshot, always[i]))
			return -ENOMEM;
	if (regions_are_shown(snapshot) && batch->config.view != ROW_REGION &&
	    list_rows(batch, snapshot, ROW_REGION))
		return -ENOMEM;
	return json_put(out, snapshot, batch->config.view, batch->lists,
			(struct json_changes){ .shown = batch->config.changes, .found = change });
}

int batch_put(struct batch *batch, const struct snapshot *snapshot, struct buffer *out)
{
	const struct change *change = batch->changes ? change_watch_add(batch->changes, snapshot) : NULL;

	batch->intervals++;
	if (batch->changes && batch->config.format == BATCH_TEXT) {
		put_change(batch, change, out);
		return out->broken ? -ENOMEM : 0;
	}
	if (list_rows(batch, snapshot, batch->config.view))
		return -ENOMEM;
	switch (batch->config.format) {
	case BATCH_JSON:
		return put_json(batch, snapshot, change, out);
	case BATCH_CSV:
		put_csv(batch, snapshot, out);
		break;
	case BATCH_TEXT:
		put_interval(batch, snapshot, out);
		break;
	case BATCH_NOTHING:
		break;
	}
	return out->broken ? -ENOMEM : 0;
}

void batch_put_end(const struct batch *batch, struct buffer *out)
{
	if (batch->changes && batch->config.format == BATCH_TEXT && !change_watch_n(batch->changes))
		buffer_print(out, "no change was found in %ju interval%s; the first %d tell what is usual\n",
			     (uintmax_t)batch->intervals, plural(batch->intervals), CHANGE_LEAST);
}

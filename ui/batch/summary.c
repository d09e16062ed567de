/* SPDX-License-Identifier: GPL-2.0-only */
/* The summary of a command, and tables of regions; see summary.h. UI or main thread. */
#include "config.h"
#include "ui/batch/summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/lists/duration_text.h"
#include "ui/table/columns.h"

/* ---- lines of both tables: CPU seconds, then cells of the table of columns ---- */

/* Keys of columns, each list ends with NULL. */
struct run_columns {
	const char *const *level1, *const *level2;	/* of machines with one level, and with more */
};

#define SECONDS_WIDTH 9

static const char *const *keys_of(const struct run_columns *shown, const struct snapshot *sums)
{
	return sums->machine->levels > 1 ? shown->level2 : shown->level1;
}

/* The column of a key; NULL: it is not shown. */
static const struct column *shown_column(const char *key, const struct snapshot *sums)
{
	const struct column *column = columns_find(key);

	return column_needs_counters(column) && !family_has_counters(sums->machine->family) ?
		       NULL : column;
}

/* The line above: what was counted, how long, and what to know of it. */
static void put_title(const char *what, const struct snapshot *sums, struct buffer *out)
{
	const struct machine *machine = sums->machine;
	char shown[256];

	format_harmless(shown, sizeof(shown), what);
	buffer_print(out, "tdtop: %s, %.3f s%s%s%s%s%s%s%s%s\n", shown, (double)sums->interval_ns / 1e9,
		     machine->user_only ? ", user mode only" : "",
		     machine->without_guests ? ", guests are not counted" : "",
		     machine->left_out[0] ? ", not all CPUs are counted" : "",
		     snapshot_is_stale(sums) ? ", shares may be stale" : "",
		     machine->manual_slots ? ", slots per cycle by the manual" : "",
		     machine->simulated ? " (" : "", machine->simulated_by,
		     machine->simulated ? ")" : "");
}

/* Titles, and the cells of a row; neither ends the line. */
static void put_head(const struct run_columns *shown, const struct snapshot *sums, struct buffer *out)
{
	buffer_print(out, "%*s", SECONDS_WIDTH, "CPU s");
	for (const char *const *key = keys_of(shown, sums); *key; key++) {
		const struct column *column = shown_column(*key, sums);

		if (column)
			buffer_print(out, " %*s", column->width, column_title(column));
	}
}

static void put_cells(const struct run_columns *shown, const struct snapshot *sums, const struct row *row,
			  bool ascii, struct buffer *out)
{
	char text[COLUMN_TEXT], cell[COLUMN_TEXT * 2];

	buffer_print(out, "%*.3f", SECONDS_WIDTH, (double)row->busy_ns / 1e9);
	for (const char *const *key = keys_of(shown, sums); *key; key++) {
		const struct column *column = shown_column(*key, sums);

		if (!column)
			continue;
		column_print(column, sums, row, ascii, text);
		format_fit(cell, sizeof(cell), text, column->width, true);
		buffer_print(out, " %s", cell);
	}
}

/* For qsort() of pointers to rows of one table: the busiest first. */
static int compare_busy(const void *a, const void *b)
{
	const struct row *one = *(const struct row *const *)a, *two = *(const struct row *const *)b;

	if (one->busy_ns != two->busy_ns)
		return one->busy_ns < two->busy_ns ? 1 : -1;
	return one < two ? -1 : one > two;
}

/* ---- regions ---- */

#define NAME_WIDTH 24		/* cells of the names, or as the longest one needs */
#define NAME_WIDTH_MAX 64

static const char *const region_level1[] = { "entries", "per_entry", "ret", "bad", "fe", "be", "ipc", NULL };
static const char *const region_level2[] = { "entries", "per_entry", "ret", "bad", "fe", "be", "heavy", "misp",
					     "lat", "mem", "ipc", NULL };
static const struct run_columns region_cells = { region_level1, region_level2 };

void regions_put_note(const struct snapshot *snapshot, bool ascii, struct buffer *out)
{
	const struct region_state *state = &snapshot->regions;
	const bool less = region_state_is_partial(state);
	const char *remark = state->remark;
	char text[512], shown[512];

	if (!strncmp(remark, "regions: ", strlen("regions: ")))
		remark += strlen("regions: ");	/* the line begins with it */
	if (!state->wanted || (!less && !state->left_out && !state->untimed && !state->remark[0]))
		return;
	(void)snprintf(text, sizeof(text), "%s%s", remark[0] ? ": " : "", remark);
	format_harmless(shown, sizeof(shown), text);
	if (ascii)
		format_ascii(shown);
	buffer_print(out, "regions");
	if (less)
		buffer_print(out, " watched %.1f %% of the time", 100 * state->watched);
	buffer_print(out, "%s", shown);
	if (state->left_out)
		buffer_print(out, "%s %" PRIu64 " slice%s of too many regions %s in " REGION_OTHER_NAME,
			     less || shown[0] ? ";" : ":", state->left_out, plural(state->left_out),
			     is_or_are(state->left_out));
	if (state->untimed)
		buffer_print(out, "%s " DURATION_UNTIMED, less || shown[0] || state->left_out ? ";" : ":",
			     state->untimed, entries_ending(state->untimed));
	buffer_put(out, "\n", 1);
}

static void print_name(const struct snapshot *s, const struct row *row, bool ascii,
		       char text[COLUMN_TEXT])
{
	format_harmless(text, COLUMN_TEXT, row ? snapshot_text(s, row->name) : "");
	if (ascii)
		format_ascii(text);
}

static int name_width(const struct snapshot *s, bool ascii)
{
	const struct row_table *regions = &s->table[ROW_REGION];
	char text[COLUMN_TEXT];
	int width = NAME_WIDTH;

	for (size_t i = 0; i < regions->n; i++) {
		print_name(s, &regions->rows[i], ascii, text);
		width = format_wider(width, text, NAME_WIDTH_MAX);
	}
	return width;
}

static void put_region(const struct snapshot *s, const struct row *row, int width, bool ascii,
				 struct buffer *out)
{
	char text[COLUMN_TEXT], cell[COLUMN_TEXT];

	put_cells(&region_cells, s, row, ascii, out);
	print_name(s, row, ascii, text);
	format_fit(cell, sizeof(cell), text, width, false);
	print_name(s, snapshot_region_owner(s, row), ascii, text);
	buffer_print(out, " %s %s\n", cell, text);	/* the last cell is not padded */
}

/* The regions of one command, and its rest last, as it is no region. */
static void put_command(const struct snapshot *s, const struct row *command,
			const struct row **list, int width, bool ascii, struct buffer *out)
{
	size_t n;
	const struct row *rows = snapshot_regions(s, command, &n);
	const size_t rest = n && rows[0].id == REGION_OTHER;

	for (size_t i = rest; i < n; i++)
		list[i - rest] = &rows[i];
	qsort(list, n - rest, sizeof(list[0]), compare_busy);
	for (size_t i = 0; i + rest < n; i++)
		put_region(s, list[i], width, ascii, out);
	if (rest)
		put_region(s, &rows[0], width, ascii, out);
}

static void put_table(const struct snapshot *sums, bool ascii, struct buffer *out)
{
	const struct row_table *commands = &sums->table[ROW_COMMAND];
	const struct row_table *regions = &sums->table[ROW_REGION];
	const struct row **of, **list;
	const int width = name_width(sums, ascii);

	regions_put_note(sums, ascii, out);
	if (!regions->n) {
		if (!sums->regions.remark[0])
			buffer_print(out, "regions: no program that ran was in one\n");
		return;
	}
	of = malloc((commands->n + 1) * sizeof(*of));
	list = malloc((regions->n + 1) * sizeof(*list));
	for (size_t i = 0; of && i < commands->n; i++)
		of[i] = &commands->rows[i];
	if (of && list) {
		qsort(of, commands->n, sizeof(*of), compare_busy);
		put_head(&region_cells, sums, out);
		buffer_print(out, " %-*s COMMAND\n", width, "REGION");
		for (size_t i = 0; i < commands->n; i++)
			put_command(sums, of[i], list, width, ascii, out);
	}
	free(of);
	free(list);
}

/*
 * Appends an empty line and a table of the regions in sums with rows of ROW_COMMAND
 * (model/snapshot/sums.h): of all processes of one name, the largest first. Without any it says so, if
 * they were looked at.
 */
static void put_regions(const struct snapshot *sums, bool ascii, struct buffer *out)
{
	if (!regions_are_shown(sums))
		return;
	buffer_put(out, "\n", 1);
	put_table(sums, ascii, out);
}

void regions_put_run(const struct snapshot *sums, bool ascii, struct buffer *out)
{
	const struct machine *machine = sums->machine;
	char what[256];

	(void)snprintf(what, sizeof(what), "regions of %s",
		       machine->watched[0] ? machine->watched : machine->host);
	put_title(what, sums, out);
	put_table(sums, ascii, out);
}

/* ---- commands ---- */

static const char *const level1[] = { "ret", "bad", "fe", "be", "ipc", NULL };
static const char *const level2[] = {
	"ret", "bad", "fe", "be", "heavy", "misp", "lat", "mem", "ipc", NULL
};
static const struct run_columns cells = { level1, level2 };

static void summary_put_row(const struct snapshot *s, const struct row *row, const char *name, bool ascii,
			    struct buffer *out)
{
	char text[COLUMN_TEXT];

	put_cells(&cells, s, row, ascii, out);
	format_harmless(text, sizeof(text), name);
	buffer_print(out, " %s\n", text);
}

static void summary_put_head(const struct snapshot *s, struct buffer *out)
{
	buffer_put(out, "\n", 1);
	put_title(s->machine->watched, s, out);
	put_head(&cells, s, out);
	buffer_print(out, " COMMAND\n");
}

void summary_put(const struct snapshot *sums, bool ascii, struct buffer *out)
{
	const struct row_table *table = &sums->table[ROW_COMMAND];
	const struct row **rows = malloc((table->n + 1) * sizeof(*rows));

	if (!rows)
		return;
	for (size_t i = 0; i < table->n; i++)
		rows[i] = &table->rows[i];
	qsort(rows, table->n, sizeof(*rows), compare_busy);
	summary_put_head(sums, out);
	for (size_t i = 0; i < table->n; i++)
		summary_put_row(sums, rows[i], snapshot_text(sums, rows[i]->name), ascii, out);
	if (table->n > 1)
		summary_put_row(sums, snapshot_machine(sums), "(all)", ascii, out);
	put_regions(sums, ascii, out);
	free(rows);
}

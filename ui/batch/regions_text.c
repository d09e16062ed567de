/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions as text; see regions_text.h. It prints cells of the table of columns. UI or main thread.
 */
#include "config.h"
#include "ui/batch/regions_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/batch/run_cells.h"
#include "ui/draw/format.h"
#include "ui/table/columns.h"

#define NAME_WIDTH 24		/* cells of the names, or as the longest one needs */
#define NAME_WIDTH_MAX 64

static const char *const level1[] = { "entries", "per_entry", "ret", "bad", "fe", "be", "ipc",
				      NULL };
static const char *const level2[] = { "entries", "per_entry", "ret", "bad", "fe", "be", "heavy",
				      "misp", "lat", "mem", "ipc", NULL };
static const struct run_columns cells = { level1, level2 };

void regions_put_note(const struct snapshot *snapshot, bool ascii, struct buffer *out)
{
	const struct region_state *state = &snapshot->regions;
	const bool less = region_state_is_partial(state);
	const char *remark = state->remark;
	char text[512], shown[512];

	if (!strncmp(remark, "regions: ", strlen("regions: ")))
		remark += strlen("regions: ");	/* the line begins with it */
	if (!state->wanted || (!less && !state->left_out && !state->remark[0]))
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
		buffer_print(out, "%s %" PRIu64 " slices of too many regions are in " REGION_OTHER_NAME,
			     less || shown[0] ? ";" : ":", state->left_out);
	buffer_put(out, "\n", 1);
}

/* ---- the table of a run ---- */

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

static void regions_text_put_row(const struct snapshot *s, const struct row *row, int width, bool ascii,
				 struct buffer *out)
{
	char text[COLUMN_TEXT], cell[COLUMN_TEXT];

	run_cells_put(&cells, s, row, ascii, out);
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
	qsort(list, n - rest, sizeof(list[0]), run_cells_compare);
	for (size_t i = 0; i + rest < n; i++)
		regions_text_put_row(s, list[i], width, ascii, out);
	if (rest)
		regions_text_put_row(s, &rows[0], width, ascii, out);
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
		qsort(of, commands->n, sizeof(*of), run_cells_compare);
		run_cells_put_head(&cells, sums, out);
		buffer_print(out, " %-*s COMMAND\n", width, "REGION");
		for (size_t i = 0; i < commands->n; i++)
			put_command(sums, of[i], list, width, ascii, out);
	}
	free(of);
	free(list);
}

void regions_put_table(const struct snapshot *sums, bool ascii, struct buffer *out)
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
	run_cells_put_title(what, sums, out);
	put_table(sums, ascii, out);
}

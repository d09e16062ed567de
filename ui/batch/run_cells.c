/* SPDX-License-Identifier: GPL-2.0-only */
/* Lines of the tables over a whole run; see run_cells.h. UI or main thread. */
#include "config.h"
#include "ui/batch/run_cells.h"

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/table/columns.h"

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

void run_cells_put_title(const char *what, const struct snapshot *sums, struct buffer *out)
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

void run_cells_put_head(const struct run_columns *shown, const struct snapshot *sums,
			struct buffer *out)
{
	buffer_print(out, "%*s", SECONDS_WIDTH, "CPU s");
	for (const char *const *key = keys_of(shown, sums); *key; key++) {
		const struct column *column = shown_column(*key, sums);

		if (column)
			buffer_print(out, " %*s", column->width, column_title(column));
	}
}

void run_cells_put(const struct run_columns *shown, const struct snapshot *sums,
		   const struct row *row, bool ascii, struct buffer *out)
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

int run_cells_compare(const void *a, const void *b)
{
	const struct row *one = *(const struct row *const *)a, *two = *(const struct row *const *)b;

	if (one->busy_ns != two->busy_ns)
		return one->busy_ns < two->busy_ns ? 1 : -1;
	return one < two ? -1 : one > two;
}

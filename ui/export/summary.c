/* SPDX-License-Identifier: GPL-2.0-only */
/* The summary of a command; see summary.h. It prints cells of the table of columns. Main thread. */
#include "config.h"
#include "ui/export/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/table/columns.h"

#define CPU_WIDTH 9

static const char *const level1[] = { "ret", "bad", "fe", "be", "ipc" };
static const char *const level2[] = {
	"ret", "bad", "fe", "be", "heavy", "misp", "lat", "mem", "ipc"
};

static int compare_busy(const void *a, const void *b)
{
	const struct row *one = *(const struct row *const *)a, *two = *(const struct row *const *)b;

	if (one->busy_ns != two->busy_ns)
		return one->busy_ns < two->busy_ns ? 1 : -1;
	return one < two ? -1 : 1;
}

struct columns_shown {
	const char *const *keys;
	size_t n;
};

static struct columns_shown columns_of(const struct machine *machine)
{
	if (machine->levels > 1)
		return (struct columns_shown){ level2, sizeof(level2) / sizeof(level2[0]) };
	return (struct columns_shown){ level1, sizeof(level1) / sizeof(level1[0]) };
}

static void put_row(const struct snapshot *s, const struct row *row, const char *name, bool ascii,
		    struct buffer *out)
{
	struct columns_shown shown = columns_of(s->machine);
	char text[COLUMN_TEXT], cell[COLUMN_TEXT * 2];

	buffer_print(out, "%*.3f", CPU_WIDTH, (double)row->busy_ns / 1e9);
	for (size_t i = 0; i < shown.n; i++) {
		const struct column *column = columns_find(shown.keys[i]);

		if (!column)
			continue;
		column_print(column, s, row, ascii, text);
		format_fit(cell, sizeof(cell), text, column->width, true);
		buffer_print(out, " %s", cell);
	}
	format_harmless(text, sizeof(text), name);
	buffer_print(out, " %s\n", text);
}

static void put_head(const struct snapshot *s, struct buffer *out)
{
	struct columns_shown shown = columns_of(s->machine);
	char watched[sizeof(s->machine->watched) * 4];

	format_harmless(watched, sizeof(watched), s->machine->watched);
	buffer_print(out, "\ntdtop: %s, %.3f s%s%s%s%s%s\n", watched, (double)s->interval_ns / 1e9,
		     s->machine->user_only ? ", user mode only" : "",
		     snapshot_is_stale(s) ? ", shares may be stale" : "",
		     s->machine->simulated ? " (" : "", s->machine->simulated_by,
		     s->machine->simulated ? ")" : "");
	buffer_print(out, "%*s", CPU_WIDTH, "CPU s");
	for (size_t i = 0; i < shown.n; i++) {
		const struct column *column = columns_find(shown.keys[i]);

		if (column)
			buffer_print(out, " %*s", column->width, column_title(column));
	}
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
	put_head(sums, out);
	for (size_t i = 0; i < table->n; i++)
		put_row(sums, rows[i], snapshot_text(sums, rows[i]->name), ascii, out);
	if (table->n > 1)
		put_row(sums, snapshot_machine(sums), "(all)", ascii, out);
	free(rows);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The summary of a command; see summary.h. It prints cells of the table of columns. Main thread. */
#include "config.h"
#include "ui/batch/summary.h"

#include <stdlib.h>

#include "ui/batch/regions_text.h"
#include "ui/batch/run_cells.h"
#include "ui/draw/format.h"
#include "ui/table/columns.h"

static const char *const level1[] = { "ret", "bad", "fe", "be", "ipc", NULL };
static const char *const level2[] = {
	"ret", "bad", "fe", "be", "heavy", "misp", "lat", "mem", "ipc", NULL
};
static const struct run_columns cells = { level1, level2 };

static void summary_put_row(const struct snapshot *s, const struct row *row, const char *name, bool ascii,
			    struct buffer *out)
{
	char text[COLUMN_TEXT];

	run_cells_put(&cells, s, row, ascii, out);
	format_harmless(text, sizeof(text), name);
	buffer_print(out, " %s\n", text);
}

static void summary_put_head(const struct snapshot *s, struct buffer *out)
{
	buffer_put(out, "\n", 1);
	run_cells_put_title(s->machine->watched, s, out);
	run_cells_put_head(&cells, s, out);
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
	qsort(rows, table->n, sizeof(*rows), run_cells_compare);
	summary_put_head(sums, out);
	for (size_t i = 0; i < table->n; i++)
		summary_put_row(sums, rows[i], snapshot_text(sums, rows[i]->name), ascii, out);
	if (table->n > 1)
		summary_put_row(sums, snapshot_machine(sums), "(all)", ascii, out);
	regions_put_table(sums, ascii, out);
	free(rows);
}

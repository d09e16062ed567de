/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of self-counted regions; see self_regions_print.h. Their columns: ui/code/self_regions.c. UI thread. */
#include "config.h"
#include "ui/batch/self_regions_print.h"

#include <errno.h>

#include "ui/batch/csv.h"
#include "ui/batch/json_value.h"
#include "ui/batch/row_table.h"
#include "ui/code/kinds.h"

/* Those that are printed, in their order. */
struct self_rows {
	struct rows_of of;
	const void *row[SELF_REGIONS_MAX];
	size_t n;
};

static void put_remarks(const struct self_regions *regions, struct buffer *out)
{
	if (regions->threads_taken || regions->taken > 0)
		buffer_print(out, "%u thread%s stopped counting: others have the SLOTS counter %.0f %% of "
			     "the time (another perf, toplev or tdtop counts CPUs)\n",
			     regions->threads_taken, plural(regions->threads_taken), 100 * regions->taken);
	if (regions->threads_refused)
		buffer_print(out, "%u %s not counted, or not any more: the kernel refused, or "
			     "there are too many\n", regions->threads_refused,
			     regions->threads_refused == 1 ? "thread is" : "threads are");
}

static void self_regions_put_text(const struct self_regions *regions, const struct code_columns *chosen,
				  const struct self_rows *rows, struct buffer *out)
{
	struct text_table table = { .of = &rows->of, .kind = &self_region_rows };

	table_of_kind(&table, chosen, rows->row, rows->n);
	buffer_print(out, "regions of process %d, which counts itself in user mode  %u thread%s\n",
		     (int)regions->pid, regions->threads, plural(regions->threads));
	table_titles(out, &table);
	for (size_t i = 0; i < rows->n; i++)
		table_row(out, &table, rows->row[i]);
	put_remarks(regions, out);
}

static json_t *make_head(const struct self_regions *regions)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };
	const struct pen pen = { .sink = &sink };

	pen_text(&pen, "schema", "tdtop/1");
	pen_text(&pen, "kind", "regions");
	pen_text(&pen, "source", "self");
	pen_count(&pen, "pid", (uint64_t)regions->pid);
	pen_truth(&pen, "user_mode_only", true);
	pen_count(&pen, "levels", (uint64_t)regions->levels);
	pen_count(&pen, "threads", regions->threads);
	pen_count(&pen, "threads_taken", regions->threads_taken);
	pen_count(&pen, "threads_refused", regions->threads_refused);
	pen_real(&pen, "taken_percent", 100 * regions->taken, FIELD_PERCENT);
	pen_count(&pen, "changes", regions->changes & INT64_MAX);
	pen_count(&pen, "resets", regions->resets & INT64_MAX);
	return json_whole(target.object, target.bad);
}

int self_regions_put(const struct self_regions_config *config, const struct self_regions *regions,
		     struct buffer *out)
{
	const int level = config->level > regions->levels ? regions->levels : config->level;
	struct self_rows rows = { .of = { .ascii = config->ascii, .level = level, .in = regions } };

	for (; rows.n < regions->n; rows.n++)
		rows.row[rows.n] = &regions->region[rows.n];
	rows.n = row_choice_take(&self_region_rows, &rows.of, &config->choice, rows.row, rows.n);
	if (config->format == BATCH_JSON)
		return json_put_rows(out, make_head(regions), "regions", &self_region_rows, &rows.of, rows.row, rows.n);
	if (config->format == BATCH_CSV)
		csv_put_rows(out, &self_region_rows, &rows.of, rows.row, rows.n);
	else
		self_regions_put_text(regions, config->columns, &rows, out);
	return out->broken ? -ENOMEM : 0;
}

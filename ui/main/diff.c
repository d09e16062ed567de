/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop diff A B": sums both recordings, one after the other, and prints what changed. Called by
 * main.c; main thread.
 */
#include "config.h"
#include "ui/main/runs.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "collect/collector/recording_sum.h"
#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/batch/compare_list.h"
#include "ui/batch/csv.h"
#include "ui/batch/fields.h"
#include "ui/batch/json_value.h"
#include "ui/batch/row_table.h"
#include "ui/draw/buffer.h"
#include "ui/draw/format.h"
#include "ui/main/output.h"
#include "ui/table/columns.h"
#include "ui/term/screen_size.h"

/*
 * ---- a table for people ----
 *
 * A line that is too long drops CPU time first, then the values of the classes.
 */

#define CELL 5			/* width of a value or a difference */
#define ROUNDS_TO_0 0.05	/* points */
#define CHANGE_CELL 6
#define NAME_LEAST 13		/* cells; a name has at most 15 bytes */
#define CELLS_MAX 64		/* bytes of a cell */

struct layout {
	const struct compare_config *config;
	const struct comparison *comparison;
	const struct column *classes[M_COUNT];
	size_t n_classes;
	bool cpu, values;	/* CPU time is shown; values are shown beside differences */
	int name;		/* cells of the name; 0: no limit */
};

static int width_of(const struct layout *layout)
{
	int cells = CHANGE_CELL + 2 * (CELL + 1);

	if (layout->cpu)
		cells += 2 * (CELL + 1);
	for (size_t i = 0; i < layout->n_classes; i++)
		cells += layout->classes[i]->width + 1 + (layout->values ? CELL + 1 : 0);
	return cells + 1;
}

/* Is the node shown at this level on either side? */
static bool is_shown(const struct comparison *comparison, enum metric_id metric, int level)
{
	return family_node_is_on(comparison->of[BEFORE]->machine->family, metric, level) ||
	       family_node_is_on(comparison->of[AFTER]->machine->family, metric, level);
}

static struct layout make_layout(const struct compare_config *config,
				 const struct comparison *comparison)
{
	struct layout layout = { .config = config, .comparison = comparison, .cpu = true,
				 .values = true };
	int level = config->look.level < comparison->levels ? config->look.level : comparison->levels;

	for (size_t i = 0; i < columns_n; i++)
		if (columns[i].metric != M_NONE && is_shown(comparison, columns[i].metric, level))
			layout.classes[layout.n_classes++] = &columns[i];
	if (!config->width)
		return layout;
	if (width_of(&layout) + NAME_LEAST > config->width)
		layout.cpu = false;
	if (width_of(&layout) + NAME_LEAST > config->width)
		layout.values = false;
	layout.name = config->width - width_of(&layout);
	if (layout.name < NAME_LEAST)
		layout.name = NAME_LEAST;
	return layout;
}

/* Appends the line, whose last name is cut. */
static void compare_put_line(const struct layout *layout, struct buffer *out, char line[TABLE_LINE])
{
	table_line(out, layout->name ? width_of(layout) + layout->name : 0, layout->config->look.ascii, line);
}

static bool is_scaled(const struct compared *row, enum side side)
{
	return row->row[side] && counts_are_rough(&row->row[side]->numbers->counts);
}

/* Adds a difference; NAN: "-". */
static void add_difference(char line[TABLE_LINE], double points, bool scaled, int width)
{
	char text[CELLS_MAX] = FORMAT_MISSING;

	if (!isnan(points))
		format_difference(text, sizeof(text), points, scaled);
	table_add_cell(line, text, width);
}

static void add_share(char line[TABLE_LINE], const struct compared *row)
{
	bool scaled = is_scaled(row, BEFORE) || is_scaled(row, AFTER);
	char text[CELLS_MAX];

	if (!row->row[AFTER]) {
		table_add_cell(line, "gone", CELL);
		add_difference(line, -row->share[BEFORE], scaled, CELL);
		return;
	}
	format_percent(text, sizeof(text), row->share[AFTER], isnan(row->share[AFTER]) ? Q_MISSING :
		       is_scaled(row, AFTER) ? Q_SCALED : Q_COUNTED);
	table_add_cell(line, text, CELL);
	if (!row->row[BEFORE])
		table_add_cell(line, "new", CELL);
	else
		add_difference(line, row->share[AFTER] - row->share[BEFORE], scaled, CELL);
}

static void add_class(const struct layout *layout, char line[TABLE_LINE], const struct compared *row,
		      const struct column *column)
{
	const struct comparison *comparison = layout->comparison;
	const struct row *of = row->row[AFTER];
	enum metric_id metric = column->metric;
	char text[COLUMN_TEXT] = FORMAT_MISSING;
	bool rough = false;

	for (enum side side = BEFORE; side < SIDES; side++)
		rough |= row->row[side] &&
			 quality_is_rough((enum quality)row->row[side]->numbers->values.quality[metric]);
	if (of)
		column_print(column, comparison->of[AFTER], of, false, text);
	if (layout->values)
		table_add_cell(line, text, column->width);
	add_difference(line, compared_percent(comparison, row, AFTER, metric) -
				     compared_percent(comparison, row, BEFORE, metric),
		       rough, layout->values ? CELL : column->width);
}

static void put_row(const struct layout *layout, struct buffer *out, const struct compared *row)
{
	char line[TABLE_LINE] = "", text[256] = FORMAT_MISSING;

	if (!isnan(row->change))
		(void)snprintf(text, sizeof(text), "%.1f", row->change);
	table_add_cell(line, text, CHANGE_CELL);
	add_share(line, row);
	if (layout->cpu) {
		format_load(text, sizeof(text), row->cpu[AFTER], false);
		table_add_cell(line, text, CELL);
		add_difference(line, row->cpu[AFTER] - row->cpu[BEFORE], false, CELL);
	}
	for (size_t i = 0; i < layout->n_classes; i++)
		add_class(layout, line, row, layout->classes[i]);
	format_harmless(text, sizeof(text), row->name ? row->name : "(machine)");
	table_add_cell(line, text, 0);
	compare_put_line(layout, out, line);
}

static void put_titles(const struct layout *layout, struct buffer *out)
{
	char line[TABLE_LINE] = "";

	table_add_cell(line, "CHANGE", CHANGE_CELL);
	table_add_cell(line, "SHARE", CELL);
	table_add_cell(line, "+/-", CELL);
	if (layout->cpu) {
		table_add_cell(line, "CPU%", CELL);
		table_add_cell(line, "+/-", CELL);
	}
	for (size_t i = 0; i < layout->n_classes; i++) {
		table_add_cell(line, column_title(layout->classes[i]), layout->classes[i]->width);
		if (layout->values)
			table_add_cell(line, "+/-", CELL);
	}
	table_add_cell(line, "COMMAND", 0);
	compare_put_line(layout, out, line);
}

/* "before  web-17 · Intel Sapphire Rapids · 16 CPUs · 30.0 s · busy 63.0 % · load.data" */
static void put_side(const struct layout *layout, struct buffer *out, enum side side)
{
	static const char *const words[SIDES] = { "before", "after " };
	const struct snapshot *s = layout->comparison->of[side];
	const struct machine *machine = s->machine;
	char host[128], file[300], watched[sizeof(machine->watched)], text[900];

	format_harmless(host, sizeof(host), machine->host);
	format_harmless(watched, sizeof(watched), machine->watched);
	format_harmless(file, sizeof(file), layout->config->file[side]);
	(void)snprintf(text, sizeof(text),
		       "%s  %s%s%s \u00b7 %zu CPU%s \u00b7 %.1f s \u00b7 busy %.1f %% \u00b7 %s%s%s%s%s",
		       words[side], host, host[0] ? " \u00b7 " : "",
		       machine->family ? machine->family->name : "unknown CPU", machine->n_cpus,
		       plural(machine->n_cpus),
		       (double)s->interval_ns / 1e9, row_busy_percent(s, snapshot_machine(s)), file,
		       watched[0] ? " \u00b7 watching " : "", watched,
		       machine->simulated ? " \u00b7 simulated: " : "",
		       machine->simulated ? machine->simulated_by : "");
	if (layout->config->look.ascii)
		format_ascii(text);
	buffer_print(out, "%s", text);
	batch_put_warnings(s, out);
	buffer_print(out, "\n");
}

/* Do the changes of the row, in points of the machine, round to 0.0? */
static bool is_alike(const struct compared *row)
{
	const double share = fabs(row->share[AFTER] - row->share[BEFORE]);
	const double cpu = fabs(row->cpu[AFTER] - row->cpu[BEFORE]);

	return row->row[BEFORE] && row->row[AFTER] && !(row->change >= ROUNDS_TO_0) &&
	       !(share >= ROUNDS_TO_0) && !(cpu >= ROUNDS_TO_0);
}

static bool nothing_changed(const struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->n; i++)
		if (!is_alike(&comparison->rows[i]))
			return false;
	return is_alike(&comparison->machine);
}

static void put_usual(const struct layout *layout, const struct compare_list *list, struct buffer *out)
{
	put_titles(layout, out);
	put_row(layout, out, &layout->comparison->machine);
	for (size_t i = 0; i < list->n; i++)
		put_row(layout, out, list->rows[i]);
}

/* The columns of --columns-diff. */
static void put_chosen(const struct compare_config *config, const struct comparison *comparison,
		       const struct compare_list *list, struct buffer *out)
{
	const struct compare_in in = { .comparison = comparison, .side = AFTER };
	const struct rows_of of = { .in = &in, .ascii = config->look.ascii };
	struct text_table table = { .of = &of, .kind = compare_kind(), .width = config->width };
	struct code_columns chosen;

	if (code_columns_parse(&chosen, table.kind, config->columns, NULL))
		return;		/* it was checked */
	table_of_columns(&table, &chosen);
	table_titles(out, &table);
	table_row(out, &table, &comparison->machine);
	for (size_t i = 0; i < list->n; i++)
		table_row(out, &table, list->rows[i]);
}

/* Appends both heads, the titles, the machine's row and those of the list. */
static void compare_put_text(const struct compare_config *config, const struct comparison *comparison,
			     const struct compare_list *list, struct buffer *out)
{
	struct layout layout = make_layout(config, comparison);

	for (enum side side = BEFORE; side < SIDES; side++)
		put_side(&layout, out, side);
	if (config->look.level > comparison->levels)
		buffer_print(out, "level 1: level 2 was not counted in both\n");
	if (config->filter) {
		table_filter(out, "", config->filter, config->look.ascii, list->matched, comparison->n);
		buffer_print(out, " commands\n");
	}
	buffer_print(out, "\n");
	if (nothing_changed(comparison)) {
		buffer_print(out, "nothing changed beyond noise: no command by "
				  "0.05 points of the machine's slots\n");
		return;
	}
	if (config->columns)
		put_chosen(config, comparison, list, out);
	else
		put_usual(&layout, list, out);
	table_more(out, list->n, list->matched);
}

/*
 * ---- for programs: CSV, and JSON (tdtop-json.5 has its fields) ----
 * Their fields: compare_visit().
 */

#define SCHEMA "tdtop-diff/1"

static void put_line(const struct comparison *comparison, const struct compared *row,
		     struct buffer *out,
		     void (*field)(void *, const char *, const char *, const struct field_value *))
{
	struct buffer line = { 0 };
	const struct field_sink sink = { .data = &line, .field = field };

	compare_visit(comparison, row, &sink);
	csv_put_line(out, &line);
}

/* Appends the header line, the machine's row and those of the list. */
static void compare_put_csv(const struct comparison *comparison, const struct compare_list *list, struct buffer *out)
{
	put_line(comparison, NULL, out, csv_put_name);
	put_line(comparison, &comparison->machine, out, csv_put_value);
	for (size_t i = 0; i < list->n; i++)
		put_line(comparison, list->rows[i], out, csv_put_value);
}

static json_t *make_row(const struct comparison *comparison, const struct compared *row)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };

	compare_visit(comparison, row, &sink);
	for (enum side side = BEFORE; side < SIDES; side++)
		if (!row->row[side])
			target.bad |= json_object_set_new(target.object, compare_groups[side],
							  json_null()) != 0;
	return json_whole(target.object, target.bad);
}

/* The facts of a whole recording. */
static json_t *make_recording(const struct compare_config *config,
			      const struct comparison *comparison, enum side side)
{
	const struct snapshot *s = comparison->of[side];
	const struct machine *machine = s->machine;
	const char *warning = config->warning[side];
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };
	const struct pen pen = { &sink, NULL };

	pen_any_text(&pen, "file", config->file[side]);
	pen_any_text(&pen, "host", machine->host);
	if (machine->simulated)
		pen_any_text(&pen, "simulated", machine->simulated_by);
	if (machine->watched[0])
		pen_any_text(&pen, "watched", machine->watched);
	pen_any_text(&pen, "cpu", machine->family ? machine->family->name : NULL);
	pen_count(&pen, "cpus", machine->n_cpus);
	pen_count(&pen, "levels", (uint64_t)machine->levels);
	pen_real(&pen, "seconds", (double)s->interval_ns / 1e9, 6);
	pen_real(&pen, "busy_percent", row_busy_percent(s, snapshot_machine(s)), FIELD_PERCENT);
	pen_count(&pen, "lost", s->lost);
	pen_real(&pen, "running_percent", s->running_ratio * 100, FIELD_PERCENT);
	pen_real(&pen, "unaccounted_percent", fields_unaccounted_percent(s), FIELD_PERCENT);
	pen_text(&pen, "warning", warning);
	return json_whole(target.object, target.bad);
}

/* Appends one object and a newline. 0 or -ENOMEM. */
static int compare_put_json(const struct compare_config *config, const struct comparison *comparison,
			    const struct compare_list *list, struct buffer *out)
{
	json_t *root = json_object(), *commands = json_array();
	bool bad = false;

	bad |= json_object_set_new(root, "schema", json_string(SCHEMA)) != 0;
	for (enum side side = BEFORE; side < SIDES; side++)
		bad |= json_object_set_new(root, compare_groups[side],
					   make_recording(config, comparison, side)) != 0;
	bad |= json_object_set_new(root, "levels", json_integer(comparison->levels)) != 0;
	bad |= json_object_set_new(root, "machine",
				   make_row(comparison, &comparison->machine)) != 0;
	for (size_t i = 0; i < list->n; i++)
		bad |= json_array_append_new(commands, make_row(comparison, list->rows[i])) != 0;
	bad |= json_object_set_new(root, "commands", commands) != 0;
	return json_put_line(out, root, bad);
}

int compare_put(const struct compare_config *config, const struct comparison *comparison,
		struct buffer *out)
{
	struct compare_list list;
	int ret = compare_list_rows(config, comparison, &list);

	if (ret)
		return ret;
	if (config->format == BATCH_JSON)
		ret = compare_put_json(config, comparison, &list, out);
	else if (config->format == BATCH_CSV)
		compare_put_csv(comparison, &list, out);
	else
		compare_put_text(config, comparison, &list, out);
	free(list.rows);
	return ret || out->broken ? -ENOMEM : 0;
}

/* ---- both recordings, one after the other ---- */

/* A recording_progress. */
static void show_progress(void *data, double progress)
{
	progress_line_show(data, progress);
}

/* Reads one of the two recordings. 0, or a negative errno with a sentence. */
static int sum_recording(enum side side, const char *path, bool all_tasks, struct recording_sum **sum,
			 struct err *warning, struct err *err)
{
	struct progress_line line = progress_line_begin("reading recording", (int)side + 1, SIDES);
	const struct recording_progress progress = { .report = show_progress, .data = &line };
	int ret = recording_sum_open(sum, path, 0, all_tasks, err);

	if (!ret)
		ret = recording_sum_read(*sum, &progress, warning, err);
	progress_line_end(&line);
	return ret;
}

static int print(const struct diff *diff, const struct options *options,
		 const struct snapshot *sums[SIDES], FILE *out, struct err *err)
{
	static const enum batch_format formats[] = {
		[OUTPUT_SCREEN] = BATCH_TEXT, [OUTPUT_TEXT] = BATCH_TEXT,
		[OUTPUT_CSV] = BATCH_CSV, [OUTPUT_JSON] = BATCH_JSON
	};
	const struct compare_config config = {
		.format = formats[options->output],
		.look = options->look,
		.filter = options->filter,
		.columns = options->columns_diff,
		.max_rows = options->iterations,
		.width = terminal_width(fileno(out)),
		.file = { options->baseline, options->replay },
		.warning = { diff->warning[BEFORE].text, diff->warning[AFTER].text },
	};
	struct comparison comparison;
	struct buffer buffer = { 0 };
	int ret = comparison_init(&comparison, sums[BEFORE], sums[AFTER]);

	if (!ret) {
		ret = compare_put(&config, &comparison, &buffer);
		comparison_done(&comparison);
	}
	if (!ret)
		(void)fwrite(buffer.bytes, 1, buffer.n, out);	/* the caller checks ferror() */
	buffer_done(&buffer);
	return ret ? err_set(err, ENOMEM, "not enough memory to compare") : 0;
}

int diff_run(struct diff *diff, const struct options *options, FILE *out, struct err *err)
{
	const char *const path[SIDES] = { options->baseline, options->replay };
	struct recording_sum *sum[SIDES] = { NULL };
	const struct snapshot *snapshots[SIDES];
	int ret = 0;

	*diff = (struct diff){ .warning = { { .text = "" } } };
	for (enum side side = BEFORE; side < SIDES && !ret; side++) {
		ret = sum_recording(side, path[side], options->all_tasks, &sum[side], &diff->warning[side],
				    err);
		snapshots[side] = ret ? NULL : recording_sum_finish(sum[side]);
		if (!ret && !snapshots[side])
			ret = err_set(err, ENOMEM, "not enough memory to sum \"%s\"",
				      path[side]);
	}
	if (!ret)
		ret = print(diff, options, snapshots, out, err);
	for (enum side side = BEFORE; side < SIDES; side++)
		recording_sum_free(sum[side]);
	return ret;
}

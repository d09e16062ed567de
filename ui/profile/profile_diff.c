/* SPDX-License-Identifier: GPL-2.0-only */
/* What changed between two profiles; see profile_diff.h. Called by profile_run.c. */
#include "config.h"
#include "ui/profile/profile_diff.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/batch/csv.h"
#include "ui/batch/json_value.h"
#include "ui/batch/row_table.h"
#include "ui/code/profile_notes.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/profile/profile_diff_rows.h"
#include "ui/profile/profile_fields.h"

/* What is compared, and how it is called. */
static const struct {
	enum profile_part part;
	const char *name;
	bool branches;
	unsigned int notes;
	int (*compare)(struct profile_comparison *comparison, const struct profile *const of[SIDES],
		       const struct code_names *const names[SIDES]);
} tables[] = {
	{ PROFILE_FUNCTIONS, "functions", false, NOTES_OF_SAMPLES, profile_compare_functions },
	{ PROFILE_BRANCHES, "branches", true, NOTES_OF_BRANCHES, profile_compare_branches },
};

#define N_TABLES (sizeof(tables) / sizeof(tables[0]))

static const char *const sides[SIDES] = { "before", "after" };

/* What is printed: a comparison of each table that is asked for. */
struct printed {
	const struct profile_diff_config *config;
	struct profile_config side_config[SIDES];	/* with the file of the side */
	struct profile_comparison comparison[N_TABLES];
	struct diff_rows rows[N_TABLES];
};

static size_t shown(const struct printed *printed, size_t table)
{
	const size_t n = printed->comparison[table].n;
	const uint64_t max = printed->config->common.max_rows;

	return max && max < n ? (size_t)max : n;
}

static bool is_asked_for(const struct printed *printed, size_t table)
{
	return printed->config->common.parts & tables[table].part;
}

int profile_diff_wait(const struct profile *profile, const struct code_names *names, bool lines)
{
	const size_t n = profile->n_addresses + 2 * profile->n_branches;
	struct place *places = calloc(n + 1, sizeof(*places));
	size_t k = 0;

	if (!places)
		return -ENOMEM;
	for (size_t i = 0; i < profile->n_addresses; i++)
		places[k++] = profile->addresses[i].at;
	for (size_t i = 0; i < profile->n_branches; i++) {
		places[k++] = profile->branches[i].from;
		places[k++] = profile->branches[i].to;
	}
	if (n)
		(void)names->wait(names->data, places, n, lines, -1);
	free(places);
	return 0;
}

/* The lines of the functions that are printed. */
static int wait_for_lines(const struct printed *printed, size_t table)
{
	const size_t n = shown(printed, table);
	struct place *places = calloc(n + 1, sizeof(*places));

	if (!places)
		return -ENOMEM;
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct profile_rows *rows = &printed->rows[table].side[side];
		size_t k = 0;

		for (size_t i = 0; i < n; i++) {
			const struct diff_row row = diff_row_of(
				&printed->rows[table], &printed->comparison[table].rows[i]);

			if (row.rows == rows)
				places[k++] = printed->rows[table].kind->places(row.row).a;
		}
		if (k)
			(void)rows->of.names->wait(rows->of.names->data, places, k,
						   rows->of.lines, -1);
	}
	free(places);
	return 0;
}

static int compare(struct printed *printed, const struct profile *const of[SIDES],
		   const struct code_names *const names[SIDES])
{
	int ret = 0;

	for (enum side side = BEFORE; side < SIDES && !ret; side++)
		ret = profile_diff_wait(of[side], names[side], printed->config->common.lines);
	for (size_t i = 0; i < N_TABLES && !ret; i++) {
		struct diff_rows *rows = &printed->rows[i];

		rows->comparison = &printed->comparison[i];
		rows->branches = tables[i].branches;
		rows->kind = profile_kind(tables[i].part);
		for (enum side side = BEFORE; side < SIDES; side++)
			rows->side[side] = profile_rows_of(&printed->side_config[side], of[side],
							   names[side]);
		if (is_asked_for(printed, i))
			ret = tables[i].compare(&printed->comparison[i], of, names);
		if (!ret)
			ret = wait_for_lines(printed, i);
	}
	return ret;
}

static json_t *make_head(const struct printed *printed, enum side side)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };
	const char *warning = printed->config->warning[side];

	profile_visit_head(&printed->rows[0].side[side], &sink);
	target.bad |= json_object_set_new(target.object, "warning",
					  json_make_text(warning && warning[0] ? warning :
									 NULL)) != 0;
	return json_whole(target.object, target.bad);
}

static json_t *make_row(const struct diff_rows *rows, const struct compared_place *row)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };

	diff_visit(rows, row, &sink);
	for (enum side side = BEFORE; side < SIDES; side++)
		if (!row->joined[side])
			target.bad |= json_object_set_new(target.object, sides[side],
							  json_null()) != 0;
	return json_whole(target.object, target.bad);
}

static int put_json(const struct printed *printed, struct buffer *out)
{
	json_t *root = json_pack("{s:s, s:s}", "schema", "tdtop-diff/1", "kind", "profile");
	bool bad = false;

	for (enum side side = BEFORE; side < SIDES; side++)
		bad |= json_object_set_new(root, sides[side], make_head(printed, side)) != 0;
	for (size_t i = 0; i < N_TABLES; i++) {
		const struct compared_place *rows = printed->comparison[i].rows;
		json_t *list = json_array();

		for (size_t k = 0; k < shown(printed, i); k++)
			bad |= json_array_append_new(list, make_row(&printed->rows[i], &rows[k])) != 0;
		if (is_asked_for(printed, i))
			bad |= json_object_set(root, tables[i].name, list) != 0;
		json_decref(list);
	}
	return json_put_line(out, root, bad);
}

static void put_csv_line(const struct diff_rows *rows, const struct compared_place *row,
			 void (*field)(void *, const char *, const char *,
				       const struct field_value *),
			 struct buffer *out)
{
	struct buffer line = { 0 };
	const struct field_sink sink = { .data = &line, .field = field };

	diff_visit(rows, row, &sink);
	csv_put_line(out, &line);
}

static int put_csv(const struct printed *printed, struct buffer *out)
{
	for (size_t i = 0; i < N_TABLES; i++) {
		if (!is_asked_for(printed, i))
			continue;
		put_csv_line(&printed->rows[i], NULL, csv_put_name, out);
		for (size_t k = 0; k < shown(printed, i); k++)
			put_csv_line(&printed->rows[i], &printed->comparison[i].rows[k],
				     csv_put_value, out);
	}
	return out->broken ? -ENOMEM : 0;
}

#define VALUE_CELLS 8	/* or as wide as its head */
#define CHANGE_CELLS 8

static int cells_of(const struct row_column *value)
{
	const int head = format_text_width(value->title);

	return head > VALUE_CELLS ? head : VALUE_CELLS;
}

/* The value after, the difference with its sign, its error; "*": beyond doubt. */
static void add_value(char line[TABLE_LINE], const struct compared_number *number,
		      const struct row_column *value)
{
	const int decimals = row_column_decimals(value);
	const double scale = value_scale(value->unit);
	char text[TABLE_CELL], sign[TABLE_CELL + 2];

	table_real(text, scale * number->of[AFTER].value, decimals);
	table_add_cell(line, text, cells_of(value));
	table_real(text, scale * number->change.value, decimals);
	(void)snprintf(sign, sizeof(sign), "%s%s", number->change.value > 0 ? "+" : "", text);
	table_add_cell(line, sign, CHANGE_CELLS);
	(void)snprintf(line + strlen(line), TABLE_LINE - strlen(line), "%s",
		       number->beyond_doubt ? "*" : " ");
	table_error(text, scale * number->change.error, decimals);
	table_add_cell(line, text, 6);
}

/* The values of the table; TopDown only if both recordings have it. */
static size_t values_of(const struct printed *printed, size_t table,
			const struct row_column *values[COMPARED_VALUES])
{
	const struct profile *const *of = printed->comparison[table].of;
	size_t n = diff_values(printed->rows[table].kind, values);

	while (n && values[n - 1]->of_compared >= COMPARED_RETIRING &&
	       !(of[BEFORE]->classes.table && of[AFTER]->classes.table))
		n--;
	return n;
}

static void put_titles(const struct printed *printed, size_t table, struct buffer *out)
{
	const struct row_column *values[COMPARED_VALUES];
	const size_t n = values_of(printed, table, values);
	char line[TABLE_LINE] = "";

	for (size_t i = 0; i < n; i++) {
		table_add_cell(line, values[i]->title, cells_of(values[i]));
		table_add_cell(line, "+/-", CHANGE_CELLS);
		table_add_cell(line, " \u00b1", 7);
	}
	(void)snprintf(line + strlen(line), TABLE_LINE - strlen(line), "      %s",
		       code_kind_last(printed->rows[table].kind)->title);
	table_line(out, printed->config->common.width, printed->config->common.ascii, line);
}

static void add_place(const struct diff_rows *rows, const struct compared_place *row,
		      char line[TABLE_LINE])
{
	const struct diff_row of = diff_row_of(rows, row);
	const struct place at = rows->kind->places(of.row).a;
	const char *object = profile_object_name(of.rows->of.profile, at.object);
	char where[CODE_ROW_LINE], harmless[64];
	const size_t used = strlen(line);

	format_harmless(harmless, sizeof(harmless), object ? object : "");
	code_kind_last(rows->kind)->print(&of.rows->of, of.row, where);
	(void)snprintf(line + used, TABLE_LINE - used, " %-4s %s%s%.3900s",
				 row->row[BEFORE] == COMPARED_NONE ||
				 row->row[AFTER] == COMPARED_NONE ? diff_status(row) : "",
				 harmless, harmless[0] ? ": " : "", where);
}

static void put_table(const struct printed *printed, size_t table, struct buffer *out)
{
	const struct profile_comparison *comparison = &printed->comparison[table];
	const struct row_column *values[COMPARED_VALUES];
	const size_t n = values_of(printed, table, values);

	buffer_print(out, "\n%s\n", tables[table].name);
	put_titles(printed, table, out);
	for (size_t i = 0; i < shown(printed, table); i++) {
		const struct compared_place *row = &comparison->rows[i];
		char line[TABLE_LINE] = "";

		for (size_t k = 0; k < n; k++)
			add_value(line, &row->number[values[k]->of_compared], values[k]);
		add_place(&printed->rows[table], row, line);
		table_line(out, printed->config->common.width, printed->config->common.ascii, line);
	}
	table_more(out, shown(printed, table), comparison->n);
}

static void put_notes(const struct printed *printed, enum side side, unsigned int of,
		      struct buffer *out)
{
	const struct profile *profile = printed->rows[0].side[side].of.profile;
	const struct profile_config *config = &printed->config->common;
	char note[TABLE_LINE], line[TABLE_LINE];

	profile_headline(profile, note);
	(void)snprintf(line, sizeof(line), "%-6s  %.600s", sides[side], note);
	table_line(out, config->width, config->ascii, line);
	for (size_t i = 0; profile_note(profile, of, i, note); i++) {
		(void)snprintf(line, sizeof(line), "%-6s  %.600s", "", note);
		if (config->ascii)
			format_ascii(line);
		buffer_print(out, "%s\n", line);
	}
}

static int profile_diff_put_text(const struct printed *printed, struct buffer *out)
{
	const struct profile *before = printed->rows[0].side[BEFORE].of.profile;
	const struct profile *after = printed->rows[0].side[AFTER].of.profile;
	unsigned int notes = 0;

	for (size_t i = 0; i < N_TABLES; i++)
		notes |= is_asked_for(printed, i) ? tables[i].notes : 0;
	for (enum side side = BEFORE; side < SIDES; side++)
		put_notes(printed, side, notes, out);
	if (strcmp(before->event.name, after->event.name) != 0)
		buffer_print(out, "the events differ: what changed may be what was counted\n");
	buffer_print(out, "* changed beyond doubt: by more than three standard errors\n");
	for (size_t i = 0; i < N_TABLES; i++)
		if (is_asked_for(printed, i))
			put_table(printed, i, out);
	return out->broken ? -ENOMEM : 0;
}

int profile_diff_print(const struct profile_diff_config *config,
		       const struct profile *const of[SIDES],
		       const struct code_names *const names[SIDES], FILE *out)
{
	struct printed printed = { .config = config };
	struct buffer text = { 0 };
	int ret;

	for (enum side side = BEFORE; side < SIDES; side++) {
		printed.side_config[side] = config->common;
		printed.side_config[side].file = config->file[side];
	}
	ret = compare(&printed, of, names);
	if (!ret)
		ret = config->common.format == BATCH_JSON ? put_json(&printed, &text) :
		      config->common.format == BATCH_CSV ? put_csv(&printed, &text) :
							   profile_diff_put_text(&printed, &text);
	if (!ret)
		(void)fwrite(text.bytes, 1, text.n, out);
	buffer_done(&text);
	for (size_t i = 0; i < N_TABLES; i++)
		profile_comparison_done(&printed.comparison[i]);
	return ret;
}

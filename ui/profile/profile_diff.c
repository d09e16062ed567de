/* SPDX-License-Identifier: GPL-2.0-only */
/* What changed between two profiles; see profile_diff.h. Called by profile_run.c. */
#include "config.h"
#include "ui/profile/profile_diff.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/batch/csv.h"
#include "ui/batch/json_value.h"
#include "ui/batch/row_table.h"
#include "ui/code/code_columns.h"
#include "ui/code/kinds.h"
#include "ui/code/profile_notes.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/profile/profile_rows.h"

#define VALUE_CELLS 8	/* or as wide as its head */
#define CHANGE_CELLS 9	/* with the sign behind it */
#define ERROR_CELLS 6

/*
 * ---- a row of a comparison, struct compared_place, as a kind of row ----
 *
 * Its columns follow from those of functions, frames or branches that are compared. A new one is a column of their
 * kind with .compared.
 */

/* Both sides of a comparison: rows_of.in of its rows. */
struct diff_rows {
	const struct profile_comparison *comparison;
	struct profile_rows side[SIDES];
	const struct code_kind *kind;	/* of the rows that are compared */
	struct call_look look[SIDES];	/* of frames */
	bool branches;		/* else functions or frames */
};

struct diff_kind {
	struct code_kind kind;
	struct row_column column[CODE_ROW_COLUMNS_MAX];
	char last[CODE_ROW_NAME];	/* the head of the last column of text */
};

/* ---- what a row has ---- */

/* The side that has the row: the later one, if both have. */
static enum side diff_side(const struct compared_place *row)
{
	return row->row[AFTER] != COMPARED_NONE ? AFTER : BEFORE;
}

/* The row on that side. */
static const void *diff_row_of(const struct diff_rows *rows, const struct compared_place *row)
{
	const struct profile_comparison *comparison = rows->comparison;
	const enum side side = diff_side(row);
	const size_t i = row->row[side];

	if (comparison->calls[side])
		return &comparison->calls[side]->nodes[i];
	return rows->branches ? (const void *)&comparison->of[side]->branches[i] :
				(const void *)&comparison->functions[side].rows[i];
}

/* To the row on the side that has it. */
static void diff_go_to(const struct rows_of **of, const void **row)
{
	const struct diff_rows *rows = (*of)->in;
	const struct compared_place *place = *row;

	*of = &rows->side[diff_side(place)].of;
	*row = diff_row_of(rows, place);
}

#define DIFF_NUMBER(name, expression)									\
	static struct estimate name(const struct row_column *column, const struct rows_of *of, const void *row)	\
	{												\
		const struct compared_place *place = row;						\
													\
		(void)of;										\
		return (expression);									\
	}
DIFF_NUMBER(diff_value, place->number[column->of_compared].of[column->side])
DIFF_NUMBER(diff_change, place->number[column->of_compared].change)
DIFF_NUMBER(diff_sure, row_exact(place->number[column->of_compared].beyond_doubt))
DIFF_NUMBER(diff_joined, row_exact(place->joined[column->side] ? place->joined[column->side] : (double)NAN))
DIFF_NUMBER(diff_count, row_exact(place->joined[column->side] ? (double)place->count[column->side] : (double)NAN))

static void diff_status(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	const struct compared_place *place = row;

	(void)of;
	(void)snprintf(text, CODE_ROW_TEXT, "%s", place->row[AFTER] == COMPARED_NONE ? "gone" :
		       place->row[BEFORE] == COMPARED_NONE ? "new" : "both");
}

/* Of a frame. */
static void diff_path(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	diff_go_to(&of, &row);
	call_path(of, row, text, CODE_ROW_TEXT);
}

static void diff_print_place(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	const struct diff_rows *rows = of->in;
	const struct rows_of *its = of;
	char status[CODE_ROW_TEXT], where[CODE_ROW_LINE], harmless[64];
	const char *object;

	diff_status(of, row, status);
	diff_go_to(&its, &row);
	object = profile_object_name(its->profile, rows->kind->places(row).a.object);
	format_harmless(harmless, sizeof(harmless), object ? object : "");
	code_kind_last(rows->kind)->print(its, row, where);
	(void)snprintf(text, CODE_ROW_LINE, "%-4.4s %s%s%.3900s", status[0] == 'b' ? "" : status, harmless,
		       harmless[0] ? ": " : "", where);
}

/* TopDown is in text only if both recordings have it. */
static bool diff_has_classes(const struct rows_of *of)
{
	const struct profile *const *both = ((const struct diff_rows *)of->in)->comparison->of;

	return both[BEFORE]->classes.table && both[AFTER]->classes.table;
}

/* ---- the table ---- */

/* The next field of the kind; returns it. */
static struct row_column *diff_add(struct diff_kind *made, const struct row_column *column)
{
	struct row_column *added = &made->column[made->kind.n++];

	*added = *column;
	added->place = (int)made->kind.n;
	return added;
}

/* A number of a value of the kind, in this group. */
static struct row_column *diff_add_number(struct diff_kind *made, const struct row_column *value, const char *group,
					  enum side side,
					  struct estimate (*of_column)(const struct row_column *column,
								       const struct rows_of *of, const void *row))
{
	return diff_add(made, &(struct row_column){
		.group = group, .field = row_column_field(value), .unit = value->unit, .shown = value->shown,
		.decimals = value->decimals,
		.of_compared = value->of_compared, .side = side, .of_column = of_column,
		.wanted = value->of_compared >= COMPARED_RETIRING ? diff_has_classes : NULL });
}

/* Its values in the order of enum compared_value. */
static size_t diff_values(const struct code_kind *kind, const struct row_column *values[COMPARED_VALUES])
{
	size_t n = 0;

	for (enum compared_value number = 0; number < COMPARED_VALUES; number++)
		for (size_t i = 0; i < kind->n; i++)
			if (kind->columns[i].compared && !kind->columns[i].part &&
			    kind->columns[i].of_compared == number)
				values[n++] = &kind->columns[i];
	return n;
}

static void add_sides(struct diff_kind *made, const char *counted, const struct row_column *const *values, size_t n)
{
	static const char *const groups[SIDES] = { "before", "after" };

	for (enum side side = BEFORE; side < SIDES; side++) {
		(void)diff_add(made, &(struct row_column){ .group = groups[side], .field = counted, .unit = VALUE_COUNT,
							   .side = side, .of_column = diff_count });
		(void)diff_add(made, &(struct row_column){ .group = groups[side], .field = "joined",
							   .unit = VALUE_COUNT,
							   .side = side, .of_column = diff_joined });
		for (size_t i = 0; i < n; i++)
			(void)diff_add_number(made, values[i], groups[side], side, diff_value);
	}
}

/* In text the value after, its change, and the error of that: columns beside the fields. */
static void add_printed(struct diff_kind *made, const struct row_column *value)
{
	struct row_column *column = diff_add_number(made, value, "after", AFTER, diff_value);

	column->place = 0;
	column->title = row_column_title(value);
	column->former = row_column_field(value);
	column->printed = format_wider(VALUE_CELLS, column->title, CODE_ROW_NAME);
	column = diff_add_number(made, value, "difference", AFTER, diff_change);
	column->place = 0;
	column->title = "+/- ";
	column->printed = CHANGE_CELLS;
	column->error = ERROR_CELLS;
	column->sure = diff_sure;
}

/* Makes the kind of comparisons of rows of this kind; it must stay where it is. */
static void diff_kind_init(struct diff_kind *made, const struct code_kind *of)
{
	const struct row_column *values[COMPARED_VALUES];
	const size_t n = diff_values(of, values);

	*made = (struct diff_kind){ .kind = { .name = of->name, .columns = made->column, .missing = FORMAT_LOW_SLOTS,
					      .size = sizeof(struct compared_place) } };
	for (size_t i = 0; i < of->n; i++)
		if (of->columns[i].compared && of->columns[i].part)
			(void)diff_add(made, &(struct row_column){
				.title = of->columns[i].title, .group = of->columns[i].group,
				.at = of->columns[i].at, .part = of->columns[i].part, .go_to = diff_go_to });
	if (of == &call_rows)
		(void)diff_add(made, &(struct row_column){ .field = "path", .text = diff_path });
	(void)diff_add(made, &(struct row_column){ .field = "status", .text = diff_status });
	add_sides(made, code_kind_find(of, "taken", 5) ? "taken" : "samples", values, n);
	for (size_t i = 0; i < n; i++)
		(void)diff_add_number(made, values[i], "difference", AFTER, diff_change);
	for (size_t i = 0; i < n; i++)
		diff_add_number(made, values[i], "beyond_doubt", AFTER, diff_sure)->unit = VALUE_TRUTH;
	for (size_t i = 0; i < n; i++)
		add_printed(made, values[i]);
	(void)snprintf(made->last, sizeof(made->last), "     %s", code_kind_last(of)->title);
	diff_add(made, &(struct row_column){ .title = made->last, .former = code_kind_last(of)->title, .flex = true,
					     .left = true, .print = diff_print_place })->place = 0;
}

int diff_check(unsigned int parts, const struct row_choice *choice, const char *list, struct err *err)
{
	struct diff_kind *made = calloc(PROFILE_PARTS, sizeof(*made));
	const struct code_kind *kinds[PROFILE_PARTS];
	int ret = made ? 0 : err_set(err, ENOMEM, "not enough memory to compare");
	struct code_columns chosen;
	struct err why;
	size_t n = 0;

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & (PROFILE_TABLES | PROFILE_STACKS)))
			continue;
		diff_kind_init(&made[n], profile_kind(part));
		kinds[n] = &made[n].kind;
		ret = choice->filter ? row_choice_check_filter(kinds[n], choice->filter, err) : 0;
		if (!ret && list && code_columns_parse(&chosen, kinds[n], list, &why))
			ret = err_set(err, EINVAL, "--columns-diff: %s", why.text);
		n++;
	}
	if (!ret && choice->sort)
		ret = row_choice_check_sort(kinds, n, choice->sort, err);
	free(made);
	return ret;
}

/* ---- what is printed ---- */

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
	{ PROFILE_STACKS, "stacks", false, NOTES_OF_SAMPLES | NOTES_OF_CALLS, profile_compare_stacks },
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
	struct diff_kind kind[N_TABLES];
	struct rows_of of[N_TABLES];
	const void **row[N_TABLES];	/* those that the filter leaves, in their order */
	size_t matched[N_TABLES], shown[N_TABLES];
};

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

/* The names of frames, then those of their functions, which decide what is the same frame. */
static int wait_for_frames(const struct profile *profile, const struct code_names *names)
{
	const size_t n = 2 * profile->n_frames;
	const struct function_start functions = function_start_names(names);
	struct place *places = calloc(n + 1, sizeof(*places));

	if (!places)
		return -ENOMEM;
	for (size_t i = 0; i < n; i++) {
		places[i] = profile->frames[i / 2];
		places[i].offset -= i % 2 && places[i].offset;	/* a return address: in the call */
	}
	(void)names->wait(names->data, places, n, false, -1);
	for (size_t i = 0; i < n; i++)
		places[i] = function_start_of(&functions, places[i]);
	(void)names->wait(names->data, places, n, false, -1);
	free(places);
	return 0;
}

/* A frame of a comparison stands alone: it is told with the path to it. */
static void look_at_tree(struct diff_rows *rows, enum side side)
{
	const struct profile *profile = rows->side[side].of.profile;

	if (!rows->comparison->calls[side])
		return;
	rows->look[side] = (struct call_look){ .nodes = rows->comparison->calls[side]->nodes,
					       .all = { (double)profile->weight, profile->squares } };
	rows->side[side].of.in = &rows->look[side];
}

/* Filters and sorts a table, and waits for the lines of its rows that are printed. 0 or -ENOMEM. */
static int choose(struct printed *printed, size_t table)
{
	const struct profile_config *config = &printed->config->common;
	const struct profile_comparison *comparison = &printed->comparison[table];
	const struct code_kind *kind = &printed->kind[table].kind;
	const void **row = printed->row[table] = calloc(comparison->n + 1, sizeof(*row));
	struct place *places = calloc(comparison->n + 1, sizeof(*places));
	size_t *n = &printed->shown[table];

	if (!row || !places) {
		free(places);
		return -ENOMEM;
	}
	for (size_t i = 0; i < comparison->n; i++)
		row[i] = &comparison->rows[i];
	*n = printed->matched[table] =
		row_choice_take(kind, &printed->of[table], &config->choice, row, comparison->n);
	*n = config->max_rows && config->max_rows < *n ? (size_t)config->max_rows : *n;
	for (enum side side = BEFORE; side < SIDES; side++) {
		const struct rows_of *of = &printed->rows[table].side[side].of;
		size_t k = 0;

		for (size_t i = 0; i < *n; i++)
			if (diff_side(row[i]) == side)
				places[k++] = printed->rows[table].kind->places(
						      diff_row_of(&printed->rows[table], row[i])).a;
		if (k)
			(void)of->names->wait(of->names->data, places, k, of->lines, -1);
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
	for (enum side side = BEFORE; side < SIDES && !ret && printed->config->common.parts & PROFILE_STACKS; side++)
		ret = wait_for_frames(of[side], names[side]);
	for (size_t i = 0; i < N_TABLES && !ret; i++) {
		struct diff_rows *rows = &printed->rows[i];

		rows->comparison = &printed->comparison[i];
		rows->branches = tables[i].branches;
		rows->kind = profile_kind(tables[i].part);
		for (enum side side = BEFORE; side < SIDES; side++)
			rows->side[side] = profile_rows_of(&printed->side_config[side], of[side],
							   names[side]);
		diff_kind_init(&printed->kind[i], rows->kind);
		printed->of[i] = (struct rows_of){ .in = rows, .ascii = printed->config->common.ascii };
		if (is_asked_for(printed, i))
			ret = tables[i].compare(&printed->comparison[i], of, names);
		for (enum side side = BEFORE; side < SIDES && !ret; side++)
			look_at_tree(rows, side);
		if (!ret)
			ret = choose(printed, i);
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

/* A side that has no such row is null. */
static json_t *make_row(const struct row_fields *fields, const struct rows_of *of, const struct compared_place *row)
{
	json_t *object = json_make_row(fields, of, row);
	bool bad = !object;

	for (enum side side = BEFORE; side < SIDES && object; side++)
		if (!row->joined[side])
			bad |= json_object_set_new(object, sides[side], json_null()) != 0;
	return json_whole(object, bad);
}

static int put_json(const struct printed *printed, struct buffer *out)
{
	json_t *root = json_pack("{s:s, s:s}", "schema", "tdtop-diff/1", "kind", "profile");
	bool bad = false;

	for (enum side side = BEFORE; side < SIDES; side++)
		bad |= json_object_set_new(root, sides[side], make_head(printed, side)) != 0;
	for (size_t i = 0; i < N_TABLES; i++) {
		json_t *list = json_array();
		struct row_fields fields;

		row_fields_init(&fields, &printed->kind[i].kind, true);
		for (size_t k = 0; k < printed->shown[i]; k++)
			bad |= json_array_append_new(list, make_row(&fields, &printed->of[i], printed->row[i][k])) != 0;
		if (is_asked_for(printed, i))
			bad |= json_object_set(root, tables[i].name, list) != 0;
		json_decref(list);
	}
	return json_put_line(out, root, bad);
}

static int put_csv(const struct printed *printed, struct buffer *out)
{
	for (size_t i = 0; i < N_TABLES; i++)
		if (is_asked_for(printed, i))
			csv_put_rows(out, &printed->kind[i].kind, &printed->of[i], printed->row[i], printed->shown[i]);
	return out->broken ? -ENOMEM : 0;
}

static void put_table(const struct printed *printed, size_t table, struct buffer *out)
{
	const struct profile_config *config = &printed->config->common;
	struct text_table text = { .of = &printed->of[table], .kind = &printed->kind[table].kind,
				   .width = config->width };
	struct code_columns chosen = { .n = 0 };

	if (config->columns_diff)
		(void)code_columns_parse(&chosen, text.kind, config->columns_diff, NULL);
	table_of_kind(&text, &chosen, printed->row[table], printed->shown[table]);
	buffer_print(out, "\n%s", tables[table].name);
	if (config->choice.filter)
		table_filter(out, ", ", config->choice.filter, config->ascii, printed->matched[table],
			     printed->comparison[table].n);
	buffer_print(out, "\n");
	table_titles(out, &text);
	for (size_t i = 0; i < printed->shown[table]; i++)
		table_row(out, &text, printed->row[table][i]);
	table_more(out, printed->shown[table], printed->matched[table]);
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
	for (size_t i = 0; i < N_TABLES; i++) {
		profile_comparison_done(&printed.comparison[i]);
		free(printed.row[i]);
	}
	return ret;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* What changed between two profiles; see profile_diff.h. Called by profile_run.c. */
#include "config.h"
#include "ui/profile/profile_diff.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ui/batch/csv.h"
#include "ui/batch/json_value.h"
#include "ui/batch/row_table.h"
#include "ui/code/profile_notes.h"
#include "ui/code/code_columns.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/profile/profile_diff_rows.h"
#include "ui/profile/profile_rows.h"

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

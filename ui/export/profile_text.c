/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as text; see profile_text.h. Called by profile_print.c.
 */
#include "config.h"
#include "ui/export/profile_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/export/profile_table.h"
#include "ui/export/profile_text_flow.h"
#include "ui/table/profile_notes.h"
#include "ui/table/sampling_note.h"

static void function_object(const struct cell_of *of, char text[TABLE_CELL])
{
	table_object(of, ((const struct profile_function *)of->row)->start, text);
}

static void function_pid(const struct cell_of *of, char text[TABLE_CELL])
{
	const struct profile_function *function = of->row;

	table_known(text, (uint64_t)function->pid, function->pid != 0);
}

static void branch_object(const struct cell_of *of, char text[TABLE_CELL])
{
	table_object(of, ((const struct profile_branch *)of->row)->from, text);
}

static void branch_kind(const struct cell_of *of, char text[TABLE_CELL])
{
	const struct profile_branch *branch = of->row;

	(void)snprintf(text, TABLE_CELL, "%s", branch->kind == BRANCH_UNKNOWN ? TABLE_MISSING :
		       branch_kind_name(branch->kind));
}

static void block_object(const struct cell_of *of, char text[TABLE_CELL])
{
	table_object(of, ((const struct profile_block *)of->row)->start, text);
}

/* clang-format off */
static const struct text_column function_columns[] = {
	TABLE_NUMBER(function_values[FUNCTION_SHARE], 6), TABLE_ERROR(function_values[FUNCTION_SHARE], 4),
	TABLE_NUMBER(function_values[FUNCTION_SAMPLES], 8), TABLE_NUMBER(function_values[FUNCTION_STALL], 6),
	TABLE_TEXT("PID", 8, function_pid), TABLE_TEXT("OBJECT", -TABLE_OBJECT, function_object),
	TABLE_END
};
static const struct text_column branch_columns[] = {
	TABLE_NUMBER(branch_values[BRANCH_SHARE], 6), TABLE_ERROR(branch_values[BRANCH_SHARE], 4),
	TABLE_NUMBER(branch_values[BRANCH_PROBABILITY], 8), TABLE_ERROR(branch_values[BRANCH_PROBABILITY], 5),
	TABLE_NUMBER(branch_values[BRANCH_MISP_TAKEN], 10), TABLE_ERROR(branch_values[BRANCH_MISP_TAKEN], 4),
	TABLE_NUMBER(branch_values[BRANCH_MISP_ALL], 9), TABLE_ERROR(branch_values[BRANCH_MISP_ALL], 4),
	TABLE_NUMBER(branch_values[BRANCH_CYCLES], 7), TABLE_TEXT("KIND", -13, branch_kind),
	TABLE_TEXT("OBJECT", -TABLE_OBJECT, branch_object),
	TABLE_END
};
static const struct text_column block_columns[] = {
	TABLE_NUMBER(block_values[BLOCK_TIME], 6), TABLE_ERROR(block_values[BLOCK_TIME], 4),
	TABLE_NUMBER(block_values[BLOCK_EXECUTED], 8), TABLE_NUMBER(block_values[BLOCK_CYCLES], 7),
	TABLE_ERROR(block_values[BLOCK_CYCLES], 5), TABLE_NUMBER(block_values[BLOCK_MIN], 5),
	TABLE_NUMBER(block_values[BLOCK_MAX], 5), TABLE_NUMBER(block_values[BLOCK_LENGTH], 5),
	TABLE_NUMBER(block_values[BLOCK_IPC], 5), TABLE_TEXT("OBJECT", -TABLE_OBJECT, block_object),
	TABLE_END
};
/* clang-format on */

#define COLUMNS_MOST 16

/* Those of the columns that tell something of at least one printed row; all of them for no row. */
static void choose_columns(const struct text_column *column, const struct profile_rows *rows,
			   const struct profile_chosen *chosen,
			   struct text_column shown[COLUMNS_MOST])
{
	char cell[TABLE_CELL];

	for (; table_has(column); column++) {
		bool known = !chosen->n;

		for (size_t i = 0; !known && i < chosen->n; i++) {
			const struct cell_of of = { .rows = rows, .row = chosen->row[i] };

			table_cell(column, &of, cell);
			known = strcmp(cell, TABLE_MISSING) != 0;
		}
		if (known)
			*shown++ = *column;
	}
	*shown = *column;	/* the end */
}

static void put_functions(struct buffer *out, const struct profile_rows *rows,
			  const struct profile_choice *choice)
{
	struct text_column shown[COLUMNS_MOST];
	char name[TABLE_NAME];

	choose_columns(function_columns, rows, &choice->function, shown);
	table_titles(out, rows->config, shown, "FUNCTION");
	for (size_t i = 0; i < choice->function.n; i++) {
		const struct profile_function *function = choice->function.row[i];
		const struct cell_of of = { .rows = rows, .row = function };

		table_place(rows, function->start, false, name);
		table_row(out, shown, &of, name);
	}
	table_more(out, choice->function.n, choice->function.matched);
}

static void put_branches(struct buffer *out, const struct profile_rows *rows,
			 const struct profile_choice *choice)
{
	char from[TABLE_NAME], to[TABLE_NAME], last[TABLE_LINE];
	struct text_column shown[COLUMNS_MOST];

	choose_columns(branch_columns, rows, &choice->branch, shown);
	table_titles(out, rows->config, shown, "FROM -> TO");
	for (size_t i = 0; i < choice->branch.n; i++) {
		const struct profile_branch *branch = choice->branch.row[i];
		const struct cell_of of = { .rows = rows, .row = branch };
		const char *object = profile_object_name(rows->profile, branch->to.object);
		char harmless[64] = "";

		table_place(rows, branch->from, true, from);
		table_place(rows, branch->to, true, to);
		if (object && branch->to.object != branch->from.object)
			format_harmless(harmless, sizeof(harmless), object);
		(void)snprintf(last, sizeof(last), "%s -> %s%s%s", from, harmless,
			       harmless[0] ? ": " : "", to);
		table_row(out, shown, &of, last);
	}
	table_more(out, choice->branch.n, choice->branch.matched);
}

static void add(char text[TABLE_LINE], const char *more)
{
	size_t used = strlen(text);

	(void)snprintf(text + used, TABLE_LINE - used, "%s", more);
}

/* "  peaks: 80 (18 %), 280-305 (79 %)"; one peak alone is not news. */
static void add_modes(char text[TABLE_LINE], const struct profile_block *block)
{
	for (uint32_t i = 0; block->n_modes > 1 && i < block->n_modes; i++) {
		const struct histogram_mode *mode = &block->modes[i];
		char one[64];

		if (mode->from == mode->to)
			(void)snprintf(one, sizeof(one), "%" PRIu32 " (%.0f %%)", mode->from,
				       100 * mode->part);
		else
			(void)snprintf(one, sizeof(one), "%" PRIu32 "-%" PRIu32 " (%.0f %%)",
				       mode->from, mode->to, 100 * mode->part);
		add(text, i ? ", " : "  peaks: ");
		add(text, one);
	}
}

static void put_blocks(struct buffer *out, const struct profile_rows *rows,
		       const struct profile_choice *choice)
{
	table_titles(out, rows->config, block_columns, "BLOCK");
	for (size_t i = 0; i < choice->block.n; i++) {
		const struct profile_block *block = choice->block.row[i];
		const struct cell_of of = { .rows = rows, .row = block };
		char last[TABLE_LINE];

		table_range(rows, block->start, block->end, last);
		add_modes(last, block);
		table_row(out, block_columns, &of, last);
	}
	table_more(out, choice->block.n, choice->block.matched);
}

/* clang-format off */
static const struct {
	enum profile_part part;
	const char *name;
	unsigned int notes;
	void (*put)(struct buffer *out, const struct profile_rows *rows,
		    const struct profile_choice *choice);
} tables[] = {
	{ PROFILE_FUNCTIONS, "functions", NOTES_OF_SAMPLES, put_functions },
	{ PROFILE_BRANCHES, "branches", NOTES_OF_BRANCHES, put_branches },
	{ PROFILE_BLOCKS, "blocks", NOTES_OF_BRANCHES, put_blocks },
	{ PROFILE_STACKS, "call stacks", NOTES_OF_SAMPLES | NOTES_OF_CALLS, profile_put_stacks },
	{ PROFILE_PATHS, "hot paths", NOTES_OF_BRANCHES, profile_put_paths },
};
/* clang-format on */

#define TROUBLES 3		/* objects whose trouble is told */

static void put_sentence(struct buffer *out, const struct profile_rows *rows, const char *about,
			 const char *sentence)
{
	char line[TABLE_LINE];

	if (!sentence[0])
		return;
	format_harmless(line, sizeof(line), sentence);
	if (rows->config->ascii)
		format_ascii(line);
	buffer_print(out, "%s: %s\n", about, line);
}

/* Why an object has no names, or perhaps false ones; *n: how many were told, and which. */
static void put_trouble(struct buffer *out, const struct profile_rows *rows, uint32_t object,
			uint32_t told[TROUBLES], size_t *n)
{
	char trouble[512], doubt[512];

	for (size_t i = 0; i < *n; i++)
		if (told[i] == object)
			return;
	if (*n == TROUBLES || object >= rows->profile->n_objects)
		return;
	rows->names->object_trouble(rows->names->data, object, trouble, sizeof(trouble));
	code_names_doubt(rows->names, object, doubt, sizeof(doubt));
	if (!trouble[0] && !doubt[0])
		return;
	told[(*n)++] = object;
	put_sentence(out, rows, "no names", trouble);
	put_sentence(out, rows, "names not verified", doubt);
}

/* Of the objects that have most samples, or most branches. */
static void put_troubles(struct buffer *out, const struct profile_rows *rows, unsigned int parts)
{
	const struct profile *profile = rows->profile;
	const bool samples = parts & (PROFILE_FUNCTIONS | PROFILE_STACKS);
	const size_t n = samples ? profile->n_addresses : profile->n_branches;
	uint32_t told[TROUBLES];
	size_t n_told = 0;

	for (size_t i = 0; i < n && rows->names; i++)
		put_trouble(out, rows, samples ? profile->addresses[i].at.object :
				       profile->branches[i].from.object, told, &n_told);
}

/* "functions", "functions of 883 processes together, shares of L3 misses, filter main: 2 of 40" */
static void put_title(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice, size_t table)
{
	const struct profile_chosen *chosen = profile_choice_of(choice, tables[table].part);
	const char *counted = rows->profile->event.counted;
	char harmless[2 * sizeof(((struct profile_event *)0)->counted)];

	buffer_print(out, "\n%s", tables[table].name);
	if (tables[table].part == PROFILE_FUNCTIONS && choice->joined)
		buffer_print(out, " of %zu processes together", choice->joined);
	format_harmless(harmless, sizeof(harmless), counted);
	if (harmless[0] && tables[table].notes & NOTES_OF_SAMPLES)
		buffer_print(out, ", shares of %s", harmless);
	if (rows->config->filter && chosen) {
		format_harmless(harmless, sizeof(harmless), rows->config->filter);
		buffer_print(out, ", filter %s: %zu of %zu", harmless, chosen->matched,
			     chosen->all);
	}
	buffer_print(out, "\n");
}

/* Of live samples: whose they are, and what gave way. */
static void put_sampling(struct buffer *out, const struct profile_config *config)
{
	const struct profile_sampling *sampling = config->sampling;
	char line[TABLE_LINE] = "";

	if (!sampling)
		return;
	sampling_headline(&sampling->wish, sampling->machine, &sampling->state, line);
	table_line(out, config, line);
	if (!sampling->state.remark[0])
		return;
	format_harmless(line, sizeof(line), sampling->state.remark);
	if (config->ascii)
		format_ascii(line);
	buffer_print(out, "%s\n", line);
}

/* What there is to know of the tables above. */
static void put_notes(struct buffer *out, const struct profile_rows *rows, unsigned int parts)
{
	const size_t before = out->n;
	char line[TABLE_LINE] = "";
	unsigned int notes = 0;

	buffer_print(out, "\n");
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (parts & tables[i].part)
			notes |= tables[i].notes;
	for (size_t i = 0; profile_note(rows->profile, notes, i, line); i++) {
		if (rows->config->ascii)
			format_ascii(line);
		buffer_print(out, "%s\n", line);
	}
	put_troubles(out, rows, parts);
	if (out->n == before + 1)
		out->n = before;	/* there is nothing */
}

void profile_put_text(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice, unsigned int parts)
{
	char line[TABLE_LINE] = "";

	profile_headline(rows->profile, line);
	table_line(out, rows->config, line);
	put_sampling(out, rows->config);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (!(parts & tables[i].part))
			continue;
		put_title(out, rows, choice, i);
		tables[i].put(out, rows, choice);
	}
	put_notes(out, rows, parts);
}

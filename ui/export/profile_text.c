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

#define REAL_CELL(name, row, value, decimals)					\
	static void name(const struct cell_of *of, char text[TABLE_CELL])		\
	{									\
		table_real(text, of->row->value, decimals);			\
	}
#define PERCENT_CELL(name, row, value)						\
	static void name(const struct cell_of *of, char text[TABLE_CELL])		\
	{									\
		table_real(text, 100 * of->row->value, 1);			\
	}
#define ERROR_CELL(name, row, error, scale, decimals)				\
	static void name(const struct cell_of *of, char text[TABLE_CELL])	\
	{									\
		table_error(text, (scale) * of->row->error, decimals);		\
	}
#define OBJECT_CELL(name, row, place)						\
	static void name(const struct cell_of *of, char text[TABLE_CELL])		\
	{									\
		table_object(of, of->row->place, text);				\
	}

PERCENT_CELL(function_share, function, share.value)
ERROR_CELL(function_error, function, share.error, 100, 1)
OBJECT_CELL(function_object, function, start)

static void function_samples(const struct cell_of *of, char text[TABLE_CELL])
{
	table_count(text, of->function->samples);
}

static void function_pid(const struct cell_of *of, char text[TABLE_CELL])
{
	table_known(text, (uint64_t)of->function->pid, of->function->pid != 0);
}

static void function_stall(const struct cell_of *of, char text[TABLE_CELL])
{
	const double stall = functions_stall(&of->rows->profile->event, of->function);

	if (!isnan(stall))
		format_count(text, TABLE_CELL, stall);
	else
		(void)snprintf(text, TABLE_CELL, TABLE_MISSING);
}

PERCENT_CELL(branch_share, branch, share.value)
ERROR_CELL(branch_share_error, branch, share.error, 100, 1)
REAL_CELL(branch_probability, branch, probability.value, 3)
ERROR_CELL(branch_probability_error, branch, probability.error, 1, 3)
PERCENT_CELL(branch_misp, branch, misp_taken.value)
ERROR_CELL(branch_misp_error, branch, misp_taken.error, 100, 1)
PERCENT_CELL(branch_misp_all, branch, misp_all.value)
ERROR_CELL(branch_misp_all_error, branch, misp_all.error, 100, 1)
REAL_CELL(branch_cycles, branch, cycles.value, 1)
OBJECT_CELL(branch_object, branch, from)

static void branch_kind(const struct cell_of *of, char text[TABLE_CELL])
{
	(void)snprintf(text, TABLE_CELL, "%s", of->branch->kind == BRANCH_UNKNOWN ? TABLE_MISSING :
		       branch_kind_name(of->branch->kind));
}

PERCENT_CELL(block_time, block, time.value)
ERROR_CELL(block_time_error, block, time.error, 100, 1)
REAL_CELL(block_cycles, block, cycles.value, 1)
ERROR_CELL(block_cycles_error, block, cycles.error, 1, 1)
OBJECT_CELL(block_object, block, start)

static void block_executed(const struct cell_of *of, char text[TABLE_CELL])
{
	table_count(text, of->block->executed);
}

static void block_min(const struct cell_of *of, char text[TABLE_CELL])
{
	table_known(text, of->block->min, of->block->counted);
}

static void block_max(const struct cell_of *of, char text[TABLE_CELL])
{
	table_known(text, of->block->max, of->block->counted);
}

static void block_instructions(const struct cell_of *of, char text[TABLE_CELL])
{
	table_known(text, of->block->instructions, of->block->instructions);
}

static void block_ipc(const struct cell_of *of, char text[TABLE_CELL])
{
	const struct profile_block *row = of->block;

	table_real(text, row->instructions && row->counted ?
		   row->instructions / row->cycles.value : NAN, 2);
}

/* clang-format off */
static const struct text_column function_columns[] = {
	{ "SHARE%", 6, function_share }, { "\u00b1", 4, function_error },
	{ "SAMPLES", 8, function_samples }, { "STALL", 6, function_stall },
	{ "PID", 8, function_pid }, { "OBJECT", -TABLE_OBJECT, function_object },
	{ NULL, 0, NULL }
};
static const struct text_column branch_columns[] = {
	{ "TAKEN%", 6, branch_share }, { "\u00b1", 4, branch_share_error },
	{ "P(TAKEN)", 8, branch_probability }, { "\u00b1", 5, branch_probability_error },
	{ "MISP%", 5, branch_misp }, { "\u00b1", 4, branch_misp_error },
	{ "ALL%", 5, branch_misp_all }, { "\u00b1", 4, branch_misp_all_error },
	{ "CYCLES", 7, branch_cycles }, { "KIND", -13, branch_kind },
	{ "OBJECT", -TABLE_OBJECT, branch_object },
	{ NULL, 0, NULL }
};
static const struct text_column block_columns[] = {
	{ "TIME%", 6, block_time }, { "\u00b1", 4, block_time_error },
	{ "EXECUTED", 8, block_executed }, { "CYCLES", 7, block_cycles },
	{ "\u00b1", 5, block_cycles_error }, { "MIN", 5, block_min }, { "MAX", 5, block_max },
	{ "INSTR", 5, block_instructions }, { "IPC", 5, block_ipc },
	{ "OBJECT", -TABLE_OBJECT, block_object },
	{ NULL, 0, NULL }
};
/* clang-format on */

/* Row number i of a table. */
typedef struct cell_of (*row_at)(const struct profile_rows *rows,
				 const struct profile_choice *choice, size_t i);

static struct cell_of function_at(const struct profile_rows *rows,
				  const struct profile_choice *choice, size_t i)
{
	return (struct cell_of){ .rows = rows, .function = choice->function.row[i] };
}

static struct cell_of branch_at(const struct profile_rows *rows,
				const struct profile_choice *choice, size_t i)
{
	return (struct cell_of){ .rows = rows, .branch = choice->branch.row[i] };
}

#define COLUMNS_MOST 16

/* Those of the columns that tell something of at least one of n rows; all of them for no row. */
static void choose_columns(const struct text_column *column, row_at at, size_t n,
			   const struct profile_rows *rows, const struct profile_choice *choice,
			   struct text_column shown[COLUMNS_MOST])
{
	char cell[TABLE_CELL];

	for (; column->title; column++) {
		bool known = !n;

		for (size_t i = 0; i < n && !known; i++) {
			const struct cell_of of = at(rows, choice, i);

			column->print(&of, cell);
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

	choose_columns(function_columns, function_at, choice->function.n, rows, choice, shown);
	table_titles(out, rows->config, shown, "FUNCTION");
	for (size_t i = 0; i < choice->function.n; i++) {
		const struct cell_of of = function_at(rows, choice, i);

		table_place(rows, of.function->start, false, name);
		table_row(out, shown, &of, name);
	}
	table_more(out, choice->function.n, choice->function.matched);
}

static void put_branches(struct buffer *out, const struct profile_rows *rows,
			 const struct profile_choice *choice)
{
	const struct profile *profile = rows->profile;
	char from[TABLE_NAME], to[TABLE_NAME], last[TABLE_LINE];
	struct text_column shown[COLUMNS_MOST];

	choose_columns(branch_columns, branch_at, choice->branch.n, rows, choice, shown);
	table_titles(out, rows->config, shown, "FROM -> TO");
	for (size_t i = 0; i < choice->branch.n; i++) {
		const struct cell_of of = branch_at(rows, choice, i);
		const char *object = profile_object_name(profile, of.branch->to.object);
		char harmless[64] = "";

		table_place(rows, of.branch->from, true, from);
		table_place(rows, of.branch->to, true, to);
		if (object && of.branch->to.object != of.branch->from.object)
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
		const struct cell_of of = { .rows = rows, .block = choice->block.row[i] };
		char last[TABLE_LINE];

		table_range(rows, of.block->start, of.block->end, last);
		add_modes(last, of.block);
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

/* The rows of a table that can be filtered; NULL of the others. */
static const struct profile_chosen *chosen_of(const struct profile_choice *choice,
					      enum profile_part part)
{
	return part == PROFILE_FUNCTIONS ? &choice->function :
	       part == PROFILE_BRANCHES	 ? &choice->branch :
	       part == PROFILE_BLOCKS	 ? &choice->block : NULL;
}

/* "functions", "functions of 883 processes together, shares of L3 misses, filter main: 2 of 40" */
static void put_title(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice, size_t table)
{
	const struct profile_chosen *chosen = chosen_of(choice, tables[table].part);
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

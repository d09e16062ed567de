/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as text; see profile_text.h. Each table is a list of columns; the last thing on a line
 * is a name, which may be long. Called by profile_print.c.
 */
#include "config.h"
#include "ui/export/profile_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/table/profile_notes.h"

#define MISSING FORMAT_LOW_SLOTS	/* not known */
#define CELL 64				/* bytes of a cell */
#define OBJECT_CELLS 20
#define NAME_BYTES (2 * CODE_NAME_MAX)

/* The row of a table that a cell is of; one of them is set. */
struct cell_of {
	const struct profile_rows *rows;
	const struct profile_function *function;
	const struct profile_branch *branch;
	const struct profile_block *block;
};

struct text_column {
	const char *title;
	int width;		/* negative: from the left */
	void (*print)(const struct cell_of *of, char text[CELL]);
};

static void print_real(char text[CELL], double value, int decimals)
{
	if (isnan(value))
		(void)snprintf(text, CELL, MISSING);
	else
		(void)snprintf(text, CELL, "%.*f", decimals, value);
}

static void print_count(char text[CELL], uint64_t count)
{
	(void)snprintf(text, CELL, "%" PRIu64, count);
}

static void print_known(char text[CELL], uint64_t count, bool known)
{
	if (known)
		print_count(text, count);
	else
		(void)snprintf(text, CELL, MISSING);
}

static void print_object(const struct cell_of *of, struct place at, char text[CELL])
{
	const char *name = profile_object_name(of->rows->profile, at.object);
	char harmless[256], cut[4 * OBJECT_CELLS + 1];

	format_harmless(harmless, sizeof(harmless), name ? name : "");
	if (format_text_width(harmless) <= OBJECT_CELLS) {
		(void)snprintf(text, CELL, "%.60s", harmless[0] ? harmless : MISSING);
		return;
	}
	format_fit(cut, sizeof(cut), harmless, OBJECT_CELLS - 1, false);
	(void)snprintf(text, CELL, "%.55s%s", cut, symbol(SYMBOL_CUT, of->rows->config->ascii));
}

#define REAL_CELL(name, row, value, decimals)					\
	static void name(const struct cell_of *of, char text[CELL])		\
	{									\
		print_real(text, of->row->value, decimals);			\
	}
#define PERCENT_CELL(name, row, value)						\
	static void name(const struct cell_of *of, char text[CELL])		\
	{									\
		print_real(text, 100 * of->row->value, 1);			\
	}
#define OBJECT_CELL(name, row, place)						\
	static void name(const struct cell_of *of, char text[CELL])		\
	{									\
		print_object(of, of->row->place, text);				\
	}

PERCENT_CELL(function_share, function, share.value)
PERCENT_CELL(function_error, function, share.error)
OBJECT_CELL(function_object, function, start)

static void function_samples(const struct cell_of *of, char text[CELL])
{
	print_count(text, of->function->samples);
}

static void function_pid(const struct cell_of *of, char text[CELL])
{
	print_known(text, (uint64_t)of->function->pid, of->function->pid != 0);
}

static void function_stall(const struct cell_of *of, char text[CELL])
{
	const struct profile_function *row = of->function;

	if (row->latency_n)
		format_count(text, CELL, (double)row->latency_sum / (double)row->latency_n *
						 (double)row->weight);
	else
		(void)snprintf(text, CELL, MISSING);
}

PERCENT_CELL(branch_share, branch, share.value)
PERCENT_CELL(branch_share_error, branch, share.error)
REAL_CELL(branch_probability, branch, probability.value, 3)
REAL_CELL(branch_probability_error, branch, probability.error, 3)
PERCENT_CELL(branch_misp, branch, misp_taken.value)
PERCENT_CELL(branch_misp_error, branch, misp_taken.error)
PERCENT_CELL(branch_misp_all, branch, misp_all.value)
PERCENT_CELL(branch_misp_all_error, branch, misp_all.error)
REAL_CELL(branch_cycles, branch, cycles.value, 1)
OBJECT_CELL(branch_object, branch, from)

static void branch_kind(const struct cell_of *of, char text[CELL])
{
	(void)snprintf(text, CELL, "%s", of->branch->kind == BRANCH_UNKNOWN ? MISSING :
		       branch_kind_name(of->branch->kind));
}

PERCENT_CELL(block_time, block, time.value)
PERCENT_CELL(block_time_error, block, time.error)
REAL_CELL(block_cycles, block, cycles.value, 1)
REAL_CELL(block_cycles_error, block, cycles.error, 1)
OBJECT_CELL(block_object, block, start)

static void block_executed(const struct cell_of *of, char text[CELL])
{
	print_count(text, of->block->executed);
}

static void block_min(const struct cell_of *of, char text[CELL])
{
	print_known(text, of->block->min, of->block->counted);
}

static void block_max(const struct cell_of *of, char text[CELL])
{
	print_known(text, of->block->max, of->block->counted);
}

static void block_instructions(const struct cell_of *of, char text[CELL])
{
	print_known(text, of->block->instructions, of->block->instructions);
}

static void block_ipc(const struct cell_of *of, char text[CELL])
{
	const struct profile_block *row = of->block;

	print_real(text, row->instructions && row->counted ?
		   row->instructions / row->cycles.value : NAN, 2);
}

/* clang-format off */
static const struct text_column function_columns[] = {
	{ "SHARE%", 6, function_share }, { "\u00b1", 4, function_error },
	{ "SAMPLES", 8, function_samples }, { "STALL", 6, function_stall },
	{ "PID", 8, function_pid }, { "OBJECT", -OBJECT_CELLS, function_object },
	{ NULL, 0, NULL }
};
static const struct text_column branch_columns[] = {
	{ "TAKEN%", 6, branch_share }, { "\u00b1", 4, branch_share_error },
	{ "P(TAKEN)", 8, branch_probability }, { "\u00b1", 5, branch_probability_error },
	{ "MISP%", 5, branch_misp }, { "\u00b1", 4, branch_misp_error },
	{ "ALL%", 5, branch_misp_all }, { "\u00b1", 4, branch_misp_all_error },
	{ "CYCLES", 7, branch_cycles }, { "KIND", -13, branch_kind },
	{ "OBJECT", -OBJECT_CELLS, branch_object },
	{ NULL, 0, NULL }
};
static const struct text_column block_columns[] = {
	{ "TIME%", 6, block_time }, { "\u00b1", 4, block_time_error },
	{ "EXECUTED", 8, block_executed }, { "CYCLES", 7, block_cycles },
	{ "\u00b1", 5, block_cycles_error }, { "MIN", 5, block_min }, { "MAX", 5, block_max },
	{ "INSTR", 5, block_instructions }, { "IPC", 5, block_ipc },
	{ "OBJECT", -OBJECT_CELLS, block_object },
	{ NULL, 0, NULL }
};
/* clang-format on */

/* A line: cut to the width, in ASCII if asked for. */
static void put_line(struct buffer *out, const struct profile_config *config, char *text)
{
	char cut[2048];
	const int width = config->width;

	if (width > 0 && width < 500 && format_text_width(text) > width) {
		format_fit(cut, sizeof(cut), text, width - 1, false);
		(void)snprintf(text, sizeof(cut), "%s%s", cut, symbol(SYMBOL_CUT, config->ascii));
	}
	if (config->ascii)
		format_ascii(text);
	buffer_print(out, "%s\n", text);
}

#define LINE 4096
static void add(char text[LINE], const char *more)
{
	size_t used = strlen(text);

	(void)snprintf(text + used, LINE - used, "%s", more);
}

static void add_cell(char line[LINE], const struct text_column *column, const char *text)
{
	const int width = column->width < 0 ? -column->width : column->width;
	char cell[4 * CELL];

	if (line[0])
		add(line, " ");
	/* A number that is too long moves what follows; it is not cut. */
	if (format_text_width(text) > width) {
		add(line, text);
		return;
	}
	format_fit(cell, sizeof(cell), text, width, column->width > 0);
	add(line, cell);
}

static void put_titles(struct buffer *out, const struct profile_config *config,
		       const struct text_column *column, const char *last)
{
	char line[LINE] = "";

	for (; column->title; column++)
		add_cell(line, column, column->title);
	add(line, " ");
	add(line, last);
	put_line(out, config, line);
}

static void put_row(struct buffer *out, const struct text_column *column,
		    const struct cell_of *of, const char *last)
{
	char line[LINE] = "", cell[CELL];

	for (; column->title; column++) {
		column->print(of, cell);
		add_cell(line, column, cell);
	}
	add(line, " ");
	add(line, last);
	put_line(out, of->rows->config, line);
}

/* "hash_probe", with offset "hash_probe+0x4c", with line " (probe.h:118)". */
static void print_place(const struct profile_rows *rows, struct place at, bool offset,
			char text[NAME_BYTES])
{
	const struct profile *profile = rows->profile;
	char foreign[NAME_BYTES], line[64] = "";
	struct code_name name;
	size_t used;

	profile_name(rows, at, true, &name);
	code_name_text(profile->objects, profile->n_objects, at, &name, foreign, sizeof(foreign));
	format_harmless(text, NAME_BYTES - 96, foreign);
	used = strlen(text);
	if (offset && name.symbol[0])
		used += (size_t)snprintf(text + used, NAME_BYTES - used, "+0x%" PRIx64,
					 name.symbol_offset);
	if (!name.file[0])
		return;
	format_harmless(foreign, sizeof(foreign), name.file);
	(void)snprintf(line, sizeof(line), ":%" PRIu32, name.line);
	(void)snprintf(text + used, NAME_BYTES - used, " (%.60s%s)", strrchr(foreign, '/') ?
		       strrchr(foreign, '/') + 1 : foreign, line);
}

static void put_functions(struct buffer *out, const struct profile_rows *rows,
			  const struct profile_choice *choice)
{
	char name[NAME_BYTES];

	put_titles(out, rows->config, function_columns, "FUNCTION");
	for (size_t i = 0; i < choice->n_functions; i++) {
		const struct cell_of of = { .rows = rows, .function = &choice->functions.rows[i] };

		print_place(rows, of.function->start, false, name);
		put_row(out, function_columns, &of, name);
	}
	if (choice->n_functions < choice->functions.n)
		buffer_print(out, "... and %zu more\n", choice->functions.n - choice->n_functions);
}

static void put_branches(struct buffer *out, const struct profile_rows *rows,
			 const struct profile_choice *choice)
{
	const struct profile *profile = rows->profile;
	char from[NAME_BYTES], to[NAME_BYTES], last[LINE];

	put_titles(out, rows->config, branch_columns, "FROM -> TO");
	for (size_t i = 0; i < choice->n_branches; i++) {
		const struct cell_of of = { .rows = rows, .branch = &profile->branches[i] };
		const char *object = profile_object_name(profile, of.branch->to.object);
		char harmless[64] = "";

		print_place(rows, of.branch->from, true, from);
		print_place(rows, of.branch->to, true, to);
		if (object && of.branch->to.object != of.branch->from.object)
			format_harmless(harmless, sizeof(harmless), object);
		(void)snprintf(last, sizeof(last), "%s -> %s%s%s", from, harmless,
			       harmless[0] ? ": " : "", to);
		put_row(out, branch_columns, &of, last);
	}
	if (choice->n_branches < profile->n_branches)
		buffer_print(out, "... and %zu more\n", profile->n_branches - choice->n_branches);
}

/* "  peaks: 80 (18 %), 280-305 (79 %)"; one peak alone is not news. */
static void add_modes(char text[LINE], const struct profile_block *block)
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
	char name[NAME_BYTES];

	put_titles(out, rows->config, block_columns, "BLOCK");
	for (size_t i = 0; i < choice->n_blocks; i++) {
		const struct cell_of of = { .rows = rows, .block = choice->blocks[i] };
		struct code_name start, end;
		char last[LINE], range[64];

		profile_name(rows, of.block->start, false, &start);
		profile_name(rows, of.block->end, false, &end);
		print_place(rows, of.block->start, true, name);
		(void)snprintf(range, sizeof(range), "0x%" PRIx64 "-0x%" PRIx64 " ",
			       profile_address_of(of.block->start, &start),
			       profile_address_of(of.block->end, &end));
		(void)snprintf(last, sizeof(last), "%s%s", range, name);
		add_modes(last, of.block);
		put_row(out, block_columns, &of, last);
	}
	if (choice->n_blocks < choice->n_matched)
		buffer_print(out, "... and %zu more\n", choice->n_matched - choice->n_blocks);
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
};
/* clang-format on */

void profile_put_text(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice)
{
	const unsigned int parts = rows->config->parts & profile_parts(rows->profile);
	char line[LINE] = "";
	unsigned int notes = 0;

	profile_headline(rows->profile, line);
	put_line(out, rows->config, line);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (parts & tables[i].part)
			notes |= tables[i].notes;
	for (size_t i = 0; profile_note(rows->profile, notes, i, line); i++) {
		if (rows->config->ascii)
			format_ascii(line);
		buffer_print(out, "%s\n", line);
	}
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (!(parts & tables[i].part))
			continue;
		buffer_print(out, "\n%s\n", tables[i].name);
		tables[i].put(out, rows, choice);
	}
}

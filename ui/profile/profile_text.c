/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as text; see profile_print_parts.h. Called by profile_print.c.
 */
#include "config.h"
#include "ui/profile/profile_print_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/batch/row_table.h"
#include "ui/code/kinds.h"
#include "ui/code/profile_notes.h"
#include "ui/draw/format.h"
#include "ui/profile/profile_rows.h"

/* The blocks of a path, below it. */
static void put_blocks(struct buffer *out, const struct profile_rows *rows, const struct path_row *path)
{
	char line[TABLE_LINE];

	for (uint32_t i = 0; i < path->path->n; i++) {
		const struct path_row block = path_row_block(rows->of.profile, path, i);

		code_kind_last(&path_block_rows)->print(&rows->of, &block, line);
		table_line(out, rows->config->width, rows->config->ascii, line);
	}
}

/* Prints the titles of the table of a part. What is in no row has no column, but for paths and loops. */
static void begin_table(struct buffer *out, const struct profile_rows *rows,
			const struct profile_choice *choice, enum profile_part part,
			struct text_table *table)
{
	const struct profile_chosen *chosen = profile_choice_of(choice, part);
	const bool all = (PROFILE_PATHS | PROFILE_LOOPS) & part;

	table->of = &rows->of;
	table->kind = profile_kind(part);
	table->width = rows->config->width;
	table_of_kind(table, profile_columns(rows->config, part), all ? NULL : chosen->row, chosen->n);
	table_titles(out, table);
}

static void put_kind(struct buffer *out, const struct profile_rows *rows,
		     const struct profile_choice *choice, enum profile_part part)
{
	const struct profile_chosen *chosen = profile_choice_of(choice, part);
	struct text_table table;

	begin_table(out, rows, choice, part, &table);
	for (size_t i = 0; i < chosen->n; i++) {
		table_row(out, &table, chosen->row[i]);
		if (part == PROFILE_PATHS && table.last)
			put_blocks(out, rows, chosen->row[i]);
	}
	table_more(out, chosen->n, chosen->matched);
}

/* What is below this share is left out of the text, as perf report does it. */
#define CALL_LEAST .005

static bool is_small(const struct profile_rows *rows, const struct call_node *node)
{
	return (double)node->weight < CALL_LEAST * (double)rows->of.profile->weight;
}

static void put_stacks(struct buffer *out, const struct profile_rows *rows,
		       const struct profile_choice *choice)
{
	const struct profile_chosen *calls = profile_choice_of(choice, PROFILE_STACKS);
	const struct call_tree *tree = choice->tree;
	const uint64_t max = rows->config->max_rows;
	uint64_t shown = 0, small = 0, more = 0;
	struct text_table table;

	begin_table(out, rows, choice, PROFILE_STACKS, &table);
	for (size_t i = 0; i < calls->matched; i++) {
		if (is_small(rows, calls->row[i])) {
			small++;
		} else if (max && shown == max) {
			more++;
		} else {
			table_row(out, &table, calls->row[i]);
			shown++;
		}
	}
	if (more)
		buffer_print(out, "... and %" PRIu64 " more\n", more);
	if (small)
		buffer_print(out, "%" PRIu64 " call%s below 0.5 %% %s left out\n", small, plural(small),
			     is_or_are(small));
	if (tree->cut_samples)
		buffer_print(out, "older frames of %" PRIu64 " sample%s were lost\n",
			     tree->cut_samples, plural(tree->cut_samples));
	if (tree->broken_samples)
		buffer_print(out, "%" PRIu64 " sample%s no call stack\n", tree->broken_samples,
			     tree->broken_samples == 1 ? " has" : "s have");
}

/* clang-format off */
static const struct {
	enum profile_part part;
	const char *name;
	unsigned int notes;
	/* NULL: by the kind of its rows */
	void (*put)(struct buffer *out, const struct profile_rows *rows,
		    const struct profile_choice *choice);
} tables[] = {
	{ PROFILE_FUNCTIONS, "functions", NOTES_OF_SAMPLES, NULL },
	{ PROFILE_BRANCHES, "branches", NOTES_OF_BRANCHES, NULL },
	{ PROFILE_BLOCKS, "blocks", NOTES_OF_BRANCHES, NULL },
	{ PROFILE_STACKS, "call stacks", NOTES_OF_SAMPLES | NOTES_OF_CALLS, put_stacks },
	{ PROFILE_PATHS, "hot paths", NOTES_OF_BRANCHES, NULL },
	{ PROFILE_LOOPS, "loops", NOTES_OF_BRANCHES, NULL },
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
	if (*n == TROUBLES || object >= rows->of.profile->n_objects)
		return;
	rows->of.names->object_trouble(rows->of.names->data, object, trouble, sizeof(trouble));
	code_names_doubt(rows->of.names, object, doubt, sizeof(doubt));
	if (!trouble[0] && !doubt[0])
		return;
	told[(*n)++] = object;
	put_sentence(out, rows, "no names", trouble);
	put_sentence(out, rows, "names not verified", doubt);
}

/* Of the objects that have most samples, or most branches. */
static void put_troubles(struct buffer *out, const struct profile_rows *rows, unsigned int parts)
{
	const struct profile *profile = rows->of.profile;
	const bool samples = parts & (PROFILE_FUNCTIONS | PROFILE_STACKS);
	const size_t n = samples ? profile->n_addresses : profile->n_branches;
	uint32_t told[TROUBLES];
	size_t n_told = 0;

	for (size_t i = 0; i < n && rows->of.names; i++)
		put_trouble(out, rows, samples ? profile->addresses[i].at.object :
				       profile->branches[i].from.object, told, &n_told);
}

/* "functions", "functions of 883 processes together, shares of L3 misses, filter main: 2 of 40" */
static void put_title(struct buffer *out, const struct profile_rows *rows,
		      const struct profile_choice *choice, size_t table)
{
	const struct profile_chosen *chosen = profile_choice_of(choice, tables[table].part);
	const struct profile_event *event = &rows->of.profile->event;
	char harmless[2 * sizeof(event->name)];

	buffer_print(out, "\n%s", tables[table].name);
	if (tables[table].part == PROFILE_FUNCTIONS && choice->joined)
		buffer_print(out, " of %zu processes together", choice->joined);
	format_harmless(harmless, sizeof(harmless), event->counted[0] ? event->counted : event->name);
	if (harmless[0] && tables[table].notes & NOTES_OF_SAMPLES)
		buffer_print(out, ", shares of %s", harmless);
	if (rows->config->choice.filter)
		table_filter(out, ", ", rows->config->choice.filter, rows->config->ascii, chosen->matched, chosen->all);
	buffer_print(out, "\n");
}

/* Of live samples: whose they are. */
static void put_sampling(struct buffer *out, const struct profile_config *config)
{
	const struct profile_sampling *sampling = config->sampling;
	char line[TABLE_LINE] = "";

	if (!sampling)
		return;
	sampling_headline(&sampling->request, sampling->machine, &sampling->state, line);
	table_line(out, config->width, config->ascii, line);
}

/* Of live samples: what gave way. */
static void put_remark(struct buffer *out, const struct profile_config *config)
{
	char line[TABLE_LINE] = "";

	if (!config->sampling || !config->sampling->state.remark[0])
		return;
	format_harmless(line, sizeof(line), config->sampling->state.remark);
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
	put_remark(out, rows->config);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
		if (parts & tables[i].part)
			notes |= tables[i].notes;
	for (size_t i = 0; profile_note(rows->of.profile, notes, i, line); i++) {
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

	profile_headline(rows->of.profile, line);
	table_line(out, rows->config->width, rows->config->ascii, line);
	put_sampling(out, rows->config);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		if (!(parts & tables[i].part))
			continue;
		put_title(out, rows, choice, i);
		if (tables[i].put)
			tables[i].put(out, rows, choice);
		else
			put_kind(out, rows, choice, tables[i].part);
	}
	put_notes(out, rows, parts);
}

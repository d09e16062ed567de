/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile as one line of JSON; see profile_print_parts.h. Called by profile_print.c. */
#include "config.h"
#include "ui/profile/profile_print_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/profile/histogram.h"
#include "ui/batch/json_value.h"
#include "ui/code/kinds.h"
#include "ui/profile/profile_rows.h"

#define PIECE 65536		/* bytes that are written at once */

/* The line as far as it is not written yet. */
struct line {
	struct buffer text;
	FILE *out;
	bool bad;
};

static void flush(struct line *line, size_t least)
{
	if (line->text.n < least)
		return;
	(void)fwrite(line->text.bytes, 1, line->text.n, line->out);
	buffer_clear(&line->text);
}

static void profile_json_put(struct line *line, json_t *value)
{
	line->bad |= !json_put_value(&line->text, value);
	flush(line, PIECE);
}

/* ,"name":[ or ,"name":null */
static void begin_list(struct line *line, const char *name, bool known)
{
	buffer_print(&line->text, ",\"%s\":%s", name, known ? "[" : "null");
}

static const char *const object_kinds[] = {
	[OBJECT_FILE] = "file",
	[OBJECT_KERNEL] = "kernel",
	[OBJECT_MODULE] = "module",
	[OBJECT_VDSO] = "vdso",
	[OBJECT_JIT] = "jit",
};

static void put_object(struct line *line, const struct profile_rows *rows, uint32_t i)
{
	const struct profile_object *object = &rows->of.profile->objects[i];
	char build_id[PROFILE_BUILD_ID], trouble[512] = "", doubt[512];

	code_names_doubt(rows->of.names, i, doubt, sizeof(doubt));
	profile_build_id(rows->of.profile, i, build_id);
	if (rows->of.names)
		rows->of.names->object_trouble(rows->of.names->data, i, trouble, sizeof(trouble));
	profile_json_put(line, json_pack("{s:o, s:o, s:s, s:o, s:o, s:o}", "object",
					 json_make_text(profile_object_name(rows->of.profile, i)), "path",
					 json_make_text(object->path), "kind", object_kinds[object->kind],
					 "build_id", json_make_text(build_id[0] ? build_id : NULL),
					 "no_names_because", json_make_text(trouble[0] ? trouble : NULL),
					 "names_unverified_because", json_make_text(doubt[0] ? doubt : NULL)));
}

static void mark(bool *used, size_t n, struct place at)
{
	if (at.object < n)
		used[at.object] = true;
}

/* The objects that any place of the profile is in. */
static void put_objects(struct line *line, const struct profile_rows *rows)
{
	const struct profile *profile = rows->of.profile;
	bool *used = calloc(profile->n_objects + 1, sizeof(*used)), first = true;

	begin_list(line, "objects", true);
	line->bad |= !used;
	for (size_t i = 0; used && i < profile->n_addresses; i++)
		mark(used, profile->n_objects, profile->addresses[i].at);
	for (size_t i = 0; used && i < profile->n_branches; i++) {
		mark(used, profile->n_objects, profile->branches[i].from);
		mark(used, profile->n_objects, profile->branches[i].to);
	}
	for (size_t i = 0; used && i < profile->n_frames; i++)
		mark(used, profile->n_objects, profile->frames[i]);
	for (uint32_t i = 0; used && i < profile->n_objects; i++) {
		if (!used[i])
			continue;
		buffer_put(&line->text, ",", first ? 0 : 1);
		put_object(line, rows, i);
		first = false;
	}
	buffer_put(&line->text, "]", 1);
	free(used);
}

/* [[cycles, count], ...] */
static json_t *make_bins(const struct profile_block *block)
{
	json_t *bins = json_array();
	int bad = 0;

	for (uint32_t i = 0; i < block->n_bins; i++)
		bad |= json_array_append_new(
			bins, json_pack("[I, I]", (json_int_t)histogram_low(block->bins[i].bin),
					(json_int_t)block->bins[i].count));
	return json_whole(bins, bad);
}

static json_t *make_modes(const struct profile_block *block)
{
	json_t *modes = json_array();
	int bad = 0;

	for (uint32_t i = 0; i < block->n_modes; i++) {
		const struct histogram_mode *mode = &block->modes[i];

		bad |= json_array_append_new(
			modes, json_pack("{s:I, s:I, s:I, s:o}", "from", (json_int_t)mode->from,
					 "to", (json_int_t)mode->to, "peak", (json_int_t)mode->peak,
					 "percent", json_make_percent(100 * mode->part)));
	}
	return json_whole(modes, bad);
}

/* A block has lists too. */
static void add_lists(struct json_target *target, const struct profile_rows *rows, const void *row)
{
	const struct profile_block *block = row;
	const bool known = rows->of.profile->cycles_known;
	json_t *cycles = json_object_get(target->object, "cycles");

	target->bad |= json_object_set_new(cycles, "bins",
					   known ? make_bins(block) : json_null()) != 0;
	target->bad |= json_object_set_new(target->object, "modes",
					   known ? make_modes(block) : json_null()) != 0;
}

/* add: what it has besides its fields; NULL: nothing. */
static json_t *make_row(const struct row_fields *fields, const struct profile_rows *rows, const void *row,
			void (*add)(struct json_target *target, const struct profile_rows *rows, const void *row))
{
	struct json_target target = { .object = json_make_row(fields, &rows->of, row) };

	if (add)
		add(&target, rows, row);
	return json_whole(target.object, target.bad);
}

/* A path has its blocks, too. */
static void add_blocks(struct json_target *target, const struct profile_rows *rows, const void *row)
{
	const struct path_row *path = row;
	json_t *blocks = json_array();
	struct row_fields fields;

	row_fields_init(&fields, &path_block_rows, false);
	for (uint32_t i = 0; i < path->path->n; i++) {
		const struct path_row block = path_row_block(rows->of.profile, path, i);

		target->bad |= json_array_append_new(blocks, json_make_row(&fields, &rows->of, &block)) != 0;
	}
	target->bad |= json_object_set_new(target->object, "blocks", blocks) != 0;
}

/* All but stacks. Without branch stacks there are only functions. */
static void put_kind(struct line *line, const struct profile_rows *rows,
		     const struct profile_choice *choice, enum profile_part part)
{
	const struct profile_chosen *chosen = profile_choice_of(choice, part);
	const bool known = part == PROFILE_FUNCTIONS || rows->of.profile->event.has_branches;
	struct row_fields fields;

	row_fields_init(&fields, profile_kind(part), rows->classes);
	begin_list(line, part == PROFILE_PATHS ? "hot_paths" : profile_kind(part)->name, known);
	for (size_t i = 0; known && i < chosen->n; i++) {
		buffer_put(&line->text, ",", i ? 1 : 0);
		profile_json_put(line, make_row(&fields, rows, chosen->row[i],
						part == PROFILE_BLOCKS ? add_lists :
						part == PROFILE_PATHS  ? add_blocks : NULL));
	}
	buffer_put(&line->text, "]", known ? 1 : 0);
}

/* The fields of a node, without the brace at the end. */
static void begin_call(struct line *line, const struct row_fields *fields,
		       const struct profile_rows *rows, const struct call_node *node)
{
	line->bad |= !json_put_value(&line->text, make_row(fields, rows, node, NULL));
	if (!line->bad)
		line->text.n--;
	buffer_print(&line->text, ",\"children\":[");
	flush(line, PIECE);
}

/* Nodes stand in the order of a walk, so each one ends the ones that are not above it. */
static void put_stacks(struct line *line, const struct profile_rows *rows,
		       const struct profile_choice *choice)
{
	const struct profile_chosen *calls = profile_choice_of(choice, PROFILE_STACKS);
	const struct call_tree *tree = choice->tree;
	const bool known = rows->of.profile->event.has_calls;
	uint32_t open = 0;	/* nodes that have not ended yet */
	struct row_fields fields;

	begin_list(line, "stacks_tree", known);
	row_fields_init(&fields, &call_rows, rows->classes);
	for (size_t i = 0; known && i < calls->matched; i++) {
		const struct call_node *node = calls->row[i];
		const bool first = open < node->depth;

		for (; open >= node->depth; open--)
			buffer_print(&line->text, "]}");
		buffer_put(&line->text, ",", first ? 0 : 1);
		begin_call(line, &fields, rows, node);
		open++;
	}
	for (; open; open--)
		buffer_print(&line->text, "]}");
	buffer_put(&line->text, "]", known ? 1 : 0);
	if (known)
		buffer_print(&line->text, ",\"stacks_cut\":%" PRIu64 ",\"stacks_empty\":%" PRIu64,
			     tree->cut_samples, tree->broken_samples);
	else
		buffer_print(&line->text, ",\"stacks_cut\":null,\"stacks_empty\":null");
}

/* {"schema":...,"dropped":{...} without the brace at the end */
static void profile_json_put_head(struct line *line, const struct profile_rows *rows)
{
	struct json_target target = { .object = json_pack("{s:s, s:s}", "schema", "tdtop/1", "kind",
							  "profile") };
	const struct field_sink sink = { .data = &target, .field = json_put_field };

	profile_visit_head(rows, &sink);
	profile_json_put(line, json_whole(target.object, target.bad));
	if (!line->bad && line->text.n)
		line->text.n--;
}

int profile_print_json(const struct profile_rows *rows, FILE *out)
{
	struct line line = { .out = out };
	struct profile_choice choice;
	int ret = profile_choice_init(&choice, rows);

	if (ret)
		return ret;
	profile_json_put_head(&line, rows);
	put_objects(&line, rows);
	for (unsigned int part = 1; part <= rows->parts; part <<= 1)
		if (rows->parts & part & PROFILE_TABLES)
			put_kind(&line, rows, &choice, part);
		else if (rows->parts & part)
			put_stacks(&line, rows, &choice);
	buffer_put(&line.text, "}\n", 2);
	flush(&line, 1);
	profile_choice_done(&choice);
	ret = line.bad || line.text.broken ? -ENOMEM : 0;
	buffer_done(&line.text);
	return ret;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* What collect/code/ knows of real programs, of those of a layout; see demo_layout.h. */
#include "config.h"
#include "collect/demo/demo_layout.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static enum code_state demo_names_name_of(void *data, const struct place *at, bool want_line,
					  struct code_name *name)
{
	const struct demo_layout *layout = data;
	const struct demo_instruction *found = demo_layout_find(layout, *at);
	const struct demo_laid_block *block;
	const struct demo_instruction *last;

	*name = (struct code_name){ .function = *at, .address = at->offset, .has_address = true };
	if (!found)
		return CODE_UNKNOWN;
	block = &layout->blocks[found->block];
	last = demo_layout_end(layout, block->end - 1);
	name->function = demo_layout_start(layout, block->begin);
	name->symbol_offset = at->offset - name->function.offset;
	name->size = last->at.offset + last->size - name->function.offset;
	(void)snprintf(name->symbol, sizeof(name->symbol), "%s", block->function->name);
	if (!want_line || !block->function->file[0])
		return CODE_KNOWN;
	(void)snprintf(name->file, sizeof(name->file), "%s", block->function->file);
	name->line = block->block->line;
	return CODE_KNOWN;
}

static size_t wait_for(void *data, const struct place *at, size_t n, bool want_line, int timeout_ms)
{
	(void)data;
	(void)at;
	(void)n;
	(void)want_line;
	(void)timeout_ms;
	return 0;
}

static enum branch_kind kind_of(const struct demo_layout *layout,
				const struct demo_instruction *instruction)
{
	return instruction == demo_layout_end(layout, instruction->block) ?
		       layout->blocks[instruction->block].block->kind : BRANCH_NONE;
}

static void demo_names_describe(const struct demo_layout *layout, const struct demo_instruction *from,
				struct code_instruction *to)
{
	const struct demo_laid_block *block = &layout->blocks[from->block];

	*to = (struct code_instruction){ .at = from->at, .address = from->at.offset,
					 .size = from->size, .kind = kind_of(layout, from),
					 .target.object = PLACE_NO_OBJECT,
					 .line = block->block->line };
	(void)snprintf(to->text, sizeof(to->text), "%.*s", (int)from->length, from->text);
	(void)snprintf(to->file, sizeof(to->file), "%s", block->function->file);
	if (!to->file[0])
		to->line = 0;
	if (to->kind == BRANCH_NONE || block->block->n_targets != 1)
		return;
	to->target = demo_layout_start(layout, block->to[0]);
	(void)snprintf(to->text, sizeof(to->text), "%.*s 0x%" PRIx64, (int)from->length,
		       from->text, to->target.offset);
}

static enum code_state instructions_of(void *data, struct place start, struct place end,
				       struct code_instruction *out, size_t max, size_t *n)
{
	const struct demo_layout *layout = data;
	const struct demo_instruction *from = demo_layout_find(layout, start);
	const struct demo_instruction *behind = layout->instructions + layout->n;

	*n = 0;
	if (!from)
		return CODE_UNKNOWN;
	for (; from < behind && place_compare(from->at, end) < 0 && *n < max; from++)
		demo_names_describe(layout, from, &out[(*n)++]);
	return CODE_KNOWN;
}

static enum code_state source_of(void *data, struct place at, const char *file, uint32_t line,
				 char *text, size_t size)
{
	const struct demo_layout *layout = data;

	(void)at;
	for (uint32_t b = 0; b < layout->n_blocks; b++) {
		const struct demo_laid_block *block = &layout->blocks[b];

		if (block->block->line != line || !block->block->source ||
		    strcmp(block->function->file, file) != 0)
			continue;
		(void)snprintf(text, size, "%s", block->block->source);
		return CODE_KNOWN;
	}
	text[0] = '\0';
	return CODE_UNKNOWN;
}

static void no_trouble(void *data, uint32_t object, char *text, size_t size)
{
	(void)data;
	(void)object;
	(void)size;
	text[0] = '\0';
}

static uint32_t generation(void *data)
{
	(void)data;
	return 1;
}

struct code_names demo_names(struct demo_layout *layout)
{
	return (struct code_names){ .name = demo_names_name_of, .wait = wait_for,
				    .instructions = instructions_of, .source = source_of,
				    .object_trouble = no_trouble, .generation = generation,
				    .data = layout };
}

static void kinds(void *data, const struct place *at, size_t n, enum branch_kind *kind)
{
	const struct demo_layout *layout = data;

	for (size_t i = 0; i < n; i++) {
		const struct demo_instruction *found = demo_layout_find(layout, at[i]);

		kind[i] = found ? kind_of(layout, found) : BRANCH_UNKNOWN;
	}
}

static void lengths(void *data, const struct place *start, const struct place *end, size_t n,
		    uint32_t *instructions)
{
	const struct demo_layout *layout = data;

	for (size_t i = 0; i < n; i++) {
		const struct demo_instruction *first = demo_layout_find(layout, start[i]);
		const struct demo_instruction *last = demo_layout_find(layout, end[i]);

		instructions[i] = first && last && first <= last ? (uint32_t)(last - first + 1) : 0;
	}
}

struct profile_code demo_names_profile(struct demo_layout *layout)
{
	return (struct profile_code){ .kinds = kinds, .lengths = lengths, .data = layout };
}

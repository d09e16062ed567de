/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of answers: there may be some 100,000; see code_parts.h. */
#include "config.h"
#include "collect/code/code_parts.h"

#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "model/list_room.h"
#include "model/pair_map.h"

#define FIRST_ANSWERS 512
#define MAX_ANSWERS ((size_t)1 << 24)

struct function_row {
	UT_hash_handle hh;
	struct function_row *next;	/* of those that were replaced */
	struct code_function function;
};

struct text_row {
	UT_hash_handle hh;
	char text[];
};

struct code_answers {
	struct code_answer *answers;
	size_t n, room;
	struct pair_map index;	/* of a place: offset, object */
	struct function_row *functions;
	struct function_row *replaced;	/* by others at their place; answers may still have them */
	struct text_row *texts;
};

struct code_answers *code_answers_new(void)
{
	return calloc(1, sizeof(struct code_answers));
}

void code_answers_free(struct code_answers *answers)
{
	struct function_row *function, *next_function;
	struct text_row *text, *next_text;

	if (!answers)
		return;
	HASH_ITER(hh, answers->functions, function, next_function) {
		HASH_DEL(answers->functions, function);
		free(function);
	}
	while (answers->replaced) {
		function = answers->replaced;
		answers->replaced = function->next;
		free(function);
	}
	HASH_ITER(hh, answers->texts, text, next_text) {
		HASH_DEL(answers->texts, text);
		free(text);
	}
	pair_map_done(&answers->index);
	free(answers->answers);
	free(answers);
}

size_t code_answers_index(struct code_answers *answers, struct place at)
{
	struct code_answer *more;
	uint32_t index = pair_map_get(&answers->index, at.offset, at.object);

	if (index != PAIR_MAP_NONE)
		return index;
	if (answers->n == MAX_ANSWERS)
		return SIZE_MAX;
	more = list_room(answers->answers, answers->n + 1, &answers->room, FIRST_ANSWERS, sizeof(*more));
	if (!more)
		return SIZE_MAX;
	answers->answers = more;
	index = pair_map_put(&answers->index, at.offset, at.object, (uint32_t)answers->n);
	if (index == PAIR_MAP_NONE)
		return SIZE_MAX;
	answers->answers[answers->n++] = (struct code_answer){ .at = at };
	return index;
}

struct code_answer *code_answers_at(struct code_answers *answers, size_t index)
{
	return &answers->answers[index];
}

size_t code_answers_count(const struct code_answers *answers)
{
	return answers->n;
}

const struct code_function *code_answers_function(struct code_answers *answers, struct place at,
						  uint64_t address, uint64_t size, const char *name)
{
	/* The key is hashed as bytes, so those between its fields must be the same too. */
	struct place key;
	size_t length = strlen(name) + 1;
	struct function_row *row;

	memset(&key, 0, sizeof(key));
	key.offset = at.offset;
	key.object = at.object;
	HASH_FIND(hh, answers->functions, &key, sizeof(key), row);
	if (row && row->function.size == size && !strcmp(row->function.name, name))
		return &row->function;
	if (row) {
		HASH_DEL(answers->functions, row);
		row->next = answers->replaced;
		answers->replaced = row;
	}
	row = calloc(1, sizeof(*row) + length);
	if (!row)
		return NULL;
	row->function.at.offset = at.offset;
	row->function.at.object = at.object;
	row->function.address = address;
	row->function.size = size;
	memcpy(row->function.name, name, length);
	HASH_ADD(hh, answers->functions, function.at, sizeof(key), row);
	return &row->function;
}

const char *code_answers_text(struct code_answers *answers, const char *text)
{
	size_t length = strlen(text);
	struct text_row *row;

	if (!length)
		return NULL;
	HASH_FIND_STR(answers->texts, text, row);
	if (row)
		return row->text;
	row = malloc(sizeof(*row) + length + 1);
	if (!row)
		return NULL;
	memcpy(row->text, text, length + 1);
	HASH_ADD_STR(answers->texts, text, row);
	return row->text;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of answers, by open addressing: there may be some 100,000; see code_parts.h. */
#include "config.h"
#include "collect/code/code_parts.h"

#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#define FIRST_SLOTS 1024
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
	uint32_t *slots;	/* 1 + index; 0: free */
	size_t n_slots;		/* a power of 2, more than n */
	struct function_row *functions;
	struct function_row *replaced;	/* by others at their place; answers may still have them */
	struct text_row *texts;
};

struct code_answers *code_answers_new(void)
{
	struct code_answers *answers = calloc(1, sizeof(*answers));

	if (!answers)
		return NULL;
	answers->slots = calloc(FIRST_SLOTS, sizeof(*answers->slots));
	answers->n_slots = FIRST_SLOTS;
	if (!answers->slots) {
		free(answers);
		return NULL;
	}
	return answers;
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
	free(answers->slots);
	free(answers->answers);
	free(answers);
}

/* Finalizer of MurmurHash3: each bit of the key changes half of the bits. */
static size_t hash(struct place at)
{
	uint64_t x = at.offset ^ (uint64_t)at.object << 40;

	x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDu;
	x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53u;
	return (size_t)(x ^ x >> 33);
}

/* The slot of the place, or the free one where it belongs. */
static uint32_t *code_answers_slot_of(struct code_answers *answers, struct place at)
{
	size_t mask = answers->n_slots - 1;

	for (size_t i = hash(at) & mask;; i = (i + 1) & mask) {
		uint32_t *slot = &answers->slots[i];

		if (!*slot || place_equal(answers->answers[*slot - 1].at, at))
			return slot;
	}
}

static bool code_answers_grow(struct code_answers *answers)
{
	size_t room = answers->room ? answers->room * 2 : FIRST_SLOTS / 2;
	struct code_answer *larger;
	uint32_t *slots;

	if (room > MAX_ANSWERS)
		return false;
	larger = realloc(answers->answers, room * sizeof(*larger));
	if (!larger)
		return false;
	answers->answers = larger;
	slots = calloc(room * 2, sizeof(*slots));
	if (!slots)
		return false;
	free(answers->slots);
	answers->slots = slots;
	answers->n_slots = room * 2;
	answers->room = room;
	for (size_t i = 0; i < answers->n; i++)
		*code_answers_slot_of(answers, answers->answers[i].at) = (uint32_t)i + 1;
	return true;
}

size_t code_answers_index(struct code_answers *answers, struct place at)
{
	uint32_t *slot = code_answers_slot_of(answers, at);

	if (*slot)
		return *slot - 1;
	if (answers->n == answers->room) {
		if (!code_answers_grow(answers))
			return SIZE_MAX;
		slot = code_answers_slot_of(answers, at);
	}
	answers->answers[answers->n] = (struct code_answer){ .at = at };
	*slot = (uint32_t)++answers->n;
	return answers->n - 1;
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

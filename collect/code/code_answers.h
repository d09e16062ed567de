/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is known of places, and which are still to be asked: a table from place to answer, in which
 * names of functions are kept once. The caller locks.
 */
#ifndef TDTOP_COLLECT_CODE_CODE_ANSWERS_H
#define TDTOP_COLLECT_CODE_CODE_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/code_names.h"

struct code_function;

struct code_answer {
	struct place at;
	uint64_t address;
	const struct code_function *function;	/* NULL: no symbol */
	const char *file;		/* NULL: none */
	uint32_t line;
	uint8_t state, line_state;	/* 0: not asked; else 1 + enum code_state */
	bool has_address;
	uint8_t stale;		/* bits of what is asked anew; what was known stays until then */
	uint8_t deaths;		/* of the helper, with this question */
};

struct code_function {
	struct place at;
	uint64_t address, size;
	char name[];
};

struct code_answers;

struct code_answers *code_answers_new(void);	/* NULL without memory */
void code_answers_free(struct code_answers *answers);

/* The number of the answer for a place, made if there is none; SIZE_MAX without memory. */
size_t code_answers_index(struct code_answers *answers, struct place at);

/* By number; valid until the next one is made. */
struct code_answer *code_answers_at(struct code_answers *answers, size_t index);
size_t code_answers_count(const struct code_answers *answers);

/*
 * The function of this name at this place, made if it is new (code of a JIT compiler changes); NULL
 * without memory. Lives as long as the table.
 */
const struct code_function *code_answers_function(struct code_answers *answers,
						  struct place at, uint64_t address,
						  uint64_t size, const char *name);

/* The same text, kept once. NULL for "" and without memory. Lives as long as the table. */
const char *code_answers_text(struct code_answers *answers, const char *text);

#endif

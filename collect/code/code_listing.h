/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a screen of one function needs: its instructions, and the text of its source files. The last
 * few of each are kept. The caller locks, except where it says so.
 */
#ifndef TDTOP_COLLECT_CODE_CODE_LISTING_H
#define TDTOP_COLLECT_CODE_CODE_LISTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_asker.h"
#include "model/profile/code_names.h"

struct code_listing;

struct code_listing *code_listing_new(void);	/* NULL without memory */
void code_listing_free(struct code_listing *listing);

/* As in code_names.h. */
enum code_state code_listing_instructions(struct code_listing *listing, struct place start,
					  uint64_t end, struct code_instruction *out, size_t max,
					  size_t *n);
enum code_state code_listing_source(struct code_listing *listing, struct place at,
				    const char *file, uint32_t line, char *text, size_t size);

/* What is to be asked: instructions from at to end; or, if file is not "", a source file. */
struct code_request {
	struct place at;
	uint64_t end;
	char file[CODE_FILE_MAX];
};

/* The newest request that is still open; false: none. */
bool code_listing_next(const struct code_listing *listing, struct code_request *request);

/* What came of it; owned by the listing once it was stored. */
struct code_found {
	enum code_state state;
	struct code_instruction *instructions;
	size_t n_instructions;
	char *text;		/* n_lines lines, each ends with NUL */
	size_t *lines;		/* where each begins */
	size_t n_lines;
};

/* Asks the helper, without the lock. Returns what became of the last question. */
enum code_asked code_listing_find(struct code_asker *asker, const struct profile_object *object,
				  const struct code_request *request, struct code_found *found);

void code_listing_store(struct code_listing *listing, const struct code_request *request,
			struct code_found *found);

#endif

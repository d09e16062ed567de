/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What keys do in the code views beside moving: tag and follow, write. UI thread.
 */
#pragma once

#include "ui/draw/symbols.h"
#include "ui/state/code_screen.h"

/*
 * ---- marked rows, as in the lists ----
 *
 * Tagged ones (Space), whose shares are added up, and the followed one (f), on which the cursor stays also while
 * it is not listed. Each view has its own.
 */

/*
 * Tags the row under the cursor, or removes its tag. False: there is none, its shares add up to nothing, or no
 * memory.
 */
bool code_marks_tag(struct code_screen *code);

/* Of the open view. False: there were none. */
bool code_marks_clear(struct code_screen *code);

/* Follows the row under the cursor, or ends that. False: there is none. */
bool code_marks_follow(struct code_screen *code);

/* The sign that a row has: SYMBOL_TAGGED, SYMBOL_FOLLOWED; SYMBOL_COUNT: none. */
enum symbol code_marks_of(const struct code_screen *code, size_t row);

/* "2 tagged: TAKEN% 31.2", "following main", "the followed row is not listed"; "": nothing. */
void code_marks_print_tags(const struct code_screen *code, char *text, size_t size);
void code_marks_print_followed(const struct code_screen *code, char *text, size_t size);

/* Of all views: other code is opened. */
void code_marks_done(struct code_screen *code);

/*
 * ---- key E: the profile on the screen is written to a file ----
 *
 * In a format that one more key chooses. Another thread writes.
 */

struct code_export_format {
	int key;
	const char *word;	/* "bolt" */
	bool branches;		/* needs branch stacks; else call stacks */
};

extern const struct code_export_format code_export_formats[CODE_EXPORTS];

/* Asks for the format: code->exports. False: there is no profile, or one is being written. */
bool code_export_open(struct code_screen *code);

/* Is it asked for, and this key an answer? */
bool code_export_takes(const struct code_screen *code, int key);

/* The key that chooses it; any other key ends the question. */
void code_export_key(struct code_screen *code, int key);

/* Has a file been written? Then `code->said` has a sentence, and true is returned. */
bool code_export_take(struct code_screen *code);

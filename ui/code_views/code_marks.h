/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Marked rows of the code views, as in the lists: tagged ones (Space), whose shares are added up, and the
 * followed one (f), on which the cursor stays also while it is not listed. Each view has its own. UI thread.
 */
#pragma once

#include "ui/draw/symbols.h"
#include "ui/state/code_screen.h"

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

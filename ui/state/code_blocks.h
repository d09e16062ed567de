/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "blocks": what ran between two taken branches, of one function or of all. Row of the
 * table in code_views.c. UI thread.
 */
#ifndef TDTOP_UI_STATE_CODE_BLOCKS_H
#define TDTOP_UI_STATE_CODE_BLOCKS_H

#include "ui/state/code_screen.h"

extern const struct code_column code_block_columns[];
extern const size_t code_block_columns_n;

bool code_blocks_make(struct code_screen *code);
void code_blocks_done(struct code_screen *code);
size_t code_blocks_count(const struct code_screen *code);
const void *code_blocks_row(const struct code_screen *code, size_t row);
struct code_row_id code_blocks_id(const struct code_screen *code, size_t row);
/*
 * "hash_probe+0x10...0x28": from the start of a block to the branch at its end. A place without a
 * symbol is shortened in its middle to so many cells; 0: as many as it takes.
 */
void code_blocks_range(const struct code_screen *code, const struct profile_block *block, int cells,
		       char *text, size_t size);
/* Fills a step of one block. */
void code_blocks_step(const struct code_screen *code, const struct profile_block *block,
		      struct code_step *step);
bool code_blocks_enter(const struct code_screen *code, size_t row, struct code_step *below);
const char *code_blocks_nothing(const struct code_screen *code);

#endif

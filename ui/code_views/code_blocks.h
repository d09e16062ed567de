/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "blocks": what ran between two taken branches, of one function or of all. Row of the
 * table in code_views.c. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

bool code_blocks_make(struct code_screen *code);
void code_blocks_done(struct code_screen *code);
size_t code_blocks_count(const struct code_screen *code);
const void *code_blocks_row(const struct code_screen *code, size_t row);
/* Fills a step of one block. */
void code_blocks_step(const struct code_screen *code, const struct profile_block *block,
		      struct code_step *step);
const char *code_blocks_nothing(const struct code_screen *code);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "block": the instructions of one block beside their source, with the samples at each;
 * its histogram stands above them (ui/code_views/view_code_block.h). Without branch stacks it is the
 * code of a function. Row of the table in code_views.c. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

bool code_block_make(struct code_screen *code);
void code_block_done(struct code_screen *code);
/* Of what the samples at the instructions are, if not of the event of the profile. */
void code_block_remark(const struct code_screen *code, bool brief, char *text, size_t size);
const char *code_block_nothing(const struct code_screen *code);

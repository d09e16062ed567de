/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "branches" (columns: ui/code/branches.c). An indirect branch with
 * several targets is one row, which key Space unfolds. Row of the table in code_views.c. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

bool code_branches_make(struct code_screen *code);
void code_branches_done(struct code_screen *code);
const char *code_branches_nothing(const struct code_screen *code);

/* Lists the targets of the row, or hides them. False: it has one only. Make the view again then. */
bool code_branches_fold(struct code_screen *code, size_t row);

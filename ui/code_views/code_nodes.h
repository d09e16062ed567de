/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "nodes" of a function, key d: its TopDown as a tree. Row of the table in code_views.c. UI thread. */
#pragma once

#include "ui/state/code_screen.h"

bool code_nodes_make(struct code_screen *code);
const char *code_nodes_nothing(const struct code_screen *code);

/* What the node means, and what to try. */
void code_nodes_note(const struct code_screen *code, size_t row, char text[CODE_NOTE]);

/*
 * Fills a step of the function under the cursor of the functions, with the cursor on what limits it. NULL, or a
 * static sentence why not.
 */
const char *code_nodes_step(struct code_screen *code, struct code_step *step);

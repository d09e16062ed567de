/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "call stacks": callees or callers as a tree, or as a flame graph. Row of the table in
 * code_views.c. Enter zooms: the tree of the frame alone; in the other direction it is then that of
 * all frames of its function. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

bool code_stacks_make(struct code_screen *code);
void code_stacks_done(struct code_screen *code);
size_t code_stacks_count(const struct code_screen *code);
const void *code_stacks_row(const struct code_screen *code, size_t row);
struct code_row_id code_stacks_id(const struct code_screen *code, size_t row);
bool code_stacks_enter(const struct code_screen *code, size_t row, struct code_step *below);
bool code_stacks_fold(struct code_screen *code, size_t row);
unsigned int code_stacks_key(struct code_screen *code, int key);
bool code_stacks_pictured(const struct code_screen *code);
const char *code_stacks_nothing(const struct code_screen *code);

/* "called functions, by LBR, 2.1 % of the stacks are cut": what the stacks are; "" without stacks. */
void code_stacks_remark(const struct code_screen *code, bool brief, char *text, size_t size);

/* For the flame graph: the node under the cursor; the name of a node, harmless; is it searched? */
uint32_t code_stacks_selected(const struct code_screen *code);
void code_stacks_name(const struct code_screen *code, uint32_t node, char *text, size_t size);
bool code_stacks_found(const struct code_screen *code, uint32_t node);
/* Moves the cursor to a node. */
void code_stacks_select(struct code_screen *code, uint32_t node);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the code views make of a profile, a view each, and what stands above their lists: called by the
 * table of code_views.c, by what opens one view from another, and by ui/screen/view_code.c. UI thread.
 */
#pragma once

#include "ui/draw/canvas.h"
#include "ui/state/code_screen.h"
#include "ui/state/ui_state.h"

/*
 * The code views: ONE table with all that is known about each, in code_views.c, which says what a new one
 * needs. Keys, the path, the lists and the help walk it.
 */
extern const struct code_view code_views[CODE_VIEWS];

/* "functions": the samples by function. */
bool code_functions_make(struct code_screen *code);
void code_functions_done(struct code_screen *code);
const char *code_functions_nothing(const struct code_screen *code);

/* Fills a step of the function that covers a place: its start and end, and its name. */
void code_functions_step(const struct code_screen *code, struct place at, struct code_step *step);

/*
 * "branches" (columns: ui/code/branches.c). An indirect branch with several targets is one row, which key
 * Space unfolds.
 */
bool code_branches_make(struct code_screen *code);
void code_branches_done(struct code_screen *code);
const char *code_branches_nothing(const struct code_screen *code);

/* Lists the targets of the row, or hides them. False: it has one only. Make the view again then. */
bool code_branches_fold(struct code_screen *code, size_t row);

/* "blocks": what ran between two taken branches, of one function or of all. */
bool code_blocks_make(struct code_screen *code);
void code_blocks_done(struct code_screen *code);
size_t code_blocks_count(const struct code_screen *code);
const void *code_blocks_row(const struct code_screen *code, size_t row);
/* Fills a step of one block. */
void code_blocks_step(const struct code_screen *code, const struct profile_block *block,
		      struct code_step *step);
const char *code_blocks_nothing(const struct code_screen *code);

/*
 * "block": the instructions of one block beside their source, with the samples at each. Without branch
 * stacks it is the code of a function.
 */
bool code_block_make(struct code_screen *code);
void code_block_done(struct code_screen *code);
/* Of what the samples at the instructions are, if not of the event of the profile. */
void code_block_remark(const struct code_screen *code, bool brief, char *text, size_t size);
const char *code_block_nothing(const struct code_screen *code);

/* Its histogram: draws into the top of rect, and leaves room for some rows. Returns the lines used. */
int view_code_block_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state);

/* "hot paths": loops, and blocks that run one after the other. */
bool code_paths_make(struct code_screen *code);
void code_paths_done(struct code_screen *code);
bool code_paths_fold(struct code_screen *code, size_t row);
const char *code_paths_nothing(const struct code_screen *code);

/*
 * "call stacks": callees or callers as a tree, or as a flame graph. Enter zooms: the tree of the frame
 * alone; in the other direction it is then that of all frames of its function.
 */
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

/* As a flame graph, with the frame under the cursor in words. */
void view_code_stacks_draw(struct canvas *canvas, struct rect rect, struct ui_state *state);

/*
 * The cursor goes to the box at a cell of the rectangle. True: it was there. False: there is no
 * box.
 */
bool view_code_stacks_click(struct ui_state *state, int x, int line, bool *again);

/* "nodes" of a function, key d: its TopDown as a tree. */
bool code_nodes_make(struct code_screen *code);
const char *code_nodes_nothing(const struct code_screen *code);

/* What the node means, and what to try. */
void code_nodes_note(const struct code_screen *code, size_t row, char text[CODE_NOTE]);

/*
 * Fills a step of the function under the cursor of the functions, with the cursor on what limits it. NULL, or a
 * static sentence why not.
 */
const char *code_nodes_step(struct code_screen *code, struct code_step *step);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A flame graph in cells. It has a line for each depth of a call tree, the outermost callers (or,
 * of a tree of callers, the sampled functions) at the top. It has a box for each frame, as wide as
 * its share of the weight, heaviest first. What is below a box and empty is the function itself.
 * Boxes are made first, for the cursor and the mouse; then drawn. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/call_tree.h"
#include "ui/draw/canvas.h"

#define FLAME_NONE SIZE_MAX

struct flame_box {
	uint32_t node;		/* of the tree */
	int x, w;		/* cells from the left edge; at least 1 wide */
	int row;		/* lines from the top; the node that is zoomed has 0 */
};

struct flame_graph {		/* zeroed is empty and ready */
	struct flame_box *boxes;	/* in the order of the tree */
	size_t n, cap;
	int w, rows;		/* cells; lines of the deepest box */
};

/*
 * Makes the boxes of a node and all below it in w cells; frames narrower than half a cell have
 * none. False without memory: then there are fewer.
 */
bool flame_graph_make(struct flame_graph *graph, const struct call_tree *tree, uint32_t root,
		      int w);
void flame_graph_done(struct flame_graph *graph);

enum flame_move {
	FLAME_LEFT, FLAME_RIGHT,	/* the next box in the same line */
	FLAME_UP,			/* the caller; of a tree of callers, the called one */
	FLAME_DOWN			/* the heaviest one below */
};

/* The box that a move leads to; the same box if there is none. */
size_t flame_graph_move(const struct flame_graph *graph, const struct call_tree *tree, size_t box,
			enum flame_move move);

/* The box of a node, or of its nearest ancestor that has one; FLAME_NONE: of none. */
size_t flame_graph_find(const struct flame_graph *graph, const struct call_tree *tree,
			uint32_t node);

/* The box at a cell, from the left edge and the top line; FLAME_NONE: there is none. */
size_t flame_graph_at(const struct flame_graph *graph, int x, int row);

struct flame_look {
	/* The name of a node, harmless. */
	void (*name)(void *data, uint32_t node, char *text, size_t size);
	bool (*found)(void *data, uint32_t node);	/* by the search; NULL: there is none */
	/* What limits the frame: its box has that colour and letter. M_NONE: not known. NULL: no TopDown. */
	enum metric_id (*limit)(void *data, uint32_t node);
	void *data;
	bool ascii;
	size_t selected;	/* box; FLAME_NONE */
	int scroll;		/* lines above the rectangle */
};

/* Draws the boxes that are in rect. */
void flame_graph_draw(struct canvas *canvas, struct rect rect, const struct flame_graph *graph,
		      const struct call_tree *tree, const struct flame_look *look);

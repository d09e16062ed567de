/* SPDX-License-Identifier: GPL-2.0-only */
/* A flame graph in cells; see flame_graph.h. UI thread. */
#include "config.h"
#include "ui/draw/flame_graph.h"

#include <math.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/metric.h"
#include "ui/draw/symbols.h"

#define NAME 512
#define EDGE 0x258f		/* ▏: the left eighth of a cell */
#define EDGE_ASCII '|'
#define FILL 0x2500		/* ─: as far as the box goes */
#define FILL_ASCII '-'

void flame_graph_done(struct flame_graph *graph)
{
	free(graph->boxes);
	*graph = (struct flame_graph){ 0 };
}

static bool add_box(struct flame_graph *graph, struct flame_box box)
{
	struct flame_box *boxes = list_room(graph->boxes, graph->n + 1, &graph->cap, 256, sizeof(*boxes));

	if (!boxes)
		return false;
	graph->boxes = boxes;
	graph->boxes[graph->n++] = box;
	if (box.row >= graph->rows)
		graph->rows = box.row + 1;
	return true;
}

/* The cell at which a weight from the left edge is; edges of neighbours are rounded alike. */
static int cell_of(uint64_t weight, uint64_t all, int w)
{
	return (int)lround((double)weight / (double)all * w);
}

/*
 * Walks the nodes in their order. left[]: for each depth, the weight left of the next node there.
 */
static bool make_boxes(struct flame_graph *graph, const struct call_tree *tree, uint32_t root,
		       uint64_t *left)
{
	const struct call_node *nodes = tree->nodes;
	const uint64_t all = nodes[root].weight;
	const uint32_t end = root + nodes[root].below;

	left[0] = 0;
	for (uint32_t i = root; i <= end; i++) {
		const uint32_t row = nodes[i].depth - nodes[root].depth;
		const uint64_t from = left[row];
		struct flame_box box = { .node = i, .x = cell_of(from, all, graph->w),
					 .row = (int)row };

		box.w = cell_of(from + nodes[i].weight, all, graph->w) - box.x;
		left[row] += nodes[i].weight;
		if (box.w < 1) {
			i += nodes[i].below;	/* what is below is not wider */
			continue;
		}
		left[row + 1] = from;
		if (!add_box(graph, box))
			return false;
	}
	return true;
}

bool flame_graph_make(struct flame_graph *graph, const struct call_tree *tree, uint32_t root,
		      int w)
{
	uint32_t deepest = 0;
	uint64_t *left;
	bool fine;

	graph->n = 0;
	graph->rows = 0;
	graph->w = w;
	if (root >= tree->n_nodes || !tree->nodes[root].weight || w < 1)
		return true;
	for (uint32_t i = root; i <= root + tree->nodes[root].below; i++)
		if (tree->nodes[i].depth > deepest)
			deepest = tree->nodes[i].depth;
	left = calloc((size_t)deepest - tree->nodes[root].depth + 2, sizeof(*left));
	if (!left)
		return false;
	fine = make_boxes(graph, tree, root, left);
	free(left);
	return fine;
}

static size_t move_down(const struct flame_graph *graph, const struct call_tree *tree, size_t box)
{
	/* In the order of the tree the heaviest child follows; a narrow one may have no box. */
	if (box + 1 < graph->n && tree->nodes[graph->boxes[box + 1].node].parent ==
	    graph->boxes[box].node && graph->boxes[box + 1].row == graph->boxes[box].row + 1)
		return box + 1;
	return box;
}

static size_t move_up(const struct flame_graph *graph, const struct call_tree *tree, size_t box)
{
	for (size_t i = box; i-- > 0;)
		if (graph->boxes[i].node == tree->nodes[graph->boxes[box].node].parent)
			return i;
	return box;
}

/* Boxes of one line stand in the order of the tree from left to right. */
static size_t move_beside(const struct flame_graph *graph, size_t box, int step)
{
	for (size_t i = box + (size_t)step; i < graph->n; i += (size_t)step)
		if (graph->boxes[i].row == graph->boxes[box].row)
			return i;
	return box;
}

size_t flame_graph_move(const struct flame_graph *graph, const struct call_tree *tree, size_t box,
			enum flame_move move)
{
	if (box >= graph->n)
		return graph->n ? 0 : FLAME_NONE;
	switch (move) {
	case FLAME_UP:
		return move_up(graph, tree, box);
	case FLAME_DOWN:
		return move_down(graph, tree, box);
	case FLAME_LEFT:
		return move_beside(graph, box, -1);
	case FLAME_RIGHT:
		return move_beside(graph, box, 1);
	}
	return box;
}

/* Boxes are sorted by their nodes. */
static size_t find_exactly(const struct flame_graph *graph, uint32_t node)
{
	size_t low = 0, high = graph->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (graph->boxes[middle].node < node)
			low = middle + 1;
		else
			high = middle;
	}
	return low < graph->n && graph->boxes[low].node == node ? low : FLAME_NONE;
}

size_t flame_graph_find(const struct flame_graph *graph, const struct call_tree *tree,
			uint32_t node)
{
	for (;;) {
		size_t box = find_exactly(graph, node);

		if (box != FLAME_NONE || node == 0 || node >= tree->n_nodes)
			return box;
		node = tree->nodes[node].parent;
	}
}

size_t flame_graph_at(const struct flame_graph *graph, int x, int row)
{
	for (size_t i = 0; i < graph->n; i++)
		if (graph->boxes[i].row == row && x >= graph->boxes[i].x &&
		    x < graph->boxes[i].x + graph->boxes[i].w)
			return i;
	return FLAME_NONE;
}

/* The letter of what limits the frame, for screens without colours. Returns the cells that it takes. */
static int draw_letter(struct canvas *canvas, int x, int y, const struct flame_box *box, unsigned int style,
		       enum metric_id limit)
{
	if (limit == M_NONE || box->w < 2)
		return 0;
	canvas_put_code(canvas, x + 1, y, style, (uint32_t)metrics[limit].letter);
	if (box->w > 4)
		canvas_put_code(canvas, x + 2, y, style, ' ');
	return box->w > 4 ? 2 : 1;
}

/* An edge, the name where there is room (in one cell it says nothing), and a line to the end. */
static void draw_box(struct canvas *canvas, struct rect rect, const struct flame_box *box,
		     const struct call_tree *tree, const struct flame_look *look)
{
	const bool found = look->found && look->found(look->data, box->node);
	const bool cut = tree->nodes[box->node].kind == CALL_CUT;
	const enum metric_id limit = look->limit ? look->limit(look->data, box->node) : M_NONE;
	const enum role line = limit != M_NONE ? theme_metric_role(limit) : ROLE_DIM;
	const unsigned int style = canvas_style(found ? ROLE_NOTE : cut ? ROLE_DIM : limit != M_NONE ? line : ROLE_TEXT,
						found);
	const int x = rect.x + box->x, y = rect.y + box->row - look->scroll;
	char name[NAME] = "";
	int used;

	canvas_put_code(canvas, x, y, canvas_style(found ? ROLE_NOTE : ROLE_DIM, found),
			look->ascii ? EDGE_ASCII : EDGE);
	used = draw_letter(canvas, x, y, box, style, limit);
	if (box->w - used > 2) {
		look->name(look->data, box->node, name, sizeof(name));
		used += 1 + canvas_put_cut(canvas, x + 1 + used, y, box->w - 1 - used, style, name, 0,
					   look->ascii);
	}
	for (int i = 1 + used; i < box->w; i++)
		canvas_put_code(canvas, x + i, y, canvas_style(line, false),
				look->ascii ? FILL_ASCII : FILL);
}

void flame_graph_draw(struct canvas *canvas, struct rect rect, const struct flame_graph *graph,
		      const struct call_tree *tree, const struct flame_look *look)
{
	for (size_t i = 0; i < graph->n; i++) {
		const struct flame_box *box = &graph->boxes[i];
		const int line = box->row - look->scroll;

		if (line < 0 || line >= rect.h || box->x + box->w > rect.w)
			continue;
		draw_box(canvas, rect, box, tree, look);
		if (i == look->selected)
			canvas_flag(canvas,
				    (struct rect){ rect.x + box->x, rect.y + line, box->w, 1 },
				    CELL_SELECTED);
	}
}

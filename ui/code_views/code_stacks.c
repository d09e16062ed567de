/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "call stacks", also as a flame graph; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/list_room.h"
#include "model/metric.h"
#include "model/splitmix64.h"
#include "ui/code/class_columns.h"
#include "ui/code/code_filter.h"
#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/state/ui_state.h"
#include "ui/term/key_decoder.h"

#define NO_NODE UINT32_MAX
#define UNFOLDED 0.05		/* of all stacks: frames with less are folded at first */

static const struct call_node *node_of(const struct code_screen *code, uint32_t node)
{
	return &code->stacks.tree->nodes[node];
}

/* ---- which tree ---- */

/* A step into a frame: its function, and in `end` the direction and the path to the frame. */
static bool is_zoomed(const struct code_step *step)
{
	return step->start.object != PLACE_NO_OBJECT;
}

static const struct code_step *step_of(const struct code_screen *code)
{
	return &code->steps[code->n_steps - 1];
}

static uint64_t hash(uint64_t parent, const struct call_node *node)
{
	return splitmix64_mix(parent ^ (node->function.offset + SPLITMIX64_STEP +
					((uint64_t)node->function.object << 32) +
					(uint64_t)node->kind));
}

static bool hash_paths(struct code_stack_rows *rows)
{
	const struct call_tree *tree = rows->tree;

	rows->paths = calloc(tree->n_nodes, sizeof(*rows->paths));
	rows->listed = calloc(tree->n_nodes, sizeof(*rows->listed));
	rows->unfolded = calloc(tree->n_nodes, sizeof(*rows->unfolded));
	if (!rows->paths || !rows->listed || !rows->unfolded)
		return false;
	for (uint32_t i = 1; i < tree->n_nodes; i++)
		rows->paths[i] = hash(rows->paths[tree->nodes[i].parent], &tree->nodes[i]);
	return true;
}

/* The node of a path; NO_NODE: there is none. */
static uint32_t node_at(const struct code_stack_rows *rows, uint64_t path)
{
	for (uint32_t i = 1; rows->tree && i < rows->tree->n_nodes; i++)
		if (rows->paths[i] == path)
			return i;
	return NO_NODE;
}

static void code_stacks_forget(struct code_stack_rows *rows)
{
	call_tree_free(rows->tree);
	free(rows->paths);
	free(rows->listed);
	free(rows->unfolded);
	rows->tree = NULL;
	rows->paths = NULL;
	rows->listed = NULL;
	rows->unfolded = NULL;
	rows->n = 0;
	rows->graph.n = 0;
}

static bool make_tree(struct code_screen *code)
{
	struct code_stack_rows *rows = &code->stacks;
	const struct code_step *step = step_of(code);
	const bool exactly = is_zoomed(step) && step->end.object == (uint32_t)rows->direction;
	const struct call_request request = { .direction = rows->direction,
					      .of_function = is_zoomed(step) && !exactly,
					      .function = step->start };
	struct code_text_asked asked = { .of = &code->of };
	const struct function_start functions = code_text_functions(&asked);

	rows->tree = call_tree_new(code->of.profile, &request, &functions);
	code->names_pending = asked.pending;
	if (!rows->tree || !hash_paths(rows))
		return false;
	rows->root = exactly ? node_at(rows, step->end.offset) : request.of_function ? 1 : 0;
	rows->gone = rows->root >= rows->tree->n_nodes;
	if (rows->gone)
		rows->root = 0;
	return true;
}

/* ---- folded frames ---- */

static bool is_toggled(const struct code_stack_rows *rows, uint64_t path)
{
	for (size_t i = 0; i < rows->n_toggled; i++)
		if (rows->toggled[i] == path)
			return true;
	return false;
}

static bool is_unfolded(const struct code_screen *code, uint32_t node)
{
	const struct code_stack_rows *rows = &code->stacks;
	const bool hot = (double)node_of(code, node)->weight >= UNFOLDED * rows->look.all.weight;
	/* Who calls a function is not asked of each; of the one that is zoomed it is. */
	const bool at_first = hot && (rows->direction == CALLEES || is_zoomed(step_of(code)));

	return node == rows->root || at_first != is_toggled(rows, rows->paths[node]);
}

static void toggle(struct code_stack_rows *rows, uint64_t path)
{
	uint64_t *more;

	for (size_t i = 0; i < rows->n_toggled; i++)
		if (rows->toggled[i] == path) {
			rows->toggled[i] = rows->toggled[--rows->n_toggled];
			return;
		}
	more = list_room(rows->toggled, rows->n_toggled + 1, &rows->cap_toggled, 16, sizeof(*more));
	if (!more)
		return;
	rows->toggled = more;
	rows->toggled[rows->n_toggled++] = path;
}

static void code_stacks_list(struct code_screen *code)
{
	struct code_stack_rows *rows = &code->stacks;
	const uint32_t end = rows->root + node_of(code, rows->root)->below;

	rows->n = 0;
	for (uint32_t i = rows->root; i <= end; i++) {
		if (i > 0)
			rows->listed[rows->n++] = i;
		rows->unfolded[i] = is_unfolded(code, i);
		if (!rows->unfolded[i])
			i += node_of(code, i)->below;
	}
}

/* Unfolds all frames above a node. */
static void show(struct code_screen *code, uint32_t node)
{
	while (node > code->stacks.root) {
		node = node_of(code, node)->parent;
		if (!is_unfolded(code, node))
			toggle(&code->stacks, code->stacks.paths[node]);
	}
}

/* ---- the view ---- */

bool code_stacks_make(struct code_screen *code)
{
	struct code_stack_rows *rows = &code->stacks;

	code_stacks_forget(rows);
	rows->look = (struct call_look){ .callers = rows->direction == CALLERS,
					 .filter = code->lists[CODE_STACKS].filter };
	code->of.in = &rows->look;
	if (!code->of.profile)
		return true;
	for (size_t i = 0; i < code->of.profile->n_stack; i++) {
		rows->look.all.weight += (double)code->of.profile->stack[i].weight;
		rows->look.all.squares += code->of.profile->stack[i].squares;
	}
	if (!make_tree(code)) {
		code_stacks_forget(rows);
		return false;
	}
	rows->look.nodes = rows->tree->nodes;
	rows->look.unfolded = rows->unfolded;
	rows->look.top = rows->root ? node_of(code, rows->root)->depth : 1;
	if (!rows->gone)
		code_stacks_list(code);
	return true;
}

void code_stacks_done(struct code_screen *code)
{
	code_stacks_forget(&code->stacks);
	flame_graph_done(&code->stacks.graph);
	free(code->stacks.toggled);
	code->stacks = (struct code_stack_rows){ .tree = NULL };
}

/* With a filter and in a flame graph nothing is folded away: all nodes below the root. */
static bool lists_all(const struct code_screen *code)
{
	return code->stacks.flame || code->lists[CODE_STACKS].filter[0];
}

size_t code_stacks_count(const struct code_screen *code)
{
	const struct code_stack_rows *rows = &code->stacks;

	if (!rows->tree || rows->gone)
		return 0;
	if (!lists_all(code))
		return rows->n;
	return node_of(code, rows->root)->below + (rows->root > 0);
}

static uint32_t row_node(const struct code_screen *code, size_t row)
{
	const struct code_stack_rows *rows = &code->stacks;

	if (!lists_all(code))
		return rows->listed[row];
	return rows->root + (uint32_t)row + (rows->root == 0);
}

const void *code_stacks_row(const struct code_screen *code, size_t row)
{
	return node_of(code, row_node(code, row));
}

struct code_row_id code_stacks_id(const struct code_screen *code, size_t row)
{
	const uint32_t node = row_node(code, row);

	return (struct code_row_id){ node_of(code, node)->function,
				     { code->stacks.paths[node], code->stacks.direction } };
}

uint32_t code_stacks_selected(const struct code_screen *code)
{
	const struct code_list *of = &code->lists[CODE_STACKS];
	uint32_t node = of->pinned ? node_at(&code->stacks, of->cursor.b.offset) : NO_NODE;

	if (!code->stacks.flame && of->index < of->n)
		node = row_node(code, of->rows[of->index]);
	if (node == NO_NODE || node < code->stacks.root ||
	    node > code->stacks.root + node_of(code, code->stacks.root)->below)
		return code->stacks.root;
	return node;
}

/* Moves the cursor to a node. */
static void code_stacks_select(struct code_screen *code, uint32_t node)
{
	struct code_list *of = &code->lists[CODE_STACKS];

	of->pinned = true;
	of->cursor = (struct code_row_id){ node_of(code, node)->function,
					   { code->stacks.paths[node], code->stacks.direction } };
	for (size_t i = 0; i < of->n; i++)
		if (row_node(code, of->rows[i]) == node)
			of->index = i;
}

bool code_stacks_enter(const struct code_screen *code, size_t row, struct code_step *below)
{
	const struct code_stack_rows *rows = &code->stacks;
	const uint32_t node = rows->flame ? code_stacks_selected(code) : row_node(code, row);
	const struct call_node *at = node_of(code, node);

	if (at->kind != CALL_FUNCTION || at->function.object == PLACE_NO_OBJECT ||
	    node == rows->root)
		return false;
	below->view = CODE_STACKS;
	below->start = at->function;
	below->end = (struct place){ rows->paths[node], rows->direction };
	code_stacks_name(code, node, below->title, sizeof(below->title));
	return true;
}

bool code_stacks_fold(struct code_screen *code, size_t row)
{
	const uint32_t node = row_node(code, row);

	if (lists_all(code) || !node_of(code, node)->below || node == code->stacks.root)
		return false;
	toggle(&code->stacks, code->stacks.paths[node]);
	return true;
}

bool code_stacks_pictured(const struct code_screen *code)
{
	return code->stacks.flame;
}

const char *code_stacks_nothing(const struct code_screen *code)
{
	if (!code->of.profile->event.has_calls)
		return "no call stacks were recorded: perf record -g takes them (--call-graph lbr, "
		       "if the CPU has it)";
	return code->stacks.gone ? "no such stack in this time" : "no call stack in this time";
}

void code_stacks_remark(const struct code_screen *code, bool brief, char *text, size_t size)
{
	const struct code_stack_rows *rows = &code->stacks;
	const char *of = rows->direction == CALLEES ? "called functions" : "callers";
	int n;

	if (size)
		text[0] = '\0';
	if (!rows->tree || !rows->tree->nodes[0].weight)
		return;
	n = snprintf(text, size, "%s%s", of, code->of.profile->event.calls_by_lbr ? ", by LBR" : "");
	if (rows->tree->cut_weight && n > 0 && (size_t)n < size)
		(void)snprintf(text + n, size - (size_t)n, ", %.1f %% %scut",
			       100 * (double)rows->tree->cut_weight /
				       (double)rows->tree->nodes[0].weight,
			       brief ? "" : "of the stacks are ");
}

/* ---- keys ---- */

/* The same function is under the cursor after the tree was made again. */
static void turn(struct code_screen *code)
{
	struct code_list *of = &code->lists[CODE_STACKS];

	code->stacks.direction = code->stacks.direction == CALLEES ? CALLERS : CALLEES;
	of->pinned = false;
	of->index = of->scroll = 0;
	code->stacks.scroll = 0;
}

static void show_flame(struct code_screen *code)
{
	struct code_stack_rows *rows = &code->stacks;

	if (rows->flame && rows->tree && !rows->gone)
		show(code, code_stacks_selected(code));
	rows->flame = !rows->flame;
	rows->scroll = 0;
}

/* Arrows go to boxes beside, to the caller and to the heaviest callee. */
static void move(struct code_screen *code, int key)
{
	static const struct {
		int key;
		enum flame_move move;
	} moves[] = {
		{ KEYCODE_LEFT, FLAME_LEFT }, { KEYCODE_RIGHT, FLAME_RIGHT },
		{ KEYCODE_UP, FLAME_UP }, { KEYCODE_DOWN, FLAME_DOWN },
	};
	const struct code_stack_rows *rows = &code->stacks;
	size_t box = flame_graph_find(&rows->graph, rows->tree, code_stacks_selected(code));

	if (box == FLAME_NONE)
		return;
	if (key == KEYCODE_HOME)
		code_stacks_select(code, rows->root);
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++)
		if (moves[i].key == key) {
			box = flame_graph_move(&rows->graph, rows->tree, box, moves[i].move);
			code_stacks_select(code, rows->graph.boxes[box].node);
		}
}

/*
 * In the tree: Right unfolds; Left folds, or goes to the frame above. True: other rows are listed.
 */
static bool step(struct code_screen *code, int key)
{
	const uint32_t node = code_stacks_selected(code);
	const bool unfolded = node_of(code, node)->below && is_unfolded(code, node);

	if (lists_all(code) || node == code->stacks.root)
		return false;
	if (key == KEYCODE_RIGHT ? !unfolded && node_of(code, node)->below : unfolded) {
		code_stacks_select(code, node);
		toggle(&code->stacks, code->stacks.paths[node]);
		return true;
	}
	if (key == KEYCODE_LEFT && node_of(code, node)->depth > 1)
		code_stacks_select(code, node_of(code, node)->parent);
	return false;
}

unsigned int code_stacks_key(struct code_screen *code, int key)
{
	if (!code->stacks.tree || code->stacks.gone)
		return R_NONE;
	if (key == 't' || key == 'r') {
		(key == 't' ? turn : show_flame)(code);
		return R_ROWS;
	}
	if (code->stacks.flame)
		move(code, key);
	else if ((key == KEYCODE_LEFT || key == KEYCODE_RIGHT) && step(code, key))
		return R_ROWS;
	return R_DRAW;
}

/* ---- for the flame graph ---- */

void code_stacks_name(const struct code_screen *code, uint32_t node, char *text, size_t size)
{
	call_name(&code->of, node_of(code, node), text, size);
}

static bool code_stacks_found(const struct code_screen *code, uint32_t node)
{
	struct code_filter filter;
	bool found;

	if (!code->search[0] || node == 0 ||
	    code_filter_init(&filter, &call_rows, &code->of, NULL, code->search, NULL))
		return false;
	found = code_filter_match(&filter, node_of(code, node));
	code_filter_done(&filter);
	return found;
}

/* ---- as a flame graph, on the screen ---- */

static void put_name(void *data, uint32_t node, char *text, size_t size)
{
	code_stacks_name(data, node, text, size);
}

static bool is_found(void *data, uint32_t node)
{
	return code_stacks_found(data, node);
}

static enum metric_id limit_of(void *data, uint32_t node)
{
	return call_node_of_colour(&((const struct code_screen *)data)->stacks.tree->nodes[node]);
}

/* "M: memory", with the letter of its boxes. "itself: core" */
static void add_limits(struct segments *line, const struct code_screen *code, const struct call_node *at)
{
	const enum metric_id node = call_node_of_colour(at);
	const char letter[] = { node != M_NONE ? metrics[node].letter : '\0', '\0' };
	struct code_cell cell = { .role = ROLE_LABEL };

	class_limit_cell(&code->of, at->classes, &cell);
	segments_add(line, 95, canvas_style(cell.role, false), "%s%s%s", letter, letter[0] ? ": " : "limited by: ",
		     cell.text);
	if (code->stacks.direction != CALLEES || !at->self_samples)
		return;
	cell.role = ROLE_LABEL;
	class_limit_cell(&code->of, at->self_classes, &cell);
	segments_add(line, 75, canvas_style(cell.role, false), "itself: %s", cell.text);
}

/* "hash_probe . 41.2 +-1.1 % . itself 12.0 +-0.7 % . 412 samples"; with TopDown also what limits it. */
static void draw_frame(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       uint32_t node)
{
	const struct code_screen *code = &state->code;
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	struct code_cell cell = { .text = "" };
	const struct call_node *at = &code->stacks.tree->nodes[node];
	char text[CODE_NAME_MAX];

	code_stacks_name(code, node, text, sizeof(text));
	segments_add(&line, 100, canvas_style(ROLE_TITLE, false), "%s", text);
	segments_cut(&line);
	code_text_percent(&code->of, call_share(&code->of, at, false), &cell);
	segments_add(&line, 90, style, "%s %%", cell.text);
	if (code->stacks.direction == CALLEES) {
		code_text_percent(&code->of, call_share(&code->of, at, true), &cell);
		segments_add(&line, 80, style, "itself %s %%", cell.text);
	}
	if (row_has_classes(&code->of))
		add_limits(&line, code, at);
	format_exact(text, sizeof(text), (double)at->samples);
	segments_add(&line, 70, style, "%s samples", text);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

static void scroll_to(struct code_stack_rows *rows, size_t box, int h)
{
	const int row = box < rows->graph.n ? rows->graph.boxes[box].row : 0;

	if (row < rows->scroll)
		rows->scroll = row;
	if (row >= rows->scroll + h)
		rows->scroll = row - h + 1;
	if (rows->scroll > 0 && rows->graph.rows - rows->scroll < h)
		rows->scroll = rows->graph.rows > h ? rows->graph.rows - h : 0;
}

void view_code_stacks_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct code_stack_rows *rows = &state->code.stacks;
	const struct rect below = { rect.x, rect.y + 1, rect.w, rect.h - 1 };
	struct flame_look look = { .name = put_name, .data = &state->code, .ascii = state->look.ascii };
	uint32_t node;

	if (!rows->tree || rows->gone || !(rows->look.all.weight > 0)) {
		(void)canvas_put_cut(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_DIM, false),
				     code_stacks_nothing(&state->code), 0, state->look.ascii);
		return;
	}
	node = code_stacks_selected(&state->code);
	(void)flame_graph_make(&rows->graph, rows->tree, rows->root, rect.w);
	look.selected = flame_graph_find(&rows->graph, rows->tree, node);
	if (state->code.search[0])
		look.found = is_found;
	if (row_has_classes(&state->code.of))
		look.limit = limit_of;
	scroll_to(rows, look.selected, below.h);
	look.scroll = rows->scroll;
	draw_frame(canvas, rect, state, node);
	flame_graph_draw(canvas, below, &rows->graph, rows->tree, &look);
}

bool view_code_stacks_click(struct ui_state *state, int x, int line, bool *again)
{
	struct code_stack_rows *rows = &state->code.stacks;
	const size_t box = flame_graph_at(&rows->graph, x, line + rows->scroll);

	if (box == FLAME_NONE || !rows->tree)
		return false;
	*again = *again && rows->graph.boxes[box].node == code_stacks_selected(&state->code);
	code_stacks_select(&state->code, rows->graph.boxes[box].node);
	return true;
}

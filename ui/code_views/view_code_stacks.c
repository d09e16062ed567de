/* SPDX-License-Identifier: GPL-2.0-only */
/* Call stacks as a flame graph; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include "model/metric.h"
#include "ui/code/class_columns.h"
#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"

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

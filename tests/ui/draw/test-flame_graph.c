/* SPDX-License-Identifier: GPL-2.0-only */
/* The flame graph: its boxes, the cursor among them, and how they are drawn. */
#include "config.h"
#include "ui/draw/flame_graph.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/fixture_stacks.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test_main.h"

static struct call_tree *tree;
static struct flame_graph graph;

static void make(const char *stacks, int w)
{
	static const struct call_request callees = { .direction = CALLEES };

	call_tree_free(tree);
	tree = call_tree_new(fixture_stacks(stacks), &callees, &fixture_functions);
	assert_non_null(tree);
	assert_true(flame_graph_make(&graph, tree, 0, w));
}

static void put_name(void *data, uint32_t node, char *text, size_t size)
{
	static const char *const names[] = { [CALL_ROOT] = "all", [CALL_CUT] = "..." };
	const struct call_node *of = &tree->nodes[node];

	(void)snprintf(text, size, "%s", of->kind == CALL_FUNCTION ? fixture_name(of->function) : names[of->kind]);
}

static const char *name_of(size_t box)
{
	static char name[64];

	put_name(NULL, graph.boxes[box].node, name, sizeof(name));
	return name;
}

static bool found_read(void *data, uint32_t node)
{
	return tree->nodes[node].kind == CALL_FUNCTION &&
	       strcmp(fixture_name(tree->nodes[node].function), "read") == 0;
}

static char *draw(int w, int h, const struct flame_look *look)
{
	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	canvas_clear(&canvas);
	flame_graph_draw(&canvas, (struct rect){ 0, 0, w, h }, &graph, tree, look);
	return fixture_canvas_dump();
}

static const char STACKS[] = "main;parse;read 300\nmain;parse 100\nmain;sort;compare 390\n"
			     "main;sort;compare;swap 10\nmain;sort;read 50\n...;orphan 140\n"
			     "main;rare 1\n";

static size_t box_of(const char *name)
{
	for (size_t i = 0; i < graph.n; i++)
		if (strcmp(name_of(i), name) == 0)
			return i;
	return FLAME_NONE;
}

TEST(each_frame_is_as_wide_as_its_share)
{
	struct flame_look look = { .name = put_name, .selected = FLAME_NONE };

	make(STACKS, 80);
	compare_with_golden("flame.txt", draw(80, 5, &look));
}

TEST(the_cursor_and_the_search_are_seen_in_ascii_without_colours)
{
	struct flame_look look = { .name = put_name, .found = found_read, .ascii = true };

	make(STACKS, 60);
	look.selected = box_of("sort");
	compare_with_golden("flame-ascii.txt", draw(60, 5, &look));
}

TEST(children_lie_within_their_parents_and_do_not_overlap)
{
	for (int w = 1; w < 120; w++) {
		make(STACKS, w);
		for (size_t i = 1; i < graph.n; i++) {
			const struct flame_box *box = &graph.boxes[i];
			const struct flame_box *parent = &graph.boxes[flame_graph_find(
				&graph, tree, tree->nodes[box->node].parent)];

			assert_true(box->x >= parent->x && box->x + box->w <= parent->x + parent->w);
			for (size_t k = 0; k < i; k++)
				assert_true(graph.boxes[k].row != box->row ||
					    graph.boxes[k].x + graph.boxes[k].w <= box->x);
		}
	}
}

TEST(a_zoomed_frame_has_the_whole_width)
{
	make(STACKS, 80);
	assert_true(flame_graph_make(&graph, tree, graph.boxes[box_of("sort")].node, 80));
	assert_string_equal(name_of(0), "sort");
	assert_int_equal(graph.boxes[0].w, 80);
	assert_int_equal(graph.boxes[0].row, 0);
	assert_int_equal(box_of("parse"), FLAME_NONE);
}

TEST(arrows_lead_to_the_caller_to_the_heaviest_callee_and_beside)
{
	size_t box;

	make(STACKS, 80);
	box = flame_graph_move(&graph, tree, box_of("main"), FLAME_DOWN);
	assert_string_equal(name_of(box), "sort");
	box = flame_graph_move(&graph, tree, box, FLAME_RIGHT);
	assert_string_equal(name_of(box), "parse");
	box = flame_graph_move(&graph, tree, box, FLAME_DOWN);
	assert_string_equal(name_of(box), "read");
	assert_int_equal(flame_graph_move(&graph, tree, box, FLAME_DOWN), box);
	box = flame_graph_move(&graph, tree, box, FLAME_UP);
	assert_string_equal(name_of(box), "parse");
	box = flame_graph_move(&graph, tree, box, FLAME_LEFT);
	assert_string_equal(name_of(box), "sort");
	assert_int_equal(flame_graph_move(&graph, tree, box, FLAME_LEFT), box);
}

TEST(a_frame_that_is_too_narrow_is_found_as_its_caller)
{
	make(STACKS, 80);
	for (uint32_t node = 0; node < tree->n_nodes; node++)
		if (tree->nodes[node].kind == CALL_FUNCTION &&
		    strcmp(fixture_name(tree->nodes[node].function), "rare") == 0)
			assert_string_equal(name_of(flame_graph_find(&graph, tree, node)), "main");
	assert_int_equal(box_of("rare"), FLAME_NONE);
}

TEST(the_box_at_a_cell_is_found)
{
	make(STACKS, 80);
	assert_string_equal(name_of(flame_graph_at(&graph, 0, 1)), "main");
	assert_int_equal(flame_graph_at(&graph, 79, 4), FLAME_NONE);
}

TEST(lines_above_and_below_the_rectangle_are_not_drawn)
{
	struct flame_look look = { .name = put_name, .selected = FLAME_NONE, .scroll = 1 };

	make(STACKS, 40);
	assert_int_equal(strncmp(draw(40, 1, &look), "▏main", strlen("▏main")), 0);
}

TEST(a_tree_without_stacks_has_no_boxes)
{
	make("", 80);
	assert_int_equal(graph.n, 0);
	assert_int_equal(flame_graph_move(&graph, tree, 0, FLAME_DOWN), FLAME_NONE);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of nodes below level 2, over the hand-made machine and a collector that is none
 * (fixture_nodes.h). SCREENS=update rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_nodes.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/views/screen.h"

struct shot {
	const char *name;
	int w, h;
	const char *open[4];	/* titles */
	const char *cursor;	/* title; NULL: on the last that was opened */
	int follow;		/* key A, and so many intervals */
	bool unanswered;	/* the last one that was opened has no values yet */
	bool few, ascii, hybrid, changes;
	const char *remark;
};

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "nodes-below-closed-80x24", .w = 80, .h = 24 },
	{ .name = "nodes-below-80x24", .w = 80, .h = 24, .open = { "Memory bound", "DRAM bound" } },
	{ .name = "nodes-below-132x40", .w = 132, .h = 40, .open = { "Memory bound", "DRAM bound" } },
	{ .name = "nodes-below-200x60", .w = 200, .h = 60, .open = { "Memory bound", "DRAM bound" } },
	{ .name = "nodes-below-20x5", .w = 20, .h = 5, .open = { "Memory bound", "DRAM bound" } },
	{ .name = "nodes-below-40x20", .w = 40, .h = 20, .open = { "Memory bound", "DRAM bound" } },
	{ .name = "nodes-below-ascii-80x24", .w = 80, .h = 24, .ascii = true,
	  .open = { "Memory bound", "DRAM bound" } },
	{ .name = "nodes-below-awaited-80x24", .w = 80, .h = 24, .open = { "Memory bound", "DRAM bound" },
	  .unanswered = true },
	{ .name = "nodes-below-follow-80x24", .w = 80, .h = 24, .follow = 3 },
	{ .name = "nodes-below-follow-132x40", .w = 132, .h = 40, .follow = 3 },
	{ .name = "nodes-below-default-132x40", .w = 132, .h = 40, .cursor = "Local memory",
	  .open = { "Memory bound", "DRAM bound", "Memory latency" } },
	{ .name = "nodes-below-default-200x60", .w = 200, .h = 60, .cursor = "Local memory",
	  .open = { "Memory bound", "DRAM bound", "Memory latency" } },
	{ .name = "nodes-below-few-80x24", .w = 80, .h = 24, .open = { "Memory bound" }, .few = true,
	  .cursor = "DRAM bound", .remark = "another program uses the counters" },
	{ .name = "nodes-below-hybrid-132x40", .w = 132, .h = 40, .open = { "Memory bound" },
	  .cursor = "L2 bound (E)", .hybrid = true },
	{ .name = "nodes-below-apart-132x40", .w = 132, .h = 40, .open = { "Core bound" },
	  .changes = true },
};
/* clang-format on */

/* The machine of fixture.h as a hybrid. */
static void make_hybrid(void)
{
	struct snapshot *next;

	fixture_machine.family = cpu_family_find("Intel Alder Lake hybrid");
	fixture_nodes_grow();
	for (size_t i = 2; i < fixture_machine.n_cpus; i++)
		fixture_machine.cpus[i].core_type = TYPE_ATOM;
	next = fixture_draft(2);
	fixture_make_hybrid(next);
	assert_int_equal(snapshot_finish(next), 0);
	next_snapshot(next);
}

static void open_all(const struct shot *shot)
{
	for (size_t i = 0; i < 4 && shot->open[i]; i++) {
		nodes_open(shot->open[i]);
		if (shot->unanswered && !(i + 1 < 4 && shot->open[i + 1]))
			break;
		nodes_answer();
	}
	for (int i = 0; i < shot->follow; i++) {
		if (!i)
			(void)press("A");
		nodes_answer();
	}
	(void)open_nodes_tell(&ui);
	if (shot->cursor)
		assert_true(nodes_go_to(shot->cursor));
}

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	void *none = NULL;
	char path[128];

	(void)fixture_nodes_setup(&none);
	nodes.few = shot->few;
	nodes.remark = shot->remark;
	ui.ascii = shot->ascii;
	if (shot->hybrid)
		make_hybrid();
	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	(void)press("d");
	open_all(shot);
	for (size_t i = 0; shot->changes && i < newest->opened.n; i++)
		newest->opened.node[i].percent *= 2;
	ui.message[0] = '\0';
	screen_draw(&ui, &canvas);
	(void)snprintf(path, sizeof(path), "../screens/%s.txt", shot->name);
	compare_with_golden(path, fixture_canvas_dump());
	(void)fixture_nodes_teardown(&none);
}

#define N_SHOTS (sizeof(shots) / sizeof(shots[0]))

int main(void)
{
	struct CMUnitTest tests[N_SHOTS];

	for (size_t i = 0; i < N_SHOTS; i++)
		tests[i] = (struct CMUnitTest){ .name = shots[i].name, .test_func = one_shot,
						.initial_state = (void *)&shots[i] };
	return cmocka_run_group_tests_name("node_screens", tests, NULL, NULL);
}

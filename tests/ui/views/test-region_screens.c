/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens of regions, over the hand-made machine with two programs that have some.
 * SCREENS=update rewrites tests/screens/; read the diff then.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture_ui.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/test.h"
#include "ui/views/screen.h"

struct shot {
	const char *name;
	int w, h;
	const char *keys;	/* typed before the shot */
	bool none;		/* no process has regions */
	size_t many;		/* so many more of memhog */
	bool ascii;
	uint32_t objects;	/* programs that are watched */
	double watched;		/* 0: all the time */
	const char *remark;
};

#define VIEW "vvvvvvvv"		/* from processes to regions */

#define NOT_ROOT "regions need root: kernel probes (uprobes) are for CAP_SYS_ADMIN only"
#define BEYOND "markers cost more than --budget: regions are watched 25 % of the time"

/* clang-format off */
static const struct shot shots[] = {
	{ .name = "regions-80x24", .w = 80, .h = 24, .keys = VIEW },
	{ .name = "regions-132x40", .w = 132, .h = 40, .keys = VIEW },
	{ .name = "regions-200x60", .w = 200, .h = 60, .keys = VIEW },
	{ .name = "regions-level2-132x40", .w = 132, .h = 40, .keys = VIEW "2" },
	{ .name = "regions-by-pid-80x24", .w = 80, .h = 24, .keys = VIEW "N" },
	{ .name = "regions-40x10", .w = 40, .h = 10, .keys = VIEW },
	{ .name = "regions-20x5", .w = 20, .h = 5, .keys = VIEW },
	{ .name = "regions-ascii-80x24", .w = 80, .h = 24, .ascii = true, .keys = VIEW },
	{ .name = "regions-many-80x24", .w = 80, .h = 24, .many = 500, .keys = VIEW },
	{ .name = "regions-part-80x24", .w = 80, .h = 24, .keys = VIEW, .watched = 0.25,
	  .remark = BEYOND },
	{ .name = "regions-part-132x40", .w = 132, .h = 40, .keys = VIEW, .watched = 0.25,
	  .remark = BEYOND },
	{ .name = "regions-began-80x24", .w = 80, .h = 24, .keys = VIEW, .objects = 1,
	  .watched = 0.557 },
	{ .name = "regions-none-80x24", .w = 80, .h = 24, .none = true, .keys = VIEW },
	{ .name = "regions-none-ascii-132x40", .w = 132, .h = 40, .none = true, .ascii = true,
	  .keys = VIEW },
	{ .name = "regions-none-40x10", .w = 40, .h = 10, .none = true, .keys = VIEW },
	{ .name = "regions-quiet-80x24", .w = 80, .h = 24, .none = true, .objects = 1,
	  .keys = VIEW },
	{ .name = "regions-refused-80x24", .w = 80, .h = 24, .none = true, .remark = NOT_ROOT,
	  .keys = VIEW },
	{ .name = "regions-refused-132x40", .w = 132, .h = 40, .none = true, .remark = NOT_ROOT,
	  .keys = VIEW },
	{ .name = "regions-below-80x24", .w = 80, .h = 24, .keys = "H" },
	{ .name = "regions-below-132x40", .w = 132, .h = 40, .keys = "H" },
	{ .name = "regions-below-200x60", .w = 200, .h = 60, .keys = "H" },
	{ .name = "regions-below-tree-ascii-80x24", .w = 80, .h = 24, .ascii = true, .keys = "tH" },
	{ .name = "regions-inside-80x24", .w = 80, .h = 24, .keys = "\r" },
	{ .name = "regions-inside-132x40", .w = 132, .h = 40, .keys = "\r" },
	{ .name = "regions-inside-200x60", .w = 200, .h = 60, .keys = "\r2" },
	{ .name = "regions-inside-20x5", .w = 20, .h = 5, .keys = "\r" },
	{ .name = "regions-detail-process-80x24", .w = 80, .h = 24, .keys = "d" },
	{ .name = "regions-detail-process-132x40", .w = 132, .h = 40, .keys = "d" },
	{ .name = "regions-detail-process-200x60", .w = 200, .h = 60, .keys = "d" },
	{ .name = "regions-detail-process-20x5", .w = 20, .h = 5, .keys = "d" },
	{ .name = "regions-detail-process-32x60", .w = 32, .h = 60, .keys = "d" },
	{ .name = "regions-detail-process-20x60", .w = 20, .h = 60, .keys = "d" },
	{ .name = "regions-detail-many-132x40", .w = 132, .h = 40, .many = 500, .keys = "d" },
	{ .name = "regions-detail-80x24", .w = 80, .h = 24, .keys = VIEW "\r" },
	{ .name = "regions-detail-132x40", .w = 132, .h = 40, .keys = VIEW "\r" },
	{ .name = "regions-detail-200x60", .w = 200, .h = 60, .keys = VIEW "\r" },
};
/* clang-format on */

/* Moves a part of a region's retiring slots to backend bound, of memory. */
static void make_memory_bound(struct row *row, double part)
{
	const double moved = row->counts.value[EV_RETIRING] * part;

	row->counts.value[EV_RETIRING] -= moved;
	row->counts.value[EV_BE_BOUND] += moved;
	row->counts.value[EV_MEM_BOUND] += moved;
}

static struct snapshot *make_snapshot(const struct shot *shot, uint64_t seq)
{
	struct snapshot *s = fixture_draft(seq);
	char name[32];

	s->regions = (struct region_state){ .wanted = seq > 1, .objects = shot->objects,
					    .watched = shot->watched > 0 ? shot->watched : 1 };
	if (shot->remark)
		(void)snprintf(s->regions.remark, sizeof(s->regions.remark), "%s", shot->remark);
	if (!shot->none) {
		make_memory_bound(fixture_add_region(s, PID_MEMHOG, 3, "hash probe", 0.5, 40321),
				  0.5);
		(void)fixture_add_region(s, PID_MEMHOG, 1, "parse", 0.125, 1200);
		(void)fixture_add_region(s, PID_MEMHOG, 2, "\xe6\xbc\xa2\xe5\xad\x97 plan", 0.0625,
					 1199);
		(void)fixture_add_region(s, PID_COMPUTE, 4, FIXTURE_HOSTILE, 0.25, 0);
		(void)fixture_add_region(s, PID_COMPUTE, 1, "parse", 0.5, 2);
	}
	for (size_t i = 0; i < shot->many; i++) {
		(void)snprintf(name, sizeof(name), "piece %zu", i);
		(void)fixture_add_region(s, PID_MEMHOG, (int32_t)(10 + i), name, 0.0005, i);
	}
	assert_int_equal(snapshot_finish(s), 0);
	return s;
}

static void one_shot(void **data)
{
	const struct shot *shot = *data;
	void *none = NULL;
	char path[128];

	(void)fixture_ui_setup(&none);
	next_snapshot(make_snapshot(shot, 2));
	ui.ascii = shot->ascii;
	assert_int_equal(canvas_resize(&canvas, shot->w, shot->h), 0);
	(void)press(shot->keys);
	next_snapshot(make_snapshot(shot, 3));
	screen_draw(&ui, &canvas);
	(void)snprintf(path, sizeof(path), "../screens/%s.txt", shot->name);
	compare_with_golden(path, fixture_canvas_dump());
	(void)fixture_ui_teardown(&none);
}

#define N_SHOTS (sizeof(shots) / sizeof(shots[0]))

int main(void)
{
	struct CMUnitTest tests[N_SHOTS];

	for (size_t i = 0; i < N_SHOTS; i++)
		tests[i] = (struct CMUnitTest){ .name = shots[i].name, .test_func = one_shot,
						.initial_state = (void *)&shots[i] };
	return cmocka_run_group_tests_name("region_screens", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How long the screen takes: listing a snapshot, drawing a frame, answering a key, with many
 * processes at 200x60. Drawing and a change of level must not depend on the number of rows.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/fixture.h"
#include "ui/keys.h"
#include "ui/screen.h"

#define ROUNDS 50

static double now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static struct snapshot *make_snapshot(int rows)
{
	struct snapshot *snapshot = fixture_draft(1);

	for (int i = 0; i < rows; i++)
		(void)fixture_add_process(snapshot, 100000 + i, "worker", (i * 7919 % 1000) / 1000.0 + 0.01,
					  (double[]){ 20 + i % 50, 10, 20 - i % 7, 50 - i % 50 }, 0.5);
	if (snapshot_finish(snapshot))
		abort();
	return snapshot;
}

/* Presses the keys in turn and draws after each; milliseconds for one. */
static double time_keys(struct ui_state *state, struct canvas *canvas, const char *keys_pressed)
{
	double begin = now_ms();
	int n = 0;

	for (int i = 0; i < ROUNDS; i++) {
		for (const char *key = keys_pressed; *key; key++, n++) {
			(void)ui_key(state, *key);
			screen_draw(state, canvas);
		}
	}
	return (now_ms() - begin) / n;
}

static void measure(int rows)
{
	struct ui_options options = { .level = 1, .view = ROW_PROCESS };
	struct snapshot *snapshot = make_snapshot(rows);
	struct canvas canvas = { 0 };
	struct ui_state state;
	double begin, show;

	if (canvas_resize(&canvas, 200, 60))
		abort();
	state_init(&state, &options, 1000000000);
	begin = now_ms();
	for (int i = 0; i < ROUNDS; i++) {
		snapshot->seq++;	/* packed into the past each time */
		if (state_show(&state, snapshot))
			abort();
	}
	show = (now_ms() - begin) / ROUNDS;
	screen_draw(&state, &canvas);
	printf("%6d rows: new snapshot %7.3f ms, level %6.3f ms, cursor %6.3f ms, sort %7.3f ms, "
	       "threads %7.3f ms, detail %6.3f ms\n",
	       rows, show, time_keys(&state, &canvas, "21"), time_keys(&state, &canvas, "jk"),
	       time_keys(&state, &canvas, "FB"), time_keys(&state, &canvas, "\r\x1b"),
	       time_keys(&state, &canvas, "dj\x1b"));
	state_done(&state);
	canvas_done(&canvas);
	snapshot_free(snapshot);
}

int main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	measure(500);
	measure(5000);
	measure(50000);
	return 0;
}

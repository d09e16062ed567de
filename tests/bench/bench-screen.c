/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Time of the screen with many processes at 200x60: listing a snapshot, drawing a frame, answering
 * a key; and the bytes of a frame that go to the terminal. Drawing and a change of level must not
 * depend on the number of rows. With two arguments: so many rows, each key so many times.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "model/snapshot/finish.h"
#include "tests/fixtures/fixture.h"
#include "ui/keys/keys.h"
#include "ui/screen/screen.h"
#include "ui/screen/state_options.h"
#include "ui/term/term.h"
#include "ui/time/state_show.h"

static int rounds = 50;

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
		(void)fixture_add_process(
			snapshot, 100000 + i, "worker", (i * 7919 % 1000) / 1000.0 + 0.01,
			(double[]){ 20 + i % 50, 10, 20 - i % 7, 50 - i % 50 }, 0.5);
	if (snapshot_finish(snapshot))
		abort();
	return snapshot;
}

/* Presses the keys one by one and draws after each; milliseconds per key. */
static double time_keys(struct ui_state *state, struct canvas *canvas, const char *keys_pressed)
{
	double begin = now_ms();
	int n = 0;

	for (int i = 0; i < rounds; i++) {
		for (const char *key = keys_pressed; *key; key++, n++) {
			(void)ui_key(state, *key);
			screen_draw(state, canvas);
		}
	}
	return (now_ms() - begin) / n;
}

static void measure(int rows)
{
	struct ui_options options = { .look.level = 1 };
	struct snapshot *snapshot = make_snapshot(rows);
	struct canvas canvas = { 0 };
	struct ui_state state;
	double begin, show;

	if (canvas_resize(&canvas, 200, 60))
		abort();
	state_init(&state, &options, 1000000000);
	begin = now_ms();
	for (int i = 0; i < rounds; i++) {
		snapshot->seq++;	/* so that each is added to the history */
		if (state_show(&state, snapshot))
			abort();
	}
	show = (now_ms() - begin) / rounds;
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

/*
 * Presses a key, or shows one of two intervals alternately, rounds times; bytes to the terminal per
 * frame.
 */
static double count_bytes(struct term *term, struct ui_state *state, struct canvas *canvas,
			  struct snapshot *const two[2], const char *keys_pressed)
{
	uint64_t before = term_bytes(term);

	for (int i = 0; i < rounds; i++) {
		if (two)
			two[i % 2]->seq = (uint64_t)i + 2;
		if (two && state_show(state, two[i % 2]))
			abort();
		if (keys_pressed)
			(void)ui_key(state, keys_pressed[(size_t)i % strlen(keys_pressed)]);
		screen_draw(state, canvas);
		term_blit(term, canvas);
	}
	return (double)(term_bytes(term) - before) / rounds;
}

/* The next interval: some processes are busier, the clock has advanced. */
static struct snapshot *make_next(int rows, int changed)
{
	struct snapshot *snapshot = make_snapshot(rows);

	for (size_t i = 0; i < (size_t)changed; i++)
		snapshot->table[ROW_PROCESS].rows[i].busy_ns += 7000000;
	snapshot->time += 1;
	return snapshot;
}

/* Only what changed goes to the terminal. */
static void measure_bytes(int rows)
{
	struct ui_options options = { .look.level = 1 };
	struct snapshot *two[2] = { make_next(rows, 8), make_snapshot(rows) };
	struct canvas canvas = { 0 };
	struct ui_state state;
	struct err err = { "" };
	FILE *out = fopen("/dev/null", "w"), *in = fopen("/dev/null", "r");
	struct term *term;
	uint64_t whole;

	(void)setenv("TERM", "xterm-256color", 1);
	(void)setenv("COLUMNS", "200", 1);
	(void)setenv("LINES", "60", 1);
	term = out && in ? term_open(out, in, true, &err) : NULL;
	if (!term || canvas_resize(&canvas, 200, 60))
		abort();
	state_init(&state, &options, 1000000000);
	(void)state_show(&state, two[1]);
	screen_draw(&state, &canvas);
	term_blit(term, &canvas);
	whole = term_bytes(term);
	printf("%6d rows: bytes to the terminal: whole frame %llu, nothing changed %.0f", rows,
	       (unsigned long long)whole, count_bytes(term, &state, &canvas, NULL, NULL));
	printf(", cursor %.0f, next interval %.0f (8 rows changed), level %.0f\n",
	       count_bytes(term, &state, &canvas, NULL, "jk"),
	       count_bytes(term, &state, &canvas, two, NULL),
	       count_bytes(term, &state, &canvas, NULL, "21"));
	term_close(term);
	state_done(&state);
	canvas_done(&canvas);
	snapshot_free(two[0]);
	snapshot_free(two[1]);
	(void)fclose(in);
	(void)fclose(out);
}

int main(int argc, char *argv[])
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	if (argc == 3) {
		rounds = atoi(argv[2]);
		measure(atoi(argv[1]));
		return 0;
	}
	measure(500);
	measure(5000);
	measure(50000);
	measure_bytes(5000);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing
 * is from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * 14. Bytes to the terminal (`tests/bench/bench-screen`): 133 when 8 rows changed, 18,909 for a whole
 * frame. Live, per refresh:
 *
 * | | tdtop | htop | btop |
 * | lab, 20 busy threads and nothing else | 2,431 and 2,924 | 2,428 and 2,158 | 14,594 |
 * | the same, `--filter 'cpu>30'` | 392 | | |
 * | host, where builds change all 55 rows each second | 7 to 9 KB | 2.4 to 8.3 KB | 13 KB |
 *
 * So the target is reached when little has changed. A new row is 230 bytes; 150 of them are its bar,
 * 3 bytes a cell. 30 % are colours (with `--no-color` 5.9 KB instead of 8.4).
 */

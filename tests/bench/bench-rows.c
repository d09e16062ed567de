/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Time of a code view with many branches at 200x60: its list made again, ordered by a number and by a
 * text, filtered, and a frame. A frame must not depend on the number of rows. And they are printed as
 * CSV and JSON. With an argument: so many rows; with a second one, csv or json: only that, once.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/code_views/code_list.h"
#include "ui/code_views/code_state.h"
#include "ui/profile/profile_print.h"
#include "ui/screen/view_parts.h"

#define ROUNDS 20

static double now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static struct profile_branch *make_branches(size_t n)
{
	struct profile_branch *branches = calloc(n, sizeof(*branches));

	for (size_t i = 0; branches && i < n; i++)
		branches[i] = (struct profile_branch){
			.from = { 0x1000 + 16 * (i * 7919 % n), 0 }, .to = { 0x1000 + 8 * i, 0 },
			.kind = BRANCH_CONDITIONAL, .taken = n - i, .executed = 2 * n,
			.share = { (double)(n - i) / ((double)n * (double)n), .001 },
			.probability = { .5, .01 }, .misp_taken = { (double)(i % 97) / 97, .01 },
			.misp_all = { .01, .001 }, .cycles = { (double)(i % 31), .1 },
		};
	return branches;
}

/* Milliseconds of each of the rounds, which alternate between two columns. */
static double time_order(struct code_screen *code, size_t one, size_t other)
{
	const double begin = now_ms();

	for (int i = 0; i < ROUNDS; i++)
		code_list_order_by(code, i % 2 ? one : other);
	return (now_ms() - begin) / ROUNDS;
}

static size_t column_called(const struct code_screen *code, const char *title)
{
	const struct code_kind *kind = code_view_shown(code)->kind;

	return (size_t)(code_kind_find(kind, title, strlen(title)) - kind->columns);
}

static double time_frames(struct ui_state *state, struct canvas *canvas)
{
	const double begin = now_ms();

	for (int i = 0; i < ROUNDS; i++) {
		code_list_move(&state->code, i % 2 ? 1000 : -1000);
		view_code_draw(canvas, (struct rect){ 0, 0, 200, 1 }, (struct rect){ 0, 1, 200, 59 }, state);
	}
	return (now_ms() - begin) / ROUNDS;
}

static void print(const struct profile *profile, enum batch_format format)
{
	const struct profile_config config = { .format = format, .parts = PROFILE_BRANCHES };
	FILE *out = fopen("/dev/null", "w");

	if (!out || profile_print(&config, profile, NULL, out))
		abort();
	(void)fclose(out);
}

static double time_print(const struct profile *profile, enum batch_format format)
{
	const double begin = now_ms();

	print(profile, format);
	return now_ms() - begin;
}

static void time_screen(const struct profile *profile)
{
	struct ui_state *state = calloc(1, sizeof(*state));
	struct canvas canvas = { 0 };
	double begin, made;

	if (!state || canvas_resize(&canvas, 200, 60))
		abort();
	code_init(&state->code, NULL, state->look.code_columns);
	state->code.open = true;
	state->code.n_steps = 1;
	state->code.steps[0] = (struct code_step){ .view = CODE_BRANCHES, .start.object = PLACE_NO_OBJECT };
	state->code.of.profile = profile;
	begin = now_ms();
	for (int i = 0; i < ROUNDS; i++)
		(void)code_list_make(&state->code);
	made = (now_ms() - begin) / ROUNDS;
	printf("%zu branches: made %.2f ms", profile->n_branches, made);
	printf(", by numbers %.2f ms", time_order(&state->code, column_called(&state->code, "CYCLES"),
						  column_called(&state->code, "MISP/TAKEN")));
	printf(", by texts %.2f ms", time_order(&state->code, column_called(&state->code, "KIND"),
						column_called(&state->code, "FROM → TO")));
	(void)snprintf(state->code.lists[CODE_BRANCHES].filter, CODE_FILTER_TEXT, "misp>20 && cycles<10");
	begin = now_ms();
	for (int i = 0; i < ROUNDS; i++)
		(void)code_list_sort(&state->code);
	printf(", filtered and by texts %.2f ms", (now_ms() - begin) / ROUNDS);
	printf(", a frame %.3f ms\n", time_frames(state, &canvas));
	canvas_done(&canvas);
	code_done(&state->code);
	free(state);
}

int main(int argc, char **argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000;
	struct profile_object object = { .path = "/usr/bin/program" };
	struct profile profile = { .mispredicts_known = true, .cycles_known = true, .stacks = n,
				   .event.has_branches = true, .objects = &object, .n_objects = 1,
				   .branches = make_branches(n), .n_branches = n };

	(void)setlocale(LC_ALL, "C.UTF-8");
	if (!profile.branches)
		abort();
	if (argc > 2) {
		print(&profile, strcmp(argv[2], "csv") ? BATCH_JSON : BATCH_CSV);
	} else {
		time_screen(&profile);
		printf("%zu branches: CSV %.1f ms", n, time_print(&profile, BATCH_CSV));
		printf(", JSON %.1f ms\n", time_print(&profile, BATCH_JSON));
	}
	free((void *)profile.branches);
	return 0;
}

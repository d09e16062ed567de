/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Golden screens: the body of each shot that has a file, and in one file each the lines around it,
 * of all shots, so that another word there changes one file. SCREENS=update rewrites tests/screens/;
 * read the diff then. What holds at every size: test-screen_sizes.c.
 */
#include "config.h"

#include <locale.h>

#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/shot.h"
#include "tests/fixtures/test.h"
#include "ui/draw/layout.h"
#include "ui/screen/screen.h"

#define LINES_MAX 64		/* of a screen */
#define NAMES_WIDTH 80		/* then names of shots go on in another line */

enum around { TITLE, MACHINE, SENTENCE, TREND, STATUS, PATH, FOOTER, AROUND };

static const char *const files[AROUND] = { "title",  "machine", "sentence", "trend",
					   "status", "path",	"footer" };

/* A screen as canvas_dump() writes it, in lines. */
struct picture {
	char *line[LINES_MAX], *roles[LINES_MAX];
	int around[LINES_MAX];	/* enum around, or AROUND: of the body */
};

static void take_picture(struct picture *picture)
{
	const struct layout_request request = screen_request(&ui);
	const struct layout layout = layout_compute(canvas.w, canvas.h, &request);
	const struct rect rects[AROUND] = {
		[TITLE] = layout.title, [MACHINE] = layout.machine, [SENTENCE] = layout.sentence,
		[TREND] = layout.trend, [STATUS] = layout.state, [PATH] = layout.path,
		[FOOTER] = layout.footer,
	};
	char *next = fixture_canvas_dump();

	assert_in_range(canvas.h, 1, LINES_MAX);
	for (int y = 0; y < canvas.h; y++)
		picture->line[y] = strsep(&next, "\n");
	(void)strsep(&next, "\n");
	for (int y = 0; y < canvas.h; y++)
		picture->roles[y] = strsep(&next, "\n");
	for (int y = 0; y < canvas.h; y++) {
		picture->around[y] = AROUND;
		for (int i = 0; i < AROUND; i++)
			if (rects[i].h && rects[i].y == y)
				picture->around[y] = i;
	}
}

/* ---- the body ---- */

static bool is_blank(const struct picture *picture, int y)
{
	return !picture->line[y][0] && !picture->roles[y][strspn(picture->roles[y], " .")];
}

/* The lines of the body without blank ones at the end, then their roles. */
static void print_body(const struct picture *picture, FILE *out)
{
	int end = canvas.h;

	while (end && (picture->around[end - 1] != AROUND || is_blank(picture, end - 1)))
		end--;
	for (int y = 0; y < end; y++)
		if (picture->around[y] == AROUND)
			(void)fprintf(out, "%s\n", picture->line[y]);
	(void)fputs("--------\n", out);
	for (int y = 0; y < end; y++)
		if (picture->around[y] == AROUND)
			(void)fprintf(out, "%s\n", picture->roles[y]);
}

static void compare_body(const struct picture *picture, const struct shot *shot)
{
	char path[128], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	print_body(picture, out);
	(void)fclose(out);
	(void)snprintf(path, sizeof(path), "../screens/%s-%dx%d.txt",
		       shot->like ? shot->like : shot->name, shot->w, shot->h);
	compare_with_golden(path, text);
	free(text);
}

/* ---- the lines around it ---- */

/* A line with its roles, and the shots that have it. */
struct gathered {
	char *line, *names;
	size_t size;
	FILE *out;		/* into names */
	int width;
};

static struct gathered gathered[AROUND][512];
static size_t n_gathered[AROUND];

static struct gathered *find_gathered(enum around around, const char *line, const char *roles)
{
	struct gathered *at = gathered[around];
	char *both;

	assert_true(asprintf(&both, "%s\n%s\n", line, roles) > 0);
	for (size_t i = 0; i < n_gathered[around]; i++, at++) {
		if (strcmp(at->line, both) != 0)
			continue;
		free(both);
		return at;
	}
	assert_true(n_gathered[around]++ < sizeof(gathered[0]) / sizeof(gathered[0][0]));
	at->line = both;
	at->out = open_memstream(&at->names, &at->size);
	assert_non_null(at->out);
	return at;
}

static void gather(const struct picture *picture, const struct shot *shot)
{
	for (int y = 0; y < canvas.h; y++) {
		struct gathered *at;

		if (picture->around[y] == AROUND)
			continue;
		at = find_gathered((enum around)picture->around[y], picture->line[y], picture->roles[y]);
		at->width += fprintf(at->out, "%s%s-%dx%d", at->width ? " " : "\t", shot->name, shot->w, shot->h);
		if (at->width > NAMES_WIDTH) {
			(void)fputs("\n", at->out);
			at->width = 0;
		}
	}
}

/* Compares all lines of a kind; frees them. */
static void compare_lines(void **data)
{
	const enum around around = (enum around)((const char *const *)*data - files);
	char path[64], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	for (size_t i = 0; i < n_gathered[around]; i++) {
		struct gathered *at = &gathered[around][i];

		(void)fclose(at->out);
		(void)fprintf(out, "%s%s%s", at->line, at->names, at->width ? "\n" : "");
		free(at->line);
		free(at->names);
	}
	(void)fclose(out);
	(void)snprintf(path, sizeof(path), "../screens/lines/%s.txt", files[around]);
	compare_with_golden(path, text);
	free(text);
}

/* ---- the tests ---- */

struct one {
	const struct shots *shots;
	const struct shot *shot;
};

static void one_shot(void **data)
{
	const struct one *one = *data;
	struct picture picture;

	shot_open(one->shots, one->shot);
	take_picture(&picture);
	gather(&picture, one->shot);
	if (one->shot->golden == BODY)
		compare_body(&picture, one->shot);
	(void)one->shots->close(NULL);
}

int main(void)
{
	static struct CMUnitTest tests[512];
	static struct one ones[512];
	size_t n = 0;

	(void)setlocale(LC_ALL, "C.UTF-8");
	for (const struct shots *const *shots = all_shots; *shots; shots++)
		for (size_t i = 0; i < (*shots)->n; i++, n++) {
			ones[n] = (struct one){ *shots, &(*shots)->shot[i] };
			tests[n] = (struct CMUnitTest){ .name = ones[n].shot->name,
							.test_func = one_shot,
							.initial_state = &ones[n] };
		}
	for (int i = 0; i < AROUND; i++)	/* when all are gathered */
		tests[n++] = (struct CMUnitTest){ .name = files[i], .test_func = compare_lines,
						  .initial_state = (void *)(uintptr_t)&files[i] };
	return _cmocka_run_group_tests("screens", tests, n, NULL, NULL);
}

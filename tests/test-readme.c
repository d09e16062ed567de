/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The pictures in README.md and doc/ are what tdtop --demo shows: each has a line "<!-- picture FILE WxH
 * KEYS -->" before it; FILE "text": it stands in the page. SCREENS=update, or "make screens", rewrites them.
 */
#include "config.h"

#include <locale.h>

#include "model/profile/functions.h"
#include "tests/fixtures/golden_text.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/shot.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/picture.h"

#define INTERVALS_MORE 40		/* after those of shots_demo */
#define MARK "<!-- picture "
#define FENCE "```text\n"

/* A line "<!-- picture doc/detail.svg 80x24 d -->"; keys "-": none. */
struct mark {
	char path[64], keys[16];
	int w, h;
};

static bool read_mark(const char *line, struct mark *mark)
{
	return sscanf(line, MARK "%63[^ ] %dx%d %15[^ ]", mark->path, &mark->w, &mark->h,
		      mark->keys) == 4;
}

static void open_demo(const struct shot *shot)
{
	shots_demo.open(shot);
	for (int i = 0; i < INTERVALS_MORE; i++)
		shots_demo.next(shot);
	shot_keys(&shots_demo, shot);
}

static void draw(const struct mark *mark, enum picture_format format, struct buffer *out)
{
	const struct shot shot = { .w = mark->w, .h = mark->h,
				   .keys = strcmp(mark->keys, "-") ? mark->keys : NULL };

	open_demo(&shot);
	picture_put(&canvas, THEME_DEFAULT, format, out);
	(void)shots_demo.close(NULL);
	assert_false(out->broken);
}

static void check_file(const struct mark *mark)
{
	struct buffer now = { 0 };
	char path[80];

	(void)snprintf(path, sizeof(path), "../../%s", mark->path);
	draw(mark, PICTURE_SVG, &now);
	compare_with_golden(path, now.bytes);
	buffer_done(&now);
}

/* How many pictures a page has. A link begins in the page's folder. */
static int check_page(const char *page)
{
	struct buffer now = { 0 };
	char path[80], *text, link[80];
	const char *from, *after;
	struct mark mark;
	int n = 0;

	(void)snprintf(path, sizeof(path), "../../%s", page);
	text = strdup(text_of_file(fixture("..", page)));
	assert_non_null(text);
	from = text;
	for (const char *line = strstr(text, MARK); line; line = strstr(line + 1, MARK), n++) {
		assert_true(read_mark(line, &mark));
		if (strcmp(mark.path, "text") != 0) {
			(void)snprintf(link, sizeof(link), "](%s)\n",
				       mark.path + (strchr(page, '/') ? strlen("doc/") : 0));
			assert_non_null(strstr(line, link));
			check_file(&mark);
			continue;
		}
		after = strstr(line, FENCE) + strlen(FENCE);
		buffer_put(&now, from, (size_t)(after - from));
		draw(&mark, PICTURE_TEXT, &now);
		from = strstr(after - 1, "\n```\n") + 1;
	}
	buffer_print(&now, "%s", from);
	compare_with_golden(path, now.bytes);
	buffer_done(&now);
	free(text);
	return n;
}

TEST(the_pictures_of_the_readme_and_of_doc_are_those_of_the_demo)
{
	assert_int_equal(check_page("README.md"), 3);
	assert_int_equal(check_page("doc/screen.md"), 3);
	assert_int_equal(check_page("doc/regions.md"), 1);
}

/* Those of java, of a sampling of twelve seconds; the row's are of the last one. */
TEST(functions_of_the_demo_add_up_to_the_classes_of_their_row)
{
	static const enum metric_id classes[] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND,
						 M_BACKEND_BOUND };
	const struct shot shot = { .w = 80, .h = 24, .keys = "jjjh~~~~~~~~~~~~" };
	const struct row *row;
	struct functions functions;

	open_demo(&shot);
	row = snapshot_find(ui.snapshot, ROW_PROCESS, 2311);
	assert_int_equal(functions_init(&functions, ui.code.of.profile, NULL, FUNCTIONS_OF_ALL), 0);
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		double sum = 0, slots = 0;

		for (size_t k = 0; k < functions.n; k++) {
			slots += (double)functions.rows[k].weight;
			sum += (double)functions.rows[k].weight * functions.rows[k].classes[classes[i]].value;
		}
		assert_true(fabs(100 * sum / slots - row->numbers->values.percent[classes[i]]) < 6);
	}
	functions_done(&functions);
	(void)shots_demo.close(NULL);
}

AROUND(begin_all)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
}

const struct around_tests around_tests = {
	.teardown = fixture_canvas_done,
	.setup_all = begin_all,
};

/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of a canvas: what of its cells is in the SVG, the HTML and the text. */
#include "config.h"

#include "tests/fixtures/fixture_canvas.h"
#include "tests/fixtures/test_main.h"
#include "ui/draw/picture.h"

#define WIDE "\xe6\xbc\xa2"	/* one character of two cells */

static struct buffer picture;

SETUP_MAY_FAIL
{
	return canvas_resize(&canvas, 8, 1);
}

TEARDOWN_MAY_FAIL
{
	buffer_done(&picture);
	return fixture_canvas_done(state);
}

static const char *draw(enum theme_id theme, enum picture_format format)
{
	buffer_clear(&picture);
	picture_put(&canvas, theme, format, &picture);
	buffer_put(&picture, "", 1);
	assert_false(picture.broken);
	return picture.bytes;
}

static void check_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void check_has_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("\"%s\" is in:\n%s", part, text);
}

static void put(int x, enum role role, const char *text)
{
	(void)canvas_put(&canvas, x, 0, canvas.w, canvas_style(role, false), text);
}

TEST(the_suffix_of_a_file_names_its_format)
{
	static const struct {
		const char *path;
		int format;	/* -1: none */
	} files[] = {
		{ "a.svg", PICTURE_SVG }, { "/tmp/x.y/b.HTML", PICTURE_HTML }, { "c.htm", PICTURE_HTML },
		{ "d.txt", PICTURE_TEXT }, { "e", -1 }, { "f.png", -1 }, { "dir.svg/g", -1 }, { "", -1 },
	};
	enum picture_format format;

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		bool known = picture_format_of(files[i].path, &format);

		assert_int_equal(known ? (int)format : -1, files[i].format);
	}
}

TEST(a_text_has_the_lines_without_blanks_at_their_ends)
{
	put(0, ROLE_TEXT, "a " WIDE " b");
	assert_string_equal(draw(THEME_DEFAULT, PICTURE_TEXT), "a " WIDE " b\n");
}

TEST(a_role_has_the_colour_of_the_theme)
{
	put(0, ROLE_BACKEND_BOUND, "BE");
	check_has(draw(THEME_DEFAULT, PICTURE_SVG), "fill=\"#d75f00\">BE</text>");
	check_has(draw(THEME_LIGHT, PICTURE_SVG), "fill=\"#875f00\">BE</text>");
	check_has(draw(THEME_LIGHT, PICTURE_HTML), "<span style=\"color:#875f00;background:#ffffff\">BE</span>");
}

TEST(what_a_theme_leaves_to_the_terminal_has_the_colours_of_its_paper)
{
	put(0, ROLE_TEXT, "x");
	check_has(draw(THEME_LIGHT, PICTURE_SVG), "fill=\"#1c1c1c\">x</text>");
	check_has(draw(THEME_LIGHT, PICTURE_SVG), "fill=\"#ffffff\"/>");
	check_has(draw(THEME_LIGHT, PICTURE_HTML), "<pre>\nx\n</pre>");
}

TEST(the_cursor_bar_swaps_ink_and_ground)
{
	put(0, ROLE_TEXT, "x");
	canvas_flag(&canvas, (struct rect){ 0, 0, 1, 1 }, CELL_SELECTED);
	check_has(draw(THEME_LIGHT, PICTURE_HTML), "<span style=\"color:#ffffff;background:#1c1c1c\">x</span>");
}

TEST(a_text_takes_the_width_of_its_cells_whatever_the_font)
{
	put(0, ROLE_TEXT, "ab c");
	check_has(draw(THEME_DEFAULT, PICTURE_SVG), "textLength=\"32\"");
	put(0, ROLE_TEXT, WIDE "    ");
	check_has(draw(THEME_DEFAULT, PICTURE_SVG), "textLength=\"16\"");
}

TEST(blocks_and_shades_are_shapes_without_gaps)
{
	const char *svg;

	put(0, ROLE_RETIRING, "\u2588\u2588\u2588");
	put(3, ROLE_BACKEND_BOUND, "\u2593\u2593");
	put(5, ROLE_RETIRING, "\u2584\u258c");
	svg = draw(THEME_DEFAULT, PICTURE_SVG);
	check_has(svg, "<rect x=\"0\" y=\"0\" width=\"24\" height=\"16\" fill=\"#00af87\"/>");
	check_has(svg, "<pattern id=\"s2-d75f00\"");
	check_has(svg, "<rect x=\"24\" y=\"0\" width=\"16\" height=\"16\" fill=\"url(#s2-d75f00)\"/>");
	check_has(svg, "<rect x=\"40\" y=\"8\" width=\"8\" height=\"8\" fill=\"#00af87\"/>");
	check_has(svg, "<rect x=\"48\" y=\"0\" width=\"4\" height=\"16\" fill=\"#00af87\"/>");
	check_has_not(svg, "<text");
}

TEST(dots_of_braille_are_where_unicode_numbers_them)
{
	const char *svg;

	put(0, ROLE_RETIRING, "\u2881");	/* dots 1 and 8 */
	svg = draw(THEME_DEFAULT, PICTURE_SVG);
	check_has(svg, "d=\"M1 1h2v2h-2zM5 13h2v2h-2z\"");
	check_has_not(svg, "<text");
}

TEST(lines_of_a_tree_join_at_the_edges_of_their_cells)
{
	put(0, ROLE_DIM, "\u2514\u2500");
	check_has(draw(THEME_DEFAULT, PICTURE_SVG), "d=\"M4 0v8M4 8h4\"");
}

TEST(foreign_characters_are_escaped_or_replaced)
{
	static const enum picture_format formats[] = { PICTURE_SVG, PICTURE_HTML };

	for (size_t i = 0; i < 2; i++) {
		const char *text;

		canvas_clear(&canvas);
		put(0, ROLE_TEXT, "<a&\">");
		canvas.cells[5].code = 0xfffe;	/* not allowed in XML */
		canvas.cells[6].code = 0x1b;
		text = draw(THEME_DEFAULT, formats[i]);
		check_has(text, "&lt;a&amp;&quot;&gt;");
		check_has_not(text, "<a&");
		check_has_not(text, "\x1b");
		check_has_not(text, "\xef\xbf\xbe");
	}
}

/* Each start tag has its end tag, in order: names, attributes and text are not looked at. */
static void check_nested(const char *xml)
{
	char open[64][16];
	size_t depth = 0;

	for (const char *tag = strchr(xml, '<'); tag; tag = strchr(tag + 1, '<')) {
		const char *end = strchr(tag, '>');
		char name[16] = "";

		assert_non_null(end);
		(void)sscanf(tag + 1, "%15[a-z/]", name);
		if (name[0] == '/')
			assert_true(depth-- > 0 && !strcmp(open[depth], name + 1));
		else if (end[-1] != '/')
			memcpy(open[depth++], name, sizeof(name));
		assert_true(depth < 64);
	}
	assert_int_equal(depth, 0);
}

TEST(whatever_is_in_the_cells_an_svg_is_nested)
{
	uint32_t random = 1;

	assert_int_equal(canvas_resize(&canvas, 40, 8), 0);
	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < canvas.w * canvas.h; i++) {
			random = random * 1664525u + 1013904223u;
			canvas.cells[i] = (struct cell){ .code = random >> 13 & 0x2fff,
							 .role = (uint8_t)((random >> 4) % ROLE_COUNT),
							 .flags = random >> 28 & 3 };
		}
		check_nested(draw((enum theme_id)(round % THEME_COUNT), PICTURE_SVG));
	}
}

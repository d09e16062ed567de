/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures of a canvas as HTML and text; see picture.h. The SVG is in picture_svg.c. UI thread. */
#include "config.h"
#include "ui/draw/picture.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "ui/draw/format.h"
#include "ui/draw/picture_pen.h"
#include "ui/draw/picture_svg.h"

/* Cells of a line up to the last that shows something. */
static int length_of(const struct canvas *canvas, const struct cell *line, enum theme_id theme)
{
	int length = canvas->w;

	while (length > 0 && line[length - 1].code == ' ' &&
	       (theme == THEME_COUNT ||
		picture_pen(&line[length - 1], theme).ground == themes[theme].paper.ground))
		length--;
	return length;
}

static void put_html_line(const struct canvas *canvas, const struct cell *line,
			  enum theme_id theme, struct buffer *out)
{
	const struct pen plain = { .ink = themes[theme].paper.ink,
				   .ground = themes[theme].paper.ground };
	struct pen before = plain;

	for (int x = 0, length = length_of(canvas, line, theme); x < length; x++) {
		const struct pen pen = picture_pen(&line[x], theme);

		if (!line[x].code)
			continue;
		if (!picture_same_pen(pen, before)) {
			if (!picture_same_pen(before, plain))
				buffer_print(out, "</span>");
			if (!picture_same_pen(pen, plain))
				buffer_print(out, "<span style=\"color:#%06x;background:#%06x%s%s\">",
					     (unsigned int)pen.ink, (unsigned int)pen.ground,
					     pen.bold ? ";font-weight:bold" : "",
					     pen.underlined ? ";text-decoration:underline" : "");
			before = pen;
		}
		picture_put_escaped(out, line[x].code);
	}
	buffer_print(out, "%s\n", picture_same_pen(before, plain) ? "" : "</span>");
}

static void put_html(const struct canvas *canvas, enum theme_id theme, struct buffer *out)
{
	buffer_print(out,
		     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<title>tdtop</title>\n<style>\nbody { background: #%06x; color: #%06x; }\n"
		     "pre { font-family: monospace; line-height: 1.2; }\n</style>\n</head>\n"
		     "<body>\n<pre>\n", (unsigned int)themes[theme].paper.ground,
		     (unsigned int)themes[theme].paper.ink);
	for (int y = 0; y < canvas->h; y++)
		put_html_line(canvas, canvas->cells + y * canvas->w, theme, out);
	buffer_print(out, "</pre>\n</body>\n</html>\n");
}

static void picture_put_text(const struct canvas *canvas, enum theme_id theme, struct buffer *out)
{
	(void)theme;
	for (int y = 0; y < canvas->h; y++) {
		const struct cell *line = canvas->cells + y * canvas->w;
		char text[FORMAT_CODE];

		for (int x = 0, length = length_of(canvas, line, THEME_COUNT); x < length; x++) {
			if (!line[x].code)
				continue;
			format_encode(text, line[x].code);
			buffer_print(out, "%s", text);
		}
		buffer_put(out, "\n", 1);
	}
}

static const struct {
	const char *suffix;
	enum picture_format format;
} suffixes[] = { { ".svg", PICTURE_SVG }, { ".html", PICTURE_HTML }, { ".htm", PICTURE_HTML },
		 { ".txt", PICTURE_TEXT } };

bool picture_format_of(const char *path, enum picture_format *format)
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		if (!strcasecmp(dot, suffixes[i].suffix)) {
			*format = suffixes[i].format;
			return true;
		}
	}
	return false;
}

void picture_put(const struct canvas *canvas, enum theme_id theme, enum picture_format format,
		 struct buffer *out)
{
	static void (*const put[PICTURE_FORMATS])(const struct canvas *, enum theme_id,
						  struct buffer *) = {
		[PICTURE_SVG] = picture_put_svg, [PICTURE_HTML] = put_html, [PICTURE_TEXT] = picture_put_text,
	};

	put[format](canvas, theme, out);
}

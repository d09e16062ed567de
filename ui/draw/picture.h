/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A canvas as a picture for a ticket or a document: SVG, HTML, or plain text. Colours are those of
 * a theme; where the theme leaves a colour to the terminal, the theme's paper has it. Bars, shades,
 * braille and lines of the SVG are shapes, and texts have the width of their cells, so that it
 * looks the same with any monospaced font. UI thread.
 */
#pragma once

#include <stdbool.h>

#include "ui/draw/buffer.h"
#include "ui/draw/canvas.h"
#include "ui/draw/theme.h"

enum picture_format { PICTURE_SVG, PICTURE_HTML, PICTURE_TEXT, PICTURE_FORMATS };

/*
 * The format that the name of a file asks for: .svg, .html, .htm, .txt. False: another name.
 */
bool picture_format_of(const char *path, enum picture_format *format);

/* Appends the picture. On failure the buffer is broken (see buffer.h). */
void picture_put(const struct canvas *canvas, enum theme_id theme, enum picture_format format,
		 struct buffer *out);

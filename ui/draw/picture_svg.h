/* SPDX-License-Identifier: GPL-2.0-only */
/* A canvas as SVG; called by picture.c, whose header says what it looks like. UI thread. */
#pragma once

#include "ui/draw/buffer.h"
#include "ui/draw/canvas.h"
#include "ui/draw/theme.h"

/* Appends the SVG. On failure the buffer is broken. */
void picture_put_svg(const struct canvas *canvas, enum theme_id theme, struct buffer *out);

/* SPDX-License-Identifier: GPL-2.0-only */
/* How a cell of a canvas looks in a picture, in any format. UI thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ui/draw/buffer.h"
#include "ui/draw/canvas.h"
#include "ui/draw/theme.h"

/* Colours are 0xrrggbb. */
struct pen {
	int ink, ground;
	bool bold, underlined;
};

struct pen picture_pen(const struct cell *cell, enum theme_id theme);
bool picture_same_pen(struct pen a, struct pen b);

/* Appends a character for XML and HTML: special ones escaped, those that XML forbids as "?". */
void picture_put_escaped(struct buffer *out, uint32_t code);

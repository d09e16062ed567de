/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A cell of a picture of time: its class by colour and by texture, pattern or letter, and how busy
 * it was by height. Letters have no height: a capital is half busy or more. UI thread.
 */
#pragma once

#include "model/history/heat.h"
#include "ui/draw/braille.h"
#include "ui/draw/canvas.h"
#include "ui/draw/graphs.h"

struct family;

/* What cells are drawn with. */
struct heat_look {
	const struct family *family;
	enum bars_id bars;
	enum graphs_id graphs;
};

/*
 * Draws one cell; strong if its class is over its threshold. Nothing known: blank; hardly busy: the
 * sign for idle.
 */
void heat_cell_draw(struct canvas *canvas, int x, int y, const struct heat *heat,
		    const struct heat_look *look);

/* The code point that a class has in a cell that is wholly busy. */
uint32_t heat_cell_glyph(enum metric_id metric, const struct heat_look *look);

/* What the height of a cell means, for the legend. Static. */
const char *heat_cell_height(const struct heat_look *look);

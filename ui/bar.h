/* SPDX-License-Identifier: GPL-2.0-only */
/* The stacked TopDown bar: four classes, each with a colour and a pattern or letter. UI thread. */
#ifndef TDTOP_UI_BAR_H
#define TDTOP_UI_BAR_H

#include "model/counts.h"
#include "ui/canvas.h"

/*
 * Fills rect (one line) up to `filled` (0..1) of its width with the four classes by their share;
 * the rest shows the sign for idle if filled < 1. Values that are not known leave it blank.
 */
void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      bool ascii);

/* The class whose part of the stack of shares covers this percent; M_NONE beyond the top. */
enum metric_id bar_class_at(const struct values *values, double percent);

/* Are all four classes known? */
bool bar_is_known(const struct values *values);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* The stacked TopDown bar; see bar.h. UI thread. */
#include "config.h"
#include "ui/bar.h"

#include <math.h>

#include "ui/format.h"
#include "ui/symbols.h"

enum metric_id bar_class_at(const struct values *values, double percent)
{
	double top = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		if (metrics[m].parent != M_NONE)
			continue;
		top += (double)values->percent[m];
		if (percent < top)
			return m;
	}
	return M_NONE;
}

bool bar_is_known(const struct values *values)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && values->quality[m] <= Q_FEW)
			return false;
	return true;
}

void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      bool ascii)
{
	bool known = bar_is_known(values);
	int cells = known ? (int)lround(filled * rect.w) : 0;
	const char *idle = symbol(SYMBOL_IDLE, ascii);

	/* A cell shows the class at its middle, so a class needs half a cell to be seen. */
	for (int x = 0; x < cells; x++) {
		enum metric_id m = bar_class_at(values, 100 * (x + 0.5) / cells);

		if (m != M_NONE)
			canvas_put_code(canvas, rect.x + x, rect.y,
					canvas_style(theme_metric_role(m), false),
					theme_metric_glyph(m, ascii));
	}
	for (int x = cells; filled < 1 && x < rect.w; x++)
		(void)canvas_put(canvas, rect.x + x, rect.y, 1, canvas_style(ROLE_DIM, false), idle);
}

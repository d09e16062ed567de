/* SPDX-License-Identifier: GPL-2.0-only */
/* The stacked TopDown bar; see graphs.h. Called by the views on the UI thread. */
#include "config.h"
#include "ui/draw/graphs.h"

#include <math.h>

#include "model/formula.h"
#include "ui/draw/format.h"

#define FULL 0x2588
#define LIGHT_SHADE 0x2591
#define MEDIUM_SHADE 0x2592
#define DARK_SHADE 0x2593

/* clang-format off */
const struct bars bars[BARS_COUNT] = {
	[BARS_PATTERNS] = { .name = "patterns", .help = "a pattern for each class", .idle = "·",
			    .glyphs = { [M_RETIRING] = FULL, [M_BAD_SPECULATION] = LIGHT_SHADE,
					[M_FRONTEND_BOUND] = MEDIUM_SHADE,
					[M_BACKEND_BOUND] = DARK_SHADE } },
	[BARS_LETTERS]  = { .name = "letters", .help = "R S F B", .idle = "·" },
	[BARS_SOLID]    = { .name = "solid", .help = "only colours tell the classes apart",
			    .idle = "·",
			    .glyphs = { [M_RETIRING] = FULL, [M_BAD_SPECULATION] = FULL,
					[M_FRONTEND_BOUND] = FULL, [M_BACKEND_BOUND] = FULL } },
	[BARS_ASCII]    = { .name = "ascii", .help = "R S F B", .idle = "." },
};
/* clang-format on */

const char *bars_name(int id)
{
	return id >= 0 && id < BARS_ASCII ? bars[id].name : NULL;
}

uint32_t bars_glyph(enum bars_id id, enum metric_id metric)
{
	uint32_t glyph = bars[id].glyphs[metric];

	return glyph ? glyph : (uint32_t)(unsigned char)metrics[metric].letter;
}

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

static void draw_idle(struct canvas *canvas, struct rect rect, int from, double filled,
		      enum bars_id id)
{
	for (int x = from; filled < 1 && x < rect.w; x++)
		(void)canvas_put(canvas, rect.x + x, rect.y, 1, canvas_style(ROLE_DIM, false),
				 bars[id].idle);
}

void bar_draw(struct canvas *canvas, struct rect rect, const struct values *values, double filled,
	      enum bars_id id)
{
	bool known = values_are_whole(values);
	int cells = known ? (int)lround(filled * rect.w) : 0;

	/* A cell shows the class at its middle, so a class is visible from half a cell on. */
	for (int x = 0; x < cells; x++) {
		enum metric_id m = bar_class_at(values, 100 * (x + 0.5) / cells);

		if (m != M_NONE)
			canvas_put_code(canvas, rect.x + x, rect.y,
					canvas_style(theme_metric_role(m), false),
					bars_glyph(id, m));
	}
	draw_idle(canvas, rect, cells, filled, id);
}

void bar_draw_load(struct canvas *canvas, struct rect rect, double filled, enum bars_id id)
{
	const int cells = (int)lround(filled * rect.w);

	for (int x = 0; x < cells && x < rect.w; x++)
		canvas_put_code(canvas, rect.x + x, rect.y, canvas_style(ROLE_TEXT, false),
				id == BARS_ASCII ? '#' : FULL);
	draw_idle(canvas, rect, cells, filled, id);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Cells of pictures of time; see heat_cell.h. UI thread. */
#include "config.h"
#include "ui/draw/heat_cell.h"

#include <ctype.h>
#include <math.h>

#include "model/formula.h"
#include "ui/draw/symbols.h"

#define IDLE 0.005		/* busy for less than this is drawn as idle */

/* Has the look a texture, pattern or height? Else it has letters. */
static bool has_letters(const struct heat_look *look)
{
	return look->bars == BARS_LETTERS || look->bars == BARS_ASCII;
}

static uint32_t letter(enum metric_id metric, double busy)
{
	unsigned char capital = (unsigned char)metrics[metric].letter;

	return (uint32_t)(busy < 0.5 ? tolower(capital) : capital);
}

static uint32_t texture(enum metric_id metric, double busy)
{
	enum metric_id rows[BRAILLE_ROWS];

	for (int row = 0; row < BRAILLE_ROWS; row++)
		rows[row] = row < ceil(busy * BRAILLE_ROWS) ? metric : M_NONE;
	return braille_classes(rows);
}

static uint32_t glyph_of(enum metric_id metric, double busy, const struct heat_look *look)
{
	if (has_letters(look))
		return letter(metric, busy);
	if (look->bars == BARS_SOLID)
		return symbol_spark(busy - 0.125, false);
	if (look->graphs == GRAPHS_BRAILLE)
		return texture(metric, busy);
	/* Blocks have no pattern and height at once. */
	return busy < 0.5 ? letter(metric, busy) : bars_glyph(look->bars, metric);
}

void heat_cell_draw(struct canvas *canvas, int x, int y, const struct heat *heat,
		    const struct heat_look *look)
{
	double busy = heat_busy(heat);
	enum metric_id metric;
	bool limits;

	if (isnan(busy))
		return;
	if (busy < IDLE) {
		(void)canvas_put(canvas, x, y, 1, canvas_style(ROLE_DIM, false),
				 bars[look->bars].idle);
		return;
	}
	metric = heat_class(heat, look->family, &limits);
	if (metric == M_NONE && !family_has_counters(look->family))
		canvas_put_code(canvas, x, y, canvas_style(ROLE_TEXT, false),
				look->bars == BARS_ASCII ? '#' : symbol_spark(busy - 0.125, false));
	else if (metric == M_NONE)
		canvas_put_code(canvas, x, y, canvas_style(ROLE_DIM, false), '?');
	else
		canvas_put_code(canvas, x, y, canvas_style(theme_metric_role(metric), limits),
				glyph_of(metric, busy, look));
}

uint32_t heat_cell_glyph(enum metric_id metric, const struct heat_look *look)
{
	return glyph_of(metric, 1, look);
}

const char *heat_cell_height(const struct heat_look *look)
{
	if (has_letters(look))
		return "capital: busy half of the time or more";
	if (look->bars == BARS_PATTERNS && look->graphs != GRAPHS_BRAILLE)
		return "letter: busy less than half of the time";
	return "height: how busy";
}

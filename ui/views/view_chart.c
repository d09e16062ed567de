/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine over time; see view_chart.h. One column per interval, as high as the CPUs were busy,
 * stacked by class. A gap in the history is a dotted column; the frozen interval is marked. UI
 * thread.
 */
#include "config.h"
#include "ui/views/view_chart.h"

#include <math.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/bar.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"

#define LABEL_WIDTH 5		/* "100% " */

static void draw_labels(struct canvas *canvas, struct rect rect)
{
	unsigned int style = canvas_style(ROLE_LABEL, false);

	canvas_put_right(canvas, rect.x, rect.y, LABEL_WIDTH - 1, style, "100%");
	if (rect.h > 2)
		canvas_put_right(canvas, rect.x, rect.y + rect.h / 2, LABEL_WIDTH - 1, style,
				 "busy");
	canvas_put_right(canvas, rect.x, rect.y + rect.h - 1, LABEL_WIDTH - 1, style, "0%");
}

static void draw_gap(struct canvas *canvas, struct rect column, bool ascii)
{
	for (int y = 0; y < column.h; y++)
		(void)canvas_put(canvas, column.x, column.y + y, 1, canvas_style(ROLE_DIM, false),
				 symbol(SYMBOL_GAP, ascii));
}

static void draw_value(struct canvas *canvas, struct rect column, const struct machine_history_value *value,
		       enum bars_id id)
{
	struct values values = { 0 };
	int bottom = column.y + column.h - 1;
	int cells = (int)lround((double)value->busy_percent / 100 * column.h);

	memcpy(values.percent, value->percent, sizeof(values.percent));
	memcpy(values.quality, value->quality, sizeof(values.quality));
	if (!values_are_whole(&values)) {
		(void)canvas_put(canvas, column.x, bottom, 1, canvas_style(ROLE_DIM, false),
				 bars[id].idle);
		return;
	}
	/* At least one cell for anything that ran. */
	if (cells < 1)
		cells = 1;
	for (int y = 0; y < cells && y < column.h; y++) {
		enum metric_id m = bar_class_at(&values, 100 * (y + 0.5) / cells);

		if (m != M_NONE)
			canvas_put_code(canvas, column.x, bottom - y,
					canvas_style(theme_metric_role(m), false),
					bars_glyph(id, m));
	}
}

/* How many intervals ago the right end is: 0, unless the frozen interval would be off the chart. */
static size_t right_end(size_t frozen_ago, size_t n)
{
	return frozen_ago < n ? 0 : frozen_ago - n / 2;
}

void view_chart_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	size_t n = rect.w > LABEL_WIDTH ? (size_t)(rect.w - LABEL_WIDTH) : 0;
	size_t frozen_ago = 0, end = 0;
	bool marked = state->frozen && state->history &&
		      machine_history_find(state->history, state->snapshot->seq, &frozen_ago);

	draw_labels(canvas, rect);
	if (marked)
		end = right_end(frozen_ago, n);
	for (size_t i = 0; state->history && i < n; i++) {
		const struct machine_history_value *value = machine_history_at(state->history, end + i);
		struct rect column = { rect.x + rect.w - 1 - (int)i, rect.y, 1, rect.h };

		if (!value)
			break;
		if (value->gap)
			draw_gap(canvas, column, state->ascii);
		else
			draw_value(canvas, column, value, state_bars(state));
		if (marked && end + i == frozen_ago)
			canvas_flag(canvas, column, CELL_SELECTED);
	}
}

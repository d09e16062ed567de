/* SPDX-License-Identifier: GPL-2.0-only */
/* The trend of a row; see trend.h. UI thread. */
#include "config.h"
#include "ui/views/trend.h"

#include "model/history/row_history.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"

void trend_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		const struct row *row)
{
	struct row_value series[ROW_HISTORY_LEN];
	int n = rect.w < ROW_HISTORY_LEN ? rect.w : ROW_HISTORY_LEN, x = rect.x + rect.w - n;

	if (!state->row_history || n <= 0)
		return;
	row_history_series(state->row_history, row, state->snapshot->seq, series, (size_t)n);
	for (int i = 0; i < n; i++) {
		enum metric_id metric = (enum metric_id)series[i].metric;

		if (series[i].ran == ROW_LOW_SLOTS)
			(void)canvas_put(canvas, x + i, rect.y, 1, canvas_style(ROLE_DIM, false),
					 symbol(SYMBOL_IDLE, state->ascii));
		else if (series[i].ran != ROW_ABSENT)
			canvas_put_code(canvas, x + i, rect.y,
					canvas_style(theme_metric_role(metric),
						     series[i].ran == ROW_WORST),
					(uint32_t)(unsigned char)metrics[metric].letter);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Meters of the CPUs; see view_parts.h. A CPU without a row, because it was never online, has an
 * empty meter. Looking up a row walks the CPUs, but only for the cells of the screen. UI thread.
 */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <math.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/draw/graphs.h"
#include "ui/draw/layout.h"
#include "ui/draw/page.h"
#include "ui/state/state.h"

#define LOAD_WIDTH 5		/* " 100%" */

int view_meters_wanted(const struct ui_state *state)
{
	const struct snapshot *snapshot = state->snapshot;

	if (!state->look.meters || !snapshot || !snapshot->table[ROW_CPU].n)
		return 0;	/* watched tasks: CPUs have no numbers */
	return (int)snapshot->machine->n_cpus;
}

/* Digits of the largest number. */
static int number_width(const struct machine *machine)
{
	int width = 1;

	for (int last = machine->cpus[machine->n_cpus - 1].cpu; last > 9; last /= 10)
		width++;
	return width;
}

static void draw_meter(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       int cpu)
{
	const struct row *row = snapshot_find(state->snapshot, ROW_CPU, cpu);
	const int number = number_width(state->snapshot->machine);
	const double busy = row ? row_busy_percent(state->snapshot, row) : (double)NAN;
	struct rect bar = { rect.x + number + 1, rect.y, rect.w - number - 1 - LOAD_WIDTH, 1 };
	struct segments text = { 0 };

	segments_add(&text, 1, canvas_style(ROLE_LABEL, false), "%*d", number, cpu);
	(void)segments_draw(&text, canvas, rect.x, rect.y, number);
	if (isnan(busy))
		return;
	if (family_has_counters(state_family(state)))
		bar_draw(canvas, bar, &row->values, busy / 100, state_bars(state));
	else
		bar_draw_load(canvas, bar, busy / 100, state_bars(state));
	text.n = 0;
	segments_add(&text, 1, canvas_style(ROLE_TEXT, false), "%4.0f%%", busy);
	(void)segments_draw(&text, canvas, bar.x + bar.w, rect.y, LOAD_WIDTH);
}

void view_meters_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct machine *machine = state->snapshot->machine;
	const int n = (int)machine->n_cpus, n_columns = layout_meter_columns(rect.w, rect.h, n);
	const int width = (rect.w + 1) / n_columns, cells = n_columns * rect.h;
	const int shown = n > cells ? cells - 1 : n;
	struct rect cell = { .w = width - 1, .h = 1 };
	struct segments more = { 0 };

	for (int i = 0; i < shown; i++) {
		cell.x = rect.x + i / rect.h * width;
		cell.y = rect.y + i % rect.h;
		draw_meter(canvas, cell, state, machine->cpus[i].cpu);
	}
	if (shown == n)
		return;
	segments_add(&more, 1, canvas_style(ROLE_LABEL, false), "+%d more", n - shown);
	(void)segments_draw(&more, canvas, rect.x + (n_columns - 1) * width, rect.y + rect.h - 1,
			    width - 1);
}

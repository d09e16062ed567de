/* SPDX-License-Identifier: GPL-2.0-only */
/* One block: facts and histogram; see views.h. UI thread. */
#include "config.h"
#include "ui/code_views/views.h"

#include <inttypes.h>
#include <math.h>

#include "ui/code/code_text.h"
#include "ui/draw/format.h"
#include "ui/draw/histogram_chart.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"

#define CHART_MIN 5		/* lines; with fewer there is none */
#define CHART_MAX 16
#define ROWS_MIN 4		/* lines for the head and some instructions */

/* "4 instructions . 18,581 runs . 251 +-2 cycles . IPC 0.02 . 2 modes" */
static void draw_facts(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct profile_block *block)
{
	const struct code_screen *code = &state->code;
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	struct code_cell cell = { .text = "" };
	char runs[32];

	format_exact(runs, sizeof(runs), (double)block->executed);
	segments_add(&line, 100, style, "%s runs", runs);
	if (block->instructions)
		segments_add(&line, 60, style, "%" PRIu32 " instruction%s", block->instructions,
			     plural(block->instructions));
	if (block->counted) {
		code_text_cycles(&code->of, block->cycles, &cell);
		segments_add(&line, 90, style, "%s cycles", cell.text);
		if (block->instructions && block->cycles.value > 0)
			segments_add(&line, 70, style, "IPC %.2f",
				     block->instructions / block->cycles.value);
		segments_add(&line, 80, style, "%" PRIu32 " mode%s", block->n_modes,
			     plural(block->n_modes));
	} else {
		segments_add(&line, 95, canvas_style(ROLE_NOTE, false), "%s",
			     code->of.profile->cycles_known ? "no run of it was timed" :
			     "this machine does not tell cycles");
	}
	if (block->counted && block->counted < block->executed)
		segments_add(&line, 50, style, "%.1f %% timed",
			     100 * (double)block->counted / (double)block->executed);
	if (block->saturated)
		segments_add(&line, 85, canvas_style(ROLE_NOTE, false),
			     "%" PRIu64 " at the most that the CPU counts", block->saturated);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* "1: 80 cycles, 18.2 % . 2: 280-305 cycles, 79.1 % . 0.3 % above 4096 cycles" */
static void draw_modes(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       const struct profile_block *block)
{
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	char text[96];

	for (uint32_t i = 0; i < block->n_modes; i++) {
		histogram_mode_text(text, sizeof(text), &block->modes[i], state->look.ascii);
		segments_add(&line, 100 - (int)i, canvas_style(ROLE_NOTE, false), "%" PRIu32 ": %s",
			     i + 1, text);
	}
	histogram_rest_text(text, sizeof(text), block);
	if (text[0])
		segments_add(&line, 50, canvas_style(ROLE_LABEL, false), "%s", text);
	segments_add(&line, 10, canvas_style(ROLE_DIM, false), "elapsed, not cost");
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

int view_code_block_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct profile_block *block = state->code.instructions.block;
	int chart = rect.h * 3 / 5 - 2;

	if (!block || rect.h < ROWS_MIN + 1)
		return 0;
	draw_facts(canvas, (struct rect){ rect.x, rect.y, rect.w, 1 }, state, block);
	if (chart > CHART_MAX)
		chart = CHART_MAX;
	if (!block->counted || chart < CHART_MIN)
		return 1;
	histogram_chart_draw(canvas, (struct rect){ rect.x, rect.y + 1, rect.w, chart }, block,
			     state->look.ascii);
	draw_modes(canvas, (struct rect){ rect.x, rect.y + 1 + chart, rect.w, 1 }, state, block);
	return chart + 2;
}

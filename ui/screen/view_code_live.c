/* SPDX-License-Identifier: GPL-2.0-only */
/* How sampling goes; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <inttypes.h>
#include <math.h>

#include "model/metric.h"
#include "ui/code_views/code_live.h"
#include "ui/detail/open_nodes.h"
#include "ui/draw/format.h"

#define PART_WHOLE 0.995	/* of the slots: shown as all of them */
#define SLOTS_LEAST 0.95	/* of the time: below, sampling takes too much from the lists */

void view_code_live_add(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct code_screen *code = &state->code;
	const struct live_state *live = &code->news.live;
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	const struct snapshot *newest = state->timeline.live;
	const bool ended = newest && newest->last;

	if (!code_live_is_answered(code) && !ended) {
		segments_add(line, 97, canvas_style(ROLE_NOTE, false), "sampling begins");
		return;
	}
	if (!live->on || ended) {
		segments_add(line, 97, canvas_style(ROLE_NOTE, false), "not sampling");
		return;
	}
	segments_add(line, 93, style, "%s%" PRIu32 " of %" PRIu32 " %s%s", brief ? "" : "sampling ",
		     live->sampled, live->threads, live->cpus ? "CPU" : "thread",
		     plural(live->threads));
	if (live->part < PART_WHOLE)
		segments_join(line, 93, style, brief ? " (%.0f %%)" : ", %.0f %% of its slots",
			      100 * live->part);
}

void view_code_live_add_cost(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct live_state *live = &state->code.news.live;
	const unsigned int alarm = canvas_style(ROLE_ALARM, false);

	if (!code_live_is_answered(&state->code))
		return;
	if (live->lost)
		segments_add(line, 75, alarm, "lost %" PRIu64 " record%s", live->lost, plural(live->lost));
	if (live->slots_running < SLOTS_LEAST)
		segments_add(line, 78, alarm, brief ? "slots %.0f %%" :
			     "slots counted %.0f %% of the time", 100 * live->slots_running);
	if (!isnan(live->own_percent) && live->on)
		segments_add(line, 50, canvas_style(ROLE_LABEL, false), brief ? "cost %.1f %%" :
			     "own cost %.1f %%", live->own_percent);
}

void view_code_live_put_remark(struct page *page, const struct code_screen *code)
{
	const struct live_state *live = &code->news.live;
	char remark[sizeof(live->remark)];

	if (!code_live_is_answered(code) || !live->remark[0])
		return;
	format_harmless(remark, sizeof(remark), live->remark);
	page_put_text(page, ROLE_NOTE, NULL, remark);
}

/* Time and cycles pass at each node: their samples are of none. */
static bool is_of_time(const struct code_screen *code)
{
	const int event = code_live_is_answered(code) ? code->news.live.event : -1;
	const enum trigger trigger = event >= 0 && event < code->news.n_events ?
					     code->news.events[event].trigger : TRIGGER_UNKNOWN;

	return trigger == TRIGGER_TIME || trigger == TRIGGER_CYCLES;
}

void view_code_live_add_path(struct segments *line, const struct ui_state *state)
{
	const struct code_screen *code = &state->code;
	const struct live_request *request = &code->request.live;
	const struct tree *tree = request->below ? open_nodes_tree(state, request->below_type) : NULL;

	if (!request->any_node && code->steps[0].view == CODE_FUNCTIONS && !is_of_time(code))
		segments_add(line, 2, canvas_style(ROLE_LABEL, false), "%s",
			     tree ? tree_node(tree, request->below)->title : metrics[request->node].title);
}

void view_code_live_join_counted(struct segments *line, const struct code_screen *code)
{
	char counted[64];

	code_live_counted(code, counted, sizeof(counted));
	if (counted[0])
		segments_join(line, 20, canvas_style(ROLE_LABEL, false), ": %% of %s", counted);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The state line of the code views, and how sampling goes; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <inttypes.h>
#include <math.h>

#include "model/metric.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/code_state.h"
#include "ui/detail/open_nodes.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/lists/views.h"

/* ---- how sampling goes ---- */

#define PART_WHOLE 0.995	/* of the slots: shown as all of them */
#define SLOTS_LEAST 0.95	/* of the time: below, sampling takes too much from the lists */

/* Whom: "sampling 8 of 340 threads, 97 % of its slots". */
static void view_code_live_add(struct segments *line, const struct ui_state *state, bool brief)
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

/* What it costs, what was lost. */
static void view_code_live_add_cost(struct segments *line, const struct ui_state *state, bool brief)
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

/* ---- the line ---- */

#define BIAS_ALARM 0.20		/* --pgo refuses such a profile too */

/* What a trigger of samples prefers; NULL: nothing that matters. */
static const struct {
	const char *whole, *brief;
} prefers[] = {
	[TRIGGER_UNKNOWN] = { "sampled by an event that is not known: shares of branches may be biased",
			      "sampled by what is not known" },
	[TRIGGER_TAKEN] = { NULL, NULL },
	[TRIGGER_BRANCHES] = { "sampled by all branches: prefers code with many not taken ones",
			       "sampled by branches" },
	[TRIGGER_INSTRUCTIONS] = { "sampled by instructions: prefers long blocks",
				   "sampled by instructions" },
	[TRIGGER_CYCLES] = { "sampled by cycles: prefers slow code", "sampled by cycles" },
	[TRIGGER_TIME] = { "sampled by time: prefers slow code", "sampled by time" },
	[TRIGGER_OTHER] = { "sampled by another event: prefers where it happens",
			    "sampled by another event" },
};

/* Of this machine the news say how it was opened, before the first profile too. */
static void code_status_add_event(struct segments *line, const struct code_screen *code)
{
	const struct live_state *live = code->seams.live ? &code->news.live : NULL;
	const struct profile_event *event =
		code->of.profile ? &code->of.profile->event :
		live && live->on && live->event >= 0 && live->event < code->news.n_events ?
			&code->news.events[live->event] : NULL;
	uint64_t period;
	char name[sizeof(event->name)], each[24];

	if (!event)
		return;
	period = live ? live->period : event->period;
	format_harmless(name, sizeof(name), event->name);
	format_duration(each, sizeof(each), period);
	if (period && event->trigger == TRIGGER_TIME)
		segments_add(line, 95, canvas_style(ROLE_LABEL, false), "%s, each %s", name, each);
	else if (period)
		segments_add(line, 95, canvas_style(ROLE_LABEL, false), "%s/%" PRIu64, name, period);
	else
		segments_add(line, 95, canvas_style(ROLE_LABEL, false), "%s", name);
	if (!(live ? live->precise : event->precise) && !event->has_branches)
		segments_add(line, 30, canvas_style(ROLE_NOTE, false), "imprecise");
}

static void add_counts(struct segments *line, const struct profile *profile, bool brief)
{
	const bool stacks = profile->event.has_branches;
	char text[32], time[24];

	format_exact(text, sizeof(text),
		     (double)(stacks ? profile->stacks : profile->samples));
	segments_add(line, 90, canvas_style(ROLE_LABEL, false), "%s %s", text,
		     stacks ? "stacks" : "samples");
	if (!profile->live || brief || profile->to_ns <= profile->from_ns)
		return;
	format_duration(time, sizeof(time), profile->to_ns - profile->from_ns);
	segments_join(line, 90, canvas_style(ROLE_LABEL, false), " in %s", time);
}

/* Entries of stacks that were not counted, and samples that were lost. */
static void add_dropped(struct segments *line, const struct profile *profile, bool brief)
{
	const struct profile_dropped *dropped = &profile->dropped;
	const struct {
		uint64_t n;
		const char *why;
	} kinds[] = {
		{ dropped->zero, "empty" },
		{ dropped->wrong_path, "wrong path" },
		{ dropped->repeated, "repeated" },
		{ dropped->half, "half" },
		{ dropped->backward, "backward" },
		{ dropped->too_long, "too long" },
		{ dropped->across, "across mappings" },
		{ dropped->no_branch, "no branch at the end" },
		{ dropped->by_filter, "by filter" },
		{ dropped->table_full, "no room" },
		{ dropped->damaged, "damaged" },
	};
	uint64_t all = 0;
	char text[32];
	size_t most = 0;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		all += kinds[i].n;
		if (kinds[i].n > kinds[most].n)
			most = i;
	}
	format_count(text, sizeof(text), (double)all);
	if (all && brief)
		segments_add(line, 70, canvas_style(ROLE_NOTE, false), "%s not used", text);
	else if (all)
		segments_add(line, 70, canvas_style(ROLE_NOTE, false), "%s entries not used (most: %s)",
			     text, kinds[most].why);
	if (dropped->lost && !profile->live)
		segments_add(line, 75, canvas_style(ROLE_ALARM, false), "lost %" PRIu64 " record%s",
			     dropped->lost, plural(dropped->lost));
	if (dropped->no_mapping)
		segments_add(line, 40, canvas_style(ROLE_NOTE, false), "%" PRIu64 " in no mapping",
			     dropped->no_mapping);
}

/* What only branch stacks have. */
static void add_branches(struct segments *line, const struct profile *profile, bool brief,
			 bool ascii)
{
	const enum trigger trigger = profile->event.trigger;
	const char *words = (size_t)trigger >= sizeof(prefers) / sizeof(prefers[0]) ? NULL :
			    brief ? prefers[trigger].brief : prefers[trigger].whole;

	if (!isnan(profile->bias.value))
		segments_add(line, 80,
			     canvas_style(profile->bias.value > BIAS_ALARM ? ROLE_ALARM :
									     ROLE_LABEL, false),
			     "%s%s%.1f %% off", brief ? "" : "shares ", format_plus_minus(ascii),
			     100 * profile->bias.value);
	if (words)
		segments_add(line, 60, canvas_style(ROLE_NOTE, false), "%s", words);
	if (!profile->cycles_known && !profile->mispredicts_known)
		segments_add(line, 65, canvas_style(ROLE_NOTE, false), "%s", brief ?
			     "no timing, mispredictions" :
			     "this machine does not tell cycles and mispredictions");
	else if (!profile->cycles_known || !profile->mispredicts_known)
		segments_add(line, 65, canvas_style(ROLE_NOTE, false),
			     brief ? "no %s" : "this machine does not tell %s",
			     profile->cycles_known ? "mispredictions" :
			     brief		   ? "timing" : "cycles");
}

/* What the user has chosen, and how far reading is. */
static void add_choices(struct segments *line, const struct ui_state *state)
{
	const struct code_screen *code = &state->code;
	const struct code_list *list = &code->lists[code_view_open(code)];
	const unsigned int note = canvas_style(ROLE_NOTE, false);
	const bool reading = !code->seams.live && !code_is_complete(code) && !code->news.trouble[0];
	char quoted[VIEW_FIND_QUOTE], marks[160];

	view_find_quote(list->filter, state->look.ascii, quoted);
	if (reading && isnan(code->news.progress))
		segments_add(line, 97, note, "reading");
	else if (reading)
		segments_add(line, 97, note, "reading %.0f %%",
			     code->news.serial == code->request.serial ? 100 * code->news.progress
								    : 0);
	if (list->filter[0] && list->n_all)
		segments_add(line, 96, note, "filter %s: %zu of %zu", quoted, list->n, list->n_all);
	code_marks_print_tags(code, marks, sizeof(marks));
	if (marks[0])
		segments_add(line, 95, note, "%s", marks);
	code_marks_print_followed(code, marks, sizeof(marks));
	if (marks[0])
		segments_add(line, 96, note, "%s", marks);
	if (code->search[0])
		segments_add(line, 35, note, "search %s: n/N", code->search);
}

/* What must be known to read the numbers of this view. */
static void add_remark(struct segments *line, const struct code_screen *code, bool brief)
{
	const struct code_view *view = code_view_shown(code);
	char text[96] = "";

	if (view->remark)
		view->remark(code, brief, text, sizeof(text));
	if (text[0])
		segments_add(line, 85, canvas_style(ROLE_LABEL, false), "%s", text);
}

/* That a recording has no branch stacks is told in full where they are missing. */
static void add_trouble(struct segments *line, const struct code_screen *code)
{
	const bool advice = !code->seams.live && !code->of.profile->event.has_branches;

	if (!code->news.trouble[0] || (code->seams.live && !code_live_is_answered(code)))
		return;
	segments_add(line, advice ? 20 : 98, canvas_style(advice ? ROLE_NOTE : ROLE_ALARM, false),
		     "%s", advice ? "no branch stacks" : code->news.trouble);
	segments_cut(line);
}

static void collect(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct profile *profile = state->code.of.profile;

	line->n = 0;
	line->between = symbol(SYMBOL_DOT, state->look.ascii);
	if (state->message[0]) {
		segments_add(line, 99, canvas_style(ROLE_NOTE, false), "%s", state->message);
		segments_cut(line);
	}
	if (state->code.said[0]) {
		segments_add(line, 99, canvas_style(ROLE_NOTE, false), "%s", state->code.said);
		segments_cut(line);
	}
	if (state->code.leased)
		segments_add(line, 94, canvas_style(ROLE_NOTE, false), "writing");
	if (state->code.seams.live)
		view_code_live_add(line, state, brief);
	add_choices(line, state);
	code_status_add_event(line, &state->code);
	if (profile) {
		add_counts(line, profile, brief);
		add_remark(line, &state->code, brief);
		if (profile->event.has_branches)
			add_branches(line, profile, brief, state->look.ascii);
		add_dropped(line, profile, brief);
		add_trouble(line, &state->code);
	}
	if (state->code.seams.live)
		view_code_live_add_cost(line, state, brief);
}

void view_code_status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line;

	collect(&line, state, false);
	if (segments_width(&line) > rect.w)
		collect(&line, state, true);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

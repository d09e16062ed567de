/* SPDX-License-Identifier: GPL-2.0-only */
/* The state line, and the last line; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/detail/views.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/help/view_help.h"
#include "ui/lists/table_fit.h"
#include "ui/lists/views.h"
#include "ui/state/find.h"
#include "ui/state/state.h"
#include "ui/table/sentence.h"
#include "ui/time/state_show.h"

#define UNACCOUNTED_WORTH_SAYING 0.1	/* percent of the machine's slots */
#define FOLLOW_TEXT 96
#define PROGRESS_CELLS 16
#define RUNNING_WHOLE 0.995 /* times of a group are read a moment apart: not exactly 1 */

static double unaccounted_percent(const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	double slots = machine ? counts_get(&machine->numbers->counts, EV_SLOTS) : 0;

	return slots > 0 ? 100 * machine->extra->unaccounted_slots / slots : 0;
}

static void print_age(char *text, size_t size, double seconds)
{
	long s = (long)seconds;

	if (seconds < 60)
		(void)snprintf(text, size, "%.*f s", seconds < 10, seconds);
	else if (s < 3600)
		(void)snprintf(text, size, "%ld min %ld s", s / 60, s % 60);
	else
		(void)snprintf(text, size, "%ld h %ld min", s / 3600, s / 60 % 60);
}

/*
 * Which interval it is: by the number that JSON and text have, and where that differs, as in a
 * recording that begins later, also by its place among those that are kept.
 */
static void print_number(const struct ui_state *state, char *text, size_t size)
{
	const uint64_t seq = state->snapshot->seq;
	size_t n, at = timeline_position(&state->timeline, seq, &n);

	if (at == seq)
		(void)snprintf(text, size, "interval %zu of %zu", at, n);
	else
		(void)snprintf(text, size, "interval %" PRIu64 " (%zu of %zu)", seq, at, n);
}

/* An interval of what is over: which one, and how to reach the others, and the whole. */
static void add_past(struct segments *line, const struct ui_state *state, bool brief)
{
	unsigned int style = canvas_style(ROLE_NOTE, false);
	bool recorded = state->recorded || state->ended;
	char number[64];

	print_number(state, number, sizeof(number));
	segments_add(line, 80, style, "%s", number);
	if (state->play.mode == PLAY_ON)
		segments_add(line, 62, style, "p pause");
	else
		segments_add(line, 62, style, "[ ] step%s%s", recorded ? ", p play" : "",
			     state->whole.ready && !brief ? ", s summary" : "");
}

/* All intervals as one: how many. */
static void add_whole(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct snapshot *sum = state->snapshot;
	unsigned int style = canvas_style(ROLE_NOTE, false);
	char began[FORMAT_CLOCK], ended[FORMAT_CLOCK], length[32];

	format_clock(began, whole_began(&state->whole));
	format_clock(ended, sum->time);
	print_age(length, sizeof(length), (double)sum->interval_ns / 1e9);
	/* On a narrow screen this goes first: EXITED says how long a run was. */
	segments_add(line, brief ? 61 : 80, style, "%" PRIu64 " interval%s, %s", sum->intervals,
		     plural(sum->intervals), length);
	if (!brief && state->whole.own)
		segments_join(line, 80, style, ", %s to %s", began, ended);
	if (state->whole.own)
		segments_add(line, 62, style, "] or p: interval by interval%s",
			     brief ? "" : "; s: back to this");
	else
		segments_add(line, 62, style, "s: the last interval");
}

static void add_average(struct segments *line, const struct ui_state *state)
{
	char length[32];

	print_age(length, sizeof(length), (double)state->snapshot->interval_ns / 1e9);
	segments_add(line, 64, canvas_style(ROLE_NOTE, false), "average of %s: a ends it", length);
}

static void add_frozen(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct snapshot *live = state->timeline.live;
	unsigned int style = canvas_style(ROLE_NOTE, false);
	double ago = live ? live->time - state->snapshot->time : 0;
	char length[32], number[64];

	print_age(length, sizeof(length), ago);
	print_number(state, number, sizeof(number));
	segments_add(line, 65, style, "%s%s%s%s", ago > 0 ? length : "", ago > 0 ? " ago, " : "",
		     number, brief ? "" : ": z goes on");
}

/* --doctor speaks of the machine on which it runs. */
static const char *doctor_advice(const struct machine *machine)
{
	return strcmp(machine->source, "replay") != 0 ? ": see --doctor" :
						       ": damaged, or see --doctor there";
}

static void add_counter(struct segments *line, const struct snapshot *snapshot, bool brief)
{
	double running = snapshot->running_ratio;

	if (!snapshot_machine(snapshot))
		return;		/* nothing is counted yet */
	if (snapshot->soundness != SOUND) {
		segments_add(line, 95, canvas_style(ROLE_ALARM, false), "%s: %s",
			     snapshot->machine->guest ? "counters of this VM are invalid"
						      : "counters are invalid",
			     soundness_text(snapshot->soundness));
		if (!brief)
			segments_join(line, 60, canvas_style(ROLE_ALARM, false), "%s",
				      doctor_advice(snapshot->machine));
	} else if (running <= 0)
		segments_add(line, 95, canvas_style(ROLE_ALARM, false),
			     "counter taken: by another program, or the NMI watchdog%s",
			     strcmp(snapshot->machine->source, "replay") != 0 ?
				     ": see --doctor" : "");
	else if (running < RUNNING_WHOLE)
		segments_add(line, 75, canvas_style(ROLE_ALARM, false),
			     "counter running %.0f %%, values scaled ~", 100 * running);
}

static void add_hidden(struct segments *line, unsigned int hidden, bool brief)
{
	unsigned int style = canvas_style(ROLE_NOTE, false);

	if (hidden & HIDE_KERNEL)
		segments_add(line, 90, style, "kernel%s hidden (K)",
			     brief ? "" : " threads");
	if (hidden & HIDE_EXITED)
		segments_add(line, 90, style, "exited hidden (X)");
}

/* An incomplete list must say so. */
static void add_filter(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct row_filter *filter = state_filter_shown(state);
	unsigned int style = canvas_style(ROLE_NOTE, false);
	char text[VIEW_FIND_QUOTE];

	if (!filter->filter)
		return;
	view_find_quote(filter->text, state->look.ascii, text);
	if (filter->user[0])
		segments_add(line, 90, style, "user %s", filter->user);
	if (filter->text[0])
		segments_add(line, 90, style, "filter %s", text);
	add_hidden(line, filter->hidden, brief);
	segments_join(line, 90, style, ": %zu of %zu row%s", state->n_rows - state->n_below,
		      state->n_all, plural(state->n_all));
}

static void add_followed(struct segments *line, const struct ui_state *state)
{
	char text[FOLLOW_TEXT];

	follow_print(state, text, sizeof(text));
	if (text[0])
		segments_add(line, 66, canvas_style(ROLE_NOTE, false), "%s", text);
}

/* The split of a sum: a segment of its own, dropped before the sum it belongs to. */
static void add_split(struct segments *line, const struct ui_state *state, const struct row *row,
		      bool brief)
{
	unsigned int style = canvas_style(ROLE_NOTE, false);
	bool first = true;
	char text[32];
	double percent;

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		enum quality quality = (enum quality)row->numbers->values.quality[m];

		if (!family_node_is_on(state_family(state), m, brief ? 1 : state->look.level))
			continue;
		percent = (double)row->numbers->values.percent[m];
		format_percent(text, sizeof(text), brief ? round(percent) : percent, quality);
		if (brief)	/* whole percent: no ".0" */
			text[strcspn(text, ".")] = '\0';
		if (state->look.ascii)
			format_ascii(text);
		if (first)
			segments_add(line, 84, style, "%s %s", metrics[m].column, text);
		else
			segments_join(line, 84, style, "  %s %s", metrics[m].column, text);
		first = false;
	}
}

/* The sum of the tagged rows: their counts are added, then evaluated as one row. */
static void add_tagged(struct segments *line, const struct ui_state *state, bool brief)
{
	enum row_kind kind = state_kind(state);
	size_t n = tags_count(&state->tags, kind), ran;
	unsigned int style = canvas_style(ROLE_NOTE, false);
	char text[32];
	struct lone_row sum;

	if (!n)
		return;
	ran = tags_sum(&state->tags, state->snapshot, kind, &sum);
	segments_add(line, 85, style, brief ? "%zu tagged" : "%zu tagged, %zu ran", n, ran);
	format_load(text, sizeof(text), row_cpu_percent(state->snapshot, &sum.row),
		    row_time_is_estimated(state->snapshot, &sum.row));
	segments_join(line, 85, style, "  CPU %s", text);
	add_split(line, state, &sum.row, brief);
}

/* What the source is doing, from the newest snapshot, whichever interval is shown. */
static void add_doing(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct snapshot *live = state->timeline.live;
	const double progress = live ? fmin(fmax(live->progress, 0), 1) : 0;
	const int cells = (int)(PROGRESS_CELLS * progress);
	unsigned int style = canvas_style(ROLE_NOTE, false);
	char bar[PROGRESS_CELLS * 4 + 1];
	size_t used = 0;

	if (!live || !live->doing[0])	/* what an interval of the past says is over */
		return;
	segments_add(line, 97, style, "%s", live->doing);
	if (isnan(live->progress)) {
		segments_join(line, 97, style, "...");
		return;
	}
	segments_join(line, 97, style, " %.0f %%", 100 * progress);
	for (int i = 0; i < PROGRESS_CELLS; i++)
		used += (size_t)snprintf(
			bar + used, sizeof(bar) - used, "%s",
			symbol(i < cells ? SYMBOL_DONE : SYMBOL_IDLE, state->look.ascii));
	if (!brief)
		segments_join(line, 97, style, " %s", bar);
}

/* Result of the last key, or an error in a line of tdtoprc: may be a long sentence. */
static void add_message(struct segments *line, const struct ui_state *state)
{
	segments_add(line, 90, canvas_style(ROLE_NOTE, false), "%s", state->message);
	segments_cut(line);
}

/* What began with this interval. */
static void add_change(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct change *change = state->frozen ? state_change(state) : NULL;
	char text[CHANGE_TEXT];

	if (!change)
		return;
	change_sentence_print(change, (state->look.ascii ? CHANGE_ASCII : 0U) | (brief ? CHANGE_BRIEF : 0U), text);
	segments_add(line, 88, canvas_style(ROLE_NOTE, true), "%s", text);
	segments_cut(line);
}

/* The end of a command says more than that it is over. */
static void add_exited(struct segments *line, const struct ui_state *state,
		       const struct snapshot *last, bool brief)
{
	const struct whole *whole = &state->whole;
	unsigned int style = canvas_style(ROLE_NOTE, false);
	char length[32];

	if (!whole->ended[0]) {
		segments_add(line, 96, style, "EXITED%s%s", brief ? "" : ": ",
			     brief ? "" : last->machine->watched);
		return;
	}
	print_age(length, sizeof(length), (double)whole_length_ns(whole) / 1e9);
	segments_add(line, 96, style, "EXITED: %s after %s", whole->ended, length);
}

/* Of watched tasks: that all have exited, that shares may be wrong, threads that are not counted. */
static void add_watched(struct segments *line, const struct ui_state *state, bool brief)
{
	static const char *const briefly[UNCOUNTED_KINDS] = {
		[UNCOUNTED_PERMISSION] = "not permitted", [UNCOUNTED_FILES] = "not counted"
	};
	const struct snapshot *live = state->timeline.live ? state->timeline.live : state->snapshot;

	if (live->last)
		add_exited(line, state, live, brief);
	if (live->machine && snapshot_is_stale(live))
		segments_add(line, 71, canvas_style(ROLE_ALARM, false), "%s",
			     brief ? "shares may be stale" :
			     "shares may be stale: Linux keeps those of a thread in 8 bits; "
			     "with the right to count CPUs they are exact");
	for (enum uncounted why = 0; why < UNCOUNTED_KINDS; why++)
		if (state->snapshot->uncounted[why])
			segments_add(line, 72, canvas_style(ROLE_ALARM, false), "%u thread%s %s",
				     state->snapshot->uncounted[why], plural(state->snapshot->uncounted[why]),
				     brief ? briefly[why] : uncounted_name(why));
}

static void add_units(struct segments *line, const struct ui_state *state, bool brief)
{
	char text[48];

	units_describe(state->look.units, state_family(state), text, sizeof(text));
	segments_add(line, 55, canvas_style(ROLE_NOTE, false), "%s%s",
		     brief ? "" : "cells: ", text);
}

/* The order of the rows, if no head shows it: the screen is narrow, or the column was not chosen. */
static void add_order(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct column_order *order = state_order(state);
	const struct column *column = column_order_column(order, state_family(state));
	unsigned int style = canvas_style(ROLE_NOTE, false);
	struct table table;

	table_fit_view(state, state->list_w, &table);
	if (!state->w || table_is_marked(&table, state))
		return;
	segments_add(line, 50, style, "%s%s%s%s", brief ? "" : "sorted by ",
		     column && column->metric != M_NONE && !order->ratio ? "cost of " : "",
		     column ? column_title(column) : "number",
		     !order->reverse ? "" : brief ? " rev" : ", reversed");
}

/* What tdtop missed in the interval, or left out to stay within the budget or to sample code. */
static void add_not_seen(struct segments *line, const struct snapshot *snapshot, bool brief)
{
	char shed[SELF_USAGE_SHED], lost[SELF_USAGE_LOST];

	if (snapshot->lost)
		segments_add(line, 70, canvas_style(ROLE_ALARM, false), "lost %" PRIu64 " record%s%s%s",
			     snapshot->lost, plural(snapshot->lost), self_usage_lost(snapshot, lost),
			     snapshot_incomplete(snapshot) ? ", tasks ~" : "");
	if (snapshot->were_offline)
		segments_add(line, 70, canvas_style(ROLE_ALARM, false), "%u %s offline for a while%s, tasks ~",
			     snapshot->were_offline, snapshot->were_offline == 1 ? "CPU was" : "CPUs were",
			     self_usage_lost(snapshot, lost));
	if (self_usage_print_shed(&snapshot->self, brief, shed, sizeof(shed)))
		segments_add(line, 74, canvas_style(ROLE_ALARM, false), "%s", shed);
	if (self_usage_print_room(&snapshot->self, brief, shed, sizeof(shed)))
		segments_add(line, 73, canvas_style(ROLE_NOTE, false), "%s", shed);
	if (snapshot->recording.dropped)
		segments_add(line, 71, canvas_style(ROLE_ALARM, false),
			     "%" PRIu64 " record%s not recorded: the disk is slow",
			     snapshot->recording.dropped, plural(snapshot->recording.dropped));
	if (unaccounted_percent(snapshot) > UNACCOUNTED_WORTH_SAYING)
		segments_add(line, 60, canvas_style(ROLE_NOTE, false), "%.1f %% of slots of unknown tasks",
			     unaccounted_percent(snapshot));
}

/* The threads that "~" in WAIT% leaves out for want of time; that some have exited is usual. */
static void add_waits(struct segments *line, const struct ui_state *state, bool brief)
{
	if (state->snapshot->waits_left_out && state_wants_waits(state))
		segments_add(line, 69, canvas_style(ROLE_ALARM, false),
			     brief ? "WAIT%% without %" PRIu32 " thread%s" :
				     "WAIT%% without %" PRIu32 " thread%s: more ran than can be read",
			     state->snapshot->waits_left_out, plural(state->snapshot->waits_left_out));
}

/* What cannot be counted on this machine. */
static void add_limits(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct machine *machine = state->machine;

	if (machine->left_out[0]) {
		segments_add(line, 45, canvas_style(ROLE_ALARM, false), "%s",
			     brief ? "not all CPUs are counted" : machine->left_out);
		segments_cut(line);
	}
	if (machine->manual_slots)
		segments_add(line, 44, canvas_style(ROLE_NOTE, false),
			     brief ? "slots by the manual" : "%d slots per cycle by the manual",
			     machine->manual_slots);
	if (machine->pid_namespace)
		segments_add(line, 46, canvas_style(ROLE_NOTE, false), "%s",
			     brief ? "in a pid namespace" :
			     machine->engine == ENGINE_BPF || family_has_counters(machine->family) ?
				     "in a pid namespace: all tasks outside of it are one row" :
				     "in a pid namespace: all tasks outside of it count as idle");
	if (state->look.level == 2 && machine->levels < 2)
		segments_add(line, 50, canvas_style(ROLE_NOTE, false),
			     "this CPU counts level 1 only");
}

static void collect(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct snapshot *snapshot = state->snapshot;
	const struct machine *machine = state->machine;

	line->n = 0;
	line->between = symbol(SYMBOL_DOT, state->look.ascii);
	if (state->message[0])
		add_message(line, state);
	if (!snapshot)
		return;
	if (snapshot->trouble[0])
		segments_add(line, 99, canvas_style(ROLE_ALARM, false), "%s", snapshot->trouble);
	add_doing(line, state, brief);
	add_change(line, state, brief);
	add_watched(line, state, brief);
	if (state->frozen)
		(state->whole.shown ? add_whole : state_is_past(state) ? add_past : add_frozen)
			(line, state, brief);
	if (state->average.on && snapshot->intervals && !state->whole.shown)
		add_average(line, state);
	if (timeline_baseline(&state->timeline))
		segments_add(line, 63, canvas_style(ROLE_NOTE, false), "x ends DIFF");
	if (state_units(state) != UNITS_PERCENT && !state->help && !state->detail.open)
		add_units(line, state, brief);
	if (!state->help && !state->detail.open) {
		add_filter(line, state, brief);
		add_tagged(line, state, brief);
		add_followed(line, state);
		add_order(line, state, brief);
		if (find_is_on(state))
			segments_add(line, 40, canvas_style(ROLE_NOTE, false), "search %s: n/N",
				     state->find.searched);
	}
	view_node_status_add(line, state, brief);
	view_regions_add_status(line, state, brief);
	add_counter(line, snapshot, brief);
	if (snapshot->machine && snapshot->machine->counts_cores &&
	    (state_kind(state) > ROW_CPU || state->detail.open))
		segments_add(line, 60, canvas_style(ROLE_NOTE, false),
			     brief ? "core: shared by SMT"
				   : "core: the core's other thread ran as well, and slots are "
				     "counted per core");
	add_not_seen(line, snapshot, brief);
	add_waits(line, state, brief);
	if (machine)
		add_limits(line, state, brief);
}

bool status_has_something(const struct ui_state *state)
{
	struct segments line;

	collect(&line, state, true);
	return line.n > 0;
}

void status_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line;

	collect(&line, state, false);
	if (segments_width(&line) > rect.w)
		collect(&line, state, true);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* ---- the last line: the keys of this screen ---- */

static void add_keys(struct segments *line, const struct ui_state *state)
{
	struct shown_keys shown;

	shown_keys_list(state, state->help ? IN_HELP : shown_keys_where(state), &shown);
	for (size_t i = 0; i < shown.n; i++) {
		const struct key *key = shown.keys[i];
		size_t n;

		if (!key->footer)
			continue;
		n = strcspn(key->footer, " ");
		segments_add(line, key->priority, canvas_style(ROLE_KEY, false), "%.*s", (int)n,
			     key->footer);
		segments_tag(line, key->codes[0]);
		segments_join(line, key->priority, canvas_style(ROLE_LABEL, false), "%s",
			      key->footer + n);
		segments_tag(line, key->codes[0]);
	}
}

/* The help is longer than most screens. */
static void add_help_lines(struct segments *line, const struct ui_state *state)
{
	const size_t last = state->help_scroll + state->page;

	if (!state->help)
		return;
	if (last < state->help_lines) {
		segments_add(line, 80, canvas_style(ROLE_KEY, false), "Space");
		segments_tag(line, ' ');
		segments_join(line, 80, canvas_style(ROLE_LABEL, false), " more: line %zu of %zu",
			      last, state->help_lines);
		segments_tag(line, ' ');
	}
	segments_add(line, 70, canvas_style(ROLE_KEY, false), "Tab");
	segments_tag(line, '\t');
	segments_join(line, 70, canvas_style(ROLE_LABEL, false), " next part");
	segments_tag(line, '\t');
}

static void make_line(struct segments *line, const struct ui_state *state)
{
	add_help_lines(line, state);
	add_keys(line, state);
}

void view_footer_draw(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { .between = "  " };

	make_line(&line, state);
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

int view_footer_code_at(const struct ui_state *state, int w, int x)
{
	struct segments line = { .between = "  " };
	const struct segment *item;
	const char *text;
	int at;

	make_line(&line, state);
	item = segments_hit(&line, w, x, &at);
	if (!item)
		return 0;
	/* "B/F/S/R": each letter is a key; a slash belongs to the letter before it. */
	text = item->text;
	if (text[0] == ' ' || text[1] != '/')
		return item->tag;
	return (unsigned char)text[at - at % 2];
}

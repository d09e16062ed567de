/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The head of the screen; see view_parts.h: the machine, its split and worst path, the trend of
 * its worst class, meters of the CPUs. Everything has a fixed place, so that nothing jumps between
 * intervals. UI thread.
 */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/draw/format.h"
#include "ui/draw/graphs.h"
#include "ui/draw/layout.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"
#include "ui/table/sentence.h"

#define LEVEL2_FROM_WIDTH 132	/* eight values, a bar and the worst path fit */
#define BAR_MIN 8
#define WORST_WIDTH 18		/* "◀ mispredicts 12.3" */
#define VALUE_WIDTH 11		/* "BECYC +24.1" */
#define BUSY_WIDTH 9		/* "busy 100%" */
#define TREND_CELLS 60
#define TREND_VALUES 2	/* in a cell, at most */

static const struct row *machine_row(const struct ui_state *state)
{
	return state->snapshot ? snapshot_machine(state->snapshot) : NULL;
}

/* State of the recorder, from the newest snapshot, whichever interval is shown. */
static void add_recording(struct segments *line, const struct ui_state *state)
{
	const struct snapshot *live = state->timeline.live;
	double mb = live ? (double)live->recording.bytes / 1e6 : 0;

	if (live && live->recording.on)
		segments_add(line, 90, canvas_style(ROLE_ALARM, false), "%s rec %.*f MB",
			     symbol(SYMBOL_RECORDING, state->look.ascii), mb < 9.95, mb);
}

/* How tasks get their counts, where that is worth a word. */
static const char *counting_of(const struct machine *machine)
{
	static const struct {
		const char *source, *words;
	} sources[] = {
		{ "switch", "counted by CPU" },
		{ "task", "counted by thread" },
		{ "replay", "recording" },
	};

	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		if (!strcmp(sources[i].source, machine->source))
			return sources[i].words;
	return NULL;	/* the demo: its name is the host's */
}

void view_header_draw_first(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			    struct segments *title)
{
	const int meaning = view_meaning_draw(canvas, rect, state, segments_width(title));

	(void)segments_draw(title, canvas, rect.x, rect.y, rect.w - meaning - (meaning > 0));
}

/* How often, or of a recording how long: its intervals are as long as they were counted. */
static void view_header_add_interval(struct segments *line, unsigned int style, const struct ui_state *state)
{
	const bool recording = state->snapshot && !strcmp(state->snapshot->machine->source, "replay");
	char interval[16];

	format_duration(interval, sizeof(interval),
			recording ? state->snapshot->interval_ns : state->look.interval_ns);
	segments_add(line, 80, style, "%s%s", recording ? "" : "every ", interval);
}

void view_header_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	unsigned int style = canvas_style(ROLE_TITLE, false);
	const struct machine *machine = state->machine;
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	const char *counting = machine ? counting_of(machine) : NULL;

	segments_add(&line, 100, style, "tdtop");
	add_recording(&line, state);
	if (machine) {
		segments_add(&line, 60, style, "%.24s", machine->host);
		if (machine->family)
			segments_add(&line, 70, style, "%s", machine->family->name);
		segments_add(&line, 50, style, "%zu CPU%s", machine->n_cpus,
			     plural(machine->n_cpus));
	}
	view_header_add_interval(&line, style, state);
	if (countdown_left(state) >= 0)
		segments_add(&line, 78, style, "next in %d s", countdown_left(state));
	if (counting)
		segments_add(&line, 40, style, "%s%s", counting,
			     machine->engine == ENGINE_BPF ? " (BPF)" : "");
	if (machine && machine->watched[0])
		segments_add(&line, 65, style, "%s%s", machine->watched, state->reopens ? " (r: all tasks)" : "");
	else if (state->reopens)
		segments_add(&line, 65, style, "all tasks (r: those watched)");
	if (machine && machine->user_only)
		segments_add(&line, 75, style, "user mode only");
	if (machine && machine->without_guests)
		segments_add(&line, 76, style, "guests are not counted");
	view_header_draw_first(canvas, rect, state, &line);
}

/*
 * Shortens a title to the word that tells it from its sibling: "Memory bound" -> "memory", "Branch
 * mispredicts" -> "mispredicts".
 */
static void short_name(enum metric_id metric, char text[24])
{
	const char *title = metrics[metric].title, *second = strchr(title, ' ');
	size_t n = strlen(title);

	if (metric_level(metric) == 2 && second) {
		bool first = !strcmp(second, " bound") || !strcmp(second, " operations");

		n = first ? (size_t)(second - title) : strlen(second + 1);
		title = first ? title : second + 1;
	}
	if (n > 23)
		n = 23;
	memcpy(text, title, n);
	text[n] = '\0';
	text[0] = (char)tolower((unsigned char)text[0]);
}

static void add_value(struct segments *line, const struct ui_state *state, enum metric_id metric,
		      bool strong)
{
	const struct row *row = machine_row(state);
	const struct snapshot *baseline = timeline_baseline(&state->timeline);
	struct difference difference = difference_of(baseline, state->snapshot, row);
	int width = baseline ? 5 : 4;
	/* On a narrow line the worst value stays longest; the others are dropped from the left. */
	int keep = strong ? 99 : 50 + (int)metric;
	enum quality quality = (enum quality)row->numbers->values.quality[metric];
	enum role role = quality <= Q_LOW_SLOTS ? ROLE_DIM : theme_metric_role(metric);
	char text[COLUMN_TEXT];

	(void)difference_print(&difference, columns_of_metric(metric), state->snapshot, row,
			       state->look.ascii, text);
	segments_add(line, keep, canvas_style(ROLE_LABEL, false), "%s ", metrics[metric].column);
	/* Padded by hand, because "·" is one cell and two bytes. */
	segments_join(line, keep, canvas_style(role, strong), "%*s%s",
		      format_text_width(text) < width ? width - format_text_width(text) : 0, "",
		      text);
}

static void add_values(struct segments *line, const struct ui_state *state, int level,
		       const enum metric_id path[2], int length)
{
	for (size_t i = 0; i < columns_n; i++) {
		enum metric_id m = columns[i].metric;

		if (m != M_NONE && family_node_is_on(state_family(state), m, level))
			add_value(line, state, m, level <= length && path[level - 1] == m);
	}
}

static int draw_worst(struct canvas *canvas, struct rect rect, int x, const struct ui_state *state,
		      const enum metric_id path[2], int length)
{
	const struct row *row = machine_row(state);
	struct segments line = { 0 };
	enum metric_id worst;
	char name[24], value[16];

	if (!length)
		return 0;
	worst = path[length - 1];
	short_name(worst, name);
	format_percent(value, sizeof(value), (double)row->numbers->values.percent[worst],
		       (enum quality)row->numbers->values.quality[worst]);
	/* The value of a class is on the line already; its name alone is added. */
	line.between = " ";
	segments_add(&line, 2, canvas_style(theme_metric_role(worst), true), "%s %s",
		     symbol(metrics[worst].sense == SENSE_GOOD ? SYMBOL_GOOD : SYMBOL_WORST,
			    state->look.ascii), name);
	if (length == 2)
		segments_add(&line, 1, canvas_style(theme_metric_role(worst), true), "%s", value);
	return segments_draw(&line, canvas, x, rect.y, rect.w - x);
}

static void draw_busy(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { 0 };
	double busy = row_busy_percent(state->snapshot, machine_row(state));

	if (isnan(busy))
		return;
	segments_add(&line, 1, canvas_style(ROLE_LABEL, false), "busy ");
	segments_join(&line, 1, canvas_style(ROLE_TEXT, false), "%3.0f%%", busy);
	(void)segments_draw(&line, canvas, rect.x + rect.w - BUSY_WIDTH, rect.y, BUSY_WIDTH);
}

/* Without counters: how busy the machine is, as a bar. */
static void draw_only_busy(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const int x = (int)sizeof("machine");
	const struct rect bar = { rect.x + x, rect.y, rect.w - x - BUSY_WIDTH - 1, 1 };
	const double busy = row_busy_percent(state->snapshot, machine_row(state));

	(void)canvas_put(canvas, rect.x, rect.y, x, canvas_style(ROLE_LABEL, false),
			 state->machine->watched[0] ? "watched" : "machine");
	if (bar.w >= BAR_MIN && !isnan(busy))
		bar_draw_load(canvas, bar, busy / 100, state_bars(state));
	draw_busy(canvas, rect, state);
}

/* Draws: machine <bar> values, worst path, busy. */
void view_header_draw_machine(struct canvas *canvas, struct rect rect,
			      const struct ui_state *state)
{
	const struct row *row = machine_row(state);
	struct segments line = { .between = rect.w >= PAGE_ROOMY ? "  " : " " };
	enum metric_id path[2];
	int length, x, bar, max;

	if (!row) {
		(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_LABEL, false),
				 state->snapshot && state->snapshot->doing[0] ?
					 "no numbers yet" : "counting...");
		return;
	}
	if (!family_has_counters(state_family(state))) {
		draw_only_busy(canvas, rect, state);
		return;
	}
	length = bottleneck_path(&state->bottleneck, path);
	add_values(&line, state, rect.w >= LEVEL2_FROM_WIDTH ? state->look.level : 1, path, length);
	x = (int)sizeof("machine");
	bar = rect.w - x - segments_width(&line) - 2 - WORST_WIDTH - 1 - BUSY_WIDTH;
	if (bar > rect.w * 2 / 5)
		bar = rect.w * 2 / 5;
	if (bar >= BAR_MIN) {
		(void)canvas_put(canvas, rect.x, rect.y, x, canvas_style(ROLE_LABEL, false),
				 state->machine->watched[0] ? "watched" : "machine");
		bar_draw(canvas, (struct rect){ rect.x + x, rect.y, bar, 1 }, &row->numbers->values, 1,
			 state_bars(state));
		x += bar + 1;
	} else {
		x = 0;
	}
	max = rect.w - x - WORST_WIDTH - 1;
	x += segments_draw(&line, canvas, rect.x + x, rect.y,
			   max > VALUE_WIDTH ? max : VALUE_WIDTH) +
	     1;
	x += draw_worst(canvas, rect, rect.x + x, state, path, length);
	if (x + BUSY_WIDTH < rect.w)
		draw_busy(canvas, rect, state);
}

void view_header_draw_sentence(struct canvas *canvas, struct rect rect,
			       const struct ui_state *state)
{
	const enum metric_id node = bottleneck_node(&state->bottleneck);
	char text[SENTENCE_TEXT];
	size_t subject;

	if (!state->snapshot)
		return;
	subject = sentence_print(state->snapshot, &state->bottleneck, rect.w, true, text);
	if (state->look.ascii)
		format_ascii(text);
	(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_TEXT, false), text);
	if (node == M_NONE)
		return;
	text[subject] = '\0';
	(void)canvas_put(canvas, rect.x, rect.y, rect.w,
			 canvas_style(theme_metric_role(node), true), text);
}

/*
 * "tdtop 0.8%": its CPU time in percent of one CPU, as in top. If the source knows the kernel's
 * cost and there is a budget, both together in percent of the machine: "tdtop 0.8% (max 2%)".
 */
static void add_self_usage(struct segments *line, const struct self_usage *usage,
			   const struct self_cost *self)
{
	const double percent =
		self->known ? self->own_percent + self->kernel_percent : usage->cpu_percent;
	const bool over = self->known && self->budget_percent > 0 && percent > self->budget_percent;
	unsigned int style = canvas_style(over ? ROLE_ALARM : ROLE_LABEL, false);

	if (!usage->at_ns || isnan(percent))
		return;
	segments_add(line, 35, style, "tdtop %.*f%%", percent < 9.95, percent);
	if (self->known && self->budget_percent > 0)
		segments_join(line, 35, style, " (max %g%%)", self->budget_percent);
}

static void draw_counts(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			int from)
{
	const struct snapshot *s = state->snapshot;
	const double unknown = snapshot_unknown_percent(s);
	unsigned int style = canvas_style(ROLE_LABEL, false);
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	int width;

	if (s->load.known)
		segments_add(&line, 45, style, "load %.2f %.2f %.2f", (double)s->load.minutes[0],
			     (double)s->load.minutes[1], (double)s->load.minutes[2]);
	if (s->tasks)
		segments_add(&line, 30, style, "%u task%s", s->tasks, plural(s->tasks));
	segments_add(&line, 40, style, "%u thread%s ran, %u ended", s->tasks_ran,
		     plural(s->tasks_ran), s->tasks_exited);
	/* What it costs to read a recording says nothing about what was recorded. */
	if (strcmp(s->machine->source, "replay") != 0)
		add_self_usage(&line, &state->self_usage, &s->self);
	if (s->lost)
		segments_add(&line, 10, canvas_style(ROLE_ALARM, false), isnan(unknown) ? "lost %" PRIu64 :
			     "lost %" PRIu64 " (%.1f%%)", s->lost, unknown);
	width = segments_width(&line);
	if (width > rect.w - from - 2)
		width = rect.w - from - 2;
	if (width > 0)
		(void)segments_draw(&line, canvas, rect.x + rect.w - width, rect.y, width);
}

static unsigned int trend_style(enum metric_id metric)
{
	return canvas_style(metric == M_NONE ? ROLE_LABEL : theme_metric_role(metric), false);
}

/* The bars: the class of the bottleneck, or how busy the machine was if no class stands out. */
static enum metric_id trend_metric(const struct ui_state *state)
{
	enum metric_id path[2];

	return bottleneck_path(&state->bottleneck, path) ? path[0] : M_NONE;
}

/* "backend bound, last 26 intervals": what the bars at its left are. */
static int draw_trend_name(struct canvas *canvas, struct rect rect, enum metric_id metric, int n)
{
	unsigned int style = canvas_style(ROLE_LABEL, false);
	struct segments line = { 0 };
	char name[24] = "busy";

	if (metric != M_NONE)
		short_name(metric, name);
	segments_add(&line, 3, trend_style(metric), "%s", name);
	segments_add(&line, 2, style, ", last %d", n);
	segments_add(&line, 1, style, " intervals");
	return segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

void view_header_draw_trend(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	enum metric_id metric = trend_metric(state);
	const enum graphs_id id = state_graphs(state);
	const int room = rect.w / (rect.w < PAGE_ROOMY ? 5 : 3);
	const int cells = room < TREND_CELLS ? room : TREND_CELLS;
	const int n = cells * graphs[id].values;
	float series[TREND_CELLS * TREND_VALUES];
	int x;
	size_t ago = 0;

	if (!machine_row(state) || !state->history)
		return;
	/*
	 * A frozen snapshot may have left the history: then show what lies beyond its end, nothing.
	 */
	if (!machine_history_find(state->history, state->snapshot->seq, &ago))
		ago = machine_history_length(state->history);
	machine_history_series(state->history, ago, metric, series, (size_t)n);
	for (int i = 0; i < n; i++)
		series[i] /= 100;
	for (int i = 0; i < cells; i++)
		canvas_put_code(canvas, rect.x + i, rect.y, trend_style(metric),
				graphs_spark(id, &series[i * graphs[id].values]));
	rect.x += cells + 1;
	rect.w -= cells + 1;
	x = draw_trend_name(canvas, rect, metric, n);
	draw_counts(canvas, rect, state, x);
}

/* ---- meters of the CPUs ---- */

/*
 * A CPU without a row, because it was never online, has an empty meter. Looking up a row walks the CPUs, but only
 * for the cells of the screen.
 */

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
		bar_draw(canvas, bar, &row->numbers->values, busy / 100, state_bars(state));
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

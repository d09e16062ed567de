/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The detail of one row; see views.h: its tree, facts, the text about the node under the
 * cursor, and the history of that node. UI thread.
 */
#include "config.h"
#include "ui/detail/views.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/detail/detail.h"
#include "ui/draw/format.h"
#include "ui/draw/graphs.h"
#include "ui/draw/layout.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/lists/views.h"
#include "ui/state/state.h"
#include "ui/table/difference.h"

#define FACT_NAME 8
#define LINE 640

static void draw_title(struct canvas *canvas, const struct detail *detail)
{
	struct segments line = { .between = " " };

	segments_add(&line, 2, canvas_style(ROLE_TITLE, true), "%s", detail->title);
	segments_add(&line, 1, canvas_style(ROLE_LABEL, false), "d: detail");
	(void)segments_draw(&line, canvas, 0, 0, canvas->w);
}

void view_beside_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	const struct row *row = state_selected(state);
	struct canvas part = canvas_part(canvas, rect);
	const struct rect body = { 0, 1, part.w, part.h - 1 };
	struct detail_before before;

	if (!row)
		return;
	detail_look_at(state, row, &before);
	draw_title(&part, &state->detail);
	view_detail_draw(&part, body, state);
	canvas_unflag(&part, body, CELL_SELECTED);	/* the list has the cursor */
	detail_look_away(state, &before);
}

static bool is_task(const struct detail *detail)
{
	return detail->row.kind == ROW_PROCESS || detail->row.kind == ROW_THREAD ||
	       detail->row.kind == ROW_REGION;
}

static bool is_group(const struct detail *detail)
{
	const struct view *view = view_of_kind(detail->row.kind);

	return view && view->enter == ENTER_PROCESSES;
}

static void put_fact(struct page *page, const char *name, const char *text)
{
	page_put_text(page, ROLE_TEXT, name, text);
}

/* "98.7 %, IPC 0.54" */
static void put_load(struct page *page, const struct detail *detail, const struct machine *machine)
{
	const struct values *values = &detail->row.numbers->values;
	char load[16], ipc[16], text[64];

	format_load(load, sizeof(load), detail->load, detail->load_rough);
	format_ipc(ipc, sizeof(ipc), (double)values->ipc, (enum quality)values->ipc_quality);
	(void)snprintf(text, sizeof(text), "%s %%", load);
	if (family_has_counters(machine->family))
		(void)snprintf(text, sizeof(text), "%s %%, IPC %s", load, ipc);
	put_fact(page, is_task(detail) || is_group(detail) ? "CPU" : "busy", text);
	view_weight_print(detail, machine, text, sizeof(text));
	if (detail->row.kind != ROW_MACHINE && text[0])
		put_fact(page, "weight", text);
}

/* Why no wait is known, of a row that ran. */
static const char *no_wait(const struct detail *detail, const struct machine *machine)
{
	return strcmp(machine->source, "replay") == 0 ? "- (told live only)" :
	       detail->row.exited		      ? "- (it has exited)" :
							"- (from the next interval on)";
}

/* "~12.3 % for a CPU, 2 threads not known"; nothing where it is not asked for. */
static void put_wait(struct page *page, const struct detail *detail, const struct machine *machine)
{
	const struct row *row = &detail->row;
	char percent[16], text[96];
	int used;

	if (!row->waits_known && (!row->waits_unknown || detail->beside))
		return;
	format_percent(percent, sizeof(percent), detail->wait, detail->wait_quality);
	used = snprintf(text, sizeof(text), "%s %% for a CPU", percent);
	if (row->waits_known && row->waits_unknown)
		(void)snprintf(text + used, sizeof(text) - (size_t)used,
			       ", %" PRIu32 " thread%s not known", row->waits_unknown,
			       plural(row->waits_unknown));
	put_fact(page, "waits", row->waits_known ? text : no_wait(detail, machine));
}

static void put_task(struct page *page, const struct ui_state *state)
{
	const struct detail *detail = &state->detail;
	const struct row *row = &detail->row;
	char text[LINE], age[24];

	if (row->kind == ROW_REGION) {
		view_regions_put_facts(page, state);
	} else if (row->kind == ROW_THREAD) {
		(void)snprintf(text, sizeof(text), "%d of process %s", row->id, detail->process);
		put_fact(page, "thread", text);
	} else {
		/* Rows of several processes have no number. */
		int used = row->id < 0 ? 0 : snprintf(text, sizeof(text), "%d, ", row->id);

		(void)snprintf(text + used, sizeof(text) - (size_t)used, "%" PRIu32 " thread%s",
			       row->threads, plural(row->threads));
		put_fact(page, "process", text);
	}
	put_load(page, detail, state->machine);
	put_wait(page, detail, state->machine);
	put_fact(page, "user", detail->user[0] ? detail->user : FORMAT_MISSING);
	if (detail->end_ns > row->start_ns) {
		/* Since tdtop saw it fork, or found it: the kernel's start time is not read. */
		format_duration(age, sizeof(age), detail->end_ns - row->start_ns);
		(void)snprintf(text, sizeof(text), "for %s%s", age,
			       row->exited ? ", then it exited" : "");
		put_fact(page, "known", text);
	}
	if (detail->cgroup[0])
		put_fact(page, "cgroup", detail->cgroup);
	/* The longest one last. */
	(void)snprintf(text, sizeof(text), "%s%s",
		       detail->command[0] ? detail->command : FORMAT_MISSING,
		       detail->cut ? "... (longer: /proc/PID/cmdline)" : "");
	put_fact(page, "command", text);
}

static void put_group(struct page *page, const struct detail *detail, const struct machine *machine)
{
	const struct row *row = &detail->row;
	char text[LINE];

	(void)snprintf(text, sizeof(text), "%" PRIu32 " process%s that ran, %" PRIu32 " thread%s",
		       row->children, row->children == 1 ? "" : "es", row->threads,
		       plural(row->threads));
	put_fact(page, "has", text);
	put_load(page, detail, machine);
	put_wait(page, detail, machine);
	if (row->kind == ROW_CGROUP)
		put_fact(page, "path", detail->command[0] ? detail->command : FORMAT_MISSING);
}

static void put_exited(struct page *page, const struct detail *detail)
{
	const struct row *row = &detail->row;
	char text[LINE], busy[24], each[24];

	(void)snprintf(text, sizeof(text), "%" PRIu32 " process%s of this name, last ten minutes",
		       row->children, row->children == 1 ? "" : "es");
	put_fact(page, "exited", text);
	format_duration(busy, sizeof(busy), row->busy_ns);
	format_duration(each, sizeof(each), row->children ? row->busy_ns / row->children : 0);
	(void)snprintf(text, sizeof(text), "%s on a CPU, %s each", busy, each);
	put_fact(page, "cost", text);
}

static void put_cpu(struct page *page, const struct detail *detail, const struct machine *machine)
{
	const struct row *row = &detail->row;
	double slots = counts_get(&row->numbers->counts, EV_SLOTS);
	char text[LINE];
	int cpu = row->kind == ROW_CPU ? machine_cpu_index(machine, row->id) : -1;

	if (row->kind == ROW_CPU || row->kind == ROW_CORE) {
		(void)snprintf(text, sizeof(text), "core %d, socket %d", detail->place.core,
			       detail->place.socket);
		put_fact(page, "of", text);
	}
	if (row->kind == ROW_NODE) {
		(void)snprintf(text, sizeof(text), "socket %d", detail->place.socket);
		put_fact(page, "of", text);
	}
	if (cpu >= 0) {
		(void)snprintf(text, sizeof(text), "%s, NUMA node %d",
			       core_types[machine->cpus[cpu].core_type].name,
			       machine->cpus[cpu].node);
		put_fact(page, "type", text);
	} else {
		(void)snprintf(text, sizeof(text), "%" PRIu32, row->threads);
		put_fact(page, "CPUs", text);
	}
	put_load(page, detail, machine);
	if (!(slots > 0))
		return;
	(void)snprintf(text, sizeof(text), "%.1f %% idle task, %.1f %% of unknown tasks",
		       100 * row->extra->idle_slots / slots, 100 * row->extra->unaccounted_slots / slots);
	put_fact(page, family_unit(machine->family), text);
}

static void put_absence(struct page *page, const struct detail *detail)
{
	char clock[FORMAT_CLOCK], text[LINE];

	if (detail->here)
		return;
	format_clock(clock, detail->time);
	/* A process that was asleep when the page was opened has no numbers of before. */
	if (detail->row.asleep)
		(void)snprintf(text, sizeof(text), "It did not run in this interval.");
	else
		(void)snprintf(text, sizeof(text),
			       "It did not run in this interval; these numbers are from %s.", clock);
	page_put_text(page, ROLE_NOTE, NULL, text);
	page_put_line(page, ROLE_TEXT, "");
}

/* The row in the baseline; the tree has the differences to it. */
static void put_before(struct page *page, const struct ui_state *state)
{
	const struct row *row = &state->detail.row, *before;
	const struct difference difference =
		difference_of(timeline_baseline(&state->timeline), state->snapshot, row);
	const struct snapshot *baseline = difference.baseline;
	char clock[FORMAT_CLOCK] = "whole", load[16], text[LINE];

	if (!baseline)
		return;
	if (!state->timeline.with_whole)
		format_clock(clock, baseline->time);
	before = difference.before;
	if (before) {
		format_load(load, sizeof(load),
			    is_task(&state->detail) || is_group(&state->detail)
				    ? row_cpu_percent(baseline, before)
				    : row_busy_percent(baseline, before),
			    row_time_is_estimated(baseline, before));
		(void)snprintf(text, sizeof(text), "%s: %s %%; DIFF compares with that", clock,
			       load);
	} else {
		(void)snprintf(text, sizeof(text), "%s: %s", clock,
			       difference_absence(baseline, row)[0] == 'n' ?
			       "it had not started yet" : "it did not run");
	}
	put_fact(page, "before", text);
}

/* What it did on each core type. */
static void put_core_types(struct page *page, const struct ui_state *state)
{
	static const enum core_type sides[] = { TYPE_CORE, TYPE_ATOM };
	char text[LINE];

	for (size_t i = 0; i < 2; i++) {
		view_core_types_print(state, &state->detail.row, sides[i], text, sizeof(text));
		put_fact(page, core_types[sides[i]].title, text[0] ? text : "it did not run there");
	}
}

static void put_facts(struct page *page, const struct ui_state *state)
{
	if (is_task(&state->detail))
		put_task(page, state);
	else if (is_group(&state->detail))
		put_group(page, &state->detail, state->machine);
	else if (state->detail.row.kind == ROW_EXITED)
		put_exited(page, &state->detail);
	else
		put_cpu(page, &state->detail, state->machine);
	if (state->machine->family->hybrid)
		put_core_types(page, state);
	put_before(page, state);
}

static void draw_chart(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	enum metric_id m = state->detail.node;
	size_t n = (size_t)chart_columns(rect.w, state_graphs(state));
	float series[HISTORY_LEN];
	char text[LINE];

	n = node_series(state, series, n < HISTORY_LEN ? n : HISTORY_LEN);
	(void)snprintf(text, sizeof(text), "%s of %s, last %zu interval%s", metrics[m].title,
		       state->detail.title, n, plural(n));
	(void)canvas_put(canvas, rect.x, rect.y, rect.w, canvas_style(ROLE_TITLE, false), text);
	rect.y++;
	rect.h--;
	chart_draw(canvas, rect, series, n, metrics[m].threshold * 100,
		   canvas_style(theme_metric_role(m), false), state_graphs(state));
}

static void view_detail_put_text(struct page *page, const struct ui_state *state, bool facts)
{
	page->line = 0;
	put_absence(page, &state->detail);
	view_node_put(page, state);
	if (!facts)
		return;
	page_put_line(page, ROLE_TEXT, "");
	put_facts(page, state);
}

/* A sign in the corner: more lines below. */
static void draw_more(struct canvas *canvas, struct rect rect, bool ascii)
{
	(void)canvas_put(canvas, rect.x + rect.w - 1, rect.y + rect.h - 1, 1,
			 canvas_style(ROLE_KEY, false), symbol(SYMBOL_LARGEST_FIRST, ascii));
}

/* facts: they are part of the text, as the layout has no place for them. */
static void draw_text(struct canvas *canvas, struct rect rect, struct ui_state *state, bool facts)
{
	struct detail *detail = &state->detail;
	struct page page = { .canvas = canvas, .rect = rect, .names = FACT_NAME,
			     .ascii = state->look.ascii };
	size_t over;

	page.rect.w -= 2;	/* for the sign of more text below */
	page.rect.h = 0;	/* h 0 only counts the lines */
	view_detail_put_text(&page, state, facts);
	over = page.line > (size_t)rect.h ? page.line - (size_t)rect.h : 0;
	page.rect.h = rect.h;
	page.scroll = detail->scroll < over ? detail->scroll : over;
	view_detail_put_text(&page, state, facts);
	if (rect.h && page.scroll < over)
		draw_more(canvas, rect, state->look.ascii);
}

static void draw_facts(struct canvas *canvas, struct rect rect, const struct ui_state *state,
		       size_t lines)
{
	size_t over = lines > (size_t)rect.h ? lines - (size_t)rect.h : 0;
	struct page page = { .canvas = canvas, .rect = rect, .names = FACT_NAME,
			     .ascii = state->look.ascii };

	page.scroll = state->detail.scroll < over ? state->detail.scroll : over;
	put_facts(&page, state);
	rect.w++;	/* for the sign, as two cells are between the facts and the text */
	if (page.scroll < over)
		draw_more(canvas, rect, state->look.ascii);
}

/*
 * Text and facts scroll together, each to its own end. A page is as long as the facts until these
 * are at their end, so that no line is skipped.
 */
static void measure(struct ui_state *state, const struct layout_detail *layout, size_t facts)
{
	struct detail *detail = &state->detail;
	struct page page = { .names = FACT_NAME, .rect.w = layout->text.w - 2 };
	size_t height = (size_t)layout->facts.h, over = facts > height && height ?
							 facts - height : 0;

	view_detail_put_text(&page, state, !layout->facts.h);
	detail->page = (size_t)layout->text.h;
	detail->lines = page.line > detail->page + over ? page.line : detail->page + over;
	detail->stacked = layout->stacked;
	detail_scroll(detail, 0);
	detail->step = (detail->scroll < over ? height : detail->page);
	detail->step -= detail->step > 1;	/* one line stays on the screen for orientation */
}

void view_detail_draw(struct canvas *canvas, struct rect rect, struct ui_state *state)
{
	struct page page = { .canvas = canvas, .names = FACT_NAME, .ascii = state->look.ascii };
	struct layout_detail_request request = { .tree = view_tree_lines(state),
						 .wide = view_tree_width(state),
						 .reading = state->detail.reading };
	struct layout_detail layout = layout_compute_detail(rect, &request);
	float newest;

	page.rect.w = layout.facts.w;	/* h 0 only counts the lines at this width */
	put_facts(&page, state);
	request.facts = (int)page.line;
	request.chart = node_series(state, &newest, 1) > 0;
	layout = layout_compute_detail(rect, &request);
	measure(state, &layout, page.line);
	view_tree_draw(canvas, layout.tree, state);
	if (layout.facts.h)
		draw_facts(canvas, layout.facts, state, page.line);
	draw_text(canvas, layout.text, state, layout.facts.h == 0);
	if (layout.chart.h)
		draw_chart(canvas, layout.chart, state);
}

bool view_detail_line_at(const struct ui_state *state, struct rect rect, int x, int y,
			 struct view_tree_place *place)
{
	const struct layout_detail_request request = { .tree = view_tree_lines(state),
						       .wide = view_tree_width(state),
						       .reading = state->detail.reading };
	/* The place of the tree does not depend on the other requests. */
	struct rect tree = layout_compute_detail(rect, &request).tree;

	return x >= tree.x && x < tree.x + tree.w && view_tree_line_at(tree, state, x, y, place);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The code views; see view_parts.h. UI thread. */
#include "config.h"
#include "ui/screen/view_parts.h"

#include <stdio.h>
#include <string.h>

#include "ui/code/code_text.h"
#include "ui/code_views/code_keys.h"
#include "ui/code_views/code_list.h"
#include "ui/code_views/code_live.h"
#include "ui/code_views/views.h"
#include "ui/draw/format.h"
#include "ui/draw/page.h"
#include "ui/draw/symbols.h"
#include "ui/lists/views.h"
#include "ui/state/state.h"

#define PATH_WITH_WHOLE 80	/* has room for what 100 % is */

/* Views that may be no lists: drawn in head and rows together. */
static void (*const pictures[CODE_VIEWS])(struct canvas *canvas, struct rect rect,
					  struct ui_state *state) = {
	[CODE_STACKS] = view_code_stacks_draw,
};

/* Pictures above lists: drawn into the top of the rectangle, as many lines as they return. */
static int (*const tops[CODE_VIEWS])(struct canvas *canvas, struct rect rect,
				     const struct ui_state *state) = {
	[CODE_BLOCK] = view_code_block_draw,
};

/* ---- first line, path ---- */

void view_code_draw_title(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	const struct code_screen *code = &state->code;
	const unsigned int style = canvas_style(ROLE_TITLE, false);
	struct segments line = { .between = symbol(SYMBOL_DOT, state->look.ascii) };
	const struct profile_news *news = &code->news;
	char length[16];

	if (code->seams.live) {
		view_header_draw_title(canvas, rect, state);
		return;
	}
	segments_add(&line, 100, style, "tdtop");
	if (code->seams.title) {
		segments_add(&line, 90, style, "%s", code->seams.title);
		segments_cut(&line);
	}
	if (news->last_ns > news->first_ns) {
		format_duration(length, sizeof(length), news->last_ns - news->first_ns);
		segments_add(&line, 80, style, "%s", length);
	}
	if (news->n_events > 1)
		segments_add(&line, 70, style, "event %d of %d", code->request.event + 1,
			     news->n_events);
	if (code->process[0])
		segments_add(&line, 60, style, "%s", code->process);
	view_header_draw_first(canvas, rect, state, &line);
}

/* What 100 % of a view's first column is. */
static const char *whole_of(enum code_view_id view)
{
	return view == CODE_BRANCHES ? ": % of all taken branches" :
	       view == CODE_STACKS   ? ": % of all call stacks" : "";
}

void view_code_draw_path(struct canvas *canvas, struct rect rect, const struct ui_state *state)
{
	struct segments line = { .between = symbol(SYMBOL_INTO, state->look.ascii) };
	const unsigned int style = canvas_style(ROLE_LABEL, false);
	const struct code_screen *code = &state->code;

	if (!code->seams.alone)
		segments_add(&line, 1, style, "machine");
	segments_add(&line, 15, style, "%s", code->process[0] ? code->process : "all processes");
	if (code->seams.live)
		view_code_live_add_path(&line, state);
	for (size_t i = 0; i < code->n_steps; i++) {
		const struct code_step *step = &code->steps[i];
		const bool last = i + 1 == code->n_steps;
		char title[CODE_TITLE];

		/* Long names must not push out what is above them. */
		(void)snprintf(title, sizeof(title), "%s", step->title);
		code_text_shorten(&code->of, title, sizeof(title), last ? rect.w / 3 : rect.w / 6);
		segments_add(&line, last ? 20 : 4 + (int)i, style, "%s%s%s", code_views[step->view].name,
			     title[0] ? " of " : "", title);
		if (code->n_steps == 1 && step->view == CODE_FUNCTIONS)
			view_code_live_join_counted(&line, code);
		if (last && rect.w >= PATH_WITH_WHOLE)
			segments_join(&line, 20, style, "%s", whole_of(step->view));
	}
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

/* ---- lists ---- */

/* The columns that there is room for. */
static void place_columns(const struct ui_state *state, int w, struct code_placed *placed)
{
	struct row_list rows;

	code_list_rows(state, &rows);
	code_columns_place(&rows.shown, &rows.of, rows.order, w, placed);
}

/* In the gap behind the first number. */
static void draw_mark(struct canvas *canvas, int y, const struct ui_state *state, const struct code_placed *placed,
		      size_t row)
{
	const enum symbol mark = code_marks_of(&state->code, row);
	size_t i = 0;

	while (i + 1 < placed->n && row_column_is_left(placed->column[i]))
		i++;
	if (mark != SYMBOL_COUNT)
		(void)canvas_put(canvas, placed->x[i] + placed->w[i] < canvas->w ? placed->x[i] + placed->w[i] :
											 canvas->w - 1,
				 y, 1, canvas_style(ROLE_KEY, false), symbol(mark, state->look.ascii));
}

static void scroll_to_cursor(struct code_list *list, size_t page)
{
	if (list->index < list->scroll)
		list->scroll = list->index;
	if (list->index >= list->scroll + page)
		list->scroll = list->index - page + 1;
	if (list->scroll + page > list->n)
		list->scroll = list->n > page ? list->n - page : 0;
}

/* Why there are no rows. */
static void draw_nothing(struct canvas *canvas, struct rect rect, const struct ui_state *state,
			 const struct code_view *view, const struct code_list *list)
{
	const struct code_screen *code = &state->code;
	const bool waits = code->seams.live && (!code->of.profile || !code->of.profile->samples);
	char harmless[sizeof(code->news.trouble)], waiting[sizeof(code->news.trouble)];
	const char *text = code->news.trouble[0] && !waits ? code->news.trouble :
			   waits		 ? waiting :
			   !code->of.profile	 ? "reading..." :
			   list->n_all ? "no row matches the filter (\\ then Esc shows all again)" :
			   view->nothing	 ? view->nothing(code) : "";
	struct page page = { .canvas = canvas, .rect = rect, .ascii = state->look.ascii };

	if (waits)
		code_live_waiting(code, state->timeline.live, waiting, sizeof(waiting));

	format_harmless(harmless, sizeof(harmless), text);
	page_put_text(&page, ROLE_DIM, NULL, harmless);
}

/* Why the object of the row under the cursor has no names, or perhaps false ones. */
static void put_trouble(struct page *page, const struct ui_state *state)
{
	const struct code_names *names = state->code.of.names;
	const struct code_screen *code = &state->code;
	char text[256] = "", object[96], sentence[384];
	struct code_row_id id;
	size_t row;

	if (!names || !names->object_trouble || !code->of.profile ||
	    !code_list_selected(code, &row))
		return;
	id = code_list_id(code, row);
	if (id.a.object >= code->of.profile->n_objects)
		return;
	names->object_trouble(names->data, id.a.object, text, sizeof(text));
	if (!text[0])
		code_names_doubt(names, id.a.object, text, sizeof(text));
	code_text_object(&code->of, id.a, object, sizeof(object));
	if (text[0]) {
		const bool named = !strncmp(text, object, strlen(object));

		(void)snprintf(sentence, sizeof(sentence), "%s%s%s", named ? "" : object,
			       named ? "" : ": ", text);
		page_put_text(page, ROLE_NOTE, NULL, sentence);
	}
}

/* What the view has to say of the row under the cursor. */
static void put_note_of_row(struct page *page, const struct code_screen *code)
{
	const struct code_view *view = code_view_shown(code);
	char text[CODE_NOTE];
	size_t row;

	if (!view->note || !code->of.profile || !code_list_selected(code, &row))
		return;
	view->note(code, row, text);
	page_put_text(page, ROLE_TEXT, NULL, text);
}

static void put_notes(struct page *page, const struct ui_state *state, size_t n)
{
	const struct code_screen *code = &state->code;

	if (code->seams.live && n)
		view_code_live_put_remark(page, code);	/* without rows they say it themselves */
	put_trouble(page, state);
	put_note_of_row(page, &state->code);
}

/*
 * What must be known of the rows, below them where there is room; else the rows give way. Returns
 * the lines that they lose.
 */
static int draw_notes(struct canvas *canvas, struct rect rows, const struct ui_state *state,
		      size_t n)
{
	struct page page = { .canvas = canvas, .rect = { rows.x, rows.y, rows.w, 0 },
			     .ascii = state->look.ascii };
	const int below = n < (size_t)rows.h ? rows.h - (int)n : 0;
	int h;

	put_notes(&page, state, n);	/* h 0 only counts the lines */
	h = (int)page.line < rows.h / 2 ? (int)page.line : rows.h / 2;
	page.line = 0;
	page.rect.h = h;
	page.rect.y += h < below ? (int)n + 1 : rows.h - h;
	put_notes(&page, state, n);
	return h > below ? h : 0;
}

static void draw_list(struct canvas *canvas, struct rect head, struct rect rows,
		      struct ui_state *state)
{
	const struct code_view *view = code_view_shown(&state->code);
	struct code_list *list = code_list_shown(&state->code);
	struct code_placed placed;

	place_columns(state, canvas->w, &placed);
	if (head.h)
		code_columns_draw_head(canvas, (struct rect){ 0, head.y, canvas->w, 1 }, &placed,
				       &view->kind->columns[list->column], list->reverse, state->look.ascii);
	rows.h -= draw_notes(canvas, rows, state, list->n);
	state->code.page = (size_t)rows.h;
	scroll_to_cursor(list, (size_t)rows.h);
	if (!list->n)
		draw_nothing(canvas, rows, state, view, list);
	for (size_t i = 0; i < (size_t)rows.h && list->scroll + i < list->n; i++) {
		const int y = rows.y + (int)i;

		code_columns_draw_row(canvas, (struct rect){ 0, y, canvas->w, 1 }, &placed, &state->code.of,
				      code_list_row(&state->code, list->rows[list->scroll + i]), state_bars(state));
		draw_mark(canvas, y, state, &placed, list->rows[list->scroll + i]);
		if (list->scroll + i == list->index)
			canvas_flag(canvas, (struct rect){ 0, y, canvas->w, 1 }, CELL_SELECTED);
	}
}

const struct row_column *view_code_column_at(const struct ui_state *state, int x)
{
	struct code_placed placed;

	if (!code_view_shown(&state->code)->kind)
		return NULL;
	place_columns(state, state->w, &placed);
	return code_columns_at(&placed, x);
}

void view_code_draw(struct canvas *canvas, struct rect head, struct rect rows,
		    struct ui_state *state)
{
	const enum code_view_id id = code_step_shown(&state->code)->view;
	const struct rect whole = { rows.x, head.h ? head.y : rows.y, rows.w, head.h + rows.h };

	state->code.of.ascii = state->look.ascii;
	state->code.above = 0;
	if (code_view_is_picture(&state->code) && pictures[id] && state->code.of.profile) {
		pictures[id](canvas, whole, state);
	} else if (code_views[id].kind) {
		if (tops[id] && state->code.of.profile)
			state->code.above = tops[id](canvas, whole, state);
		head.y += state->code.above;
		rows.y += state->code.above;
		rows.h -= state->code.above;
		draw_list(canvas, head, rows, state);
	} else
		draw_nothing(canvas, whole, state, &code_views[id], code_list_shown(&state->code));
}

/* ---- last line ---- */

/* "Export: p perf.data  b bolt ..." */
void view_code_draw_formats(struct canvas *canvas, struct rect rect)
{
	struct segments line = { .between = "  " };

	segments_add(&line, 100, canvas_style(ROLE_LABEL, false), "Export:");
	for (int i = 0; i < CODE_EXPORTS; i++) {
		segments_add(&line, 50, canvas_style(ROLE_KEY, false), "%c",
			     code_export_formats[i].key);
		segments_join(&line, 50, canvas_style(ROLE_LABEL, false), " %s",
			      code_export_formats[i].word);
	}
	segments_add(&line, 60, canvas_style(ROLE_KEY, false), "Esc");
	segments_join(&line, 60, canvas_style(ROLE_LABEL, false), " back");
	(void)segments_draw(&line, canvas, rect.x, rect.y, rect.w);
}

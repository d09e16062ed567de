/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What holds on every screen at every size, from the smallest to more than the widest: each shot
 * is drawn at many sizes, so that all widths and heights come. Golden files: test-screens.c.
 */
#include "config.h"

#include <ctype.h>
#include <locale.h>

#include "tests/fixtures/shot.h"
#include "tests/fixtures/test.h"
#include "ui/draw/format.h"
#include "ui/draw/layout.h"
#include "ui/draw/symbols.h"
#include "ui/help/view_help.h"
#include "ui/screen/screen.h"
#include "ui/state/state.h"

#define WIDEST 210
#define HIGHEST 62
#define LINE_CELLS 256
#define TRACES_MAX 4096
#define MARGIN 2		/* of texts, for the sign that there is more */

/*
 * What goes wrong while views draw, as the cells alone do not tell it: a text is cut, or drawn over
 * another one, or beside the canvas. The linker puts this between the views and ui/draw/canvas.c
 * (--wrap, in Makefile.am).
 */

/* What the linker calls in place of NAME, and the NAME that it then is. */
__typeof__(canvas_put) __real_canvas_put, __wrap_canvas_put;
__typeof__(canvas_put_right) __real_canvas_put_right, __wrap_canvas_put_right;
__typeof__(canvas_put_cut) __real_canvas_put_cut, __wrap_canvas_put_cut;
__typeof__(canvas_put_code) __real_canvas_put_code, __wrap_canvas_put_code;

enum trace_kind {
	TRACE_CUT,	/* text does not end at (x, y), where its room or the canvas ends */
	TRACE_CUT_SHOWN,	/* the same, and a sign says so */
	TRACE_OVER,	/* a letter or digit stood at (x, y), and another sign takes its place */
	TRACE_BESIDE	/* no cell of it is on the canvas */
};

struct trace {
	enum trace_kind kind;
	int x, y, from;		/* from: the cell where the text begins */
	int lost;		/* cells that are cut */
	uint8_t role;
	char text[64];		/* its beginning */
};

static struct trace traces[TRACES_MAX];
static size_t n_traces;		/* since the last time a test set it to 0 */

static struct cell *before;	/* the line that is drawn into */
static int n_before;

static void note(enum trace_kind kind, int from, int x, int y, int lost, unsigned int style, const char *text)
{
	struct trace *trace = &traces[n_traces];

	if (n_traces >= TRACES_MAX)
		return;
	n_traces++;
	*trace = (struct trace){ .kind = kind, .x = x, .y = y, .from = from, .lost = lost,
				 .role = (uint8_t)(style & 0xFF) };
	(void)snprintf(trace->text, sizeof(trace->text), "%s", text);
}

/* The line as it is, or nothing beside the canvas. */
static void look_before(const struct canvas *on, int x, int y, const char *text)
{
	n_before = 0;
	if (y < 0 || y >= on->h || x < 0 || x >= on->w) {
		if (text[strspn(text, " ")])
			note(TRACE_BESIDE, x, x, y, 0, 0, text);
		return;
	}
	before = realloc(before, (size_t)on->w * sizeof(*before));
	if (!before)
		abort();
	n_before = on->w;
	memcpy(before, on->cells + y * on->w, (size_t)n_before * sizeof(*before));
}

static void look_after(const struct canvas *on, int y, unsigned int style, const char *text)
{
	for (int x = 0; x < n_before; x++) {
		const uint32_t was = before[x].code, is = on->cells[y * on->w + x].code;

		if (was == is || is == ' ' || was > 'z' || !isalnum((int)was))
			continue;
		note(TRACE_OVER, x, x, y, 0, style, text);
		return;
	}
}

int __wrap_canvas_put(struct canvas *on, int x, int y, int max, unsigned int style, const char *text)
{
	const int width = format_text_width(text);
	int used;

	look_before(on, x, y, text);
	used = __real_canvas_put(on, x, y, max, style, text);
	if (used < width && n_before)
		note(TRACE_CUT, x, x + used, y, width - used, style, text);
	look_after(on, y, style, text);
	return used;
}

void __wrap_canvas_put_right(struct canvas *on, int x, int y, int max, unsigned int style, const char *text)
{
	const int width = format_text_width(text);
	const int room = max < on->w - x ? max : on->w - x;

	look_before(on, x, y, text);
	__real_canvas_put_right(on, x, y, max, style, text);
	if (width > room && n_before)
		note(TRACE_CUT, x, x + room, y, width - room, style, text);
	look_after(on, y, style, text);
}

int __wrap_canvas_put_cut(struct canvas *on, int x, int y, int max, unsigned int style,
			  const char *text, int skip, bool ascii)
{
	const int width = format_text_width(text) - skip;
	int used;

	look_before(on, x, y, text);
	used = __real_canvas_put_cut(on, x, y, max, style, text, skip, ascii);
	if (width > max && n_before)
		note(TRACE_CUT_SHOWN, x, x + used, y, width - used, style, text);
	look_after(on, y, style, text);
	return used;
}

void __wrap_canvas_put_code(struct canvas *on, int x, int y, unsigned int style, uint32_t code)
{
	char text[FORMAT_CODE];

	format_encode(text, code);
	look_before(on, x, y, text);
	__real_canvas_put_code(on, x, y, style, code);
	look_after(on, y, style, text);
}

/* ---- the rules ---- */

static struct layout layout;
static char why[256];		/* what the last rule that failed has found */

static uint32_t code_at(int x, int y)
{
	return canvas.cells[y * canvas.w + x].code;
}

/* The cells of a line as one byte each; signs beyond ASCII are '?'. */
static const char *line_at(int y)
{
	static char line[LINE_CELLS];

	for (int x = 0; x < canvas.w; x++)
		line[x] = (char)(code_at(x, y) < 0x80 ? code_at(x, y) : '?');
	line[canvas.w] = '\0';
	return line;
}

static bool is_in(struct rect rect, int y)
{
	return rect.h && y >= rect.y && y < rect.y + rect.h;
}

static bool found(const struct trace *trace, const char *what)
{
	(void)snprintf(why, sizeof(why), "%s at cell %d of line %d: \"%s\"", what, trace->x, trace->y, trace->text);
	return false;
}

/* ---- what is drawn ---- */

static bool nothing_overlaps(void)
{
	for (size_t i = 0; i < n_traces; i++) {
		const struct trace *trace = &traces[i];

		/* The sign of order has the last cell of a title that ends at the edge. */
		if (trace->kind == TRACE_OVER &&
		    !(is_in(layout.head, trace->y) && trace->x == canvas.w - 1))
			return found(trace, "over another text");
		if (trace->kind == TRACE_BESIDE && (trace->x < 0 || trace->y < 0 ||
						    trace->y >= canvas.h))
			return found(trace, "beside the screen");
	}
	return true;
}

/* Blank cells of a line from x on; of the rows and their head only those blank in all of them. */
static int room_at(int x, int y)
{
	const bool in_rows = is_in(layout.rows, y);
	const int first = !in_rows ? y : layout.head.h ? layout.head.y : layout.rows.y;
	const int last = in_rows ? layout.rows.y + layout.rows.h - 1 : y;
	int room = 0;

	for (; x + room < canvas.w - MARGIN; room++)
		for (int at = first; at <= last; at++)
			if (code_at(x + room, at) != ' ')
				return room - 2;	/* two are between columns of text */
	return room;
}

static bool nothing_is_cut_that_has_room(void)
{
	if (ui.code.open && ui.code.stacks.flame)	/* a box is as wide as its share */
		return true;
	for (size_t i = 0; i < n_traces; i++) {
		const struct trace *trace = &traces[i];

		if (trace->kind <= TRACE_CUT_SHOWN && trace->x > trace->from &&
		    trace->lost <= room_at(trace->x, trace->y))
			return found(trace, "cut beside blank cells");
	}
	return true;
}

static bool titles_of_columns_are_whole_or_left_out(void)
{
	for (size_t i = 0; i < n_traces; i++) {
		const struct trace *trace = &traces[i];

		if (trace->kind == TRACE_CUT && trace->x > trace->from && trace->text[0] &&
		    !is_in(layout.setup, trace->y) &&
		    (trace->role == ROLE_HEAD || trace->role == ROLE_SORTED))
			return found(trace, "a title is cut");
	}
	return true;
}

/* Only what is alone in its line may be cut there. */
static bool status_and_footer_fit_into_the_width(void)
{
	for (size_t i = 0; i < n_traces; i++) {
		const struct trace *trace = &traces[i];
		const int y = trace->y;
		const bool is_around = is_in(layout.title, y) || is_in(layout.state, y) ||
				       is_in(layout.path, y) || is_in(layout.footer, y);

		if (trace->kind == TRACE_CUT && is_around && trace->from > 0)
			return found(trace, "cut at the edge");
	}
	return true;
}

/* Less of a number is another number. */
static bool numbers_keep_their_digits(void)
{
	for (size_t i = 0; i < n_traces; i++) {
		const struct trace *trace = &traces[i];
		const char *text = trace->text + strspn(trace->text, " ~<>+-");

		if (trace->kind == TRACE_CUT && trace->x > trace->from &&
		    isdigit((unsigned char)*text) && !text[strspn(text, "0123456789.%kMGT")])
			return found(trace, "a number is cut");
	}
	return true;
}

static bool the_head_is_there_once(void)
{
	int titles = 0, heads = 0;

	for (int y = 0; y < canvas.h; y++) {
		bool is_head = false;

		for (int x = 0; x < canvas.w; x++) {
			const uint8_t role = canvas.cells[y * canvas.w + x].role;

			is_head |= !is_in(layout.setup, y) && !rect_has(layout.beside, x, y) &&
				   (role == ROLE_HEAD || role == ROLE_SORTED);
		}
		heads += is_head;
		titles += canvas.cells[y * canvas.w].role == ROLE_TITLE &&
			  strncmp(line_at(y), "tdtop ", 6) == 0;
	}
	(void)snprintf(why, sizeof(why), "%d titles, %d heads of a table", titles, heads);
	return titles <= layout.title.h && heads <= 1;
}

/* ---- sums ---- */

#define ROUNDING 0.05

/* The cell where a title ends in the head of the table; -1: the column is not shown. */
static int end_of_title(const char *title)
{
	const size_t n = strlen(title);
	const char *head = line_at(layout.head.y), *at = head;

	while ((at = strstr(at, title)) != NULL) {
		if ((at == head || at[-1] == ' ') && !isalnum((unsigned char)at[n]))
			return (int)(at - head + (long)n) - 1;
		at++;
	}
	return -1;
}

/* The number that ends at this cell; NAN: none, or it is not exact. */
static double number_at(int y, int end)
{
	const char *line = line_at(y);
	char *after;
	double value;
	int x = end;

	while (x > 0 && (isdigit((unsigned char)line[x]) || line[x] == '.'))
		x--;
	if (x == end || line[x] != ' ' || (line[end + 1] && line[end + 1] != ' '))
		return (double)NAN;
	value = strtod(line + x, &after);
	return after == line + end + 1 ? value : (double)NAN;
}

static bool is_close(double sum, double whole, int n, const char *what, int y)
{
	(void)snprintf(why, sizeof(why), "%s in line %d: %.1f of %.1f", what, y, sum, whole);
	return !(fabs(sum - whole) > (n + 1) * ROUNDING + 1e-9);	/* NAN is no statement */
}

static bool classes_of_a_row_are_all_of_it(void)
{
	int end[4], n = 0;

	for (enum metric_id m = M_RETIRING; m <= M_BACKEND_BOUND; m++)
		if (metrics[m].parent == M_NONE && n < 4)
			end[n++] = end_of_title(metrics[m].column);
	for (int i = 0; i < 4; i++)
		if (n < 4 || end[i] < 0)
			return true;
	for (int y = layout.rows.y; y < layout.rows.y + layout.rows.h; y++) {
		double sum = 0;

		for (int i = 0; i < 4; i++)
			sum += number_at(y, end[i]);
		/* Whole numbers, where there is little room, have ten times the rounding. */
		if (!is_close(sum, 100, end[1] - end[0] < 6 ? 44 : 4, "classes", y))
			return false;
	}
	return true;
}

/* Sockets are the sum of their CPUs, as far as all of them are shown. */
static bool sockets_are_the_sum_of_their_cpus(void)
{
	const int end = end_of_title("COST");
	double sockets = 0, cpus = 0;
	size_t n = 0;

	for (int y = layout.rows.y; y < layout.rows.y + layout.rows.h && end >= 0; y++) {
		const char *line = line_at(y);
		const double cost = number_at(y, end);

		if (strstr(line, "socket "))
			sockets += cost;
		else if (strstr(line, "  cpu ") && ++n)
			cpus += isnan(cost) ? 0 : cost;
	}
	return n < fixture_machine.n_cpus || is_close(cpus, sockets, (int)n, "CPUs", layout.rows.y);
}

/* The share that the detail shows of a node of levels 1 and 2; NAN: none. */
static double node_at(enum metric_id metric)
{
	const char *title = metrics[metric].title;

	for (int y = layout.rows.y; y < layout.rows.y + layout.rows.h; y++) {
		const char *line = line_at(y), *name = line + strspn(line, " ?");
		const size_t n = strlen(title);

		if (strncmp(name, title, n) == 0 && name[n] == ' ')
			return number_at(y, (int)(name - line + (long)(n + strspn(name + n, " ") +
						  strspn(name + n + strspn(name + n, " "), "0123456789."))) - 1);
	}
	return (double)NAN;
}

static bool children_of_a_node_are_all_of_it(void)
{
	for (enum metric_id parent = 0; parent < M_COUNT; parent++) {
		double sum = 0;
		int n = 0;

		for (enum metric_id m = 0; m < M_COUNT; m++)
			if (metrics[m].parent == parent && ++n)
				sum += node_at(m);
		if (n && !is_close(sum, node_at(parent), n, metrics[parent].title, 0))
			return false;
	}
	return true;
}

/* Of levels that were counted alike, in percent, and not as a difference. */
static bool sums_agree(void)
{
	if (state_units(&ui) != UNITS_PERCENT || timeline_baseline(&ui.timeline) || ui.code.open ||
	    ui.help || ui.menu.id != MENU_NONE)
		return true;
	if (ui.detail.open)
		return children_of_a_node_are_all_of_it();
	return !layout.head.h ||
	       (classes_of_a_row_are_all_of_it() && sockets_are_the_sum_of_their_cpus());
}

/* ---- the tests ---- */

static const struct rule {
	const char *sentence;
	bool (*holds)(void);
} rules[] = {
	{ "nothing overlaps", nothing_overlaps },
	{ "nothing is cut that has room", nothing_is_cut_that_has_room },
	{ "titles of columns are whole or left out", titles_of_columns_are_whole_or_left_out },
	{ "status and footer fit into the width", status_and_footer_fit_into_the_width },
	{ "numbers keep their digits", numbers_keep_their_digits },
	{ "the head is there once", the_head_is_there_once },
	{ "sums agree", sums_agree },
};

static int check(const struct shot *shot, int w, int h)
{
	const struct layout_request request = screen_request(&ui);
	int failed = 0;

	assert_int_equal(canvas_resize(&canvas, w, h), 0);
	layout = layout_compute(w, h, &request);
	n_traces = 0;
	screen_draw(&ui, &canvas);
	for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
		if (rules[i].holds())
			continue;
		print_error("%s at %dx%d: not \"%s\": %s\n", shot->name, w, h, rules[i].sentence, why);
		failed++;
	}
	return failed;
}

/* The first page of the help over it: 20 lines, none cut, with each sign that the body has. */
static size_t check_help(const struct shot *shot)
{
	const struct rect body = ui.setup.open ? layout.setup : layout.rows;
	bool seen[SYMBOL_COUNT] = { false };
	size_t length, wrong = 0;

	for (enum symbol sign = SYMBOL_WORST; sign < SYMBOL_COUNT; sign++) {
		const int code = format_decode(symbol(sign, false), &length);

		if (code == ' ' || sign == SYMBOL_DONE)
			continue;
		for (int i = 0; i < canvas.w * body.h && !ui.help; i++)
			seen[sign] |= code_at(i % canvas.w, body.y + i / canvas.w) == (uint32_t)code;
	}
	ui.help = true;
	ui.help_goes_to = HELP_HERE;
	n_traces = 0;
	screen_draw(&ui, &canvas);
	ui.help = false;
	for (size_t i = 0; i < n_traces; i++)
		wrong += traces[i].kind == TRACE_CUT && traces[i].y <= HELP_HERE_LINES;
	for (enum symbol sign = SYMBOL_WORST; sign < SYMBOL_COUNT; sign++)
		wrong += seen[sign] && !shows(symbol(sign, false));
	wrong += ui.help_starts[HELP_IDEAS] > HELP_HERE_LINES + 1;
	if (wrong)
		print_error("%s: ? is too long, cut, or lacks a sign\n", shot->name);
	return wrong;
}

struct one {
	const struct shots *shots;
	const struct shot *shot;
	size_t index;
};

/* All widths and heights come among the shots of a table; the usual sizes for each. */
static void one_shot(void **data)
{
	static const struct {
		int w, h;
	} usual[] = { { 20, 5 }, { 40, 10 }, { 80, 24 }, { 132, 40 }, { 200, 60 } };
	const struct one *one = *data;
	int failed = 0;

	shot_open(one->shots, one->shot);
	for (size_t i = 0; i < sizeof(usual) / sizeof(usual[0]); i++) {
		failed += check(one->shot, usual[i].w, usual[i].h);
		if (usual[i].w == 80)
			failed += (int)check_help(one->shot);
	}
	for (int w = LAYOUT_MIN_WIDTH + (int)(one->index % 4); w <= WIDEST; w += 4)
		failed += check(one->shot, w, LAYOUT_MIN_HEIGHT +
				(w * 7 + (int)one->index) % (HIGHEST - LAYOUT_MIN_HEIGHT));
	(void)one->shots->close(NULL);
	assert_int_equal(failed, 0);
}

int main(void)
{
	static struct CMUnitTest tests[512];
	static struct one ones[512];
	size_t n = 0;

	(void)setlocale(LC_ALL, "C.UTF-8");
	for (const struct shots *const *shots = all_shots; *shots; shots++)
		for (size_t i = 0; i < (*shots)->n; i++) {
			const struct shot *shot = &(*shots)->shot[i];

			if (i && strcmp(shot->name, shot[-1].name) == 0)
				continue;
			ones[n] = (struct one){ *shots, shot, i };
			tests[n] = (struct CMUnitTest){ .name = shot->name, .test_func = one_shot,
							.initial_state = &ones[n] };
			n++;
		}
	return _cmocka_run_group_tests("screen_sizes", tests, n, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The layout of the screen; see layout.h. Each line has a height of the screen from which on it is
 * shown (from_height), the most important ones first; then lines are placed from top to bottom.
 * Pure.
 */
#include "config.h"
#include "ui/draw/layout.h"

#define CHART_MAX 10	/* lines */
#define SENTENCE_FROM_WIDTH 60	/* where it says more than the line above, */
#define SENTENCE_FROM_HEIGHT 20	/* or where there is a line to spare */
#define METER_MIN 18	/* cells: a number, a bar, a percentage */
#define METER_WIDE 30		/* enough: wider ones rather stand side by side */

enum line {
	LINE_TITLE,
	LINE_MACHINE,
	LINE_CORE_TYPES,
	LINE_SENTENCE,
	LINE_TREND,
	LINE_METERS,
	LINE_CHART,
	LINE_STATE,
	LINE_PATH,
	LINE_HEAD,
	LINE_FOOTER,
	LINES
};

/*
 * From this size on there is room for the detail of a row beside the list, or below it. The list
 * keeps what its columns have use for.
 */
#define BESIDE_WIDTH 160
#define BESIDE_LIST 80
#define BESIDE_MOST 90
#define BELOW_HEIGHT 45

#define SETUP_MACHINE 10	/* least height for the machine line beside the setup */
#define SETUP_LIST_OF 3		/* the list keeps one line in three */

#define DETAIL_TWO_COLUMNS 76	/* least width for two columns; fits 80 */
#define DETAIL_LEFT_MIN 41
#define DETAIL_LEFT_MAX 64
#define DETAIL_TEXT_MIN 32
#define DETAIL_STACKED 6	/* least height for text below the tree */
#define DETAIL_TEXT 6
#define DETAIL_CHART_MIN 6

/* The least height of the screen at which each line is shown. */
static const int from_height[LINES] = {
	[LINE_HEAD] = LAYOUT_MIN_HEIGHT,
	[LINE_MACHINE] = LAYOUT_MIN_HEIGHT,
	[LINE_STATE] = LAYOUT_MIN_HEIGHT,	/* a warning is worth more than the title */
	[LINE_TITLE] = 6,
	[LINE_PATH] = 7,
	[LINE_FOOTER] = 8,
	[LINE_TREND] = 30,
	[LINE_SENTENCE] = 10,
	[LINE_CORE_TYPES] = 28,
	[LINE_METERS] = 14,
	[LINE_CHART] = 14,
};

static bool is_wanted(enum line line, const struct layout_request *request, int h)
{
	bool setup = request->setup > 0 && !request->help;

	if (request->code && !request->help && line >= LINE_MACHINE && line <= LINE_CHART)
		return false;
	switch (line) {
	case LINE_STATE:
		return request->state;
	case LINE_PATH:
		return request->path && !request->help && !setup;
	case LINE_CHART:
		return request->chart && !request->help && !request->detail && !setup;
	case LINE_METERS:
		return request->meters && !request->help && !request->detail && !setup;
	case LINE_CORE_TYPES:
		return request->core_types && !request->help && !request->detail && !setup;
	case LINE_HEAD:
		return !request->help && !request->detail;
	case LINE_SENTENCE:
	case LINE_TREND:
		return !request->help && !request->detail && !setup;
	case LINE_MACHINE:
		return !request->help && (!setup || h >= SETUP_MACHINE);
	default:
		return true;
	}
}

/* A quarter of the screen, at most CHART_MAX lines. */
static int chart_height(int h)
{
	return h / 4 < CHART_MAX ? h / 4 : CHART_MAX;
}

int layout_meter_columns(int w, int lines, int n)
{
	const int most = w / METER_MIN > 1 ? w / METER_MIN : 1;
	const int columns = (n + lines - 1) / lines;

	return columns < most ? columns : most;
}

/* As few lines as columns of wide meters need, but no more than a chart has. */
static int meters_height(int w, int h, int n)
{
	const int beside = w / METER_WIDE > 1 ? w / METER_WIDE : 1;
	const int lines = (n + beside - 1) / beside;

	return lines < chart_height(h) ? lines : chart_height(h);
}

/* How many of these rows the setup gets: as many as it needs, but the list stays visible. */
static int setup_height(int rows, const struct layout_request *request)
{
	int list = rows / SETUP_LIST_OF > 1 ? rows / SETUP_LIST_OF : 1;

	if (!request->setup || request->help || request->detail)
		return 0;
	return request->setup < rows - list ? request->setup : rows - list;
}

/* The next h lines from the top; h 0: nothing. */
static struct rect layout_take(int *y, int w, int h)
{
	struct rect rect = { .x = 0, .y = *y, .w = w, .h = h };

	*y += h;
	return rect;
}

/* The detail takes up to half of the list's room: at its right with a blank between, or below. */
static void put_beside(struct layout *layout, int w, int h, const struct layout_request *request)
{
	struct rect *head = &layout->head, *rows = &layout->rows;
	int left = w - BESIDE_MOST;

	if (!request->beside || request->help || request->detail || request->code || request->setup || !head->h)
		return;
	if (w >= BESIDE_WIDTH) {
		left = left < BESIDE_LIST ? BESIDE_LIST : left;
		layout->beside = (struct rect){ left + 1, head->y, w - left - 1, 1 + rows->h };
		head->w = rows->w = left;
	} else if (h >= BELOW_HEIGHT) {
		rows->h -= rows->h / 2;
		layout->beside = (struct rect){ 0, rows->y + rows->h, w,
						layout->footer.y - rows->y - rows->h };
	}
}

struct layout layout_compute(int w, int h, const struct layout_request *request)
{
	struct layout layout = { .too_small = w < LAYOUT_MIN_WIDTH || h < LAYOUT_MIN_HEIGHT };
	bool granted[LINES];
	int y = 0, rows;

	if (layout.too_small)
		return layout;
	for (int i = 0; i < LINES; i++)
		granted[i] = h >= from_height[i] && is_wanted((enum line)i, request, h);
	granted[LINE_FOOTER] |= request->prompt;
	granted[LINE_SENTENCE] &= w >= SENTENCE_FROM_WIDTH || h >= SENTENCE_FROM_HEIGHT;
	if (h < from_height[LINE_TITLE] && (!request->state || request->title)) {
		granted[LINE_TITLE] = true;	/* the state line leaves its place, or the machine's */
		granted[LINE_MACHINE] &= !request->state;
	}

	layout.title = layout_take(&y, w, granted[LINE_TITLE]);
	layout.machine = layout_take(&y, w, granted[LINE_MACHINE]);
	layout.core_types = layout_take(&y, w, granted[LINE_CORE_TYPES] ? request->core_types : 0);
	layout.sentence = layout_take(&y, w, granted[LINE_SENTENCE]);
	layout.trend = layout_take(&y, w, granted[LINE_TREND]);
	layout.meters = layout_take(&y, w, granted[LINE_METERS] ? meters_height(w, h, request->meters) : 0);
	layout.chart = layout_take(&y, w, granted[LINE_CHART] ? chart_height(h) : 0);
	layout.state = layout_take(&y, w, granted[LINE_STATE]);
	layout.path = layout_take(&y, w, granted[LINE_PATH]);
	layout.head = layout_take(&y, w, granted[LINE_HEAD]);
	rows = h - y - granted[LINE_FOOTER];
	layout.rows = layout_take(&y, w, rows - setup_height(rows, request));
	layout.setup = layout_take(&y, w, setup_height(rows, request));
	layout.footer = layout_take(&y, w, granted[LINE_FOOTER]);
	put_beside(&layout, w, h, request);
	return layout;
}

/* Too narrow for two columns: the tree, and the text below it. */
static struct layout_detail stack_detail(struct rect area, int tree, bool reading)
{
	struct layout_detail layout = { .tree = area, .stacked = true };
	int rest;

	if (reading && area.h > 1)
		layout.tree.h = 1;
	else if (area.h < DETAIL_STACKED)
		return layout;
	else
		layout.tree.h = area.h >= tree + DETAIL_TEXT ? tree : area.h / 2;
	rest = area.h - layout.tree.h;
	layout.text = (struct rect){ area.x, area.y + layout.tree.h, area.w, rest };
	return layout;
}

/* A tree that is open has more columns: the text keeps two fifths. */
static int widen(int w, int left, int wide)
{
	const int text = w * 2 / 5 > DETAIL_TEXT_MIN ? w * 2 / 5 : DETAIL_TEXT_MIN;
	const int most = w - text - 2;

	if (wide > most)
		wide = most;
	return wide > left ? wide : left;
}

struct layout_detail layout_compute_detail(struct rect area, const struct layout_detail_request *request)
{
	struct layout_detail layout = { 0 };
	int left = area.w * 2 / 5, tree = request->tree, chart;

	if (area.w < DETAIL_TWO_COLUMNS)
		return stack_detail(area, tree, request->reading);
	if (left < DETAIL_LEFT_MIN)
		left = DETAIL_LEFT_MIN;
	if (left > DETAIL_LEFT_MAX)
		left = DETAIL_LEFT_MAX;
	left = widen(area.w, left, request->wide);
	chart = area.h - (tree + 1 + request->facts) - 1;
	if (chart > area.h / 4)
		chart = area.h / 4;	/* the text is more useful */
	if (chart < DETAIL_CHART_MIN || !request->chart)
		chart = 0;
	layout.chart = (struct rect){ area.x, area.y + area.h - chart, area.w, chart };
	area.h -= chart + (chart > 0);
	layout.tree = (struct rect){ area.x, area.y, left, area.h < tree ? area.h : tree };
	if (area.h > tree + 1)
		layout.facts = (struct rect){ area.x, area.y + tree + 1, left, area.h - tree - 1 };
	layout.text = (struct rect){ area.x + left + 2, area.y, area.w - left - 2, area.h };
	return layout;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions in words; see views.h. UI thread. */
#include "config.h"
#include "ui/lists/views.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/draw/symbols.h"
#include "ui/lists/duration_text.h"
#include "ui/lists/rows.h"
#include "ui/state/state.h"
#include "ui/table/columns.h"

#define LINE 320
#define NAME_CELLS 20		/* of a region in the detail of its process */
#define NAME_CELLS_MIN 8
#define LOAD_CELLS 6
#define ENTRIES_CELLS 9
#define EACH_CELLS 9
#define CLASS_CELLS 6
#define LARGEST_CELLS 9
#define LISTED_MAX 12		/* regions of a detail; all are in the list of its threads */

/* ---- the empty view ---- */

/* Why no region is listed. */
static void print_reason(const struct ui_state *state, char text[LINE])
{
	const struct snapshot *snapshot = state->snapshot;
	const struct region_state *regions = &snapshot->regions;

	if (regions->remark[0])
		(void)snprintf(text, LINE, "%s", regions->remark);
	else if (state->recorded || !strcmp(snapshot->machine->source, "replay"))
		(void)snprintf(text, LINE, "No regions were recorded in this interval.");
	else if (!regions->wanted)
		(void)snprintf(text, LINE, "Markers are watched from now on: wait for the next "
			       "interval.");
	else if (!regions->objects)
		(void)snprintf(text, LINE, "No program with markers was found among those that "
			       "ran.");
	else if (regions->objects == 1)
		(void)snprintf(text, LINE, "One program or library with markers is watched, and "
			       "none of its regions was entered.");
	else
		(void)snprintf(text, LINE, "%" PRIu32 " programs and libraries with markers are "
			       "watched, and none of their regions was entered.", regions->objects);
}

void view_regions_draw_none(const struct ui_state *state, struct canvas *canvas, struct rect rect)
{
	struct page page = { .canvas = canvas, .rect = rect, .ascii = state->look.ascii };
	char text[LINE];

	print_reason(state, text);
	page_put_text(&page, ROLE_NOTE, NULL, text);
	page_put_line(&page, ROLE_TEXT, "");
	page_put_text(&page, ROLE_TEXT, NULL,
		      "A region is a piece of a program that its author named:");
	page_put_line(&page, ROLE_TEXT, "");
	page_put_line(&page, ROLE_KEY, "    #include <tdtop_region.h>");
	page_put_line(&page, ROLE_KEY, "    TDTOP_REGION(\"parse\") { ... }");
	page_put_line(&page, ROLE_TEXT, "");
	page_put_text(&page, ROLE_TEXT, NULL,
		      "While it is not watched, it costs about a nanosecond. More: man tdtop_region");
}

/* ---- numbers ---- */

/* "985/s" */
static void print_rate(const struct row *region, uint64_t interval_ns, char *text, size_t size)
{
	const double rate = interval_ns ? (double)region->extra->entries * 1e9 / (double)interval_ns :
					  (double)NAN;
	char count[16];

	format_count(count, sizeof(count), rate);
	(void)snprintf(text, size, "%s/s", count);
}

/* The cell of a column of the list. */
static void print_column(const struct ui_state *state, const char *key, const struct row *region,
			 char text[COLUMN_TEXT])
{
	column_print(columns_find(key), state->snapshot, region, state->look.ascii, text);
}

/* ---- the detail of a process ---- */

/* The n regions, at most LISTED_MAX, by CPU time. Returns their number. */
static size_t pick(const struct row *regions, size_t n, const struct row *picked[LISTED_MAX])
{
	size_t n_picked = 0;

	for (size_t i = 0; i < n; i++) {
		size_t at = n_picked < LISTED_MAX ? n_picked++ : LISTED_MAX - 1;

		if (i >= LISTED_MAX && regions[i].busy_ns <= picked[at]->busy_ns)
			continue;
		for (; at && picked[at - 1]->busy_ns < regions[i].busy_ns; at--)
			picked[at] = picked[at - 1];
		picked[at] = &regions[i];
	}
	return n_picked;
}

/* Appends a word in so many cells, or nothing in none. */
static void append(char text[LINE], const char *word, int cells, bool right)
{
	const size_t used = strlen(text);
	char fitted[LINE];

	if (cells <= 0)
		return;
	format_fit(fitted, sizeof(fitted), word, cells, right);
	(void)snprintf(text + used, LINE - used, "%s", fitted);
}

/* How many classes this family has; each has a column where there is room for all. */
static int count_classes(const struct family *family)
{
	int n = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		n += metrics[m].parent == M_NONE && family_has_node(family, m);
	return n;
}

/* Which columns fit beside a name; it has no more cells than there are, so no number is cut. */
struct form {
	int name;
	bool entries, each, classes;
	bool largest;		/* class, in the place of all */
};

static bool view_regions_take(int *left, bool wanted, int cells)
{
	const bool fits = wanted && *left >= NAME_CELLS_MIN + cells;

	*left -= fits ? cells : 0;
	return fits;
}

static struct form form_of(const struct page *page, const struct family *family)
{
	const int classes = CLASS_CELLS * count_classes(family);
	int left = page->rect.w - LOAD_CELLS;
	struct form form = { .name = 0 };

	form.classes = left >= NAME_CELLS_MIN + ENTRIES_CELLS + EACH_CELLS + classes;
	left -= form.classes ? classes : 0;
	form.largest = view_regions_take(&left, !form.classes, LARGEST_CELLS);
	form.entries = view_regions_take(&left, true, ENTRIES_CELLS);
	form.each = view_regions_take(&left, form.classes, EACH_CELLS);
	form.name = left > NAME_CELLS ? NAME_CELLS : left > 0 ? left : 0;
	return form;
}

/* "BE 75.0": the largest class. */
static void print_largest(const struct ui_state *state, const struct row *region, char text[COLUMN_TEXT])
{
	enum metric_id largest = M_NONE;
	char word[COLUMN_TEXT];

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && region->numbers->values.quality[m] > Q_LOW_SLOTS &&
		    (largest == M_NONE ||
		     region->numbers->values.percent[m] > region->numbers->values.percent[largest]))
			largest = m;
	(void)snprintf(text, COLUMN_TEXT, "%s", FORMAT_MISSING);
	if (largest == M_NONE)
		return;
	print_column(state, metrics[largest].key, region, word);
	(void)snprintf(text, COLUMN_TEXT, "%s %.16s", metrics[largest].column, word);
}

/* Of a name that is longer a sign takes the last cell. */
static void append_name(char text[LINE], const char *name, int cells, bool ascii)
{
	const bool cut = format_text_width(name) > cells;

	append(text, name, cut ? cells - 1 : cells, false);
	append(text, symbol(SYMBOL_CUT, ascii), cut && cells, false);
}

/* A region; NULL: the titles. */
static void put_region(struct page *page, const struct ui_state *state, const struct row *region)
{
	const struct family *family = state_family(state);
	const struct form form = form_of(page, family);
	const bool rest = region && region->id == REGION_OTHER;
	char text[LINE] = "", word[COLUMN_TEXT] = "REGION";

	if (region)
		shown_regions_name(state->snapshot, region, state->look.ascii, word, 64);
	append_name(text, word, form.name, state->look.ascii);
	if (region)
		print_column(state, "cpu", region, word);
	append(text, region ? word : "CPU%", LOAD_CELLS, true);
	if (region)
		print_rate(region, state->snapshot->interval_ns, word, sizeof(word));
	append(text, !region ? "ENTRIES" : rest ? "" : word, form.entries ? ENTRIES_CELLS : 0, true);
	if (region)
		print_column(state, "per_entry", region, word);
	append(text, !region ? "EACH" : rest ? "" : word, form.each ? EACH_CELLS : 0, true);
	if (region)
		print_largest(state, region, word);
	append(text, region ? word : "LARGEST", form.largest ? LARGEST_CELLS : 0, true);
	for (enum metric_id m = 0; m < M_COUNT && form.classes; m++) {
		if (metrics[m].parent != M_NONE || !family_has_node(family, m))
			continue;
		if (region)
			print_column(state, metrics[m].key, region, word);
		append(text, region ? word : metrics[m].column, CLASS_CELLS, true);
	}
	page_put_line(page, region ? ROLE_TEXT : ROLE_LABEL, text);
}

void view_regions_put(struct page *page, const struct ui_state *state)
{
	const struct row *picked[LISTED_MAX] = { NULL };
	const struct row *regions;
	size_t n = 0, listed;
	char text[LINE];

	if (state->detail.row.kind != ROW_PROCESS || !state->snapshot || !state_family(state))
		return;
	regions = shown_regions_of(state->snapshot, &state->detail.row, &n);
	if (!regions)
		return;
	page_put_line(page, ROLE_TITLE, "Regions");
	put_region(page, state, NULL);
	listed = pick(regions, n, picked);
	for (size_t i = 0; i < listed; i++)
		put_region(page, state, picked[i]);
	if (n > listed) {
		(void)snprintf(text, sizeof(text), "and %zu more: Esc, then Enter lists all",
			       n - listed);
		page_put_line(page, ROLE_DIM, text);
	}
	page_put_line(page, ROLE_TEXT, "");
}

/* ---- the detail of a region ---- */

void view_regions_put_facts(struct page *page, const struct ui_state *state)
{
	const struct detail *detail = &state->detail;
	char text[LINE], word[COLUMN_TEXT];

	(void)snprintf(text, sizeof(text), "of process %s", detail->process);
	page_put_text(page, ROLE_TEXT, "region", text);
	if (detail->row.id == REGION_OTHER)
		return;
	print_rate(&detail->row, detail->interval_ns, word, sizeof(word));
	(void)snprintf(text, sizeof(text), "%" PRIu64 ", %.32s", detail->row.extra->entries, word);
	page_put_text(page, ROLE_TEXT, "entries", text);
	print_column(state, "per_entry", &detail->row, word);
	(void)snprintf(text, sizeof(text), "%.32s on a CPU, without regions inside", word);
	page_put_text(page, ROLE_TEXT, "each", text);
}

/* ---- the status line ---- */

void view_regions_add_status(struct segments *line, const struct ui_state *state, bool brief)
{
	const struct region_state *regions = &state->snapshot->regions;
	const bool empty = state_kind(state) == ROW_REGION && !state->detail.open &&
			   !state->snapshot->table[ROW_REGION].n;

	if (regions->untimed && !empty && shown_regions_wanted(state))
		segments_add(line, 73, canvas_style(ROLE_ALARM, false), DURATION_UNTIMED, regions->untimed,
			     entries_ending(regions->untimed));
	if (!regions->wanted || !(regions->watched < 1) || empty || !shown_regions_wanted(state) ||
	    (!regions->remark[0] && !region_state_is_partial(regions)))
		return;
	if (!regions->remark[0] || (brief && (regions->watched > 0 || regions->objects))) {
		segments_add(line, 74, canvas_style(ROLE_ALARM, false),
			     "regions watched %.*f %%", regions->watched < 0.1,
			     100 * regions->watched);
		return;
	}
	segments_add(line, 74, canvas_style(ROLE_ALARM, false), "%s", regions->remark);
	segments_cut(line);
}

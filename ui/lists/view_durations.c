/* SPDX-License-Identifier: GPL-2.0-only */
/* Durations in the detail of a region; see views.h. UI thread. */
#include "config.h"
#include "ui/lists/views.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "ui/draw/format.h"
#include "ui/draw/graphs.h"
#include "ui/lists/duration_text.h"
#include "ui/state/state.h"

#define LINE (2 * DURATION_TEXT)
#define NUMBERS 32		/* cells before the bar */

/* "P50 ~92 us, P90 ~123 us, P99 ~848 us, mean 105 us" */
static void put_percentiles(struct page *page, const struct durations *durations, enum duration_of of,
			    const char *what)
{
	static const double parts[] = { 0.5, 0.9, 0.99 };
	char about[3][24], mean[24], text[LINE];

	if (!durations_entries(durations, of))
		return;
	for (size_t i = 0; i < 3; i++)
		format_about(about[i], sizeof(about[i]), durations_quantile(durations, of, parts[i]).ns);
	format_time(mean, sizeof(mean), durations_mean(durations, of));
	(void)snprintf(text, sizeof(text), "%s: P50 %s, P90 %s, P99 %s, mean %s", what, about[0], about[1], about[2],
		       mean);
	page_put_text(page, ROLE_TEXT, NULL, text);
}

static void put_sentences(struct page *page, const struct ui_state *state, const struct durations *durations)
{
	const struct slow_part slow = durations_slow_part(durations);
	char text[LINE], sentence[DURATION_TEXT];

	duration_text_slow(&slow, sentence);
	(void)snprintf(text, sizeof(text), "%s.", sentence);
	page_put_text(page, slow.verdict == SLOW_DIFFERS ? ROLE_NOTE : ROLE_TEXT, NULL, text);
	duration_text_on_cpu(&slow, sentence);
	if (sentence[0]) {
		(void)snprintf(text, sizeof(text), "%s.", sentence);
		page_put_text(page, ROLE_TEXT, NULL, text);
	}
	duration_text_doubt(&slow, &state->snapshot->regions, sentence);
	(void)snprintf(text, sizeof(text), "%s.", sentence);
	page_put_text(page, ROLE_DIM, NULL, text);
}

/* The classes of the tree in these entries, for a bar. */
static void divide_entries(const struct duration_class *of, const struct family *family, struct values *values)
{
	*values = (struct values){ .ipc = 0 };
	for (enum metric_id m = 0; m < M_COUNT; m++) {
		const double percent = duration_class_percent(of, m);

		if (isnan(percent) || !family_has_node(family, m))
			continue;
		values->percent[m] = (float)percent;
		values->quality[m] = Q_COUNTED;
	}
}

/* On the line that is put next. At least a cell, so that a class with entries is seen. */
static void draw_bar(const struct page *page, const struct ui_state *state, const struct duration_class *of,
		     double part)
{
	struct values values;
	struct rect bar;

	if (!page_next_line(page, &bar) || bar.w <= NUMBERS || !(part > 0))
		return;
	bar.x += NUMBERS;
	bar.w = (int)lround(fmax(part * (bar.w - NUMBERS), 1));
	divide_entries(of, state_family(state), &values);
	bar_draw(page->canvas, bar, &values, 1, state_bars(state));
}

static void put_class(struct page *page, const struct ui_state *state, int class, const struct duration_class *all,
		      double most)
{
	const struct duration_class *of = &state->detail.durations.of[class];
	const bool counted = all->slots > 0;
	char below[24] = "longer", count[16], share[16], text[LINE];

	if (class < DURATION_CLASSES - 1)
		format_time(below, sizeof(below), duration_class_to(class));
	format_count(count, sizeof(count), (double)of->entries);
	format_percent(share, sizeof(share), counted ? 100 * of->slots / all->slots : 0,
		       counted ? Q_COUNTED : Q_MISSING);
	(void)snprintf(text, sizeof(text), "%8s %8s %5.1f %6s", below, count,
		       100 * (double)of->entries / (double)all->entries, share);
	draw_bar(page, state, of, most > 0 ? of->slots / most : 0);
	page_put_line(page, ROLE_TEXT, text);
}

static void put_classes(struct page *page, const struct ui_state *state)
{
	const struct durations *durations = &state->detail.durations;
	struct duration_class all = { .entries = 0 };
	double most = 0;

	page_put_line(page, ROLE_LABEL, "   BELOW  ENTRIES     % SLOTS%");
	for (int class = 0; class < DURATION_CLASSES; class++) {
		duration_class_add(&all, &durations->of[class]);
		most = fmax(most, durations->of[class].slots);
	}
	for (int class = 0; class < DURATION_CLASSES; class++)
		if (durations->of[class].entries)
			put_class(page, state, class, &all, most);
}

void view_durations_put(struct page *page, const struct ui_state *state)
{
	const struct durations *durations = &state->detail.durations;

	if (state->detail.row.kind != ROW_REGION || !state->snapshot ||
	    !durations_entries(durations, DURATION_WALL))
		return;
	page_put_line(page, ROLE_TITLE, "How long do its entries take?");
	put_percentiles(page, durations, DURATION_WALL, "From begin to end");
	put_percentiles(page, durations, DURATION_CPU, "On a CPU");
	put_sentences(page, state, durations);
	page_put_line(page, ROLE_TEXT, "");
	put_classes(page, state);
	page_put_line(page, ROLE_TEXT, "");
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The counts behind a node, and its formula; see view_counts.h. UI thread. */
#include "config.h"
#include "ui/detail/view_counts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/draw/format.h"

#define INDENT 2
#define NAME_WIDTH 24		/* with the gap: "int_misc.uop_dropping" */
#define NUMBER_WIDTH 18		/* "~47,700,000,000" */

/* A name and a number in columns; where both do not fit on a line, the number is below. */
static void put_line(struct page *page, enum role role, const char *name, const char *number)
{
	char text[160];

	if (page->rect.w >= INDENT + NAME_WIDTH + NUMBER_WIDTH) {
		(void)snprintf(text, sizeof(text), "%*s%-*s%*s", INDENT, "", NAME_WIDTH, name,
			       NUMBER_WIDTH, number);
	} else if (page->rect.w >= INDENT + (int)(strlen(name) + 1 + strlen(number))) {
		(void)snprintf(text, sizeof(text), "%*s%s%*s", INDENT, "", name,
			       page->rect.w - INDENT - (int)strlen(name), number);
	} else {
		(void)snprintf(text, sizeof(text), "%*s%s", INDENT, "", name);
		page_put_line(page, role, text);
		(void)snprintf(text, sizeof(text), "%*s", page->rect.w, number);
	}
	page_put_line(page, role, text);
}

static void put_count(struct page *page, const struct counts *row, const struct family_event *event,
		      const char *where, bool corrects)
{
	const struct counts whole = counts_complete(row);
	double count = counts_get(&whole, event->id);
	bool rough = row->scaled || row->partial & 1U << event->id;
	char exact[32], number[48], name[96];

	format_exact(exact, sizeof(exact), count);
	if (isnan(count))
		(void)snprintf(number, sizeof(number), "not counted");
	else
		(void)snprintf(number, sizeof(number), "%s%s", rough ? "~" : "", exact);
	(void)snprintf(name, sizeof(name), "%s%s", where, event->name);
	put_line(page, isnan(count) ? ROLE_DIM : rough ? ROLE_SCALED : ROLE_TEXT, name, number);
	if (corrects)
		page_put_line(page, ROLE_DIM, isnan(count) ? "    corrects it; taken as 0"
							    : "    corrects it");
}

/*
 * The formula as in the family's table, without the argument that C needs: "bad(c)" becomes "bad".
 */
static void print_formula(const struct formula *formula, char *text, size_t size)
{
	char *from, *to;

	(void)snprintf(text, size, "%s = %s", metrics[formula->metric].slug, formula->text);
	for (from = to = text; *from; from += strncmp(from, "(c)", 3) ? 1 : 3)
		if (strncmp(from, "(c)", 3) != 0)
			*to++ = *from;
	*to = '\0';
}

static void put_formula(struct page *page, const struct family *family,
			const struct formula *formula)
{
	char text[256];

	page_put_line(page, ROLE_TITLE, "Formula");
	print_formula(formula, text, sizeof(text));
	page_put_text(page, ROLE_TEXT, NULL, text);
	if (strstr(formula->text, "SUM"))
		page_put_text(page, ROLE_DIM, NULL, "SUM: the four level-1 counts together");
	if (strstr(formula->text, "rest("))
		page_put_text(page, ROLE_DIM, NULL, "rest(a, b): a - b, but not below 0");
	if (strstr(formula->text, "counted_or("))
		page_put_text(page, ROLE_DIM, NULL,
			      "counted_or(a, b): a, or b where a was not counted");
	if (strstr(formula->text, "BOTH("))
		page_put_text(page, ROLE_DIM, NULL,
			      "BOTH(p, e): P-cores' and E-cores' percentages, weighted by slots; "
			      "P(), E(): what they counted; a core type on which it did not run is "
			      "left out");
	if (strstr(formula->text, "RATIO("))
		page_put_text(page, ROLE_DIM, NULL, "RATIO(a, b): a / b where both were counted");
	if (strstr(formula->text, "OR_0("))
		page_put_text(page, ROLE_DIM, NULL, "EV_OR_0(a): a, or 0 where it was not counted");
	(void)snprintf(text, sizeof(text), "%s: %s", family->name, family->formulas_from);
	page_put_text(page, ROLE_DIM, NULL, text);
}

void view_counts_put(struct page *page, const struct detail *detail, const struct family *family,
		     const struct formula *formula, bool in_rotation)
{
	uint32_t corrections = formula_corrections(formula);
	uint32_t events = formula_events(formula) | corrections | 1U << EV_SLOTS;
	bool rough = detail->row.counts.scaled || detail->row.counts.partial & events;

	page_put_line(page, ROLE_TITLE, rough ? "Counts in it, scaled (~)" :
		      in_rotation ? "Counts in it, multiplexed" : "Counts in it, not scaled");
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		struct counts part;

		if (!(events & 1U << event->id) ||
		    event->core_type == TYPE_LOWPOWER) /* they are counted with the E-cores */
			continue;
		part = family->hybrid ? counts_of_core_type(&detail->row.counts, event->core_type)
				      : detail->row.counts;
		put_count(page, &part, event,
			  !family->hybrid	     ? ""
			  : event->core_type == TYPE_CORE ? "P "
						     : "E ",
			  corrections & 1U << event->id);
	}
	page_put_line(page, ROLE_TEXT, "");
	put_formula(page, family, formula);
}

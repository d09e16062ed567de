/* SPDX-License-Identifier: GPL-2.0-only */
/* The weight of the detail's row in words; see views.h. UI thread. */
#include "config.h"
#include "ui/detail/views.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/snapshot/soundness.h"
#include "model/weight.h"

#define SENTENCE 256
#define SPEEDUP_MAX 100.0	/* beyond it the bound says nothing */

/* A percentage whose first digits count: "21.6", "0.05", "<0.01". */
static void print_percent(char *text, size_t size, double percent, bool rough)
{
	if (percent > 0 && percent < 0.005)
		(void)snprintf(text, size, "<0.01");
	else
		(void)snprintf(text, size, "%s%.*f", rough ? "~" : "",
			       percent < 0.95 && percent > 0 ? 2 : 1, percent);
}

static void print_speedup(char *text, size_t size, double speedup, bool rough)
{
	if (speedup > SPEEDUP_MAX)
		(void)snprintf(text, size, "more than %.0fx", SPEEDUP_MAX);
	else
		(void)snprintf(text, size, "%s%.*fx", rough ? "~" : "",
			       speedup < 1.095 ? 2 : speedup < 9.95 ? 1 : 0, speedup);
}

static const char *whole_of(const struct machine *machine)
{
	return machine->watched[0] ? "watched tasks'" : "machine's";
}

void view_weight_print(const struct detail *detail, const struct machine *machine, char *text,
		       size_t size)
{
	char percent[16];

	text[0] = '\0';
	if (isnan(detail->weight))
		return;
	print_percent(percent, sizeof(percent), detail->weight, detail->rough_weight);
	(void)snprintf(text, size, "%s %% of the %s %s", percent, whole_of(machine),
		       family_unit(machine->family));
}

bool view_weight_is_light(const struct detail *detail)
{
	return weight_is_light(detail->weight, detail->load);
}

/* "this process", "these processes", "the machine". */
static void print_row(const struct detail *detail, char *text, size_t size)
{
	if (detail->row.kind == ROW_EXITED)
		(void)snprintf(text, size, "these processes");
	else
		(void)snprintf(text, size, "%s %s",
			       detail->row.kind == ROW_MACHINE ? "the" : "this",
			       detail->row.kind == ROW_CPU ? "CPU" :
							     view_row_word(detail->row.kind));
}

/* "at best this process 2.1x faster, 12.0 % of the machine's slots free" */
static void print_bound(const struct ui_state *state, const struct gain *gain,
			char text[SENTENCE])
{
	const struct detail *detail = &state->detail;
	const struct machine *machine = state->machine;
	bool rough = gain->rough || detail->rough_weight;
	char percent[16], speedup[24], row[40], part[64] = "";

	print_row(detail, row, sizeof(row));
	print_percent(percent, sizeof(percent), gain->machine, rough);
	print_speedup(speedup, sizeof(speedup), gain->speedup, gain->rough);
	if (!isnan(gain->machine) && metrics[detail->node].sense == SENSE_LOST)
		(void)snprintf(part, sizeof(part), ", %s %% of the %s %s free", percent,
			       whole_of(machine), family_unit(machine->family));
	(void)snprintf(text, SENTENCE, "at best %s %s faster%s.", row, speedup, part);
}

static void print_gain(const struct ui_state *state, char text[SENTENCE])
{
	const struct detail *detail = &state->detail;
	const struct metric *metric = &metrics[detail->node];
	const struct gain gain = weight_gain(&detail->row.numbers->values, detail->node, detail->weight);
	char bound[SENTENCE], row[40];
	int one = (int)sizeof("slot") - 1;

	if (family_unit(state->machine->family)[0] == 'c')
		one = (int)sizeof("cycle") - 1;
	print_row(detail, row, sizeof(row));
	if (metric->sense == SENSE_GOOD || metric->sense == SENSE_WORK) {
		(void)snprintf(text, SENTENCE, "No bound of a gain: these slots did the work, and "
			       "fewer or cheaper instructions are the gain.");
		return;
	}
	print_bound(state, &gain, bound);
	if (metric->sense == SENSE_TAKEN)
		(void)snprintf(text, SENTENCE, "Not lost: the core's other thread used these slots. "
			       "Without it: %.100s", bound);
	else
		(void)snprintf(text, SENTENCE, "If no %.*s %s: %.150s", one,
			       family_unit(state->machine->family), metric->loss, bound);
}

void view_weight_put(struct page *page, const struct ui_state *state)
{
	const struct detail *detail = &state->detail;
	char text[SENTENCE], percent[16], row[40];

	if (view_weight_is_light(detail)) {
		print_row(detail, row, sizeof(row));
		print_percent(percent, sizeof(percent), detail->weight, detail->rough_weight);
		(void)snprintf(text, sizeof(text),
			       "%c%s has %s %% of the %s %s: nothing here is worth tuning.",
			       row[0] - 'a' + 'A', row + 1, percent, whole_of(state->machine),
			       family_unit(state->machine->family));
	} else if (detail->row.numbers->values.quality[detail->node] > Q_LOW_SLOTS &&
		   !soundness_forbids(&detail->row.numbers->values, detail->node)) {
		print_gain(state, text);
	} else {
		return;
	}
	page_put_text(page, ROLE_TEXT, NULL, text);
	page_put_line(page, ROLE_TEXT, "");
}

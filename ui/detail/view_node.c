/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The text about a node of a row; see views.h: its meaning and what to try, how sure the value
 * is, the counts and the formula behind it. UI thread.
 */
#include "config.h"
#include "ui/detail/views.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/history/cpu_history.h"
#include "model/snapshot/row.h"
#include "model/snapshot/soundness.h"
#include "ui/draw/format.h"
#include "ui/lists/views.h"
#include "ui/state/state.h"

#define SENTENCE 640
#define RUNNING_WHOLE 0.995	/* times of a group are read a moment apart: not exactly 1 */

static size_t get_trend(const struct ui_state *state, float *series, size_t n)
{
	if (!state->row_history)
		return 0;
	if (n > ROW_HISTORY_LEN)
		n = ROW_HISTORY_LEN;
	row_history_percents(state->row_history, &state->detail.row, state->snapshot->seq,
			     state->detail.node, series, n);
	return n;
}

size_t node_series(const struct ui_state *state, float *series, size_t n)
{
	size_t ago = 0;

	if (state->detail.name.kind == ROW_EXITED || !family_has_counters(state_family(state)))
		return 0;
	if (state->detail.name.kind != ROW_MACHINE)
		return get_trend(state, series, n);
	if (!state->history)
		return 0;
	if (!machine_history_find(state->history, state->snapshot->seq, &ago))
		return 0;
	machine_history_series(state->history, ago, state->detail.node, series, n);
	return n;
}

/* ---- the counts behind the node, with all digits, and its formula ---- */

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
	bool rough = counts_are_rough(row) || row->partial & 1U << event->id;
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

/* in_rotation: groups rotate, so the counts are of a part of the time. */
static void put_counts(struct page *page, const struct detail *detail, const struct family *family,
			    const struct formula *formula, bool in_rotation)
{
	uint32_t corrections = formula_corrections(formula);
	uint32_t events = formula_events(formula) | corrections | 1U << EV_SLOTS;
	bool rough = counts_are_rough(&detail->row.numbers->counts) || detail->row.numbers->counts.partial & events;
	const double error = row_estimate_error(&detail->row);
	char title[80];

	(void)snprintf(title, sizeof(title), "Counts in it, scaled (~): the standard error is %.2g %%", error);
	page_put_line(page, ROLE_TITLE, !isnan(error) ? title : rough ? "Counts in it, scaled (~)" :
		      in_rotation ? "Counts in it, multiplexed" : "Counts in it, not scaled");
	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		struct counts part;

		if (!(events & 1U << event->id) ||
		    event->core_type == TYPE_LOWPOWER) /* they are counted with the E-cores */
			continue;
		part = family->hybrid ? counts_of_core_type(&detail->row.numbers->counts, event->core_type)
				      : counts_copy(&detail->row.numbers->counts);
		put_count(page, &part, event,
			  !family->hybrid	     ? ""
			  : event->core_type == TYPE_CORE ? "P "
						     : "E ",
			  corrections & 1U << event->id);
	}
	page_put_line(page, ROLE_TEXT, "");
	put_formula(page, family, formula);
}

/* ---- its value, and how sure that is ---- */

/* "over its threshold of 20; on the worst path"; of useful work more is better. */
static void print_judgement(const struct detail *detail, bool worst, char *text, size_t size)
{
	const struct values *values = &detail->row.numbers->values;
	enum metric_id m = detail->node, parent = metrics[m].parent;
	bool over = metric_is_over(values, m);
	int threshold = (int)(metrics[m].threshold * 100 + 0.5);

	if (soundness_forbids(values, m))
		(void)snprintf(text, size, "impossible: more than %s; these counts do not fit "
			       "together",
			       values->percent[m] > 100 ? "all of them" : "its class has");
	else if (metrics[m].sense == SENSE_GOOD)
		(void)snprintf(text, size,
			       over ? "over %d: mostly useful work; the number of instructions is "
				      "the cost"
				    : "useful work; over %d is good",
			       threshold);
	else
		(void)snprintf(text, size, "%s its threshold of %d%s", over ? "over" : "within",
			       threshold,
			       worst ? "; on the worst path"
			       : over && parent != M_NONE && !metric_is_over(values, parent)
				       ? ", but its class is not: it matters little"
				       : "");
}

static void put_value(struct page *page, const struct detail *detail, const struct machine *machine)
{
	const char *unit = family_unit(machine->family);
	const struct values *values = &detail->row.numbers->values;
	enum metric_id m = detail->node, path[2];
	int length = worst_path(values, machine->levels, path);
	bool worst = (length > 0 && m == path[0]) || (length > 1 && m == path[1]);
	char value[16], judgement[96], text[192];

	if (values->quality[m] <= Q_LOW_SLOTS) {
		char few[32];

		(void)snprintf(few, sizeof(few), "too few %s to say", unit);
		(void)snprintf(text, sizeof(text), "%s: %s", metrics[m].title,
			       values->quality[m] == Q_LOW_SLOTS ? few
			       : values->quality[m] == Q_OF_CORE ? "known only per core"
								 : "not counted");
	} else {
		format_percent(value, sizeof(value), (double)values->percent[m],
			       (enum quality)values->quality[m]);
		print_judgement(detail, worst, judgement, sizeof(judgement));
		(void)snprintf(text, sizeof(text), "%s: %s %% of the %s, %s", metrics[m].title,
			       value, unit, judgement);
	}
	page_put_text(page, ROLE_TITLE, NULL, text);
	page_put_line(page, ROLE_TEXT, "");
}

/* "Counted: 2.6 s on a CPU in 40 slices, 47.7G slots, in an interval of 1.0 s." */
static void print_counted(const struct detail *detail, const struct family *family, const char *how,
			  char text[SENTENCE])
{
	const char *unit = family_unit(family);
	const struct row *row = &detail->row;
	bool cpus = row->kind <= ROW_CPU;	/* these rows have idle time */
	char busy[24], interval[24], slots[16], slices[48] = "";

	format_duration(busy, sizeof(busy), row->busy_ns);
	format_duration(interval, sizeof(interval), detail->interval_ns);
	format_count(slots, sizeof(slots), counts_get(&row->numbers->counts, EV_SLOTS));
	if (row->slices)
		(void)snprintf(slices, sizeof(slices), " in %" PRIu64 " slice%s", row->slices,
			       plural(row->slices));
	if (row->kind == ROW_EXITED) {
		(void)snprintf(text, SENTENCE,
			       "%s: %s on a CPU%s, %s %s, for as long as tdtop saw them.", how,
			       busy, slices, slots, unit);
		return;
	}
	(void)snprintf(text, SENTENCE, "%s: %s %s%s, %s %s, in an interval of %s.", how, busy,
		       cpus ? "not idle" : "on a CPU", slices, slots, unit, interval);
}

static void print_scaled(const struct detail *detail, const struct family *family,
			 char text[SENTENCE])
{
	char rest[SENTENCE];

	print_counted(detail, family, "Counted", rest);
	if (detail->running_ratio > 0 && detail->running_ratio < RUNNING_WHOLE)
		(void)snprintf(text, SENTENCE,
			       "Extrapolated (~): tdtop had the counter for %.0f %% of "
			       "the time only, another program used it as well. %.400s",
			       100 * detail->running_ratio, rest);
	else if (detail->partial)
		(void)snprintf(text, SENTENCE,
			       "Partial (~): there were so many context switches that tdtop "
			       "counted in short windows only (--budget). The split of the %s was "
			       "measured "
			       "in them, their number is estimated. %.400s",
			       family_unit(family), rest);
	else if (detail->lost)
		(void)snprintf(text, SENTENCE,
			       "Incomplete (~): records of this interval were lost, "
			       "so this may have run for longer than is known. %.400s",
			       rest);
	else
		(void)snprintf(text, SENTENCE,
			       "Extrapolated (~): the counter was off for a part of "
			       "the time that this ran. %.400s",
			       rest);
}

/*
 * The part of this row's slots during which the node's events were counted, as groups rotate. 1:
 * all.
 */
static double share_in_rotation(const struct detail *detail, const struct family *family)
{
	const struct formula *formula = family_formula(family, detail->node);

	if (!formula || family->hybrid)		/* on a hybrid only one core type has a rotation */
		return 1;
	return family_share(family, &detail->row.numbers->counts, formula_events(formula));
}

static bool is_in_rotation(const struct detail *detail, const struct family *family)
{
	const struct formula *formula = family_formula(family, detail->node);

	return !family->hybrid && ((formula && formula->in_rotation) ||
				   share_in_rotation(detail, family) < RUNNING_WHOLE);
}

static void print_rotation(const struct detail *detail, const struct machine *machine,
			   char text[SENTENCE])
{
	bool few = detail->row.numbers->values.quality[detail->node] == Q_LOW_SLOTS;
	double share = share_in_rotation(detail, machine->family);
	char rest[SENTENCE], part[32] = "all, by chance,";

	if (share < RUNNING_WHOLE)
		(void)snprintf(part, sizeof(part), "%.*f %%", share < 0.1 ? 1 : 0, 100 * share);
	print_counted(detail, machine->family, "Counted", rest);
	(void)snprintf(text, SENTENCE,
		       "%s: there are more events than counters. Those of this node were counted "
		       "with %s of these slots, %s %.300s",
		       few ? "Multiplexed, too few slots to tell" : "Multiplexed (~)", part,
		       few ? "which may be from any moment. A longer interval (+) gives more."
			   : "and are assumed to be the same in the rest.",
		       rest);
}

/* For a node of several events: the event that was counted least. */
static void print_partial(const struct detail *detail, const struct machine *machine,
			  char text[SENTENCE])
{
	const struct formula *formula = family_formula(machine->family, detail->node);
	uint32_t events = formula ? formula_events(formula) : 0;
	double least = family_share(machine->family, &detail->row.numbers->counts, events);
	bool e_cores_too = machine->family->hybrid &&
			   events & detail->row.numbers->counts.present & ATOM_MUX_EVENTS;
	char rest[SENTENCE];

	for (int event = 0; event < EV_COUNT && !e_cores_too; event++)
		if (events & 1U << event)
			least = fmin(least, counts_coverage(&detail->row.numbers->counts,
							    (enum event_id)event));
	print_counted(detail, machine->family, "Counted", rest);
	(void)snprintf(text, SENTENCE,
		       "Extrapolated (~): level %d was counted %sfor %.0f %% of these "
		       "slots, and is assumed to be the same in the rest. %.400s",
		       metric_level(detail->node),
		       machine->family->hybrid && !e_cores_too ? "on P-cores only, " : "",
		       100 * least, rest);
}

/* The names of the events in `events`, separated by commas. */
static void print_events(const struct family *family, uint32_t events, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < family->n_events && used < size; i++)
		if (events & 1U << family->events[i].id)
			used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
						 family->events[i].name);
}

static void print_missing(const struct detail *detail, const struct machine *machine,
			  char text[SENTENCE])
{
	const struct family *family = machine->family;
	const struct formula *formula = family_formula(family, detail->node);
	char events[256];

	if (metric_level(detail->node) > family->levels) {
		(void)snprintf(text, SENTENCE,
			       "Not counted: %s has no level %d that tdtop can count.",
			       family->name, metric_level(detail->node));
	} else if (metric_level(detail->node) > machine->levels &&
		   !strcmp(machine->source, "replay")) {
		(void)snprintf(text, SENTENCE,
			       "Not counted: the recording has no events of level %d.",
			       metric_level(detail->node));
	} else if (metric_level(detail->node) > machine->levels) {
		(void)snprintf(text, SENTENCE,
			       "Not counted: the events of level %d could not be counted "
			       "here; tdtop --doctor says why.",
			       metric_level(detail->node));
	} else if (!formula) {
		(void)snprintf(text, SENTENCE, "Not counted: there is no formula for it on %s.",
			       family->name);
	} else {
		print_events(family, formula_events(formula) & ~detail->row.numbers->counts.present, events,
			     sizeof(events));
		(void)snprintf(text, SENTENCE, "Not counted here: there is no count of %s.",
			       events);
	}
}

static bool is_uncorrected(const struct detail *detail, const struct family *family)
{
	const struct formula *formula = family_formula(family, detail->node);

	return formula && formula_is_uncorrected(formula, &detail->row.numbers->counts);
}

static void print_uncorrected(const struct detail *detail, const struct family *family,
			      char text[SENTENCE])
{
	const struct formula *formula = family_formula(family, detail->node);
	char events[96];

	print_events(family, 1U << formula->rough_without, events, sizeof(events));
	(void)snprintf(text, SENTENCE, "An estimate: %s corrects it and was not counted, for want "
		       "of a counter.", events);
}

static void put_confidence(struct page *page, const struct detail *detail,
			   const struct machine *machine)
{
	char text[SENTENCE], how[48];
	size_t used;

	switch ((enum quality)detail->row.numbers->values.quality[detail->node]) {
	case Q_MISSING:
		print_missing(detail, machine, text);
		break;
	case Q_OF_CORE:
		(void)snprintf(text, sizeof(text),
			       "With SMT on, %s counts per core and not per hardware "
			       "thread: the view of CPUs shows it. With SMT off (nosmt, or "
			       "/sys/devices/system/cpu/smt/control before tdtop starts) tasks "
			       "have it as well.",
			       machine->family->name);
		break;
	case Q_LOW_SLOTS:
		if (share_in_rotation(detail, machine->family) < RUNNING_WHOLE) {
			print_rotation(detail, machine, text);
			break;
		}
		(void)snprintf(how, sizeof(how), "Too few %s to tell the split",
			       family_unit(machine->family));
		print_counted(detail, machine->family, how, text);
		used = strlen(text);
		(void)snprintf(text + used, sizeof(text) - used,
			       " A longer interval (+) gives more.");
		break;
	case Q_PARTIAL:
		if (is_uncorrected(detail, machine->family))
			print_uncorrected(detail, machine->family, text);
		else if (is_in_rotation(detail, machine->family) && !detail->row.numbers->counts.partial)
			print_rotation(detail, machine, text);
		else
			print_partial(detail, machine, text);
		break;
	case Q_SCALED:
		print_scaled(detail, machine->family, text);
		break;
	default:
		print_counted(detail, machine->family, "Counted, not extrapolated", text);
	}
	page_put_text(page, ROLE_TEXT, NULL, text);
}

/* "Last 64 intervals: 51.2 to 58.8 %, mean 55.4": one interval is noise. */
static void put_spread(struct page *page, const struct ui_state *state)
{
	float series[HISTORY_LEN];
	const size_t all = node_series(state, series, HISTORY_LEN);
	char text[SENTENCE], of[48] = "";
	struct spread spread;
	size_t first = 0, kept;

	while (first < all && isnan(series[first]))	/* before it was known */
		first++;
	kept = all - first;
	spread = spread_of(series + first, kept);
	if (spread.n < 2)
		return;
	if (spread.n < kept)
		(void)snprintf(of, sizeof(of), "%zu with a value of the ", spread.n);
	(void)snprintf(text, sizeof(text), "%s%sast %zu intervals: %.1f to %.1f %%, mean %.1f.", of,
		       of[0] ? "l" : "L", kept, spread.min, spread.max, spread.mean);
	page_put_text(page, ROLE_TEXT, NULL, text);
}

/* In place of a node, where none is counted: why, what was measured, and what to do. */
static void put_no_node(struct page *page, const struct ui_state *state)
{
	const struct machine *machine = state->machine;
	char text[SENTENCE * 2], interval[24], busy[24];

	page_put_text(page, ROLE_TITLE, NULL, "No TopDown counters here");
	page_put_line(page, ROLE_TEXT, "");
	format_duration(busy, sizeof(busy), state->detail.row.busy_ns);
	format_duration(interval, sizeof(interval), state->detail.interval_ns);
	(void)snprintf(text, sizeof(text), "Measured: %s %s, in an interval of %s.", busy,
		       state->detail.row.kind <= ROW_CPU ? "not idle" : "on a CPU", interval);
	page_put_text(page, ROLE_TEXT, NULL, text);
	page_put_line(page, ROLE_TEXT, "");
	view_durations_put(page, state);
	view_next_step_put(page, state, true);
	page_put_line(page, ROLE_TITLE, "Why no TopDown?");
	(void)snprintf(text, sizeof(text), machine->no_counters.text[0] ?
		       "%.900s; 'tdtop --doctor' says more." :
		       "The machine had none when this was recorded.", machine->no_counters.text);
	page_put_text(page, ROLE_TEXT, NULL, text);
}

void view_node_put(struct page *page, const struct ui_state *state)
{
	const struct detail *detail = &state->detail;
	const struct family *family = state->machine->family;
	const struct formula *formula = family_formula(family, detail->node);
	struct cursor_node cursor;

	if (!family_has_counters(family)) {
		put_no_node(page, state);
		return;
	}
	if (cursor_node_find(state, &cursor)) {
		view_opened_put(page, state, &cursor);
		return;
	}
	put_value(page, detail, state->machine);
	view_weight_put(page, state);
	page_put_text(page, ROLE_TEXT, NULL, metrics[detail->node].help);
	page_put_line(page, ROLE_TEXT, "");
	view_regions_put(page, state);
	view_durations_put(page, state);
	view_next_step_put(page, state, !view_weight_is_light(detail));
	page_put_line(page, ROLE_TITLE, "How sure is this?");
	put_confidence(page, detail, state->machine);
	put_spread(page, state);
	if (!formula)
		return;
	page_put_line(page, ROLE_TEXT, "");
	put_counts(page, detail, family, formula, is_in_rotation(detail, family));
}

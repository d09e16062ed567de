/* SPDX-License-Identifier: GPL-2.0-only */
/* Words for what limits the machine, and for change points; see sentence.h. The words for each node are one table. */
#include "config.h"
#include "ui/table/sentence.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/missing.h"
#include "model/snapshot/row.h"
#include "ui/draw/format.h"

#define MUCH 10.0		/* percent of the node: what no process has is worth a word */
#define NAME_TEXT 32

/* "<subject>: 27 % of all slots <what they do>"; the limit of a row, where it is another word. */
static const struct words {
	const char *subject, *slots, *limit;
} sentence_words[M_COUNT] = {
	[M_RETIRING] = { "mostly useful work", "retire", "none: good" },
	[M_LIGHT_OPERATIONS] = { "mostly useful work", "retire ordinary instructions",
				 "none: good" },
	[M_HEAVY_OPERATIONS] = { "useful but heavy work", "retire complex instructions",
				 "heavy work" },
	[M_BAD_SPECULATION] = { "bad speculation", "are lost to work that is thrown away" },
	[M_BRANCH_MISPREDICTS] = { "mispredicts", "are lost to wrong branch predictions" },
	[M_MACHINE_CLEARS] = { "machine clears", "are lost when the pipeline is cleared" },
	[M_FRONTEND_BOUND] = { "frontend", "wait for instructions" },
	[M_FETCH_LATENCY] = { "fetch latency", "wait for instructions to be fetched" },
	[M_FETCH_BANDWIDTH] = { "fetch bandwidth", "get too few instructions at a time" },
	[M_BACKEND_BOUND] = { "backend", "wait for data or for an execution unit" },
	[M_MEMORY_BOUND] = { "memory", "wait for loads or stores" },
	[M_CORE_BOUND] = { "core", "wait for an execution unit" },
	[M_RESOURCE_BOUND] = { "resources", "wait for room in the core's queues" },
	[M_SMT_CONTENTION] = { "SMT contention", "go to the core's other thread" },
	[M_BACKEND_OR_BAD] = { "backend or bad speculation",
			       "wait for data or units, or are thrown away", "backend or bad" },
	[M_FRONTEND_STALLED] = { "frontend", "have no operation to begin" },
	[M_BACKEND_STALLED] = { "backend", "wait for data or for an execution unit" },
};

/* What a sentence about a node has: the longest form first. */
static const struct form {
	bool slots;		/* what they do */
	size_t names;		/* at most so many */
	bool key;
} forms[] = {
	{ .slots = true, .names = BOTTLENECK_NAMES, .key = true },
	{ .names = BOTTLENECK_NAMES, .key = true },
	{ .names = 2, .key = true },
	{ .names = 1, .key = true },
	{ .names = 1 },
	{ .key = true },
	{ .names = 0 },
};

#define N_FORMS (sizeof(forms) / sizeof(forms[0]))

static __attribute__((format(printf, 2, 3))) void append(char text[SENTENCE_TEXT],
							 const char *format, ...)
{
	size_t n = strlen(text);
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text + n, SENTENCE_TEXT - n, format, args);
	va_end(args);
}

/* "all slots", "the watched tasks' cycles" */
static void append_unit(char text[SENTENCE_TEXT], const struct machine *machine)
{
	append(text, "%s %s", machine->watched[0] ? "the watched tasks'" : "all",
	       family_unit(machine->family));
}

static const struct values *values_of(const struct snapshot *snapshot)
{
	return &snapshot_machine(snapshot)->numbers->values;
}

/* The names worth telling, at most so many: one that is still shown may have little just now. */
static size_t pick_names(const struct bottleneck *bottleneck, size_t most,
			 const struct bottleneck_name *names[BOTTLENECK_NAMES])
{
	size_t n = 0;

	for (size_t i = 0; i < bottleneck->n_names && n < most; i++)
		if (bottleneck->names[i].percent >= BOTTLENECK_WORTH)
			names[n++] = &bottleneck->names[i];
	return n;
}

/*
 * A sum that adds up as it is printed: whole tenths of a percent of all slots, where the last
 * summand is what the others leave.
 */
struct sum {
	long left;
	bool begun;
};

static void append_summand(char text[SENTENCE_TEXT], struct sum *sum, const char *name,
			   double percent)
{
	long tenths = lround(10 * percent);

	if (tenths > sum->left)
		tenths = sum->left;
	sum->left -= tenths;
	append(text, "%s%s %ld.%ld", sum->begun ? " + " : " = ", name, tenths / 10, tenths % 10);
	sum->begun = true;
}

/*
 * Who has the slots of the node: " = stream_c 10.1 + memcached 4.6 + rest 11.0". What no process
 * has is told apart if it is much.
 */
static void append_who(char text[SENTENCE_TEXT], const struct snapshot *snapshot,
		       const struct bottleneck *bottleneck, double percent, size_t most)
{
	const struct row *machine = snapshot_machine(snapshot);
	const struct bottleneck_name *names[BOTTLENECK_NAMES];
	const size_t n = pick_names(bottleneck, most, names);
	const double of_none = 100 - bottleneck->tasks_percent;
	const bool idle = machine->extra->idle_slots > machine->extra->unaccounted_slots;
	struct sum sum = { .left = lround(10 * percent) };
	char name[NAME_TEXT];

	if (!most || isnan(of_none))
		return;
	if (!bottleneck->n_names && of_none <= MUCH)
		append(text, ", spread over many processes");
	for (size_t i = 0; i < n; i++) {
		format_harmless(name, sizeof(name), names[i]->name);
		append_summand(text, &sum, name, bottleneck_name_cost(snapshot, names[i]));
	}
	if (of_none > MUCH)
		append_summand(text, &sum, idle ? "idle CPUs" : "not attributed",
			       of_none * percent / 100);
	if (sum.begun && sum.left > 0)
		append_summand(text, &sum, "rest", (double)sum.left / 10);
}

static void print_node(const struct snapshot *snapshot, const struct bottleneck *bottleneck,
		       const struct form *form, bool key, char text[SENTENCE_TEXT])
{
	const enum metric_id node = bottleneck_node(bottleneck);
	const struct values *values = values_of(snapshot);
	const bool rough = quality_is_rough((enum quality)values->quality[node]) ||
			   snapshot_is_stale(snapshot);

	append(text, "%s: %s%.1f %% of ", sentence_words[node].subject, rough ? "about " : "",
	       (double)values->percent[node]);
	text[0] = (char)toupper((unsigned char)text[0]);
	append_unit(text, snapshot->machine);
	if (form->slots)
		append(text, " %s", sentence_words[node].slots);
	append_who(text, snapshot, bottleneck, (double)values->percent[node], form->names);
	if (form->key && key)
		append(text, ". D: why");
}

static const struct bottleneck_name *name_of_node(const struct bottleneck *bottleneck,
						  enum metric_id node)
{
	for (size_t i = 0; i < bottleneck->n_names; i++)
		if (bottleneck->names[i].node == node &&
		    bottleneck->names[i].percent >= BOTTLENECK_WORTH)
			return &bottleneck->names[i];
	return NULL;
}

/* "No single bottleneck: frontend bound 35 % (java), backend bound 37 % (stream_c) of the slots" */
static void print_several(const struct snapshot *snapshot, const struct bottleneck *bottleneck,
			  const struct form *form, bool key, char text[SENTENCE_TEXT])
{
	const char *between = "No single bottleneck: ";
	char name[NAME_TEXT];

	for (enum metric_id m = 0; m < M_COUNT; m++) {
		const struct bottleneck_name *most = name_of_node(bottleneck, m);

		if (!(bottleneck->nodes & 1U << m))
			continue;
		append(text, "%s%s %.0f %%", between,
		       form->slots ? metrics[m].title : metrics[m].column,
		       (double)values_of(snapshot)->percent[m]);
		between = ", ";
		if (!most || !form->names)
			continue;
		format_harmless(name, sizeof(name), most->name);
		append(text, " (%s)", name);
	}
	append(text, " of ");
	append_unit(text, snapshot->machine);
	if (key && form->key)
		append(text, ". D: why");
}

static void print_none(const struct snapshot *snapshot, bool brief, char text[SENTENCE_TEXT])
{
	const struct values *values = values_of(snapshot);

	append(text, "Nothing wrong: ");
	if (!brief && values->quality[M_RETIRING] > Q_LOW_SLOTS) {
		append(text, "%.0f %% of ", (double)values->percent[M_RETIRING]);
		append_unit(text, snapshot->machine);
		append(text, " do useful work, ");
	}
	append(text, "no loss is over its threshold");
}

/* What is there in place of a bottleneck, and what to ask. */
static void print_no_counters(const struct machine *machine, const struct form *form,
			      char text[SENTENCE_TEXT])
{
	const bool where = machine->no_counters_where[0];

	if (!strcmp(machine->source, "replay")) {
		append(text, "No TopDown counters were there when this was recorded: CPU time only");
		return;
	}
	append(text, "No TopDown counters here%s%s%s", where ? " (" : "", machine->no_counters_where,
	       where ? ")" : "");
	if (form->slots)
		append(text, ": CPU time, functions and call stacks only; tdtop --doctor says why");
	else if (form->names)
		append(text, ": time and functions only; tdtop --doctor");
}

static void print_unknown(const struct snapshot *snapshot, const struct form *form,
			  char text[SENTENCE_TEXT])
{
	if (!family_has_counters(snapshot->machine->family)) {
		print_no_counters(snapshot->machine, form, text);
		return;
	}
	if (!snapshot_machine(snapshot))
		return;
	append(text, "Bottleneck not known: %s",
	       snapshot->soundness != SOUND ? "the counters are invalid" :
	       snapshot->running_ratio <= 0 ? "another program has the counters" :
	       snapshot->machine->watched[0] ? "the watched tasks hardly ran" :
					       "too little was counted");
}

/* Prints one form, 0 is the longest. */
static void print_form(const struct snapshot *snapshot, const struct bottleneck *bottleneck,
		       size_t form, bool key, char text[SENTENCE_TEXT])
{
	text[0] = '\0';
	switch (bottleneck->kind) {
	case BOTTLENECK_NODE:
		print_node(snapshot, bottleneck, &forms[form], key, text);
		break;
	case BOTTLENECK_SEVERAL:
		print_several(snapshot, bottleneck, &forms[form], key, text);
		break;
	case BOTTLENECK_NONE:
		print_none(snapshot, form > 0, text);
		break;
	case BOTTLENECK_IDLE:
		append(text, "Mostly idle: busy %.0f %%, nothing limits the machine",
		       row_busy_percent(snapshot, snapshot_machine(snapshot)));
		break;
	case BOTTLENECK_UNKNOWN:
		print_unknown(snapshot, &forms[form], text);
		break;
	}
}

size_t sentence_print(const struct snapshot *snapshot, const struct bottleneck *bottleneck,
		      int width, bool key, char text[SENTENCE_TEXT])
{
	for (size_t form = 0; form < N_FORMS; form++) {
		print_form(snapshot, bottleneck, form, key, text);
		if (format_text_width(text) <= width)
			break;
	}
	return strcspn(text, ":");
}

const char *sentence_of_limit(const struct limit *limit)
{
	const struct words *of_node;

	switch (limit->kind) {
	case BOTTLENECK_NODE:
		of_node = &sentence_words[limit->node];
		return of_node->limit ? of_node->limit : of_node->subject;
	case BOTTLENECK_SEVERAL:
		return "several";
	case BOTTLENECK_NONE:
		return "none";
	default:
		return "";
	}
}

const char *sentence_limit(const struct snapshot *snapshot, const struct row *row)
{
	const struct limit limit = limit_of_values(&row->numbers->values, snapshot->machine->levels);

	return limit.kind == BOTTLENECK_UNKNOWN && missing_of(snapshot, row) == MISSING_LOW_SLOTS ?
		       "too short" : sentence_of_limit(&limit);
}

/* ---- change points in words ---- */

/* What a command did: the word of JSON, that of the sentence, and which of the two numbers it tells. */
static const struct {
	const char *word, *does;
	bool from, to;
} causes[] = {
	[CAUSE_NONE] = { 0 },
	[CAUSE_BEGAN] = { "began", "began", .to = true },
	[CAUSE_STOPPED] = { "stopped", "stopped", .from = true },
	[CAUSE_MORE] = { "more", "has more", .from = true, .to = true },
	[CAUSE_LESS] = { "less", "has less", .from = true, .to = true },
	[CAUSE_ITSELF] = { "itself", "changed", .from = true, .to = true },
};

const char *change_cause_word(enum change_cause cause)
{
	return causes[cause].word;
}

static void print_harmless(char *text, size_t size, const char *name, bool ascii)
{
	format_harmless(text, size, name);
	if (ascii)
		format_ascii(text);
}

/* "14:03:07 ± 5 s"; of a recording without a clock only the interval. */
static void print_when(const struct change *change, const char *sign, char *text, size_t size)
{
	char clock[FORMAT_CLOCK] = "";

	if (change->time > 0)
		format_clock(clock, change->time);
	if (clock[0])
		(void)snprintf(text, size, "%s %s %.*f s", clock, sign, change->doubt < 1, change->doubt);
	else
		(void)snprintf(text, size, "interval %ju %s %ju", (uintmax_t)change->seq, sign,
			       (uintmax_t)change->doubt_intervals);
}

/* "; stream_c (2311) began, 24 % of the slots" */
static void print_cause(const struct change *change, unsigned int words, const char *arrow, char *text, size_t size)
{
	const double from = change->by_before, to = change->by_after;
	const bool both = causes[change->cause].from && causes[change->cause].to;
	char name[4 * COMM_LEN], pid[16] = "", numbers[64];

	text[0] = '\0';
	if (change->cause == CAUSE_NONE)
		return;
	print_harmless(name, sizeof(name), change->by, words & CHANGE_ASCII);
	if (words & CHANGE_BRIEF) {
		(void)snprintf(text, size, "; %s %s", name, causes[change->cause].does);
		return;
	}
	if (change->by_pid)
		(void)snprintf(pid, sizeof(pid), " (%d)", (int)change->by_pid);
	if (both)
		(void)snprintf(numbers, sizeof(numbers), "%.0f %s %.0f", from, arrow, to);
	else
		(void)snprintf(numbers, sizeof(numbers), "%.0f", causes[change->cause].to ? to : from);
	(void)snprintf(text, size, "; %s%s %s, %s %% of %s", name, pid, causes[change->cause].does, numbers,
		       change->cause == CAUSE_ITSELF ? "its slots" :
		       change->metric == M_NONE ? "the CPU time" : "the slots");
}

void change_sentence_print(const struct change *change, unsigned int words, char text[CHANGE_TEXT])
{
	const bool ascii = words & CHANGE_ASCII, whose = change->name[0] || !(words & CHANGE_BRIEF);
	const char *arrow = ascii ? "->" : "\u2192", *sign = ascii ? "+-" : "\u00b1";
	const char *title = change->metric == M_NONE ? "busy" : metrics[change->metric].title;
	char when[64], name[4 * COMM_LEN], cause[256];

	print_when(change, sign, when, sizeof(when));
	print_harmless(name, sizeof(name), change->name[0] ? change->name : "the machine", ascii);
	print_cause(change, words, arrow, cause, sizeof(cause));
	(void)snprintf(text, CHANGE_TEXT, "%s: %c%s%s%s %.0f %s %.0f %%%s", when,
		       tolower((unsigned char)title[0]), title + 1, whose ? " of " : "", whose ? name : "",
		       change->before, arrow, change->after, cause);
}

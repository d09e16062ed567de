/* SPDX-License-Identifier: GPL-2.0-only */
/* Words for what limits the machine; see sentence.h. The words for each node are one table. */
#include "config.h"
#include "ui/table/sentence.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/draw/format.h"

#define MOST 50.0		/* percent: more than all processes can have together */
#define NAME_TEXT 32

/* "<subject>: 27 % of the slots <what they do>". */
static const struct words {
	const char *subject, *slots;
} words[M_COUNT] = {
	[M_RETIRING] = { "Mostly useful work", "retire" },
	[M_LIGHT_OPERATIONS] = { "Mostly useful work", "retire ordinary instructions" },
	[M_HEAVY_OPERATIONS] = { "Useful but heavy work", "retire complex instructions" },
	[M_BAD_SPECULATION] = { "Bad speculation", "are lost to work that is thrown away" },
	[M_BRANCH_MISPREDICTS] = { "Mispredicts", "are lost to wrong branch predictions" },
	[M_MACHINE_CLEARS] = { "Machine clears", "are lost when the pipeline is cleared" },
	[M_FRONTEND_BOUND] = { "Frontend", "wait for instructions" },
	[M_FETCH_LATENCY] = { "Fetch latency", "wait for instructions to be fetched" },
	[M_FETCH_BANDWIDTH] = { "Fetch bandwidth", "get too few instructions at a time" },
	[M_BACKEND_BOUND] = { "Backend", "wait for data or for an execution unit" },
	[M_MEMORY_BOUND] = { "Memory", "wait for loads or stores" },
	[M_CORE_BOUND] = { "Core", "wait for an execution unit" },
	[M_RESOURCE_BOUND] = { "Resources", "wait for room in the core's queues" },
	[M_SMT_CONTENTION] = { "SMT contention", "go to the core's other thread" },
	[M_BACKEND_OR_BAD] = { "Backend or bad speculation",
			       "wait for data or units, or are thrown away" },
	[M_FRONTEND_STALLED] = { "Frontend", "have no operation to begin" },
	[M_BACKEND_STALLED] = { "Backend", "wait for data or for an execution unit" },
};

/* What a sentence about a node has: the longest form first. */
static const struct form {
	bool slots;		/* what they do */
	size_t names;		/* at most so many */
	bool of_them;		/* "have 71 % of them", else "have 71 %" */
	bool key;
} forms[] = {
	{ .slots = true, .names = BOTTLENECK_NAMES, .of_them = true, .key = true },
	{ .slots = true, .names = BOTTLENECK_NAMES, .key = true },
	{ .slots = true, .names = 1, .key = true },
	{ .slots = true, .names = 1 },
	{ .names = 1, .key = true },
	{ .names = 1 },
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

/* "the slots", "the watched tasks' cycles" */
static void append_unit(char text[SENTENCE_TEXT], const struct machine *machine)
{
	append(text, "the %s%s", machine->watched[0] ? "watched tasks' " : "",
	       family_unit(machine->family));
}

static const struct values *values_of(const struct snapshot *snapshot)
{
	return &snapshot_machine(snapshot)->values;
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

/* "stream_c, java and memcached have 71 %" */
static void append_names(char text[SENTENCE_TEXT], const struct bottleneck_name *const names[],
			 size_t n)
{
	char name[NAME_TEXT];
	double percent = 0;

	for (size_t i = 0; i < n; i++) {
		format_harmless(name, sizeof(name), names[i]->name);
		append(text, "%s%s", !i ? "; " : i + 1 < n ? ", " : " and ", name);
		percent += names[i]->percent;
	}
	append(text, " %s %.0f %%", n == 1 ? "has" : "have", percent);
}

/* Who has the slots of the node: processes, unless they have the smaller part together. */
static void append_who(char text[SENTENCE_TEXT], const struct snapshot *snapshot,
		       const struct bottleneck *bottleneck, const struct form *form)
{
	const struct row *machine = snapshot_machine(snapshot);
	const struct bottleneck_name *names[BOTTLENECK_NAMES];
	const size_t n = pick_names(bottleneck, form->names, names);
	const double rest = 100 - bottleneck->tasks_percent;

	if (!form->names || isnan(rest))
		return;
	if (rest > MOST && machine->idle_slots > machine->unaccounted_slots)
		append(text, "; idle CPUs have %.0f %%", rest);
	else if (rest > MOST)
		append(text, "; not attributed are %.0f %%", rest);
	else if (n)
		append_names(text, names, n);
	else if (!bottleneck->n_names)
		append(text, "; they are spread over many processes");
	if (form->of_them && (n || rest > MOST))
		append(text, " of them");
}

static void print_node(const struct snapshot *snapshot, const struct bottleneck *bottleneck,
		       const struct form *form, bool key, char text[SENTENCE_TEXT])
{
	const enum metric_id node = bottleneck_node(bottleneck);
	const struct values *values = values_of(snapshot);
	const bool rough = quality_is_rough((enum quality)values->quality[node]) ||
			   snapshot_is_stale(snapshot);

	append(text, "%s: %s%.0f %% of ", words[node].subject, rough ? "about " : "",
	       (double)values->percent[node]);
	append_unit(text, snapshot->machine);
	if (form->slots)
		append(text, " %s", words[node].slots);
	append_who(text, snapshot, bottleneck, form);
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
	if (form->of_them)
		append(text, ": CPU time, functions and call stacks only; tdtop --doctor says why");
	else if (form->slots)
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

/* SPDX-License-Identifier: GPL-2.0-only */
/* Change points in words; see change_sentence.h. */
#include "config.h"
#include "ui/table/change_sentence.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "ui/draw/format.h"

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

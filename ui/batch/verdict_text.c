/* SPDX-License-Identifier: GPL-2.0-only */
/* The output of "tdtop diff --fail-on"; see verdict_text.h. */
#include "config.h"
#include "ui/batch/verdict_text.h"

#include <math.h>

#include "ui/batch/json_value.h"
#include "ui/draw/format.h"

#define NAME 80

/* clang-format off */
static const struct {
	const char *name;	/* in JSON */
	const char *verdict;	/* of all rows, as text */
} results[] = {
	[VERDICT_TOO_SHORT] = { "too_short", "too short: a recording needs 20 pieces with the value" },
	[VERDICT_UNDECIDED] = { "undecided", "not shown" },
	[VERDICT_WITHIN]    = { "within", "not exceeded, beyond doubt" },
	[VERDICT_EXCEEDED]  = { "exceeded", "exceeded, beyond doubt" },
};
/* clang-format on */

/* The change that could have been shown, from the value before to the one after. */
static double could_show(const struct verdict_line *line)
{
	const struct verdict_question *question = &line->term->question;
	const double least = question->falls ? -line->verdict.could_show : line->verdict.could_show;

	return least + (question->factor - 1) * line->verdict.before;
}

static void put_result(const struct verdict_line *line, int decimals, struct buffer *out)
{
	const struct verdict_question *question = &line->term->question;
	const char *limit = line->term->limit;

	limit += *limit == '+' || *limit == '-';
	switch (line->held ? VERDICT_EXCEEDED : line->verdict.result) {
	case VERDICT_EXCEEDED:
		buffer_print(out, "%s by more than %s, beyond doubt", question->falls ? "fell" : "rose",
			     limit);
		break;
	case VERDICT_WITHIN:
		buffer_print(out, "did not %s by more than %s, beyond doubt",
			     question->falls ? "fall" : "rise", limit);
		break;
	case VERDICT_UNDECIDED:
		buffer_print(out, "not shown; a change of %+.*f could have been", decimals,
			     could_show(line));
		break;
	default:
		buffer_print(out, "%s", results[line->verdict.result].verdict);
	}
}

static void put_line(const struct verdict_line *line, bool ascii, struct buffer *out)
{
	const struct verdict *verdict = &line->verdict;
	const int decimals = line->term->column->percent || line->term->column->metric != M_NONE ? 1 : 3;
	char title[VERDICT_TITLE], name[NAME];

	changes_title(line->term, title, sizeof(title));
	format_harmless(name, sizeof(name), line->name ? line->name : "");
	buffer_print(out, "%s of %s%s%s: ", title, line->name ? changes_kinds[line->kind].name : "the machine",
		     line->name ? " " : "", name);
	if (isnan(verdict->before) || isnan(verdict->after)) {
		buffer_print(out, "no value %s\n", isnan(verdict->before) ? "before" : "after");
		return;
	}
	buffer_print(out, "%.*f %s %.*f, %+.*f", decimals, verdict->before, ascii ? "->" : "→",
		     decimals, verdict->after, decimals, verdict->after - verdict->before);
	if (!isnan(verdict->error))
		buffer_print(out, " %s%.*f", format_plus_minus(ascii), decimals, verdict->error);
	buffer_print(out, ": ");
	put_result(line, decimals, out);
	buffer_print(out, "\n");
}

void verdict_put_text(const struct verdict_report *report, bool ascii, struct buffer *out)
{
	const bool single = report->runs[BEFORE] == 1 && report->runs[AFTER] == 1;

	for (size_t i = 0; i < report->n; i++)
		put_line(&report->lines[i], ascii, out);
	if (report->cpu[AFTER])
		buffer_print(out, "note: recorded on %s and on %s, which do not count alike: a difference may be "
			     "theirs\n", report->cpu[BEFORE], report->cpu[AFTER]);
	if (single)
		buffer_print(out, "note: one recording a side: what differs from run to run is not in "
			     "the error; the limit must cover it, or record 3 a side (--after)\n");
	else if (!report->in_turn)
		buffer_print(out, "note: one side was recorded before the other: a machine that drifts "
			     "looks like a change; record in turn\n");
	buffer_print(out, "verdict: %s: %s (%zu:%zu recordings)\n", results[report->result].verdict,
		     report->expression, report->runs[BEFORE], report->runs[AFTER]);
}

static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *make_term(const struct verdict_line *line)
{
	const struct verdict *verdict = &line->verdict;
	const bool known = verdict->result >= VERDICT_UNDECIDED;

	return json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:s, s:b}",
			 "kind", line->name ? changes_kinds[line->kind].name : "machine",
			 "row", json_make_text(line->name),
			 "metric", column_key(line->term->column),
			 "before", real(verdict->before), "after", real(verdict->after),
			 "change", real(verdict->after - verdict->before),
			 "error", real(verdict->error), "threshold", line->term->limit,
			 "could_show", real(known ? could_show(line) : NAN),
			 "p", real(verdict->p), "result",
			 isnan(verdict->before + verdict->after) ? "no_value" : results[verdict->result].name,
			 "held", line->held);
}

int verdict_put_json(const struct verdict_report *report, struct buffer *out)
{
	json_t *terms = json_array(), *root;
	bool bad = !terms;

	for (size_t i = 0; i < report->n; i++)
		bad |= json_array_append_new(terms, make_term(&report->lines[i])) != 0;
	root = json_pack("{s:s, s:s, s:[i,i], s:b, s:b, s:o}", "verdict", results[report->result].name,
			 "expression", report->expression, "runs", (int)report->runs[BEFORE],
			 (int)report->runs[AFTER], "in_turn", report->in_turn, "same_cpu", !report->cpu[AFTER],
			 "terms", terms);
	return json_put_line(out, root, bad || !root);
}

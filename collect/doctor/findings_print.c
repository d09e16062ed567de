/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints findings; see findings_print.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings_print.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <jansson.h>

#include "collect/doctor/machine_report.h"

#define WIDTH 100
#define INDENT 20		/* width of the verdict and the question */
#define SCHEMA "tdtop-doctor/1"

static const char *const verdicts[] = {
	[VERDICT_OK] = "ok", [VERDICT_NOTE] = "note", [VERDICT_NO] = "no"
};

/* Prints text from column INDENT on, broken at spaces; a longer word may stick out. */
static void print_wrapped(FILE *out, const char *text)
{
	do {
		size_t n = strlen(text);

		if (n > WIDTH - INDENT) {
			n = WIDTH - INDENT;
			while (n > 0 && text[n] != ' ')
				n--;
			if (!n)
				n = strcspn(text, " ");
		}
		fprintf(out, "%.*s\n", (int)n, text);
		text += n;
		text += strspn(text, " ");
		if (*text)
			fprintf(out, "%*s", INDENT, "");
	} while (*text);
}

static bool is_of(const struct finding *finding, const char *const *subjects, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(finding->what, subjects[i]) == 0)
			return true;
	return false;
}

static bool has(const struct findings *findings, enum verdict verdict, const char *what)
{
	for (size_t i = 0; i < findings->n; i++)
		if (findings->finding[i].verdict == verdict &&
		    (!what || strcmp(findings->finding[i].what, what) == 0))
			return true;
	return false;
}

/*
 * Is it of no interest to most: what is as it should be and no ability of tdtop, or what surrounds
 * it without being in its way? Who uses perf events matters where a counter is not there.
 */
static bool is_folded(const struct findings *findings, const struct finding *finding)
{
	static const char *const abilities[] = { "works", "trial", "count", "engine", "cost",
						 "samples", "branches", "call stacks", "regions" };
	static const char *const around[] = { "hypervisor", "container" };

	if (finding->verdict == VERDICT_OK && strcmp(finding->what, "family") == 0)
		return !findings_will_count(findings);	/* what it would count */
	if (finding->verdict == VERDICT_OK)
		return !is_of(finding, abilities, sizeof(abilities) / sizeof(abilities[0]));
	if (finding->verdict == VERDICT_NO || finding->fix[0])
		return false;
	if (strcmp(finding->what, "others") == 0)
		return !has(findings, VERDICT_NOTE, "counter") &&
		       !has(findings, VERDICT_NO, "counter");
	return is_of(finding, around, sizeof(around) / sizeof(around[0]));
}

/* What tdtop will do, in a sentence. */
static const char *outcome(const struct findings *findings)
{
	if (!findings_will_count(findings) && has(findings, VERDICT_OK, "works"))
		return has(findings, VERDICT_NOTE, "call stacks") ?
		       "No TopDown on this machine: CPU time, functions and call stacks work; "
		       "'tdtop --demo' shows the rest" :
		       "No TopDown on this machine: CPU time of tasks works; 'tdtop --demo' shows "
		       "the rest";
	if (!findings_will_count(findings))
		return "tdtop cannot count on this machine; 'tdtop --demo' shows what it looks like";
	for (size_t i = 0; i < findings->n; i++)
		if (findings->finding[i].verdict == VERDICT_NOTE &&
		    !is_folded(findings, &findings->finding[i]))
			return "tdtop will count on this machine, but not all that it could: see "
			       "below";
	return "tdtop will count on this machine";
}

/* with_origin: also where what is well comes from. */
static void print_finding(const struct finding *finding, bool with_origin, FILE *out)
{
	char fix[sizeof(finding->fix) + 4];

	fprintf(out, "%-4s  %-12s  ", verdicts[finding->verdict], finding->what);
	print_wrapped(out, finding->text);
	if (!finding->fix[0] || (finding->verdict == VERDICT_OK && !with_origin))
		return;
	(void)snprintf(fix, sizeof(fix), "-> %s", finding->fix);
	fprintf(out, "%*s", INDENT, "");
	print_wrapped(out, fix);
}

/* A part of the report: findings with these verdicts, folded or not. */
struct part {
	const char *title;
	unsigned int verdicts;	/* bits 1 << enum verdict */
	bool folded;
};

static size_t print_part(const struct findings *findings, const struct part *part, bool all,
			 FILE *out)
{
	size_t n = 0;

	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *finding = &findings->finding[i];

		if (!(part->verdicts & 1U << finding->verdict) ||
		    is_folded(findings, finding) != part->folded)
			continue;
		n++;
		if (part->folded && !all)
			continue;
		if (n == 1)
			fprintf(out, "\n%s\n", part->title);
		print_finding(finding, all, out);
	}
	return n;
}

void findings_print_text(const struct findings *findings, bool all, FILE *out)
{
	static const struct part parts[] = {
		{ "Works here:", 1U << VERDICT_OK, false },
		{ "Does not work here, and the remedy:", 1U << VERDICT_NO, false },
		{ "Works, but less than it could:", 1U << VERDICT_NOTE, false },
		{ "Needs no attention:", 1U << VERDICT_OK | 1U << VERDICT_NOTE, true },
	};
	size_t n = 0;

	fprintf(out, "%s\n", outcome(findings));
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		n = print_part(findings, &parts[i], all, out);
	if (n && !all)
		fprintf(out, "\n%zu more findings need no attention: tdtop --doctor -v\n", n);
}

/* The schema keeps the word of its first version. */
static const char *what_in_json(const struct finding *finding)
{
	return strcmp(finding->what, "rotation") == 0 ? "turns" : finding->what;
}

static json_t *make_finding(const struct findings *findings, const struct finding *finding)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:b}", "what", what_in_json(finding), "verdict",
			 verdicts[finding->verdict], "text", finding->text, "fix",
			 finding->fix[0] ? json_string(finding->fix) : json_null(), "folded",
			 is_folded(findings, finding));
}

/* A whole number, or null if it is not known: missing is not zero. */
static json_t *make_whole(double value)
{
	return isfinite(value) ? json_integer((json_int_t)value) : json_null();
}

/* Plain values by which bug reports can be sorted. */
static json_t *make_machine(const struct diagnosis *diagnosis)
{
	const struct facts *facts = &diagnosis->facts;

	return json_pack("{s:s, s:s, s:i, s:i, s:I, s:b, s:s, s:s, s:s*, s:i, s:i, s:o, s:o, s:o, s:s*}",
			 "kernel", facts->kernel, "cpu", facts->cpu_name, "cpu_family",
			 facts->cpu_family, "cpu_model", facts->cpu_model, "cpus_online",
			 (json_int_t)facts->cpus_online, "hypervisor", facts->hypervisor,
			 "hypervisor_name", facts->hypervisor_name, "pmu",
			 diagnosis->has_pmu ? diagnosis->pmu.name : "", "family",
			 diagnosis->family ? diagnosis->family->name : NULL, "levels",
			 diagnosis->opened ? diagnosis->fits.levels : 0, "paranoid",
			 facts->perf ? facts->paranoid : -99,
			 "sample_ns", make_whole(diagnosis_sample_ns(diagnosis)),
			 "own_sample_ns", make_whole(diagnosis->cost.own_sample_ns > 0 ?
						     diagnosis->cost.own_sample_ns : (double)NAN),
			 "switches_sampled", make_whole(diagnosis_max_switches(diagnosis)),
			 "engine", machine_engine_name(diagnosis->engine));
}

int findings_print_json(const struct findings *findings, const struct diagnosis *diagnosis,
			FILE *out)
{
	json_t *list = json_array();
	json_t *all = json_pack("{s:s, s:s, s:b, s:s, s:o, s:o, s:o*}", "schema", SCHEMA, "version",
				PACKAGE_VERSION, "will_count", findings_will_count(findings),
				"outcome", outcome(findings), "machine",
				make_machine(diagnosis), "findings", list,
				"report", machine_report_make(diagnosis));
	int ret = all ? 0 : -ENOMEM;

	for (size_t i = 0; i < findings->n && !ret; i++)
		ret = json_array_append_new(list, make_finding(findings, &findings->finding[i])) ?
			      -ENOMEM : 0;
	if (!ret && json_dumpf(all, out, JSON_COMPACT | JSON_ENSURE_ASCII))
		ret = -EIO;
	if (!ret)
		fputc('\n', out);
	json_decref(all);
	return ret;
}

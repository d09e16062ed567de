/* SPDX-License-Identifier: GPL-2.0-only */
/* Prints findings; see findings_print.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings_print.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <jansson.h>

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

/* What tdtop will do, in a sentence. */
static const char *outcome(const struct findings *findings)
{
	const bool works = findings->n && !strcmp(findings->finding[0].what, "works");

	return findings_will_count(findings) ? "tdtop will count on this machine" :
	       works ? "tdtop counts no TopDown on this machine, and shows what works; 'tdtop --demo' "
		       "shows the rest" :
		       "tdtop cannot count on this machine; 'tdtop --demo' shows what it looks like";
}

void findings_print_text(const struct findings *findings, FILE *out)
{
	for (size_t i = 0; i < findings->n; i++) {
		const struct finding *finding = &findings->finding[i];
		char fix[sizeof(finding->fix) + 4];

		fprintf(out, "%-4s  %-12s  ", verdicts[finding->verdict], finding->what);
		print_wrapped(out, finding->text);
		if (!finding->fix[0])
			continue;
		(void)snprintf(fix, sizeof(fix), "-> %s", finding->fix);
		fprintf(out, "%*s", INDENT, "");
		print_wrapped(out, fix);
	}
	fprintf(out, "\n%s\n", outcome(findings));
}

/* The schema keeps the word of its first version. */
static const char *what_in_json(const struct finding *finding)
{
	return strcmp(finding->what, "rotation") == 0 ? "turns" : finding->what;
}

static json_t *make_finding(const struct finding *finding)
{
	return json_pack("{s:s, s:s, s:s, s:o}", "what", what_in_json(finding), "verdict",
			 verdicts[finding->verdict], "text", finding->text, "fix",
			 finding->fix[0] ? json_string(finding->fix) : json_null());
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
	json_t *all = json_pack("{s:s, s:s, s:b, s:o, s:o}", "schema", SCHEMA, "version",
				PACKAGE_VERSION, "will_count", findings_will_count(findings),
				"machine", make_machine(diagnosis), "findings", list);
	int ret = all ? 0 : -ENOMEM;

	for (size_t i = 0; i < findings->n && !ret; i++)
		ret = json_array_append_new(list, make_finding(&findings->finding[i])) ? -ENOMEM
										       : 0;
	if (!ret && json_dumpf(all, out, JSON_COMPACT | JSON_ENSURE_ASCII))
		ret = -EIO;
	if (!ret)
		fputc('\n', out);
	json_decref(all);
	return ret;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The list of findings, printed; see findings.h. Main thread. */
#include "config.h"
#include "collect/doctor/findings.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/sys/sysfs.h"

/* ---- the list ---- */

#define WIDTH 100
#define INDENT 20		/* width of the verdict and the question */
#define SCHEMA "tdtop-doctor/1"

static const char *const verdicts[] = {
	[VERDICT_OK] = "ok", [VERDICT_NOTE] = "note", [VERDICT_NO] = "no"
};

/*
 * ---- the report on the machine ----
 *
 * Part of --doctor --json, which users may send to the project: its CPU, kernel
 * and PMUs, which family was chosen, and what was tried with which result. Nothing in it names the
 * machine, a user, a process or a path of theirs.
 */

#define DEVICES "/sys/bus/event_source/devices"

#define PATH_LEN 512

/* dir/file; "", which does not exist, if that is too long. */
static void join_path(char path[PATH_LEN], const char *dir, const char *file)
{
	int n = snprintf(path, PATH_LEN, "%s/%s", dir, file);

	if (n < 0 || n >= PATH_LEN)
		path[0] = '\0';
}

static int is_shown(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* The names in a directory below root, sorted; 0 if there is none. Freed by free_names(). */
static size_t list_names(const char *root, const char *path, struct dirent ***names)
{
	char full[PATH_MAX];
	int n = snprintf(full, sizeof(full), "%s%s", root, path);

	n = n < 0 || n >= (int)sizeof(full) ? 0 : scandir(full, names, is_shown, alphasort);
	return n > 0 ? (size_t)n : 0;
}

static void free_names(struct dirent **names, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(names[i]);
	if (n)
		free(names);
}

/* The files of a directory and what is in them. */
static json_t *make_files(const char *root, const char *dir)
{
	struct dirent **names = NULL;
	const size_t n = list_names(root, dir, &names);
	json_t *files = json_object();

	for (size_t i = 0; i < n; i++) {
		char path[PATH_LEN], text[512];

		join_path(path, dir, names[i]->d_name);
		if (sysfs_read(root, path, text, sizeof(text)) >= 0)
			(void)json_object_set_new(files, names[i]->d_name, json_string(text));
	}
	free_names(names, n);
	return files;
}

/* Sets a member to what is in a file, if it is there. */
static void set_file(json_t *object, const char *key, const char *root, const char *dir, const char *file)
{
	char path[PATH_LEN], text[512];

	join_path(path, dir, file);
	if (sysfs_read(root, path, text, sizeof(text)) >= 0)
		(void)json_object_set_new(object, key, json_string(text));
}

/* Is it a PMU of CPUs? Those of Arm and of hybrids have a file `cpus`; uncore PMUs have a cpumask. */
static bool is_of_cpus(const char *root, const char *dir, const char *name)
{
	char path[PATH_LEN];

	join_path(path, dir, "cpus");
	return !strcmp(name, "cpu") || sysfs_exists(root, path);
}

/* All PMUs by name; those of CPUs with all that sysfs says. */
static void add_pmus(const char *root, json_t *report)
{
	struct dirent **names = NULL;
	const size_t n = list_names(root, DEVICES, &names);
	json_t *devices = json_array(), *pmus = json_array();

	for (size_t i = 0; i < n; i++) {
		const char *name = names[i]->d_name;
		static const char *const parts[] = { "caps", "format", "events" };
		char dir[PATH_LEN], part[PATH_LEN];
		json_t *pmu;

		(void)json_array_append_new(devices, json_string(name));
		join_path(dir, DEVICES, name);
		if (!is_of_cpus(root, dir, name))
			continue;
		pmu = json_pack("{s:s}", "name", name);
		set_file(pmu, "type", root, dir, "type");
		set_file(pmu, "cpus", root, dir, "cpus");
		for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++) {
			join_path(part, dir, parts[k]);
			(void)json_object_set_new(pmu, parts[k], make_files(root, part));
		}
		(void)json_array_append_new(pmus, pmu);
	}
	free_names(names, n);
	(void)json_object_set_new(report, "devices", devices);
	(void)json_object_set_new(report, "pmus", pmus);
}

static json_t *make_hex(uint64_t number)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "0x%llx", (unsigned long long)number);
	return json_string(text);
}

/* What was opened for each core type, and why not more. */
static json_t *make_core_types(const struct cores *cores)
{
	json_t *types = json_array();

	for (size_t i = 0; i < cores->n; i++) {
		const struct core_group *group = &cores->group[i];
		json_t *type = json_pack("{s:s, s:s, s:b, s:i}", "pmu", group->pmu.name, "type",
					 core_types[group->pmu.core_type].name, "counted",
					 group->counted, "errno", group->errnum);

		if (group->counted && cores->family)
			(void)json_object_update_new(type, json_pack(
				"{s:i, s:b, s:b, s:i, s:s}", "levels", cores_levels(cores, group),
				"ipc", group->fits.with_ipc, "corrections",
				group->fits.with_corrections, "rotating_groups", group->n_mux, "counts",
				group->counts == PROBE_COUNTS ? "always" :
				group->counts == PROBE_SHARED ? "shared" : "never"));
		(void)json_array_append_new(types, type);
	}
	return types;
}

static json_t *make_tried(const struct tried *tried)
{
	json_t *opens = json_array();

	for (size_t i = 0; i < tried->n; i++) {
		const struct tried_open *open = &tried->open[i];
		json_t *one = json_pack("{s:I, s:o, s:s, s:i}", "type", (json_int_t)open->type,
					"config", make_hex(open->config), "on",
					open->on_cpu ? "cpu" : "task", "errno", open->errnum);

		if (open->config1)
			(void)json_object_set_new(one, "config1", make_hex(open->config1));
		if (open->samples)
			(void)json_object_set_new(one, "precise", json_integer(open->precise));
		if (open->branches)
			(void)json_object_set_new(one, "branches", make_hex(open->branches));
		if (open->user_only)
			(void)json_object_set_new(one, "user_only", json_true());
		if (open->without_guests)
			(void)json_object_set_new(one, "without_guests", json_true());
		(void)json_array_append_new(opens, one);
	}
	return opens;
}

/* What the events counted in the trial, by name; null: there was none. */
static json_t *make_trial(const struct diagnosis *diagnosis)
{
	const struct trial *trial = &diagnosis->trial;
	const struct family *family = diagnosis->family;
	json_t *counts;

	if (!diagnosis->tried)
		return json_null();
	counts = json_object();
	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].core_type == diagnosis->pmu.core_type &&
		    trial->counts.present & 1U << family->events[i].id)
			(void)json_object_set_new(counts, family->events[i].name,
						  json_real(trial->counts.value[family->events[i].id]));
	return json_pack("{s:I, s:I, s:i, s:o}", "enabled_ns", (json_int_t)trial->enabled_ns,
			 "running_ns", (json_int_t)trial->running_ns, "unsound", trial->soundness != SOUND,
			 "counts", counts);
}

/* The report as a JSON object, which the caller owns; NULL without memory. */
static json_t *machine_report_make(const struct diagnosis *diagnosis)
{
	const struct facts *facts = &diagnosis->facts;
	const struct family *family = diagnosis->family;
	json_t *report = json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:o, s:I, s:o, s:i, s:i}", "kernel",
				   facts->kernel, "cpu", facts->cpu_name, "vendor", facts->vendor,
				   "cpu_family", facts->cpu_family, "cpu_model", facts->cpu_model,
				   "cpu_stepping", facts->cpu_stepping, "midr",
				   facts->midr ? make_hex(facts->midr) : json_null(), "cpus_online",
				   (json_int_t)facts->cpus_online, "hypervisor",
				   !facts->hypervisor ? json_null() :
				   json_string(facts->hypervisor_name[0] ? facts->hypervisor_name : "unknown"),
				   "paranoid", facts->perf ? facts->paranoid : -99, "nmi_watchdog",
				   facts->nmi_watchdog);

	if (!report)
		return NULL;
	add_pmus(diagnosis->root, report);
	(void)json_object_set_new(report, "family", family ? json_string(family->name) : json_null());
	if (family && diagnosis->has_pmu && cpu_hides_slots(family, &diagnosis->pmu))
		(void)json_object_set_new(report, "slots_per_cycle_by_manual",
					  json_integer(family_manual_slots(family)));
	(void)json_object_set_new(report, "core_types", make_core_types(&diagnosis->cores));
	(void)json_object_set_new(report, "tried", make_tried(&diagnosis->opens));
	(void)json_object_set_new(report, "tried_left_out", json_integer((json_int_t)diagnosis->opens.left_out));
	(void)json_object_set_new(report, "trial", make_trial(diagnosis));
	return report;
}

/* ---- the findings ---- */

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
		fprintf(out, "\n%zu more finding%s no attention: tdtop --doctor -v\n", n, n == 1 ? " needs" : "s need");
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

/* Reasons of other parts lead to --doctor and --demo: the reader has the one, and is told the other. */
static void leave_out_pointers(char *text)
{
	static const char *const pointers[] = { ", or see 'tdtop --doctor'",
						", or try 'tdtop --demo'", "; try 'tdtop --demo'" };

	for (size_t i = 0; i < sizeof(pointers) / sizeof(pointers[0]); i++) {
		char *at = strstr(text, pointers[i]);
		const char *rest = at ? at + strlen(pointers[i]) : NULL;

		if (at)
			memmove(at, rest, strlen(rest) + 1);
	}
}

/* They end with what to do as well: that is the remedy. */
static void move_remedy(struct finding *finding)
{
	static const char *const remedies[] = { "; use a ", "; see what the kernel says ", "; run tdtop outside " };

	for (size_t i = 0; i < sizeof(remedies) / sizeof(remedies[0]); i++) {
		char *at = strstr(finding->text, remedies[i]);

		if (!at)
			continue;
		(void)snprintf(finding->fix, sizeof(finding->fix), "%s", at + 2);
		*at = '\0';
	}
}

void findings_add(struct findings *findings, enum verdict verdict, const char *what,
		  const char *format, ...)
{
	struct finding *finding = &findings->finding[findings->n];
	va_list args;

	if (findings->n == FINDINGS_MAX)
		return;
	findings->n++;
	*finding = (struct finding){ .verdict = verdict, .what = what };
	va_start(args, format);
	(void)vsnprintf(finding->text, sizeof(finding->text), format, args);
	va_end(args);
	leave_out_pointers(finding->text);
	move_remedy(finding);
}

void findings_fix(struct findings *findings, const char *format, ...)
{
	struct finding *finding = &findings->finding[findings->n - 1];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(finding->fix, sizeof(finding->fix), format, args);
	va_end(args);
}

bool findings_will_count(const struct findings *findings)
{
	for (size_t i = 0; i < findings->n; i++) {
		if (findings->finding[i].verdict == VERDICT_NO)
			return false;
	}
	return true;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes the report on a machine; see machine_report.h. Main thread. */
#include "config.h"
#include "collect/doctor/machine_report.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "collect/sys/sysfs.h"

#define DEVICES "/sys/bus/event_source/devices"

#define PATH_LEN 512

/* dir/file; "", which does not exist, if that is too long. */
static void report_join(char path[PATH_LEN], const char *dir, const char *file)
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

		report_join(path, dir, names[i]->d_name);
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

	report_join(path, dir, file);
	if (sysfs_read(root, path, text, sizeof(text)) >= 0)
		(void)json_object_set_new(object, key, json_string(text));
}

/* Is it a PMU of CPUs? Those of Arm and of hybrids have a file `cpus`; uncore PMUs have a cpumask. */
static bool is_of_cpus(const char *root, const char *dir, const char *name)
{
	char path[PATH_LEN];

	report_join(path, dir, "cpus");
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
		report_join(dir, DEVICES, name);
		if (!is_of_cpus(root, dir, name))
			continue;
		pmu = json_pack("{s:s}", "name", name);
		set_file(pmu, "type", root, dir, "type");
		set_file(pmu, "cpus", root, dir, "cpus");
		for (size_t k = 0; k < sizeof(parts) / sizeof(parts[0]); k++) {
			report_join(part, dir, parts[k]);
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

json_t *machine_report_make(const struct diagnosis *diagnosis)
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

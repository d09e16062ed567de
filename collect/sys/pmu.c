/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the description of a PMU from sysfs: which PMUs there are, on which CPUs they count, and
 * which terms make an event. format/ says which bits of a perf_event_attr a term fills, events/
 * gives the terms their values. Called when a source opens; main thread.
 */
#include "config.h"
#include "collect/sys/pmu.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/sys/facts.h"
#include "collect/sys/sysfs.h"

#define DEVICES "/sys/bus/event_source/devices"

#define PMUS_MAX 8	/* core types of an Arm machine; phones have three */

/* The PMU that counts slots is the first of these that exists. */
static const char *const candidates[] = {
	"cpu_core",	/* P-cores of a hybrid; E-cores have another scheme */
	"cpu",		/* every other x86 */
};

/*
 * Events that the kernel counts on any PMU under its own generic numbers; sysfs may not list them.
 */
static const struct {
	const char *name;
	uint64_t config;
} generic_events[] = {
	{ "instructions", PERF_COUNT_HW_INSTRUCTIONS },
	{ "cpu-cycles", PERF_COUNT_HW_CPU_CYCLES },
};

/* The path of a file of the PMU; "", which does not exist, if it is too long. */
static void pmu_path(const struct pmu *pmu, char *path, size_t size, const char *dir,
		     const char *file)
{
	int n = snprintf(path, size, DEVICES "/%s/%s%s", pmu->name, dir, file);

	if (n < 0 || (size_t)n >= size)
		path[0] = '\0';
}

static DIR *open_dir(const char *root, const char *path)
{
	char full[PATH_MAX];
	int n = snprintf(full, sizeof(full), "%s%s", root, path);

	return n < 0 || (size_t)n >= sizeof(full) ? NULL : opendir(full);
}

/* caps/slots of Arm's PMUs; 0: it does not say. */
static int read_slots(const struct pmu *pmu)
{
	char path[PATH_MAX];
	long long slots;

	pmu_path(pmu, path, sizeof(path), "caps/slots", "");
	return !sysfs_read_number(pmu->root, path, &slots) && slots > 0 && slots < 64 ? (int)slots : 0;
}

/* A PMU of CPUs, by its name. */
struct found_pmu {
	char name[PMU_NAME_LEN];
	int slots;
};

/* The widest cores first; those that are as wide by name, so that the choice is always the same. */
static int compare_found(const void *a, const void *b)
{
	const struct found_pmu *x = a, *y = b;

	return x->slots != y->slots ? y->slots - x->slots : strcmp(x->name, y->name);
}

/*
 * Arm names its PMUs after the core ("armv8_neoverse_v1", "armv8_pmuv3_0"): one for each type of
 * cores. Core PMUs have a file `cpus`, uncore and software ones do not. Takes the one with this rank,
 * from the widest cores on: TYPE_CORE is the first.
 */
static bool find_by_cpus(struct pmu *pmu, enum core_type rank)
{
	DIR *dir = open_dir(pmu->root, DEVICES);
	struct found_pmu found[PMUS_MAX];
	struct dirent *entry;
	size_t n = 0;

	if (!dir)
		return false;
	while (n < PMUS_MAX && (entry = readdir(dir))) {
		size_t length = strlen(entry->d_name);
		char path[PATH_MAX];

		if (entry->d_name[0] == '.' || length >= sizeof(pmu->name))
			continue;
		memcpy(pmu->name, entry->d_name, length + 1);
		pmu_path(pmu, path, sizeof(path), "cpus", "");
		if (!sysfs_exists(pmu->root, path))
			continue;
		memcpy(found[n].name, pmu->name, sizeof(pmu->name));
		found[n++].slots = read_slots(pmu);
	}
	closedir(dir);
	if (n <= rank)
		return false;
	qsort(found, n, sizeof(found[0]), compare_found);
	memcpy(pmu->name, found[rank].name, sizeof(pmu->name));
	return true;
}

static bool find_candidate(struct pmu *pmu)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof(candidates) / sizeof(candidates[0]); i++) {
		(void)snprintf(pmu->name, sizeof(pmu->name), "%s", candidates[i]);
		pmu_path(pmu, path, sizeof(path), "", "");
		if (sysfs_exists(pmu->root, path))
			return true;
	}
	return false;
}

/* The PMU of another core type: on x86 it has the type's name. */
static bool find_core_type(struct pmu *pmu, enum core_type core_type)
{
	char path[PATH_MAX];

	if (!find_candidate(pmu))
		return find_by_cpus(pmu, core_type);
	(void)snprintf(pmu->name, sizeof(pmu->name), "cpu_%s", core_types[core_type].name);
	pmu_path(pmu, path, sizeof(path), "", "");
	return sysfs_exists(pmu->root, path);
}

static const char *const words[] = { "config", "config1", "config2" };

/* Parses a file of format/: "config1:0-7,32-35". Does not set the name. 0, or -EINVAL. */
static int parse_format(const char *text, struct pmu_format *format)
{
	const char *colon = strchr(text, ':');

	format->word = -1;
	for (int i = 0; colon && i < 3; i++) {
		if (strlen(words[i]) == (size_t)(colon - text) &&
		    !strncmp(text, words[i], (size_t)(colon - text)))
			format->word = i;
	}
	if (format->word < 0)
		return -EINVAL;
	format->n_ranges = 0;
	for (const char *at = colon + 1;;) {
		unsigned int low, high;
		int used = 0;

		if (sscanf(at, "%u-%u%n", &low, &high, &used) != 2 || !used) {
			used = 0;
			if (sscanf(at, "%u%n", &low, &used) != 1 || !used)
				return -EINVAL;
			high = low;
		}
		if (low > high || high > 63 || format->n_ranges == PMU_RANGES)
			return -EINVAL;
		format->range[format->n_ranges].low = (uint8_t)low;
		format->range[format->n_ranges++].high = (uint8_t)high;
		at += used;
		if (!*at)
			return 0;
		if (*at++ != ',')
			return -EINVAL;
	}
}

/* Leaves out terms that it does not understand: pmu_event() reports them if an event uses them. */
static int read_formats(struct pmu *pmu)
{
	char path[PATH_MAX], text[128];
	struct dirent *entry;
	DIR *dir;

	pmu_path(pmu, path, sizeof(path), "format", "");
	dir = open_dir(pmu->root, path);
	if (!dir)
		return 0;
	while ((entry = readdir(dir)) && pmu->n_formats < PMU_FORMATS) {
		struct pmu_format *format = &pmu->format[pmu->n_formats];

		size_t length = strlen(entry->d_name);

		if (entry->d_name[0] == '.' || length >= sizeof(format->name))
			continue;
		pmu_path(pmu, path, sizeof(path), "format/", entry->d_name);
		if (sysfs_read(pmu->root, path, text, sizeof(text)) <= 0 ||
		    parse_format(text, format))
			continue;
		memcpy(format->name, entry->d_name, length + 1);
		pmu->n_formats++;
	}
	closedir(dir);
	return 0;
}

/*
 * Core PMUs of hybrids and of Arm have a file `cpus`. `cpumask` is meant for uncore PMUs, but perf
 * also reads it for core PMUs. A PMU with neither counts on all CPUs.
 */
void pmu_cpus_path(const struct pmu *pmu, char *path, size_t size)
{
	static const char *const files[] = { "cpus", "cpumask" };

	for (size_t i = 0; i < 2; i++) {
		pmu_path(pmu, path, size, files[i], "");
		if (sysfs_exists(pmu->root, path))
			return;
	}
	path[0] = '\0';
}

static int read_cpus(struct pmu *pmu)
{
	char path[PATH_MAX];
	int ret;

	pmu_cpus_path(pmu, path, sizeof(path));
	if (!path[0])
		return 0;
	ret = sysfs_read_cpus(pmu->root, path, &pmu->cpus, &pmu->n_cpus);
	return !ret && !pmu->n_cpus ? -ENODEV : ret;
}

/* The sentence for a machine without a PMU. Names a hypervisor only if one was detected. */
static int explain_no_pmu(const char *root, struct err *err)
{
	struct facts facts;

	facts_read(root, &facts);
	if (facts.hypervisor)
		return err_set(err, ENODEV,
			       "this machine shows no CPU performance counters to Linux: a "
			       "hypervisor%s%s%s hides them; use a virtual machine with a virtual "
			       "PMU or a bare-metal one, or try 'tdtop --demo'",
			       facts.hypervisor_name[0] ? " (" : "", facts.hypervisor_name,
			       facts.hypervisor_name[0] ? ")" : "");
	return err_set(err, ENODEV,
		       "this machine shows no CPU performance counters to Linux: there is no CPU's "
		       "PMU in "
		       DEVICES ", and no sign of a hypervisor; see what the kernel says with "
		       "'dmesg | grep -i pmu', or try 'tdtop --demo'");
}

/* Reads all that sysfs says about the PMU; its name and root are set. */
static int read_pmu(struct pmu *pmu, struct err *err)
{
	char path[PATH_MAX];
	long long type;
	int ret;

	pmu_path(pmu, path, sizeof(path), "type", "");
	ret = sysfs_read_number(pmu->root, path, &type);
	if (ret || type < 0 || type > UINT32_MAX)
		return err_set(err, ret ? -ret : EINVAL,
			       "cannot read the type of PMU \"%s\" from %s: %s", pmu->name, path,
			       strerror(ret ? -ret : EINVAL));
	pmu->type = (uint32_t)type;
	pmu_path(pmu, path, sizeof(path), "caps/pmu_name", "");
	(void)sysfs_read(pmu->root, path, pmu->caps_name, sizeof(pmu->caps_name));
	pmu->slots = read_slots(pmu);
	ret = read_cpus(pmu);
	if (ret)
		return err_set(err, -ret, "cannot read on which CPUs PMU \"%s\" counts: %s",
			       pmu->name, strerror(-ret));
	return read_formats(pmu);
}

static int set_root(struct pmu *pmu, const char *root, struct err *err)
{
	memset(pmu, 0, sizeof(*pmu));
	if (snprintf(pmu->root, sizeof(pmu->root), "%s", root) >= (int)sizeof(pmu->root))
		return err_set(err, ENAMETOOLONG, "the root directory's name is too long");
	return 0;
}

int pmu_open(const char *root, struct pmu *pmu, struct err *err)
{
	int ret = set_root(pmu, root, err);

	if (ret)
		return ret;
	if (!find_candidate(pmu) && !find_by_cpus(pmu, TYPE_CORE))
		return explain_no_pmu(root, err);
	return read_pmu(pmu, err);
}

int pmu_open_core_type(const char *root, enum core_type core_type, struct pmu *pmu,
		       struct err *err)
{
	int ret = set_root(pmu, root, err);

	if (ret)
		return ret;
	pmu->core_type = core_type;
	return find_core_type(pmu, core_type) ? read_pmu(pmu, err) : -ENOENT;
}

void pmu_open_software(const char *root, struct pmu *pmu)
{
	(void)set_root(pmu, root, NULL);
	(void)snprintf(pmu->name, sizeof(pmu->name), "software");
	pmu->type = PERF_TYPE_SOFTWARE;
}

void pmu_close(struct pmu *pmu)
{
	free(pmu->cpus);
	memset(pmu, 0, sizeof(*pmu));
}

/* intel_pmu_init() of arch/x86/events/intel/core.c: generic_arch_v1, _v2+, _v5+. */
bool pmu_is_generic(const struct pmu *pmu)
{
	return !strncmp(pmu->caps_name, "generic_arch", strlen("generic_arch"));
}

bool pmu_has_event(const struct pmu *pmu, const char *name)
{
	char path[PATH_MAX];

	pmu_path(pmu, path, sizeof(path), "events/", name);
	return path[0] && sysfs_exists(pmu->root, path);
}

double pmu_event_scale(const struct pmu *pmu, const char *name)
{
	char path[PATH_MAX], file[128], text[64], *end;
	double scale;

	(void)snprintf(file, sizeof(file), "%s.scale", name);
	pmu_path(pmu, path, sizeof(path), "events/", file);
	if (sysfs_read(pmu->root, path, text, sizeof(text)) <= 0)
		return 1.0;
	scale = strtod(text, &end);
	return end == text || *end ? 1.0 : scale;
}

/*
 * On hybrids a generic event names its PMU in the upper half of config (PERF_PMU_TYPE_SHIFT, Linux
 * 5.13). The PMU "cpu" needs no such name, and older kernels do not understand it.
 */
static int generic_event(const struct pmu *pmu, const char *name, struct pmu_encoding *encoding)
{
	for (size_t i = 0; i < sizeof(generic_events) / sizeof(generic_events[0]); i++) {
		if (strcmp(generic_events[i].name, name))
			continue;
		*encoding = (struct pmu_encoding){ .type = PERF_TYPE_HARDWARE,
						   .config = generic_events[i].config };
		if (strcmp(pmu->name, "cpu"))
			encoding->config |= (uint64_t)pmu->type << PERF_PMU_TYPE_SHIFT;
		return 0;
	}
	return -ENOENT;
}

bool pmu_knows_event(const struct pmu *pmu, const char *name)
{
	struct pmu_encoding encoding;

	return pmu_has_event(pmu, name) || !generic_event(pmu, name, &encoding);
}

static const struct pmu_format *find_format(const struct pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->n_formats; i++) {
		if (!strcmp(pmu->format[i].name, name))
			return &pmu->format[i];
	}
	return NULL;
}

/* Puts the bits of value into the format's ranges, low bits first. -ERANGE if some do not fit. */
static int put_bits(const struct pmu_format *format, uint64_t value, uint64_t *word)
{
	for (int i = 0; i < format->n_ranges; i++) {
		int width = format->range[i].high - format->range[i].low + 1;
		uint64_t mask = width == 64 ? UINT64_MAX : (1ULL << width) - 1;

		*word |= (value & mask) << format->range[i].low;
		value = width == 64 ? 0 : value >> width;
	}
	return value ? -ERANGE : 0;
}

/*
 * Adds a term of an event to the encoding: "umask=0x80", or "edge" for edge=1, or a whole word:
 * "config=0x8000". Changes the text. 0; -EINVAL: no such term, or no value; -ERANGE: the value has
 * more bits than the term.
 */
static int put_term(const struct pmu *pmu, char *term, struct pmu_encoding *encoding)
{
	uint64_t *const word[] = { &encoding->config, &encoding->config1, &encoding->config2 };
	char *equals = strchr(term, '=');
	const struct pmu_format *format;
	uint64_t value = 1;

	if (equals) {
		char *end;

		*equals++ = '\0';
		errno = 0;
		value = strtoull(equals, &end, 0);
		if (end == equals || *end || errno)
			return -EINVAL;
	}
	format = find_format(pmu, term);
	if (format)
		return put_bits(format, value, word[format->word]);
	for (int i = 0; i < 3; i++) {
		if (!strcmp(term, words[i])) {
			*word[i] |= value;
			return 0;
		}
	}
	return -EINVAL;
}

int pmu_event(const struct pmu *pmu, const char *name, struct pmu_encoding *encoding,
	      struct err *err)
{
	char path[PATH_MAX], text[512], copy[512], *rest = copy;
	char *term;
	int ret;

	pmu_path(pmu, path, sizeof(path), "events/", name);
	ret = sysfs_read(pmu->root, path, text, sizeof(text));
	if (ret == -ENOENT && !generic_event(pmu, name, encoding))
		return 0;
	if (ret == 0)
		ret = -EINVAL;
	if (ret < 0)
		return err_set(err, -ret, "PMU \"%s\" has no event \"%s\": %s: %s", pmu->name, name,
			       path, strerror(-ret));
	*encoding = (struct pmu_encoding){ .type = pmu->type };
	memcpy(copy, text, sizeof(copy));
	while ((term = strsep(&rest, ","))) {
		ret = put_term(pmu, term, encoding);
		if (ret)
			return err_set(err, -ret,
				       "cannot understand event \"%s\" of PMU \"%s\": the term "
				       "\"%s\" of \"%s\" has no place in format/",
				       name, pmu->name, term, text);
	}
	return 0;
}

bool pmu_covers(const struct pmu *pmu, int cpu)
{
	for (size_t i = 0; i < pmu->n_cpus; i++) {
		if (pmu->cpus[i] == cpu)
			return true;
	}
	return pmu->n_cpus == 0;
}

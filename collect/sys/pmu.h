/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The PMU that counts slots, as the kernel describes it below /sys/bus/event_source/devices: its
 * type, its CPUs, its events and how their terms are laid out in a perf_event_attr. Nothing the
 * kernel says is hard-coded. Read once at start, then const; any thread.
 */
#ifndef TDTOP_COLLECT_PMU_H
#define TDTOP_COLLECT_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/core_type.h"

#define PMU_NAME_LEN 64
#define PMU_ROOT_LEN 256
#define PMU_FORMATS 48		/* x86 has about 20 */
#define PMU_RANGES 4		/* "config:0-7,32-35" has two */

/* One term of format/: the bits of a config word that its value fills, low bits first. */
struct pmu_format {
	char name[32];
	int word;		/* 0 config, 1 config1, 2 config2 */
	int n_ranges;
	struct {
		uint8_t low, high;
	} range[PMU_RANGES];
};

struct pmu {
	char root[PMU_ROOT_LEN];	/* "" or the fixture below which everything is read */
	char name[PMU_NAME_LEN];	/* "cpu", "cpu_core", "armv8_pmuv3_0" */
	char caps_name[PMU_NAME_LEN];	/* caps/pmu_name: "sapphire_rapids"; "" if not told */
	enum core_type core_type;		/* of a hybrid */
	uint32_t type;			/* attr.type */
	int slots;			/* caps/slots: slots per cycle, as Arm's PMUs tell; 0: not told */
	int *cpus;			/* CPUs it counts on, sorted; NULL: all */
	size_t n_cpus;
	size_t n_formats;
	struct pmu_format format[PMU_FORMATS];
};

/* What goes into a perf_event_attr. */
struct pmu_encoding {
	uint32_t type;
	uint64_t config, config1, config2;
};

/*
 * Finds the CPU's PMU below root: `cpu_core` on hybrids, else `cpu`, else the first that has a file
 * `cpus`, as Arm's have. Which events it has is another question (cpu.h). -ENODEV with a sentence,
 * which names the hypervisor if one is there, when this machine shows none; -EINVAL or another
 * errno when its files cannot be understood. pmu_close() is needed after success only.
 */
int pmu_open(const char *root, struct pmu *pmu, struct err *err);
void pmu_close(struct pmu *pmu);

/*
 * The PMU of another kind of cores of a hybrid (not TYPE_CORE, that is pmu_open()'s). -ENOENT without
 * a sentence: this machine has none; errors as above.
 */
int pmu_open_core_type(const char *root, enum core_type core_type, struct pmu *pmu, struct err *err);

/* Can pmu_event() encode it, also without a file? */
bool pmu_knows_event(const struct pmu *pmu, const char *name);

/* Does <pmu>/events/<name> exist? */
bool pmu_has_event(const struct pmu *pmu, const char *name);

/*
 * The encoding of <pmu>/events/<name>. "instructions" and "cpu-cycles" fall back to the kernel's
 * generic hardware events when sysfs does not list them. -ENOENT, -EINVAL with a sentence.
 */
int pmu_event(const struct pmu *pmu, const char *name, struct pmu_encoding *encoding,
	      struct err *err);

/* <pmu>/events/<name>.scale, 1.0 without such a file: what a count must be multiplied by. */
double pmu_event_scale(const struct pmu *pmu, const char *name);

/* The file below pmu->root with the CPUs that it counts on, of those that are online; "" if it counts on all. */
void pmu_cpus_path(const struct pmu *pmu, char *path, size_t size);

/* Does this PMU count on this CPU, which was online when it was opened? (on hybrids not on every one) */
bool pmu_covers(const struct pmu *pmu, int cpu);

#endif

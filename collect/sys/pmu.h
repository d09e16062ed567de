/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The PMU that counts slots, as the kernel describes it below /sys/bus/event_source/devices: its
 * type, its CPUs, its events, and which bits of a perf_event_attr their terms fill. Nothing that
 * the kernel says is hard-coded. Read once at start, then constant; any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/machine.h"

#define PMU_NAME_LEN 64
#define PMU_ROOT_LEN 256
#define PMU_FORMATS 48		/* x86 has about 20 */
#define PMU_RANGES 4		/* "config:0-7,32-35" has two */

/* A term of format/: the bits of a config word that its value fills, low bits first. */
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
	char caps_name[PMU_NAME_LEN];	/* caps/pmu_name: "sapphire_rapids"; "" without it */
	enum core_type core_type;	/* of the CPUs it counts on, on a hybrid */
	uint32_t type;			/* attr.type */
	int slots;			/* caps/slots of Arm's PMUs: slots per cycle; 0: none */
	int *cpus;			/* CPUs it counts on, sorted; NULL: all */
	size_t n_cpus;
	size_t n_formats;
	struct pmu_format format[PMU_FORMATS];
};

/* The fields of a perf_event_attr that name an event. */
struct pmu_encoding {
	uint32_t type;
	uint64_t config, config1, config2;
};

/*
 * Finds the CPU's PMU below root: `cpu_core` on hybrids, else `cpu`, else of those with a file
 * `cpus`, as Arm's have, the one with the most slots. cpu_match() decides whether its events suffice.
 * 0; -ENODEV with a sentence that names the hypervisor, if any, when the machine shows no PMU;
 * -EINVAL or another errno with a sentence when its files cannot be understood. Call pmu_close()
 * after success only.
 */
int pmu_open(const char *root, struct pmu *pmu, struct err *err);
void pmu_close(struct pmu *pmu);

/*
 * Opens the PMU of another core type of a hybrid (not TYPE_CORE: pmu_open() opens that one). Of Arm's
 * the second and third by their slots.
 * -ENOENT without a sentence if this machine has none; other errors as above.
 */
int pmu_open_core_type(const char *root, enum core_type core_type, struct pmu *pmu,
		       struct err *err);

/* A description of the kernel's software events, which every machine has, on all CPUs. */
void pmu_open_software(const char *root, struct pmu *pmu);

/* Can pmu_event() encode this event, with or without a file? */
bool pmu_knows_event(const struct pmu *pmu, const char *name);

/*
 * Does the kernel not know this Intel CPU? Then it has no events of the model, and does not know
 * which counters can count an event.
 */
bool pmu_is_generic(const struct pmu *pmu);

/* Does <pmu>/events/<name> exist? */
bool pmu_has_event(const struct pmu *pmu, const char *name);

/*
 * Encodes the event <pmu>/events/<name>. "instructions" and "cpu-cycles" fall back to the kernel's
 * generic hardware events if sysfs does not list them. 0; -ENOENT or -EINVAL with a sentence.
 */
int pmu_event(const struct pmu *pmu, const char *name, struct pmu_encoding *encoding,
	      struct err *err);

/* <pmu>/events/<name>.scale, the factor for a count; 1.0 without such a file. */
double pmu_event_scale(const struct pmu *pmu, const char *name);

/*
 * The path, below pmu->root, of the file that lists the online CPUs that this PMU counts on; "" if
 * it counts on all.
 */
void pmu_cpus_path(const struct pmu *pmu, char *path, size_t size);

/* Does this PMU count on this CPU? Answers for CPUs that were online when it was opened. */
bool pmu_covers(const struct pmu *pmu, int cpu);

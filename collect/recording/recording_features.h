/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording contains beside its records: its events, and the features, which describe the
 * machine and the recorder. Filled by recording.c on the main thread; the replay also reads
 * features that come in the data, on the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record_layout.h"
#include "collect/recording/recording_events.h"
#include "model/machine.h"

/* A string is "" and a number 0 if it was not recorded. */
struct recording {
	struct recording_events events;

	char host[65], cpu[128], arch[32], cpuid[64], pmu_name[64];
	bool by_tdtop;
	char family[64], simulated_by[64];	/* recorded by tdtop only */
	int manual_slots;			/* the same */
	uint32_t cpus_avail;		/* CPUs are numbered below this */
	struct cpu_place *cpus;		/* that were online, by number; owned; NULL: unknown */
	size_t n_cpus;
	uint64_t clock_wall_ns, clock_ns;	/* one time: since 1970, on the clock of records */
	uint64_t last_sample_ns;	/* clock of records */
};

/*
 * Reads the section of one feature (enum perfdata_feature); ignores features that tdtop does not
 * use.
 */
void recording_read_feature(struct recording *recording, uint64_t number, struct bytes bytes);

/* Does recording_read_feature() use it? */
bool recording_feature_wanted(uint64_t number);

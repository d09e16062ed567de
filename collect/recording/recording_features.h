/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording contains beside its records: its events, and the features, which describe the
 * machine and the recorder. Filled on the main thread; the replay also reads
 * features that come in the data, on the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record_layout.h"
#include "collect/recording/block.h"
#include "collect/recording/perfdata_stream.h"
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

/*
 * Reads the description of a recording, from the sections of a file or from the records of a
 * stream, which hold the same. Main thread while the recording is opened.
 */

/* Reads attrs and features of a file; keeps what can be read and does not fail. */
void recording_read_file(struct recording *recording, struct perfdata_stream *stream);

/*
 * The section of one feature of a file, in memory that the caller frees; *content: a cursor over it.
 * NULL: the file has no such feature, it is unreadable, or there is no memory.
 */
unsigned char *recording_feature_section(struct perfdata_stream *stream, uint64_t number,
					 struct bytes *content);

/*
 * Reads a record that describes the recording (of a stream, or in the data of tdtop's own files).
 * False: the record describes something else.
 */
bool recording_read_record(struct recording *recording, const struct frame *frame, bool swapped);

/* Frees the memory of the recording, and zeroes it. */
void recording_done(struct recording *recording);

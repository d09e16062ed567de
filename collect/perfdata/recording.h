/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a recording says of itself: its events, and the machine on which it was made. From the sections of
 * a file or the records of a stream, which hold the same. Collector thread, but for open.
 */
#ifndef TDTOP_COLLECT_RECORDING_H
#define TDTOP_COLLECT_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record.h"
#include "collect/perfdata/bytes.h"
#include "collect/perfdata/perfdata_stream.h"
#include "model/formula.h"
#include "model/machine.h"

#define RECORDING_EVENTS 1024	/* perf record of more is not read */
#define RECORDING_SCALE 1000	/* slots per cycle beyond this are damage */
#define RECORDING_CPUS 8192	/* NR_CPUS of the largest kernels */

/* An event of the recording: a perf_event_attr on all its CPUs. */
struct recorded_event {
	struct record_layout layout;
	uint32_t type;
	uint64_t config;
	char name[64];		/* "topdown-retiring"; "" if the recording does not tell */
	size_t n_ids;		/* one per CPU, with perf record -a */
	double scale;		/* of what it counts in one count; 0: the recording does not tell */
	bool told;		/* by tdtop, of which group it is: */
	enum core_type core_type;	/* else by its name */
	uint32_t mux;
	/* After recording_match(): */
	const struct family_event *row;	/* of the family's table; NULL: it has none for this event */
	bool leads;			/* a group of the slots of its kind of core, in its turn */
	bool switches;			/* samples at context switches */
};

struct recorded_id {
	uint64_t id;
	uint32_t event;
	int32_t cpu;		/* kernel's number; -1: not told */
};

struct recording {
	struct recorded_event *events;
	size_t n_events, cap_events;
	struct recorded_id *ids;	/* sorted by id once they are used */
	size_t n_ids, cap_ids;
	bool ids_sorted;
	size_t last;			/* index into ids of the last one looked for */

	char host[65], cpu[128], cpuid[64], pmu_name[64];
	char family[64], simulated_by[64];	/* of tdtop's own recordings, else "" */
	bool by_tdtop;
	bool switch_records;		/* some event writes SWITCH records */
	uint32_t cpus_avail;
	struct cpu_place *cpus;		/* places of all CPUs, by number; NULL: not told */
	size_t n_cpus;
	uint64_t clock_wall_ns, clock_ns;	/* the same moment on two clocks; 0: not told */
	uint64_t last_sample_ns;	/* 0: not told */
};

/* Reads attrs and features of a file, as far as there are any. */
void recording_read_file(struct recording *recording, struct stream *stream);

/*
 * Takes in a record that is about the recording (of a stream, or of tdtop in its own files). True: it was one.
 */
bool recording_take(struct recording *recording, const struct frame *frame, bool swapped);

/* One feature, as its section has it (collect/perfdata/recording_features.c). */
void recording_feature(struct recording *recording, uint64_t number, struct bytes bytes);

/* For EVENT_DESC: an event as the table of attrs has it already, by one of its ids or its place. */
struct recorded_event *recording_event_of(struct recording *recording, uint64_t id, size_t place);

/* The event got its name. */
void recording_name_event(struct recorded_event *event, const char *name);

/* Is there an event of this name, of whatever PMU but that of E-cores (collect/perfdata/recording_events.c)? */
bool recording_has_event(const struct recording *recording, const char *name);

/* Is some event of a hybrid's E-cores? */
bool recording_has_e_cores(const struct recording *recording);

/*
 * Which row of the family's table each event is, which says all of what it counts; and its scale, where that is
 * documented. False: of some event nobody tells the scale.
 */
bool recording_match(struct recording *recording, const struct family *family);

/* An event that is this row; NULL: none. */
const struct recorded_event *recording_find(const struct recording *recording, enum event_id id);

void recording_done(struct recording *recording);

/* The event with this id; the only one if records carry no ids; NULL: not known. */
const struct recorded_event *recording_event(struct recording *recording, uint64_t id);

/*
 * Fills machine from what is known by now: family, levels, CPUs, host (collect/perfdata/recording_machine.c). 0, or a
 * negative errno with the sentence that says what to record. recording_done() does not free it:
 * topology_done().
 */
int recording_machine(struct recording *recording, const char *name, struct machine *machine,
		      struct err *err);

/* The records' layout when no event says more: all have the id at the same place. */
const struct record_layout *recording_layout(const struct recording *recording);

#endif

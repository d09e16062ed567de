/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Appends records of perf.data to a blob: the kernel's samples, with the ids that perf needs, and
 * the records that tdtop adds (perfdata.h). No state; called by the recorder, on its thread.
 *
 * In the ring a group is sampled without PERF_FORMAT_ID, which saves 8 bytes per member and switch,
 * but perf can only separate the values of a group by their ids. So the attrs in the file say
 * PERF_FORMAT_ID, and each sample gets the ids of its CPU's members. One other change is made to
 * the kernel's records: a sample of a switch that has the id of another program's event gets ours
 * (correct_id() of collect/percpu/rings.c).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"
#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/updates.h"
#include "collect/slice/slicer.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"
#include "collect/sys/facts.h"
#include "model/machine.h"

/* The sample_id at the end of each record other than a sample. */
struct perfdata_stamp {
	struct tap_place place;
	int32_t cpu_number;	/* the kernel's */
	int32_t pid, tid;
	uint64_t time_ns;
};

/* Puts the end of each record of an event with attr.sample_id_all. */
void perfdata_put_sample_id(struct blob *blob, const struct record_layout *layout,
			    const struct perfdata_stamp *stamp, uint64_t id);

/*
 * Puts a member's attr. perf reads only attrs of sizes that it knows (6.1 refuses what 6.12
 * writes), so the file has the smallest size that contains all fields that tdtop sets: 112, of
 * Linux 4.1.
 */
#define PERFDATA_ATTR_SIZE PERF_ATTR_SIZE_VER5
void perfdata_put_attr(struct blob *blob, const struct recordable_group *group, size_t member);

/*
 * Puts the ids of a member on all CPUs that count it (not if blob is NULL); returns their number.
 */
size_t perfdata_put_ids(struct blob *blob, const struct recordable *events, size_t group,
			size_t member);

/*
 * Puts the start of a file: header, ids, attrs, each with room for those of `room` further events.
 * The header says: no data, no features.
 */
void perfdata_put_head(struct blob *blob, const struct recordable *events, size_t room);

/*
 * Puts the start of a stream: header, then each attr with its ids as a record. False: an event has
 * more ids than fit into a record.
 */
bool perfdata_put_stream_head(struct blob *blob, const struct recordable *events);

/*
 * Puts a PERF_RECORD_SAMPLE of this CPU and group, with ids. *time_ns: its time. Values of members
 * behind those of the group (probes of regions) are left out. False: it does not have the layout of
 * the events, and is left out.
 */
bool perfdata_put_sample(struct blob *blob, const struct recordable *events, struct tap_place place,
			 const void *bytes, size_t size, uint64_t *time_ns);

/*
 * Puts the sample of a marker: the group, then `count` as the value of the sampled event, which has
 * this id, then the registers. id 0: the group only, as a sample of the clock.
 */
bool perfdata_put_marker(struct blob *blob, const struct recordable *events, struct tap_place place,
			 const void *bytes, size_t size, uint64_t id, uint64_t count,
			 uint64_t *time_ns);

/* Puts a reading as PERF_RECORD_READ. base: it begins the group's slices, and does not end one. */
void perfdata_put_reading(struct blob *blob, const struct recordable *events,
			  const struct perfdata_stamp *stamp, const struct reading *reading,
			  bool base);

/* Puts a PERF_RECORD_SWITCH_CPU_WIDE of the stamp's task. */
void perfdata_put_switch(struct blob *blob, const struct recordable *events,
			 const struct perfdata_stamp *stamp, bool out);

/* Puts a PERF_RECORD_LOST of so many records of the event with this id. */
void perfdata_put_lost(struct blob *blob, const struct record_layout *layout,
		       const struct perfdata_stamp *stamp, uint64_t id, uint64_t lost);

/*
 * Puts what is mapped (code, of a process or of a module of the kernel) from the stamp's time on, as
 * PERF_RECORD_MMAP2 or MMAP. False: its path does not fit into a record.
 */
bool perfdata_put_mapping(struct blob *blob, const struct record_layout *layout,
			  const struct perfdata_stamp *stamp, uint64_t id, const struct code_mapping *mapping);

/* Puts the addresses of the kernel's text, with which perf resolves the addresses of samples. */
void perfdata_put_kernel(struct blob *blob, const struct recordable *events, uint64_t start,
			 uint64_t end);

/* Puts the name of a member's event, as in a stream of perf. */
void perfdata_put_name(struct blob *blob, const struct recordable *events, size_t group,
		       size_t member, const char *name);

/*
 * Put an answer of /proc: facts, or NULL: no such process; a name, or "": no such thread. what:
 * PERFDATA_UPDATE_THREAD, or _EXITED: it exited before the file began, but its last slice may be in it.
 */
void perfdata_put_process(struct blob *blob, const struct recordable *events, int32_t pid,
			  const struct task_facts *facts);
void perfdata_put_thread(struct blob *blob, const struct recordable *events, enum perfdata_update what,
			 int32_t pid, int32_t tid, const char *comm);

/* The id of some event of the file, for records that are of none. */
uint64_t perfdata_any_id(const struct recordable *events);

/* Puts the end of an interval. */
void perfdata_put_mark(struct blob *blob, const struct perfdata_mark *mark);

struct sampled_events;

/* What the features of a recording are made from. Pointers are borrowed. */
struct perfdata_about {
	uint64_t kernel_start, kernel_end;	/* addresses of the kernel's text; 0: unknown */
	const char *root;		/* prefix of /proc and /sys; "": the real machine */
	struct facts facts;		/* facts_read() below it */
	const struct machine *machine;
	const struct recordable *events;
	const struct sampled_events *sampled;	/* as of the last commit */
	const struct blob *build_ids;	/* of perfdata_put_build_id(); NULL: none */
	uint64_t clock_ns, wall_ns;	/* one point in time: clock of records, and since 1970 */
	uint64_t first_ns, last_ns;	/* of samples in committed intervals; 0: none yet */
};

/*
 * Features of perfdata_topology.c: where the CPUs are, by core and socket, by NUMA node, and on a hybrid the PMU of
 * each core type. Lists of CPUs are in the format of sysfs. False: there is no information; the caller drops what is in
 * the blob of it.
 */
bool perfdata_put_nrcpus(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_cpu_topology(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_numa_topology(struct blob *blob, const struct perfdata_about *about);
bool perfdata_put_hybrid_topology(struct blob *blob, const struct perfdata_about *about);

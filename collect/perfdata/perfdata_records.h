/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of perf.data as bytes, appended to a blob: the kernel's samples with the ids that perf
 * wants, and what tdtop adds (perfdata.h). Pure. Collector thread.
 *
 * A group that is sampled without PERF_FORMAT_ID costs 8 bytes per member and switch less in the
 * ring, but perf can only take a group's values apart by their ids. So in the file the attrs say
 * PERF_FORMAT_ID and each sample has the ids of its CPU's members. The one other change to what the
 * kernel wrote: the id of a switch's sample is put right when it is another program's (correct_id()
 * of collect/percpu/source_switch.c).
 */
#ifndef TDTOP_COLLECT_PERFDATA_RECORDS_H
#define TDTOP_COLLECT_PERFDATA_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata.h"
#include "collect/slice/source.h"
#include "collect/slice/tap.h"

/* When, where and about whom: what ends each record that is not a sample. */
struct perfdata_stamp {
	struct tap_place place;
	int32_t cpu_number;	/* the kernel's */
	int32_t pid, tid;
	uint64_t time_ns;
};

/*
 * The attr of a member as files have it. perf reads attrs of sizes that it knows, so a newer one
 * than needed would keep an older perf out: 6.1 refuses what 6.12 writes.
 */
#define PERFDATA_ATTR_SIZE PERF_ATTR_SIZE_VER5	/* 112: all that tdtop sets, Linux 4.1 */
void perfdata_put_attr(struct blob *blob, const struct recordable_group *group, size_t member);

/* The ids of a member on all CPUs that it is counted on (blob may be NULL); returns how many. */
size_t perfdata_put_ids(struct blob *blob, const struct recordable *events, size_t group, size_t member);

/* The start of the file: header, ids, attrs; no data and no features yet. */
void perfdata_put_head(struct blob *blob, const struct recordable *events);

/*
 * A PERF_RECORD_SAMPLE of this CPU and group with ids. false: it is not of this layout, and was
 * left out. *time_ns: when it was taken.
 */
bool perfdata_put_sample(struct blob *blob, const struct recordable *events, struct tap_place place,
			 const void *bytes, size_t size, uint64_t *time_ns);

/* base: no end of a slice, but what slices of this group begin with. */
void perfdata_put_reading(struct blob *blob, const struct recordable *events,
			  const struct perfdata_stamp *stamp, const struct reading *reading, bool base);

/* PERF_RECORD_SWITCH_CPU_WIDE of the stamp's task. */
void perfdata_put_switch(struct blob *blob, const struct recordable *events,
			 const struct perfdata_stamp *stamp, bool out);

void perfdata_put_lost(struct blob *blob, const struct recordable *events,
		       const struct perfdata_stamp *stamp, uint64_t lost);

/* Where the kernel's text lies: with it perf can name the addresses of samples. */
void perfdata_put_kernel(struct blob *blob, const struct recordable *events, uint64_t start,
			 uint64_t end);

/* The name of a member's event, as perf has it in a stream. */
void perfdata_put_name(struct blob *blob, const struct recordable *events, size_t group, size_t member,
		       const char *name);

/* What /proc said of a process, facts or NULL: no such process; and of a thread, "" likewise. */
void perfdata_put_process(struct blob *blob, const struct recordable *events, int32_t pid,
			  const struct task_facts *facts);
void perfdata_put_thread(struct blob *blob, const struct recordable *events, int32_t pid, int32_t tid,
			 const char *comm);
/* One that ended before the file began: its last slice may be in it. */
void perfdata_put_exited(struct blob *blob, const struct recordable *events, int32_t pid, int32_t tid,
			const char *comm);

/* From here on this turn's group is on; the groups of this kind take turns, or not. */
void perfdata_put_mux(struct blob *blob, const struct recordable *events, int32_t cpu_number, uint32_t mux);
void perfdata_put_rotation(struct blob *blob, const struct recordable *events, enum core_type kind, bool taken);

/* The section of a feature as a record; one that is too large for that is left out. */
void perfdata_put_feature(struct blob *blob, const struct recordable *events, uint64_t number,
			  const struct blob *section);

/* The end of an interval. */
void perfdata_put_mark(struct blob *blob, const struct perfdata_mark *mark);

#endif

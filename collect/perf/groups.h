/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The SLOTS groups of all CPUs and their rings, held by libperf. Where there are several, those of a CPU take
 * turns, and write into the same ring. This is the only file of the switch
 * source that touches the kernel; what the records mean is the slicer's business. Collector thread,
 * but for open and close.
 */
#ifndef TDTOP_COLLECT_GROUPS_H
#define TDTOP_COLLECT_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/perf_open.h"
#include "collect/perf/record.h"
#include "model/err.h"
#include "model/machine.h"

struct groups;

/* Which CPUs, how many groups each, and how large their rings. */
struct groups_options {
	size_t n_mux;		/* groups beside that of turn 0 */
	const bool *online;	/* per CPU (index); NULL: all. The others have neither events nor a ring */
	unsigned int grow;	/* rings are 2^grow times as large as for a machine at peace */
};

#define GROUPS_GROW_MAX 3	/* 512 MiB in all; 16 MiB per CPU */

/*
 * Opens the groups of turns 0 to options->n_mux and maps a ring on the CPUs of the machine; nothing counts
 * yet. 0 and *out, which the caller closes, or a negative errno with a sentence. -ENODEV: a CPU went offline
 * meanwhile.
 */
int groups_open(const struct group *group, const struct machine *machine,
		const struct groups_options *options, struct groups **out, struct err *err);
void groups_close(struct groups *groups);	/* NULL is fine */

/* Starts the groups of turn 0. 0 or a negative errno with a sentence. */
int groups_enable(struct groups *groups, struct err *err);

/*
 * Switches the group of this turn on this CPU on or off: one IPI, which wakes the CPU if it is idle. What it
 * counted stands still while it is off. 0 or -errno.
 */
int groups_switch(struct groups *groups, size_t cpu, size_t mux, bool on);

/* The same of turn 0 and of all that goes with it, on one CPU alone: before groups_enable(). */
int groups_switch_cpu(struct groups *groups, size_t cpu, bool on);

/* The layout of all records and readings of these groups. */
const struct record_layout *groups_layout(const struct groups *groups);

/* The kernel's id of a member's event on this CPU (index), as in struct record; 0 if not known. */
uint64_t groups_event_id(const struct groups *groups, size_t cpu, size_t mux, size_t member);

/* An fd that turns readable when some ring is half full; after that drain all rings. */
int groups_poll_fd(const struct groups *groups);

/*
 * The next record of this CPU's ring, valid until the next call; NULL: the ring is empty. Go on to
 * NULL, or the kernel gets the last bytes back only with the next call.
 */
const void *groups_next_record(struct groups *groups, size_t cpu, size_t *size);

/*
 * Reads the whole group of this turn on this CPU: if it is on, one IPI, which wakes the CPU if it is idle. 0
 * or -errno.
 */
int groups_read(struct groups *groups, size_t cpu, size_t mux, struct reading *reading);

/* Sets the period of the member with MEMBER_CLOCK on this CPU: one IPI if it is on. Best effort. */
void groups_set_clock_period(struct groups *groups, size_t cpu, size_t mux, uint64_t period_ns);

/*
 * Are switches on this CPU sampled and told? They are, from groups_enable() on. While they are not, its groups
 * count on and tasks are told. Some samples may still come after the end, of the first switches: the kernel uses the old
 * period up. Three IPIs. Best effort.
 */
void groups_sample_switches(struct groups *groups, size_t cpu, bool on);

/*
 * Data bytes of one ring for so many CPUs, a power of two, where a page has so many bytes (4 to 64 KiB on Arm);
 * and those of the smallest that is any use. Any thread.
 */
size_t groups_ring_bytes(size_t n_cpus, size_t page);
size_t groups_ring_min(size_t page);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The SLOTS groups of all CPUs and their rings, held by libperf. Where there are several groups,
 * those of a CPU rotate and write into the same ring. This is the only file of the switch source
 * that touches the kernel; what the records mean is the slicer's business. open and close on main's
 * or the collector's thread, the rest on the collector thread. A struct of functions, so that tests
 * can put groups of their own in its place (tests/fixtures/fake_kernel.c).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/mux_timer.h"
#include "collect/perf/perf_open.h"
#include "collect/perf/record.h"
#include "model/err.h"
#include "model/machine.h"

struct file_guard;
struct groups;

/* Which CPUs, how many groups each, and how large their rings. */
struct groups_options {
	size_t n_mux;		/* groups that rotate with the first (mux 0) */
	const bool *online;	/* per CPU (index), NULL: all; no events or ring on others */
	unsigned int grow;	/* rings are 2^grow times as large as on a quiet machine */
};

/* Where a marker is (collect/region/regions.h). */
struct groups_probe {
	uint32_t object;	/* its number, from 1 on */
	int fd;			/* of its file, which is open */
	struct file_guard *guard;	/* of it; NULL: none */
	const char *path;	/* for sentences */
	uint64_t offset;	/* of the mark in the file */
};

#define GROUPS_GROW_MAX 3	/* 512 MiB in all; 16 MiB per CPU */

/* CPUs are indices into machine->cpus, mux and member those of group[mux].member[member]. */
struct groups_ops {
	/*
	 * Opens group[0] to group[options->n_mux] on the CPUs of the machine and maps their rings;
	 * nothing counts yet. machine is borrowed until close. 0 and *out, which the caller closes,
	 * or a negative errno with a sentence. -ENODEV: a CPU went offline meanwhile.
	 */
	int (*open)(const struct group *group, const struct machine *machine,
		    const struct groups_options *options, struct groups **out, struct err *err);
	void (*close)(struct groups *groups);	/* NULL is fine */
	/* Starts the first group (mux 0) of each CPU. 0 or a negative errno with a sentence. */
	int (*enable)(struct groups *groups, struct err *err);
	/*
	 * Switches one group on or off: one IPI, which wakes the CPU if it is idle. The counts
	 * stand still while it is off. 0 or -errno.
	 */
	int (*switch_mux)(struct groups *groups, size_t cpu, size_t mux, bool on);
	/*
	 * The same for the first group and its watchers, on one CPU alone: before enable. 0 or
	 * -errno.
	 */
	int (*switch_cpu)(struct groups *groups, size_t cpu, bool on);
	/* The layout of all records and readings; valid until close. */
	const struct record_layout *(*layout)(const struct groups *groups);
	/* The kernel's id of a member's event, as in struct record; 0 if not known. */
	uint64_t (*event_id)(const struct groups *groups, size_t cpu, size_t mux, size_t member);
	/* An fd that turns readable when some ring is half full; after that drain all rings. */
	int (*poll_fd)(const struct groups *groups);
	/*
	 * The next record of this CPU's ring, valid until the next call; NULL: the ring is empty.
	 * Go on to NULL, or the kernel gets the last bytes back only with the next call.
	 */
	const void *(*next_record)(struct groups *groups, size_t cpu, size_t *size);
	/*
	 * Reads a whole group: if it is on, one IPI, which wakes the CPU if it is idle. 0 or
	 * -errno.
	 */
	int (*read)(struct groups *groups, size_t cpu, size_t mux, struct reading *reading);
	/* Sets the period of the member with MEMBER_CLOCK: one IPI if it is on. Best effort. */
	void (*set_clock_period)(struct groups *groups, size_t cpu, size_t mux, uint64_t period_ns);
	/*
	 * Are switches on this CPU sampled and written? They are, from enable on. While they are
	 * not, its groups count on and tasks are reported. Some samples of the first switches may
	 * still come after that: the kernel uses up the old period. Three IPIs. Best effort.
	 */
	void (*sample_switches)(struct groups *groups, size_t cpu, bool on);
	/*
	 * Begins to sample the first group of this CPU when the kernel's mux timer expires there;
	 * NULL: ends it. The event joins the group as its last member, so samples and readings have
	 * one value more meanwhile. Returns its id as in struct record, 0: the kernel refuses it.
	 * The kernel takes all counters of the CPU away for a moment.
	 */
	uint64_t (*sample_mux_timer)(struct groups *groups, size_t cpu,
				     const struct mux_timer *timer);
	/*
	 * Samples this group of this CPU at each pass of a marker there, with the registers that
	 * record_marker() takes. The event joins the group as its last member, so that samples and
	 * readings have one value more. A group that is on must be switched off and on once before
	 * the new member runs. 0 and *id, the event's id as in struct record; or a negative errno
	 * with a sentence. -ENODEV: the CPU is offline. -ENOSPC: the group has too many members.
	 */
	int (*probe)(struct groups *groups, size_t cpu, size_t mux,
		     const struct groups_probe *probe, uint64_t *id, struct err *err);
	/* Closes the probes of this object and of those with greater numbers. 1: all. */
	void (*unprobe)(struct groups *groups, uint32_t object);
};

extern const struct groups_ops groups_real;

/*
 * Data bytes of one ring for this many CPUs, a power of two, on a machine with pages of this many
 * bytes (4 to 64 KiB on Arm). Also of the smallest ring that is of use. Any thread.
 */
size_t groups_ring_bytes(size_t n_cpus, size_t page);
size_t groups_ring_min(size_t page);

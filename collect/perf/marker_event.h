/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The event of a marker (collect/region/region_note.h): an uprobe at tdtop_region_mark(), a member
 * of the group of a CPU. It samples this group, and two registers of the task: the first argument,
 * and the address of the mark. Any thread; no global state.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct file_guard;

#define MARKER_PATH_LEN 32

/*
 * The kernel's type of uprobe events, which differs from boot to boot. 0 or a negative errno: this
 * kernel has none. root: as for cores_find(); "" is this machine.
 */
int marker_event_type(const char *root, uint32_t *type);

/* The path by which the kernel finds the file of an fd of this process. */
void marker_event_path(int fd, char path[MARKER_PATH_LEN]);

/* Returns -ESTALE, with a sentence: the file of these markers is not what it was (file_guard_hold()). */
int marker_event_is_stale(const char *path, struct err *err);

/* Was this one file refused (a negative errno), and not probes in general, or for the moment? */
bool marker_event_is_refused(int error);

/*
 * Makes the attr of the event: a sample at each pass of the instruction at this offset of the file.
 * It has the fields of the group's samples and, behind them, the two registers in this order. path
 * is borrowed until the event is open. False: not known for this architecture.
 */
bool marker_event_make(struct perf_event_attr *attr, uint32_t type, const char *path,
		       uint64_t offset);

/* ---- those that are open, of all CPUs and groups; collector thread ---- */

struct open_probe {
	int fd;
	uint32_t cpu, mux;	/* whose group it is a member of; CPU: index */
	uint32_t object;
	struct file_guard *guard;	/* held; NULL: none */
};

struct probes {
	struct open_probe *list;
	size_t n, cap;
};

/* Takes over the fd, and what is held. 0; -ENOMEM: it is closed. */
int probes_add(struct probes *probes, const struct open_probe *probe);

/* How many members the group of this CPU has more because of them. */
size_t probes_of_group(const struct probes *probes, size_t cpu, size_t mux);

/*
 * Switches off those of this object and of those with greater numbers, and has them closed; later:
 * half a second later, as others are about to be opened. Programs trap until they are closed. To close
 * one the kernel waits until no CPU is in its probe, for all of them one after the other: 80 ms each
 * (measured, Linux 6.18; perf_trace_event_unreg()); a thread of their own does it. 1: all; the list is
 * freed then.
 */
void probes_close(struct probes *probes, uint32_t object, bool later);

/* Objects whose probes are being closed: their members are in their groups still. */
size_t probes_closing(void);

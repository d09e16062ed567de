/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The event of a marker (collect/region/region_note.h): an uprobe at tdtop_region_mark(), a member
 * of the group of a CPU. It samples this group, and two registers of the task: the first argument,
 * and the address of the mark. Any thread; no global state.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

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

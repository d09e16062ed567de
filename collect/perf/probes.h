/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The open events of markers, of all CPUs and groups: a list of file descriptors. Collector thread.
 *
 * To close one the kernel waits until no CPU is in its probe any more, for all of them one after the
 * other: 80 ms each (measured, Linux 6.18; perf_trace_event_unreg()). So they are switched off, and
 * a thread of their own closes them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct file_guard;

struct probe {
	int fd;
	uint32_t cpu, mux;	/* whose group it is a member of; CPU: index */
	uint32_t object;
	struct file_guard *guard;	/* held; NULL: none */
};

struct probes {
	struct probe *list;
	size_t n, cap;
};

/* Takes over the fd, and what is held. 0; -ENOMEM: it is closed. */
int probes_add(struct probes *probes, const struct probe *probe);

/* How many members the group of this CPU has more because of them. */
size_t probes_of_group(const struct probes *probes, size_t cpu, size_t mux);

/*
 * Switches off those of this object and of those with greater numbers, and has them closed; later:
 * half a second later, as others are about to be opened. Programs trap until they are closed. 1: all;
 * the list is freed then.
 */
void probes_close(struct probes *probes, uint32_t object, bool later);

/* Objects whose probes are being closed: their members are in their groups still. */
size_t probes_closing(void);

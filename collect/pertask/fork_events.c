/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads FORK records; see fork_events.h. An inherited event may have a ring only if it is bound to
 * one CPU (kernel: perf_mmap()); the records of its copies go to the ring of the event that was
 * opened. All events of a CPU share one ring.
 */
#include "config.h"
#include "collect/pertask/fork_events.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>

#include "collect/events/event_ring.h"
#include "collect/perf/record.h"

/*
 * The FORK and EXIT records of a task are 64 bytes together: 256 KiB hold 4000 short-lived
 * processes on one CPU between two readings. An unprivileged user may lock 512 KiB per CPU.
 */
#define RING_BYTES_MAX (256UL << 10)
#define RING_BYTES_ALL (16UL << 20)

struct fork_events {
	const struct perf_sys *sys;
	size_t n_cpus, n_fds;		/* n_fds: that are open; those of a CPU follow each other */
	size_t pages;			/* of each ring */
	struct perf_event_mmap_page **ring;	/* of each CPU; NULL: none */
	int *fd;
	char whole[EVENT_RECORD_MAX];	/* a record that wraps around a ring */
};

static int open_on_cpu(struct fork_events *events, int cpu, const int32_t *tids, size_t n)
{
	const struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.task = 1,
		.inherit = tids[0] != FORK_EVENTS_ALL,
		.exclude_kernel = 1,	/* it counts nothing, so every user may open it */
		.exclude_hv = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};

	for (size_t i = 0; i < n; i++) {
		const int fd = events->sys->open(events->sys->data, &attr, tids[i], cpu, -1, 0);

		if (fd < 0)
			return fd;
		events->fd[events->n_fds++] = fd;
	}
	return 0;
}

static void unmap_rings(struct fork_events *events)
{
	for (size_t i = 0; i < events->n_cpus; i++) {
		if (events->ring[i])
			events->sys->unmap(events->sys->data, events->ring[i], events->pages);
		events->ring[i] = NULL;
	}
}

/* Maps a ring of so many pages on each CPU, and lets all events of the CPU write into it. */
static int map_with(struct fork_events *events, size_t pages)
{
	const struct perf_sys *sys = events->sys;
	const size_t n = events->n_fds / events->n_cpus;
	int ret = 0;

	events->pages = pages;
	for (size_t i = 0; i < events->n_cpus && !ret; i++) {
		ret = sys->map(sys->data, events->fd[i * n], pages, false, &events->ring[i]);
		for (size_t k = 1; k < n && !ret; k++)
			ret = sys->redirect(sys->data, events->fd[i * n + k], events->fd[i * n]);
	}
	if (ret)
		unmap_rings(events);
	return ret;
}

/* Maps the largest rings that the limits allow. 0 or -EPERM. */
static int map_rings(struct fork_events *events)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t bytes = RING_BYTES_MAX;

	while (bytes * events->n_cpus > RING_BYTES_ALL && bytes > page)
		bytes /= 2;
	for (; bytes >= page; bytes /= 2)
		if (!map_with(events, bytes / page))
			return 0;
	return -EPERM;
}

int fork_events_open(const struct perf_sys *sys, const struct machine *machine, const int32_t *tids, size_t n,
		     struct fork_events **out)
{
	struct fork_events *events = calloc(1, sizeof(*events));
	int ret = 0;

	if (!events)
		return -ENOMEM;
	events->sys = sys;
	events->n_cpus = machine->n_cpus;
	events->ring = calloc(machine->n_cpus, sizeof(events->ring[0]));
	events->fd = calloc(machine->n_cpus * n, sizeof(events->fd[0]));
	if (!events->ring || !events->fd)
		ret = -ENOMEM;
	for (size_t i = 0; i < machine->n_cpus && !ret; i++)
		ret = open_on_cpu(events, machine->cpus[i].cpu, tids, n);
	if (!ret)
		ret = map_rings(events);
	if (ret)
		fork_events_close(events);
	else
		*out = events;
	return ret;
}

void fork_events_close(struct fork_events *events)
{
	if (!events)
		return;
	if (events->ring)
		unmap_rings(events);
	for (size_t i = 0; i < events->n_fds; i++)
		events->sys->close(events->sys->data, events->fd[i]);
	free(events->ring);
	free(events->fd);
	free(events);
}

size_t fork_events_fds(const struct fork_events *events)
{
	return events->n_fds;
}

static void report_fork(const char *bytes, size_t size, fork_event_found *found, void *data)
{
	static const struct record_layout layout = { .sample_id_all = false };
	struct task_event fork_event;
	struct record record;

	if (!record_decode(&layout, bytes, size, &record) && record_task_event(&record, &fork_event) &&
	    fork_event.kind == TASK_FORK)
		found(data, &fork_event);
}

void fork_events_each(struct fork_events *events, fork_event_found *found, void *data)
{
	for (size_t i = 0; i < events->n_cpus; i++) {
		struct perf_event_mmap_page *ring = events->ring[i];
		const uint64_t head = event_ring_head(ring);
		struct perf_event_header header;
		uint64_t at = ring->data_tail;
		const char *bytes;

		for (; (bytes = event_ring_record(ring, at, head, events->whole, &header)); at += header.size)
			report_fork(bytes, header.size, found, data);
		event_ring_taken(ring, head);
	}
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads FORK records; see fork_events.h. An inherited event may have a ring only if it is bound to
 * one CPU (kernel: perf_mmap()); the records of its copies go to the ring of the event that was
 * opened. libperf lets all events of a CPU share one ring.
 */
#include "config.h"
#include "collect/pertask/fork_events.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>

#include "collect/perf/libperf_use.h"
#include "collect/perf/record.h"

/*
 * The FORK and EXIT records of a task are 64 bytes together: 256 KiB hold 4000 short-lived
 * processes on one CPU between two readings. An unprivileged user may lock 512 KiB per CPU.
 */
#define RING_BYTES_MAX (256UL << 10)
#define RING_BYTES_ALL (16UL << 20)

struct fork_events {
	struct perf_evlist *evlist;
	struct perf_evsel *evsel;
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	size_t fds;
	bool opened;
};

/* All CPUs that are online now; the caller owns the map. NULL without memory. */
static struct perf_cpu_map *online_cpus(void)
{
#if HAVE_DECL_PERF_CPU_MAP__NEW_ONLINE_CPUS
	return perf_cpu_map__new_online_cpus();
#else
	return perf_cpu_map__new(NULL);		/* its name before Linux 6.8 */
#endif
}

static struct perf_evsel *make_evsel(bool inherit)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.task = 1,
		.inherit = inherit,
		.exclude_kernel = 1,	/* it counts nothing, so every user may open it */
		.exclude_hv = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};

	return perf_evsel__new(&attr);
}

/* Maps the largest rings that the limits allow. 0 or -EPERM. */
static int map_rings(struct fork_events *events)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE),
		     n = (size_t)perf_cpu_map__nr(events->cpus);
	size_t bytes = RING_BYTES_MAX;

	while (bytes * n > RING_BYTES_ALL && bytes > page)
		bytes /= 2;
	for (; bytes >= page; bytes /= 2)
		if (!perf_evlist__mmap(events->evlist, (int)(bytes / page)))
			return 0;
	return -EPERM;
}

/* Takes over the reference to threads. */
static int open_of(struct perf_thread_map *threads, bool inherit, struct fork_events **out)
{
	struct fork_events *events = calloc(1, sizeof(*events));
	int ret;

	if (!events) {
		perf_thread_map__put(threads);
		return -ENOMEM;
	}
	libperf_use();
	events->threads = threads;
	events->cpus = online_cpus();
	events->evlist = perf_evlist__new();
	events->evsel = make_evsel(inherit);
	if (events->evlist && events->evsel)
		perf_evlist__add(events->evlist, events->evsel);
	if (!events->threads || !events->cpus || !events->evlist || !events->evsel) {
		fork_events_close(events);
		return -ENOMEM;
	}
	perf_evlist__set_maps(events->evlist, events->cpus, events->threads);
	ret = perf_evsel__open(events->evsel, events->cpus, events->threads);
	events->opened = !ret;
	if (!ret)
		ret = map_rings(events);
	if (ret) {
		fork_events_close(events);
		return ret;
	}
	events->fds = (size_t)perf_cpu_map__nr(events->cpus) *
		      (size_t)perf_thread_map__nr(events->threads);
	*out = events;
	return 0;
}

int fork_events_open_all(struct fork_events **out)
{
	struct perf_thread_map *threads = perf_thread_map__new_dummy();

	if (threads)
		perf_thread_map__set_pid(threads, 0, -1);
	return open_of(threads, false, out);
}

int fork_events_open_of(int32_t *tids, size_t n, struct fork_events **out)
{
	return open_of(perf_thread_map__new_array((int)n, tids), true, out);
}

void fork_events_close(struct fork_events *events)
{
	if (!events)
		return;
	if (events->opened)
		perf_evlist__munmap(events->evlist);
	if (events->opened)
		perf_evlist__close(events->evlist);
	if (events->evsel)
		libperf_drop_references(events->evsel);
	perf_evlist__delete(events->evlist);
	perf_cpu_map__put(events->cpus);
	perf_thread_map__put(events->threads);
	free(events);
}

size_t fork_events_fds_for(size_t n_tids)
{
	struct perf_cpu_map *cpus = online_cpus();
	int n = cpus ? perf_cpu_map__nr(cpus) : 0;

	perf_cpu_map__put(cpus);
	return (size_t)n * n_tids;
}

size_t fork_events_fds(const struct fork_events *events)
{
	return events->fds;
}

static void report_fork(const union perf_event *event, fork_event_found *found, void *data)
{
	static const struct record_layout layout = { .sample_id_all = false };
	struct task_event fork_event;
	struct record record;

	if (!record_decode(&layout, event, event->header.size, &record) &&
	    record_task_event(&record, &fork_event) && fork_event.kind == TASK_FORK)
		found(data, &fork_event);
}

void fork_events_each(struct fork_events *events, fork_event_found *found, void *data)
{
	struct perf_mmap *map;
	union perf_event *event;

	perf_evlist__for_each_mmap(events->evlist, map, false) {
		if (perf_mmap__read_init(map))
			continue;
		while ((event = perf_mmap__read_event(map))) {
			report_fork(event, found, data);
			perf_mmap__consume(map);
		}
	}
}

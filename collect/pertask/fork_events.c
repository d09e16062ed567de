/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * See births.h. Events that are inherited may have a ring only if they are of one CPU (kernel: perf_mmap()), and what
 * they tell goes to the ring of the one that was opened; libperf has them of one CPU share one.
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
 * A birth and an end are 64 bytes: 256 KiB hold 4000 processes that come and go on one CPU between two looks. Who is not
 * root may lock 512 KiB for each CPU.
 */
#define RING_BYTES_MAX (256UL << 10)
#define RING_BYTES_ALL (16UL << 20)

struct births {
	struct perf_evlist *evlist;
	struct perf_evsel *evsel;
	struct perf_cpu_map *cpus;
	struct perf_thread_map *threads;
	size_t fds;
	bool opened;
};

static struct perf_evsel *make_evsel(bool inherit)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.task = 1,
		.inherit = inherit,
		.exclude_kernel = 1,	/* there is nothing to count: then everybody may */
		.exclude_hv = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
	};

	return perf_evsel__new(&attr);
}

/* The largest rings that the limits allow. 0 or -EPERM. */
static int map_rings(struct births *births)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE), n = (size_t)perf_cpu_map__nr(births->cpus);
	size_t bytes = RING_BYTES_MAX;

	while (bytes * n > RING_BYTES_ALL && bytes > page)
		bytes /= 2;
	for (; bytes >= page; bytes /= 2)
		if (!perf_evlist__mmap(births->evlist, (int)(bytes / page)))
			return 0;
	return -EPERM;
}

/* threads: the births' from here on. */
static int open_of(struct perf_thread_map *threads, bool inherit, struct births **out)
{
	struct births *births = calloc(1, sizeof(*births));
	int ret;

	if (!births) {
		perf_thread_map__put(threads);
		return -ENOMEM;
	}
	libperf_use();
	births->threads = threads;
	births->cpus = perf_cpu_map__new_online_cpus();
	births->evlist = perf_evlist__new();
	births->evsel = make_evsel(inherit);
	if (births->evlist && births->evsel)
		perf_evlist__add(births->evlist, births->evsel);
	if (!births->threads || !births->cpus || !births->evlist || !births->evsel) {
		births_close(births);
		return -ENOMEM;
	}
	perf_evlist__set_maps(births->evlist, births->cpus, births->threads);
	ret = perf_evsel__open(births->evsel, births->cpus, births->threads);
	births->opened = !ret;
	if (!ret)
		ret = map_rings(births);
	if (ret) {
		births_close(births);
		return ret;
	}
	births->fds = (size_t)perf_cpu_map__nr(births->cpus) * (size_t)perf_thread_map__nr(births->threads);
	*out = births;
	return 0;
}

int births_open_all(struct births **out)
{
	struct perf_thread_map *threads = perf_thread_map__new_dummy();

	if (threads)
		perf_thread_map__set_pid(threads, 0, -1);
	return open_of(threads, false, out);
}

int births_open_of(int32_t *tids, size_t n, struct births **out)
{
	return open_of(perf_thread_map__new_array((int)n, tids), true, out);
}

void births_close(struct births *births)
{
	if (!births)
		return;
	if (births->opened)
		perf_evlist__munmap(births->evlist);
	if (births->opened)
		perf_evlist__close(births->evlist);
	if (births->evsel)
		libperf_drop_references(births->evsel);
	perf_evlist__delete(births->evlist);
	perf_cpu_map__put(births->cpus);
	perf_thread_map__put(births->threads);
	free(births);
}

size_t births_fds_of(size_t n_tids)
{
	struct perf_cpu_map *cpus = perf_cpu_map__new_online_cpus();
	int n = cpus ? perf_cpu_map__nr(cpus) : 0;

	perf_cpu_map__put(cpus);
	return (size_t)n * n_tids;
}

size_t births_fds(const struct births *births)
{
	return births->fds;
}

static void tell(const union perf_event *event, birth_found *found, void *data)
{
	static const struct record_layout layout = { .sample_id_all = false };
	struct task_event birth;
	struct record record;

	if (!record_decode(&layout, event, event->header.size, &record) && record_task_event(&record, &birth) &&
	    birth.kind == TASK_FORK)
		found(data, &birth);
}

void births_each(struct births *births, birth_found *found, void *data)
{
	struct perf_mmap *map;
	union perf_event *event;

	perf_evlist__for_each_mmap(births->evlist, map, false) {
		if (perf_mmap__read_init(map))
			continue;
		while ((event = perf_mmap__read_event(map))) {
			tell(event, found, data);
			perf_mmap__consume(map);
		}
	}
}

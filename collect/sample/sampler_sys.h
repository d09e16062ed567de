/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The system calls of the sampler, as a struct that tests replace. All functions return 0 or more,
 * or a negative errno. Collector thread; facts also main's.
 */
#ifndef TDTOP_COLLECT_SAMPLE_SAMPLER_SYS_H
#define TDTOP_COLLECT_SAMPLE_SAMPLER_SYS_H

#include <linux/perf_event.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/sys/facts.h"

/* What read(2) on an event gives. */
struct sampler_count {
	uint64_t count;
	uint64_t enabled_ns;	/* of a thread: it ran for so long */
	uint64_t running_ns;	/* and the event had a counter for so long */
};

typedef void sampler_found(void *to, int32_t tid);

struct sampler_sys {
	void *data;
	void (*facts)(void *data, struct facts *facts);
	/* perf_event_open(2) of this thread (cpu -1) or of this CPU (tid -1); an fd. */
	int (*open)(void *data, const struct perf_event_attr *attr, int32_t tid, int cpu);
	void (*close)(void *data, int fd);
	/* The kernel's id of the event, as PERF_SAMPLE_IDENTIFIER has it; 0: not known. */
	uint64_t (*id)(void *data, int fd);
	/* Maps a ring: the first page, and behind it `pages` (a power of two) with records. */
	int (*map)(void *data, int fd, size_t pages, struct perf_event_mmap_page **ring);
	void (*unmap)(void *data, struct perf_event_mmap_page *ring, size_t pages);
	int (*redirect)(void *data, int fd, int into);	/* its records go into that one's ring */
	int (*enable)(void *data, int fd);
	/*
	 * PERF_EVENT_IOC_PERIOD: what was counted since the last sample is forgotten, and the next
	 * one comes after this period (_perf_event_period(), kernel/events/core.c).
	 */
	int (*period)(void *data, int fd, uint64_t period);
	int (*read)(void *data, int fd, struct sampler_count *count);
	/* Room for so many more descriptors than now; once. */
	int (*raise_files)(void *data, size_t needed);
	/* Calls found() with each thread of a process; -ESRCH: there is no such process. */
	int (*threads)(void *data, int32_t pid, sampler_found *found, void *to);
	int32_t (*process_of)(void *data, int32_t tid);		/* 0: no such thread */
	uint64_t (*cpu_ns)(void *data);		/* CPU time of the calling thread */
};

extern const struct sampler_sys sampler_sys_real;

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The system calls for events of threads and CPUs, as a struct that tests replace: of all that opens events itself,
 * and of trials. (The groups of whole CPUs and their rings: groups.h.) All functions return 0 or more, or a negative
 * errno; those that are never called may be NULL. Main or collector thread; no global state.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "collect/sys/facts.h"
#include "model/err.h"

/* What read(2) on an event without PERF_FORMAT_GROUP gives. */
struct event_count {
	uint64_t count;
	uint64_t enabled_ns;	/* of a thread: it ran for so long */
	uint64_t running_ns;	/* and the event had a counter for so long */
};

typedef void event_found(void *to, int32_t tid);

/* What a group did on the calling thread. */
struct event_trial {
	size_t failed;		/* the event that was refused; 0 if none was */
	bool ran;		/* all of the group was on a counter */
};

struct perf_sys {
	void *data;
	void (*facts)(void *data, struct facts *facts);
	/*
	 * perf_event_open(2): of a thread (cpu -1), of a CPU (pid -1), or of a cgroup on a CPU (pid
	 * is its descriptor, flags PERF_FLAG_PID_CGROUP). group: of the leader; -1: leads. An fd.
	 */
	int (*open)(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group,
		    uint64_t flags);
	void (*close)(void *data, int fd);
	/* The kernel's id of the event, as PERF_SAMPLE_IDENTIFIER has it; 0: not known. */
	uint64_t (*id)(void *data, int fd);
	/*
	 * Maps a ring: the first page, and behind it `pages` (a power of two) with records; overwritten: these
	 * are not read. (Without a ring an event does not sample: __perf_output_begin().)
	 */
	int (*map)(void *data, int fd, size_t pages, bool overwritten, struct perf_event_mmap_page **ring);
	void (*unmap)(void *data, struct perf_event_mmap_page *ring, size_t pages);
	int (*redirect)(void *data, int fd, int into);	/* its records go into that one's ring */
	int (*enable)(void *data, int fd);	/* of the leader: the whole group */
	int (*disable)(void *data, int fd);	/* also that of children; it can still be read */
	/*
	 * PERF_EVENT_IOC_PERIOD: what was counted since the last sample is forgotten, and the next
	 * one comes after this period (_perf_event_period(), kernel/events/core.c).
	 */
	int (*period)(void *data, int fd, uint64_t period);
	/* Reads an event, or a group (PERF_FORMAT_GROUP); returns how many bytes there are. */
	int (*read)(void *data, int fd, void *bytes, size_t size);
	/*
	 * Opens the events as one group on the calling thread, lets them count for a moment on this
	 * CPU (-1: on any), and closes them. The first attr is disabled.
	 */
	int (*try_group)(void *data, const struct perf_event_attr *attr, size_t n, int cpu,
			 struct event_trial *trial);
	/* The directory of a cgroup, for open(); its path as /proc/PID/cgroup has it. */
	int (*open_cgroup)(void *data, const char *path);
	/* Room for so many more descriptors than now. */
	int (*raise_files)(void *data, size_t needed);
	/* Calls found() with each thread of a process; -ESRCH: there is no such process. */
	int (*threads)(void *data, int32_t pid, event_found *found, void *to);
	int32_t (*process_of)(void *data, int32_t tid);		/* 0: no such thread */
	uint64_t (*cpu_ns)(void *data);		/* CPU time of the calling thread */
	/* Of trials: */
	void (*pause)(void *data, int cpu);	/* lets the group count for a moment */
	void (*work)(void *data, int cpu, uint64_t ns);	/* keeps this CPU busy for so long */
	int (*reach)(void *data);	/* a call that the kernel always refuses; its errno */
	/* Hears what perf_sys_open() tried, and the result. NULL: nothing does. */
	void (*tried)(void *hearer, const struct perf_event_attr *attr, int cpu, int result);
	void *hearer;
};

extern const struct perf_sys perf_sys_real;

/* sys->open(), for trials: sys->tried hears of it. */
int perf_sys_open(const struct perf_sys *sys, const struct perf_event_attr *attr, pid_t pid, int cpu, int group);

/* Reads a single event, which has both times. 0 or a negative errno. */
int perf_sys_count(const struct perf_sys *sys, int fd, struct event_count *count);

/*
 * Raises the soft limit of open files so that `needed` more can be opened, within the hard limit,
 * which root may raise as well. 0; -EMFILE with a sentence if the hard limit is too low.
 */
int perf_raise_nofile(size_t needed, struct err *err);

/* As far as permitted: root may raise the hard limit as well. Returns how many descriptors are left for counters. */
size_t perf_raise_nofile_most(void);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The system calls by which nodes are counted, as a struct that tests replace. All functions return
 * 0 or more, or a negative errno. Collector thread; facts also main's.
 */
#ifndef TDTOP_COLLECT_DEEP_DEEP_SYS_H
#define TDTOP_COLLECT_DEEP_DEEP_SYS_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/sample/sampler_sys.h"
#include "collect/sys/facts.h"

/* What a group did on the calling thread. */
struct deep_trial {
	size_t failed;		/* the event that was refused; 0 if none was */
	bool ran;		/* all of the group was on a counter */
};

struct deep_sys {
	void *data;
	void (*facts)(void *data, struct facts *facts);
	/*
	 * perf_event_open(2): of a thread (cpu -1), of a CPU (pid -1), or of a cgroup on a CPU (pid
	 * is its descriptor, flags PERF_FLAG_PID_CGROUP). group: of the leader; -1: leads. An fd.
	 */
	int (*open)(void *data, const struct perf_event_attr *attr, int32_t pid, int cpu, int group,
		    unsigned long flags);
	void (*close)(void *data, int fd);
	int (*enable)(void *data, int fd);	/* of the leader: the whole group */
	int (*disable)(void *data, int fd);
	/* Reads a group (PERF_FORMAT_GROUP and both times); returns how many words there are. */
	int (*read)(void *data, int fd, uint64_t *words, size_t n);
	/*
	 * Opens the events as one group on the calling thread, lets them count for a moment on this
	 * CPU (-1: on any), and closes them. The first attr is disabled.
	 */
	int (*try_group)(void *data, const struct perf_event_attr *attr, size_t n, int cpu,
			 struct deep_trial *trial);
	/* The directory of a cgroup, for open(); its path as /proc/PID/cgroup has it. */
	int (*open_cgroup)(void *data, const char *path);
	/* Room for so many more descriptors than now. */
	int (*raise_files)(void *data, size_t needed);
	/* Calls found() with each thread of a process; -ESRCH: there is no such process. */
	int (*threads)(void *data, int32_t pid, sampler_found *found, void *to);
	int32_t (*process_of)(void *data, int32_t tid);		/* 0: no such thread */
	uint64_t (*cpu_ns)(void *data);		/* CPU time of the calling thread */
};

extern const struct deep_sys deep_sys_real;

#endif

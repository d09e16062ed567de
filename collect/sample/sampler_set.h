/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events that are open for sampling: one on each thread or CPU (of a hybrid's thread: one for
 * each core type), with a ring. Opened disabled, never pinned. Collector thread.
 */
#ifndef TDTOP_COLLECT_SAMPLE_SAMPLER_SET_H
#define TDTOP_COLLECT_SAMPLE_SAMPLER_SET_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/sample/sample_choice.h"
#include "collect/sample/sampler_attr.h"
#include "collect/sample/sampler_sys.h"

#define SAMPLER_RUN_LEAST_NS 20000000ULL	/* it must have run so long to know its rate */

/* A thread or CPU that is sampled. */
struct sampler_target {
	int32_t tid, pid;	/* -1: a CPU */
	int cpu;		/* the kernel's number; -1: a thread */
	enum core_type core_type;	/* of the CPU */
	int fd[CORE_TYPES];	/* -1: none */
	uint64_t id[CORE_TYPES];
	struct perf_event_mmap_page *ring;
	size_t pages;
	double share;		/* of the scope's slots in the last interval; NAN: not known */
	unsigned int idle;	/* intervals in which it was not picked */
	bool picked;		/* in some interval; else it was only listed */
	bool enabled, gone;	/* gone: its task has exited */
	bool stalled;		/* enabled for no time in the last interval: its thread slept, or
				 * the kernel has removed the event */
	bool was_seen;		/* .at_see is of the end of an interval */
	uint64_t at_see;	/* time enabled */
	/* Periods that vary: sampler_set_vary(). */
	uint64_t period;	/* now */
	uint64_t period_before;	/* of records before changed_at, a position in the ring */
	uint64_t changed_at;
	uint64_t period_told;	/* of the record that is handed over */
	double vary;		/* which of the periods it has, 0..1 */
	uint32_t samples;	/* since the period changed */
	uint64_t sampled_ns;	/* time of the last one */
	uint64_t drain_to;	/* records before this position are taken by the drain */
	struct sampler_count seen;	/* at the last look */
	struct sampler_count step;	/* between the last two looks */
};

struct sampler_set {
	const struct sampler_sys *sys;
	const struct sample_choice *choice;
	struct sampler_how how;
	struct perf_event_attr attr[CORE_TYPES];	/* as they are opened now */
	struct sampler_target *target;
	size_t n, room;
	size_t pages;		/* of a ring */
	bool varies;		/* each target has periods that vary around how.period */
	double vary;		/* of the target that was opened last */
	int refused_stacks;	/* errno: the kernel refuses them now, opened without; 0 */
	uint64_t enabled_ns;	/* sum over all targets and looks: CPU time that was sampled */
	char *whole;		/* a record that wraps around a ring */
};

/* With room for n targets; there may be more. 0 or -ENOMEM. */
int sampler_set_init(struct sampler_set *set, const struct sampler_sys *sys, size_t n);
void sampler_set_done(struct sampler_set *set);		/* closes all */

/* What is opened from now on; nothing is open. `pages` of each ring. */
void sampler_set_choose(struct sampler_set *set, const struct sample_choice *choice,
			const struct sampler_how *how, size_t pages);

/*
 * Opens a thread (cpu -1) or a CPU of this core type (tid and pid -1). If the first is refused,
 * tries a lower precise level (EOPNOTSUPP, EINVAL, ENOENT), and then, if may_drop_stacks, without
 * branch stacks. 0; a negative errno: -ESRCH if the thread has exited, -ENODEV if the CPU is
 * offline, -ENOBUFS if no more memory may be locked for a ring (EPERM of perf_mmap()).
 */
int sampler_set_open(struct sampler_set *set, const struct sampler_target *what,
		     enum core_type core_type, bool may_drop_stacks);
void sampler_set_close(struct sampler_set *set, size_t target);	/* the last one takes its place */
void sampler_set_close_all(struct sampler_set *set);
void sampler_set_enable(struct sampler_set *set);	/* those that are not */

/* The index of this thread (cpu -1), if it has not exited, or of this CPU; or -1. */
long sampler_set_find(const struct sampler_set *set, int32_t tid, int cpu);

/* Opens all events anew, with this period, disabled. */
void sampler_set_period(struct sampler_set *set, uint64_t period);

/*
 * Gives another period to targets with enough samples since the last change, so that nothing that a
 * program does again and again stays in step with the samples. Only to those that run now, as far as
 * their last sample tells (gap_ns: between two): a change forgets what was counted since, which
 * would otherwise always be the end of a burst. After a drain.
 */
void sampler_set_vary(struct sampler_set *set, uint64_t now_ns, uint64_t gap_ns);

/* Reads all events: target.step is since the last look. */
void sampler_set_look(struct sampler_set *set);

/* Reads the events of one that is closed then. */
void sampler_set_look_last(struct sampler_set *set, size_t target);

/* What the busiest one counted in a second of its time, at that look; NAN: none ran for long enough. */
double sampler_set_busiest(const struct sampler_set *set);

/* An interval has ended, and sampler_set_look() was called: which are stalled? */
void sampler_set_see(struct sampler_set *set);

/* A record, valid until the function returns. */
typedef void sampler_record(void *to, struct sampler_target *target, const void *bytes,
			    size_t size);

/* Takes all records out of all rings, ring by ring. */
void sampler_set_drain(struct sampler_set *set, sampler_record *record, void *to);

/*
 * Shows them to peek() before: all that the next sampler_set_drain() takes, and what was written
 * before these, to other rings. Again, until peek() tells nothing new.
 */
void sampler_set_peek(struct sampler_set *set, bool (*peek)(void *to, const void *bytes,
							     size_t size), void *to);

/* The attr of the event with this id; of the first core type if there is none. */
const struct perf_event_attr *sampler_set_attr(const struct sampler_set *set,
					       const struct sampler_target *target, uint64_t id);

#endif

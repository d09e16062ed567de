/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events that are open for sampling, on each thread or CPU all of them, with one ring. By the choice
 * it is one (of a hybrid's thread: one for each core type), or one for each class. Those of classes have
 * their own periods, and some may take turns. Opened disabled, never pinned. Collector thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_targets.h"
#include "collect/live/sample_choice.h"
#include "collect/live/sampler_attr.h"
#include "collect/perf/perf_sys.h"

#define SAMPLER_RUN_LEAST_NS 20000000ULL	/* it must have run so long to know its rate */

#define SAMPLER_EVENTS 16	/* of one target */

/* One of the events that each target has. */
struct sampler_event {
	enum core_type core_type;	/* CPUs of another type do not have it; threads do */
	struct perf_event_attr attr;	/* as it is opened now */
	bool off;		/* it is not its turn */
	const struct sample_class *class;	/* of a choice that is several; NULL */
	struct event_count total;	/* of all targets, since sampler_set_begin() */
};

/* And on a target. */
struct sampler_counter {
	int fd;			/* -1: none */
	uint64_t id;
	uint32_t samples;	/* of classes: since its period changed, */
	double vary;		/* and which of the periods it has, 0..1 */
	struct event_count seen;	/* at the last look */
	struct event_count step;	/* between the last two looks */
};

/* A thread or CPU that is sampled. */
struct sampler_target {
	struct event_target of;	/* first */
	struct sampler_counter counter[SAMPLER_EVENTS];	/* by event of the set */
	struct perf_event_mmap_page *ring;
	size_t pages;
	bool enabled;
	uint64_t at_see;	/* time enabled at the end of an interval, if .of.age */
	/* Periods that vary: sampler_set_vary(). */
	uint64_t period;	/* now */
	uint64_t period_before;	/* of records before changed_at, a position in the ring */
	uint64_t changed_at;
	uint64_t period_told;	/* of the record that is handed over */
	double vary;		/* which of the periods it has, 0..1 */
	uint32_t samples;	/* since the period changed */
	uint64_t sampled_ns;	/* time of the last one */
	uint64_t drain_to;	/* records before this position are taken by the drain */
	struct event_count seen;	/* all events at the last look; enabled: the longest */
	struct event_count step;	/* between the last two looks */
};

struct sampler_set {
	const struct perf_sys *sys;
	const struct sample_choice *choice;
	const struct sample_classes *classes;	/* those of a choice that is several; else NULL */
	int turn;		/* of them, those with this .mux are on, */
	uint64_t turn_ns;	/* until then */
	struct sampler_how how;
	struct sampler_event event[SAMPLER_EVENTS];
	size_t n_events;
	struct event_table table;	/* of struct sampler_target */
	size_t pages;		/* of a ring */
	bool varies;		/* each target has periods that vary around how.period */
	double vary;		/* of the target that was opened last */
	int refused_stacks;	/* errno: the kernel refuses them now, opened without; 0 */
	uint64_t enabled_ns;	/* sum over all targets and looks: CPU time that was sampled */
	char *whole;		/* a record that wraps around a ring */
};

static inline struct sampler_target *sampler_set_at(const struct sampler_set *set, size_t target)
{
	return event_table_at(&set->table, target);
}

/* 0 or -ENOMEM. */
int sampler_set_init(struct sampler_set *set, const struct perf_sys *sys);
void sampler_set_done(struct sampler_set *set);		/* closes all */

/*
 * What is opened from now on; nothing is open. classes: of a choice that is several, borrowed; else
 * NULL. `pages` of each ring.
 */
void sampler_set_choose(struct sampler_set *set, const struct sample_choice *choice,
			const struct sample_classes *classes, const struct sampler_how *how,
			size_t pages);

/*
 * Opens a thread or a CPU. If the first is refused,
 * tries a lower precise level (EOPNOTSUPP, EINVAL, ENOENT), and then, if may_drop_stacks, without
 * branch stacks. 0; a negative errno: -ESRCH if the thread has exited, -ENODEV if the CPU is
 * offline, -ENOBUFS if no more memory may be locked for a ring (EPERM of perf_mmap()).
 */
int sampler_set_open(struct sampler_set *set, const struct event_target *what,
		     bool may_drop_stacks);
void sampler_set_close(struct sampler_set *set, size_t target);	/* the last one takes its place */
void sampler_set_close_all(struct sampler_set *set);
void sampler_set_enable(struct sampler_set *set);	/* those that are not */

/* Opens all events again, with this period, disabled. */
void sampler_set_period(struct sampler_set *set, uint64_t period);

/*
 * Gives another period to targets with enough samples since the last change, so that nothing that a
 * program does again and again stays in step with the samples. Only to those that run now, as far as
 * their last sample tells (gap_ns: between two): a change forgets what was counted since, which
 * would otherwise always be the end of a burst. Classes have periods of their own: a change costs a rare
 * one no larger part than a frequent one. After a drain.
 */
void sampler_set_vary(struct sampler_set *set, uint64_t now_ns, uint64_t gap_ns);

/* Reads all events: target.step is since the last look. */
void sampler_set_look(struct sampler_set *set);

/* A profile begins: the totals of its events do, too. After a look. */
void sampler_set_begin(struct sampler_set *set);

/* Those of the classes that cannot be on together take turns of 100 ms. */
void sampler_set_take_turns(struct sampler_set *set, uint64_t now_ns);

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

/* The index of the event with this id; of the first that the target has if there is none. */
size_t sampler_set_event(const struct sampler_set *set, const struct sampler_target *target, uint64_t id);

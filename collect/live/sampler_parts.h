/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of sampler.c: what is open, what goes on, what it is worth, and when sampling gives
 * way. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/events/event_targets.h"
#include "collect/live/sample_choice.h"
#include "collect/live/sampler_options.h"
#include "collect/live/sampler_set.h"
#include "collect/sys/facts.h"
#include "model/pair_map.h"
#include "model/profile/profile_exchange.h"

/*
 * Which records of the sampling rings go on, to the live profile and into a recording: the samples
 * of the scope since the profile began, and what tells of mappings and tasks. Counts what the
 * kernel or we lost.
 */

#define SAMPLER_PIDS 4096	/* of the scope, at most */
#define SAMPLER_BEGUN 64

struct sampler_begun {
	int32_t tid, pid;
};

struct sampler_output {
	const struct sampler_options *to;	/* borrowed: where records go */
	const struct sampler_set *set;
	bool records;		/* a file is open: asked by sampler_output_ask_file() */
	uint64_t since_ns;	/* older samples are of another profile */
	bool by_pid;		/* only of pids of the scope */
	bool idle;		/* also tid 0: it is not only the idle task (pid namespaces) */
	bool family;		/* processes that a process of the scope begins are of it */
	struct pair_map pids;	/* those of the scope, up to SAMPLER_PIDS */
	struct sampler_begun begun[SAMPLER_BEGUN];	/* tasks that sampled ones began */
	size_t n_begun;
	uint64_t births;		/* of tasks of the scope, since somebody has set it to 0 */
	int32_t last_born;	/* its tid */
	uint64_t samples, throttled;	/* since sampler_output_begin(); */
	uint64_t lost;			/* records, as in struct profile_dropped */
	char *chunk;		/* of one ring */
	size_t used;
	uint64_t in_chunk;	/* samples */
	const struct sampler_target *ring;	/* whose records are in it */
};

int sampler_output_init(struct sampler_output *out, const struct sampler_options *to,
			const struct sampler_set *set);	/* 0 or -ENOMEM */
void sampler_output_done(struct sampler_output *out);

void sampler_output_begin(struct sampler_output *out, uint64_t now_ns);	/* a profile begins */

/* What is a pid of the scope, for by_pid. */
void sampler_output_forget_pids(struct sampler_output *out);
void sampler_output_add_pid(void *out, int32_t pid);

/* Rings are about to be drained: is what comes recorded? */
bool sampler_output_ask_file(struct sampler_output *out);

/* A sampler_record; `to` is the sampler_output. */
void sampler_output_record(void *to, struct sampler_target *target, const void *bytes, size_t size);

/*
 * For sampler_set_peek(): a process that one of the scope begins is of it before the records of
 * either are taken, which may be in the rings of two CPUs. True: it was not known.
 */
bool sampler_output_peek(void *to, const void *bytes, size_t size);

/* All rings were drained. */
void sampler_output_flush(struct sampler_output *out);

/*
 * What the samples of several classes are worth where an event did not have its counter all the
 * time.
 */

/*
 * Puts into the news what they are worth by now: scaled by enabled / running, of all targets since
 * sampler_set_begin(). Not known yet: .events is 0. A class that never had a counter: .trouble, too. Does
 * nothing if no classes are sampled.
 */
void sampler_classes_tell(const struct sampler_set *set, struct profile_news *news);

/*
 * The name of an event that has run for a second and counted nothing, while others counted: no CPU does that, but a
 * hypervisor that filters events. NULL: there is none.
 */
const char *sampler_classes_silent(const struct sampler_set *set);

/*
 * When sampling gives way: to the budget of tdtop's own cost, in steps; and to the SLOTS groups, if
 * it takes their counters. Pure. One thread.
 */

/* What is left of sampling after some steps of the budget; the last one takes the stacks. */
struct sampler_shed {
	unsigned int shift;	/* the period is 2^shift times as long */
	size_t threads;		/* at most */
	bool no_stacks;
	const char *words;	/* "period x 2"; "" of no step */
};

#define SAMPLER_SHEDS 7
extern const struct sampler_shed sampler_sheds[SAMPLER_SHEDS];

#define SLOTS_LEAST 0.95	/* of the time, the SLOTS groups run while code is sampled */

enum sampler_yield {
	YIELD_NOTHING,
	YIELD_PAUSE,		/* close the events: do SLOTS run without them? */
	YIELD_RESUME,		/* they do not either: others hold the counters */
	YIELD_STOP		/* they do: it is sampling that takes them */
};

struct sampler_slots {
	double before;		/* running share before sampling began; NAN: not known */
	double running;		/* while sampled, the last */
	enum { SLOTS_SETTLING, SLOTS_WATCHED, SLOTS_PAUSING, SLOTS_PAUSED, SLOTS_OF_OTHERS } state;
	unsigned int low;	/* intervals in a row */
};

/* Sampling begins. */
void sampler_slots_begin(struct sampler_slots *slots, double before);

/* An interval has ended in which the groups ran for this share of the time. */
enum sampler_yield sampler_slots_see(struct sampler_slots *slots, double running);

/* What the user must know of how sampling goes, as sentences for live_state.remark. Pure. */

/* Zeroed: there is nothing to say. */
struct sampler_remarks {
	bool gave_way;		/* closed, as SLOTS did not run beside it */
	bool paused;		/* closed, to see whether they run then */
	bool others;		/* SLOTS do not run without it either, */
	bool others_unknown;	/* or may not: code was sampled all the time */
	double slots;		/* running share that led to one of the two, 0..1 */
	struct event_missing missing;
	const char *shed;	/* what the budget has taken: sampler_shed.words; NULL, "": nothing */
	bool exhausted;		/* and it is not enough */
	double own_percent;	/* of one CPU */
	int no_stacks_errno;	/* refused now, positive; 0: they are not */
	bool small_rings;	/* less memory than requested may be locked */
	uint64_t throttled;	/* by the kernel, times */
	double starved;		/* share of the time that the event had a counter; 1: always */
	const char *lacking;	/* hybrids: a core type without the event; NULL: none */
	double births;		/* so many threads a second that CPUs are sampled; 0 */
	bool cpus_refused;	/* births, and CPUs may not be sampled */
	double unsampled;	/* of the scope's CPU time, by threads without an event; 0..1 */
	const char *silent;	/* an event of the classes that counts nothing; NULL */
	const char *note;	/* of the choice; NULL */
};

/* Writes them, most important first, as many as have room. */
void sampler_remark(const struct sampler_remarks *remarks, char *text, size_t size);

/*
 * What is looked at, and the events that are open for it: chooses threads or CPUs, opens and
 * closes. The part of the sampler without clocks and rates.
 */

/*
 * How much of the CPU time of what is looked at was sampled since the profile began: threads that
 * end before they have an event are in no profile, and nothing in it shows that.
 * Zeroed: nothing is known.
 */
struct sampler_covered {
	double counted_ns, sampled_ns;
	uint64_t began_ns;
	bool missed;			/* there were threads without an event */
	uint64_t enabled_before;	/* sampler_set.enabled_ns until then */
};

struct sampler_view {
	struct event_targets targets;	/* on whom; threads_most of its queue: as the budget allows */
	struct facts facts;
	double rate;			/* samples a second, of a thread or CPU */
	struct sampler_set set;
	struct sampler_output out;
	const struct sample_choice *choice;	/* NULL: nothing is looked at */
	const struct sample_classes *classes;	/* of the choice that is several */
	struct sampler_how how;		/* as the kernel accepts it, once something is open */
	bool by_cpu;
	bool command;			/* as in sampler_options */
	bool pids_told;			/* by an interval since then */
	size_t pages_least;		/* of a ring that is of use */
	bool fewer_pages;		/* than requested, as little memory may be locked */
	struct sampler_covered covered;	/* of the scope's CPU time */
	double budget;			/* --budget; 0: no limit */
	unsigned int calm;		/* intervals with few births, by CPU */
	uint32_t threads_before;	/* of the scope, an interval ago; 0: not known */
	struct sampler_remarks remarks;
};

/* With no target yet. 0 or -ENOMEM. */
int sampler_view_init(struct sampler_view *view, const struct perf_sys *sys);
void sampler_view_done(struct sampler_view *view);

/* Is there nothing to see without stacks? */
bool sampler_view_needs_stacks(const struct live_request *request, const struct sample_choice *choice);

/* A choice is looked at. Nothing is open yet: sampler_view_reopen() does that. */
void sampler_view_look(struct sampler_view *view, const struct live_request *request,
		       const struct sample_choice *choice);

/* Closes all, and opens again with view->how. */
void sampler_view_reopen(struct sampler_view *view);

/* The same threads and CPUs with another period. */
void sampler_view_set_period(struct sampler_view *view, uint64_t period);

/*
 * After an interval: opens what of the scope is busy and not open yet, and closes what was idle for long. The
 * caller enables them. True: CPUs are sampled, and only this interval has told of processes of the scope that
 * ran all the time, whose samples were dropped.
 */
bool sampler_view_open_again(struct sampler_view *view);

/* The records of the rings tell of threads that began (view->out.begun) or exited. */
void sampler_view_follow_tasks(struct sampler_view *view);

/*
 * After event_tasks_see() and sampler_view_open_again(): do so many threads begin, or is so much of the
 * CPU time not sampled, that CPUs are to be sampled, or so little that threads are? Then those are
 * open. The rings were drained. True: what was sampled before is a biased part, and goes.
 */
bool sampler_view_follow_births(struct sampler_view *view, uint64_t now_ns);

/* Keeps only this many threads, the busiest. */
void sampler_view_shrink(struct sampler_view *view, size_t threads);

void sampler_view_leave(struct sampler_view *view);	/* closes all; nothing is looked at */

/* CPUs that are to be sampled, if CPUs are. */
size_t sampler_view_cpus(const struct sampler_view *view);

/*
 * Share of the scope's CPU time that was sampled since the profile began, 0..1; where no CPU time is
 * known, the share of the slots that sampled threads had in the last interval; NAN.
 */
double sampler_view_part(const struct sampler_view *view);

/* A core type of the machine that does not have the event; NULL: there is none. */
const char *sampler_view_lacking(const struct sampler_view *view);

/* A profile begins; enabled_ns: of the set, until now. */
void sampler_covered_begin(struct sampler_covered *covered, uint64_t enabled_ns, uint64_t now_ns);

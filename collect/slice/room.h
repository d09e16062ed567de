/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Leaves general counters to sampling of code (source_requests.room). A sampling event is of
 * a task and not pinned, so the kernel puts it on after the groups of the CPU, and never if these
 * leave no counter (ctx_sched_in(), kernel/events/core.c). Here it is decided which of the groups
 * may be on meanwhile; nothing is reopened for it.
 *
 * Group 0, which has level 1, mostly leaves enough: then it is on alone, and groups of level 2 that
 * leave too little are shed (Ice Lake). Where it takes all counters (Skylake with SMT, Zen 4) it
 * gives way in windows to a group that leaves some. Level 1 is then counted for a part of the time.
 * The slots of each group tell what of it is missing, as whenever groups rotate (model/formula.h).
 * Only decisions: rings.c and source_bpf.c rotate. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/slice/counting_plan.h"
#include "collect/slice/optional_events.h"
#include "collect/slice/rotation.h"
#include "collect/slice/source.h"
#include "model/snapshot/self_cost.h"

#define ROOM_FIRST 3		/* a window is a quarter of the time */

struct room {			/* all zero: nothing is sampled */
	uint32_t needed;	/* general counters of each CPU, for sampling; 0: none */
	bool tried;		/* the next one is known */
	uint32_t left;		/* counters that group 0 leaves; not above what was tried */
};

/* So many are needed from now on. */
void room_need(struct room *room, uint32_t general_counters);

/* The same, if the request for it is another one than it was. */
void room_request(struct room *room, const struct source_requests *requests,
		  const struct source_requests *was);

/* The groups were opened again, maybe with other members: what they leave is not known any more. */
void room_forget(struct room *room);

/*
 * The CPU (the kernel's number) on which room_try() must be called: one that is online (per CPU
 * index) and has group 0 on. -1: there is nothing to try, or no such CPU yet. Until it was tried
 * group 0 is on alone.
 */
int room_try_on(const struct room *room, const struct rotation *rotation,
		const struct machine *machine, const bool *online);

/*
 * Tries how many counters group 0 leaves on this CPU. Opens as many general events as are needed if
 * all groups are to go on, or as are needed beside group 0, or fewer, until they count all the
 * time. It takes 15 ms, and 60 ms for each number that does not fit. probe:
 * perf_probe_group_here(), or a test's. cpu < 0: does nothing.
 */
void room_try(struct room *room, const struct counting_plan *plan, probe_group_fn *probe, int cpu);

/* Which groups may be on by turns. level2: it is shown. */
struct turns room_turns(const struct room *room, const struct counting_plan *plan, bool level2);

/* Sets what of report sampling takes: room, level1_part. */
void room_report(const struct room *room, const struct counting_plan *plan, bool level2,
		 struct self_cost *report);

/* Of "1" 1; 0: NULL, or no number. For tests, whose PMU cannot sample: $TDTOP_ROOM. */
uint32_t room_forced(const char *text);

/*
 * Several users of general counters beside the source (sampling of code, opened nodes): the source
 * makes room for the one that needs most, as the kernel lets them take turns.
 */
enum room_user { ROOM_OF_SAMPLES, ROOM_OF_NODES, ROOM_USERS };

struct shared_room {
	struct source *source;		/* borrowed; NULL: no room is made */
	uint32_t needed[ROOM_USERS];
};

/* This user needs so many general counters of each CPU from now on; 0: none. */
void shared_room_need(struct shared_room *room, enum room_user user, uint32_t general_counters);

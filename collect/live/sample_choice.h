/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which events can be sampled on this machine: cycles, the precise event of each node of the tree,
 * taken branches with branch stacks, call stacks. What each is for perf_event_open(2), and by which
 * hardware (PEBS, IBS, SPE; LBR, BRS, BRBE; or an interrupt that skids).
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/sample_request.h"
#include "collect/sample/source_events.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/machine.h"
#include "model/profile/profile_exchange.h"
#include "model/tree/tree.h"

/* An event, as it is opened on each core type of the machine. */
struct sample_choice {
	struct profile_event event;	/* name, trigger, has_branches...; precise: what is tried first */
	/*
	 * type, config, config1, config2, sample_period, precise_ip, branch_sample_type, and
	 * PERF_SAMPLE_BRANCH_STACK, _CALLCHAIN, _WEIGHT_STRUCT of sample_type; the sampler adds the
	 * rest. exclude_* as the user's rights demand.
	 */
	struct perf_event_attr attr[CORE_TYPES];
	/*
	 * The core type can count it. A task has one event for each of these types; a clock, which
	 * runs on all CPUs, has [TYPE_CORE] alone.
	 */
	bool has[CORE_TYPES];
	enum sample_kind kind;
	uint32_t nodes;			/* bits 1 << M_x: the nodes that it explains */
	uint32_t period_step;		/* periods are multiples of this: 16 of IBS, else 1 */
	const char *note;		/* what the user must know; NULL */
	uint32_t general_counters;	/* that it needs beside tdtop's own group; 0: own hardware */
	/*
	 * TopDown of functions to level event.levels, if that is not 0: the events of sample_choices.classes, all
	 * at once. attr: the first of each core type, which all resemble.
	 */
	bool usual;			/* it is what functions are sampled by, unless another event is requested */
};

/* Stays as it is after it was made; any thread. */
struct sample_choices {
	struct sample_choice choice[SOURCE_EVENTS_MAX];
	int n;
	struct branch_kinds branches;	/* the hardware that records them */
	char no_branches[256];	/* a sentence: why there are no branch stacks; "" */
	char no_calls[256];	/* the same of call stacks by LBR */
	char no_topdown[256];	/* the same of TopDown of functions; */
	char no_level2[256];	/* and of its level 2, if there is one of level 1 */
	struct sample_classes classes[CLASS_LEVELS];	/* of the choices with event.levels 1, 2 */
};

/*
 * Finds them for this machine: the events of its family, tried on the calling thread. pmu_root as
 * in source_machine.h; machine NULL: it cannot be counted. 0, or a negative errno with a sentence:
 * nothing can be sampled, not even a clock. Main's thread, with PRIVILEGE_COUNT.
 */
int sample_choices_make(const char *pmu_root, const struct machine *machine,
			struct sample_choices *choices, struct err *err);

/* The same of this machine, whose .branches it reads; for tests and --doctor. */
int sample_choices_try(struct sample_machine *machine, struct sample_choices *choices,
		       struct err *err);

/* The events of a choice that is several; NULL: it is one. Borrowed of the choices. */
static inline const struct sample_classes *sample_choice_classes(const struct sample_choices *choices,
								 const struct sample_choice *choice)
{
	return choice->event.levels ? &choices->classes[choice->event.levels - 1] : NULL;
}

/* How the event is opened on a CPU of this type; NULL: it cannot be counted there. */
const struct perf_event_attr *sample_choice_attr(const struct sample_choice *choice,
						 enum core_type type);

/* The index of what is requested; or -ENOENT with a sentence: this machine cannot sample it. */
int sample_choices_find(const struct sample_choices *choices, const struct live_request *request,
			struct err *err);

/*
 * Makes a choice of the event of a node below level 2, which is sampled like cycles are, without a
 * trial. Made when it is requested: a tree has more of them than there are choices. 0; or -ENOENT:
 * the node has no event, or this machine samples no such events.
 */
int sample_choice_of_tree(const struct sample_choices *choices, const struct tree *tree,
			  enum core_type type, int node, struct sample_choice *choice);

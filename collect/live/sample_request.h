/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is asked of the kernel for an event that samples code: which event of a PMU it is, how
 * precise, with which stacks. A request is tried by sample_choice.c. Pure but for reading sysfs;
 * while choices are made, main's thread.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/perf/cores.h"
#include "collect/perf/perf_sys.h"
#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"
#include "model/profile/class_samples.h"

/*
 * Which hardware of this CPU records branches, and what the kernel says of it in sysfs. Whether it
 * can be used is another question: sample_choice.c. Called while choices are made.
 */
enum branch_unit {
	BRANCHES_BY_NONE,
	BRANCHES_BY_LBR,	/* Intel */
	BRANCHES_BY_ARCH_LBR,	/* Intel from Alder Lake and Sapphire Rapids on: tells kinds of
				 * branches as well */
	BRANCHES_BY_AMD_LBR,	/* LbrExtV2, from Zen 4 on: no cycles, no call stacks */
	BRANCHES_BY_BRS,	/* AMD Zen 3: taken branches only, with much skid */
	BRANCHES_BY_BRBE	/* Arm, from Linux 6.17 on: no call stacks */
};

struct branch_kinds {
	enum branch_unit unit;
	int depth;		/* entries of a stack; 0: the kernel does not tell */
	int counters;		/* events that it counts between branches (Linux 6.8); 0: none */
	int counter_width;	/* bits of each */
};

/* Zeroed: the kernel tells of no such hardware. */
void branch_kinds_read(const struct pmu *pmu, const struct facts *facts,
		       struct branch_kinds *kinds);

/* "LBR", "BRBE"; of BRANCHES_BY_NONE "". Static. */
const char *branch_unit_name(enum branch_unit unit);

/* What is known of a machine whose events are tried. All borrowed. */
struct sample_machine {
	const struct perf_sys *sys;
	const struct facts *facts;
	const struct cores *cores;	/* n is 0 without a PMU */
	const struct family *family;	/* NULL: not known; generic events are tried then */
	struct branch_kinds branches;	/* that its hardware records */
};

/* Which event. */
enum request_what {
	REQUEST_CYCLES,
	REQUEST_TAKEN,		/* taken branches, with branch stacks */
	REQUEST_NODE		/* of a node of the tree */
};

/* An event, and how it is to be sampled; for one core type. */
struct request {
	const char *name;	/* static, or of the family */
	uint32_t type;
	uint64_t config, config1, period;
	unsigned int precise;	/* what is tried first */
	uint64_t sample_type, branch_type;
	bool user_only;
	bool by_ibs;		/* as precise only: IBS samples then, and no counter */
	enum sample_kind kind;
	const char *note;	/* NULL */
};

/* Has the machine a PMU with counters that can sample? Not one of tests, made of clocks. */
bool request_has_counters(const struct sample_machine *machine);

/*
 * Fills in the request for this PMU, node: of REQUEST_NODE. False: it has no such event, or none of
 * its own (the node's sample are cycles).
 */
bool request_make(const struct sample_machine *machine, const struct pmu *pmu,
		  enum request_what what, enum metric_id node, struct request *request);

/* Can any event of its counters be precise? The kernel tells which counters can. */
bool request_can_be_precise(const struct sample_machine *machine);

/* The kernel's clock, which needs no PMU. */
struct request request_clock(void);

/* Adds call stacks: LBR's (of user mode), or by frame pointers. */
void request_add_calls(struct request *request, bool by_lbr);

/* As the kernel wants it; disabled. */
struct perf_event_attr request_attr(const struct request *request);

/* IBS counts in steps of 16 and cannot leave anything out (perf_ibs_init()). */
#define IBS_STEP 16

/*
 * The events of a family's class table (model/formula.h) as this machine samples them: what
 * they are for perf_event_open(2), what a count is worth, and which take turns. At level 1 an event
 * for each class, at level 2 those of its nodes too.
 */
struct sample_class {
	uint8_t row;		/* of the table */
	enum core_type core_type;
	uint32_t type;		/* of attr */
	uint64_t config, config1, config2;
	double unit;		/* EV_x per count */
	double pace;		/* its period, where that of the first event is 1 */
	int mux;		/* events of different numbers other than 0 take turns */
};

#define CLASS_LEVELS 2

/* Stays as it is after it was made; any thread. */
struct sample_classes {
	const struct class_table *table;	/* NULL: there are none */
	struct sample_class event[CLASS_EVENTS_MAX];
	int n;
	uint32_t counters;	/* general ones that a core needs for what is on at once */
};

/*
 * Encodes those of level 1 for the PMUs of this machine. 0, or -ENOENT with a sentence: why its functions have no
 * TopDown live. No event is opened. Main's thread.
 */
int sample_classes_make(const struct sample_machine *machine, struct sample_classes *classes,
			struct err *err);

/* Adds those of level 2 behind them. The same; after an error they are as they were. */
int sample_classes_add_level2(const struct sample_machine *machine, struct sample_classes *classes,
			      struct err *err);

/* Do they have counters beside all that is counted at level 1, so that this gives no time away? */
bool sample_classes_fit(const struct sample_machine *machine, const struct sample_classes *classes);

/* The request that the event is tried with; `period` is that of the first event. */
struct request sample_class_request(const struct sample_classes *classes, int event);

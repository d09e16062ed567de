/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Keeps an engine to its budget: decides on which CPUs only a part of the context switches is
 * counted, in windows (budget.h: how many, duty.h: when), and keeps what the decisions are made of.
 * collect/percpu/sampling.c opens and closes the windows; with BPF the programs do, by the shares alone
 * (collect/bpf/source_bpf_parts.h). Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/slice/budget.h"
#include "collect/slice/duty.h"
#include "collect/slice/source.h"
#include "model/snapshot/self_cost.h"

struct windows {
	struct budget budget;
	double forced;		/* for tests ($TDTOP_DUTY): fixed share of the time; 0: off */
	double own_share;	/* share of tdtop's CPU time that is spent for this source */
	struct duty *duty;
	double *rates;		/* per CPU (index): switches a second */
	uint64_t own_ns, since_ns;	/* CPU time of tdtop at the last decision, and when that was */
	double window_ns;	/* cost of opening and closing a window, in tdtop and on that CPU */
	uint64_t timers_ns;	/* when windows were opened or closed the last time */
};

/*
 * Allocates for this many CPUs, all counted all the time; costs and budget stay as they are. 0 or
 * -ENOMEM; windows_done() in both cases.
 */
int windows_init(struct windows *windows, size_t n_cpus);
void windows_done(struct windows *windows);

/* Without a limit, and with the share of the time that the environment forces. */
void windows_set_defaults(struct windows *windows);

/* Budget and interval, where they are others than they were. */
void windows_request(struct windows *windows, const struct source_requests *requests,
		     const struct source_requests *was);

/* Costs count from here on: own_ns is tdtop's CPU time until now. */
void windows_start(struct windows *windows, size_t n_cpus, uint64_t own_ns, uint64_t now_ns);

/* The costs since then that are not the engine's: time, CPUs, tdtop; and they count from zero again. */
struct cost windows_take_cost(struct windows *windows, size_t n_cpus, uint64_t own_ns,
			      uint64_t now_ns);

/*
 * Decides with the costs of the time before and with `rates`. budget_excuse() has been called, unless
 * the share is forced.
 */
void windows_decide(struct windows *windows, const struct cost *cost, size_t n_cpus,
		    uint64_t now_ns);

/* From now on all is counted; windows that are closed are due. */
void windows_end(struct windows *windows, size_t n_cpus, uint64_t now_ns);

/* Are some CPUs counted in windows? */
bool windows_are_used(const struct windows *windows, size_t n_cpus);

/* So many windows were opened or closed at now_ns, which took this CPU time. */
void windows_learn(struct windows *windows, uint64_t now_ns, uint64_t cpu_ns, size_t operations);

/* When the next one is due; UINT64_MAX: never. */
uint64_t windows_next_ns(const struct windows *windows);

/* What is left out, and the limit for which it is. */
void windows_report(const struct windows *windows, size_t n_cpus, struct self_cost *report);

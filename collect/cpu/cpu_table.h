/* SPDX-License-Identifier: GPL-2.0-only */
/* What the tables of several families have in common: rows, formulas. Included by them only; any thread. */
#ifndef TDTOP_COLLECT_CPU_FORMULA_H
#define TDTOP_COLLECT_CPU_FORMULA_H

#include <math.h>

/* max(0, parent - child). Not fmax(): fmax(0, NAN) is 0, and missing is not zero. */
static inline double rest(double parent, double child)
{
	double difference = parent - child;

	return difference < 0.0 ? 0.0 : difference;
}

/* What never happened has no part, whatever it is a part of (perf's d_ratio). */
static inline double part(double some, double all)
{
	return some == 0.0 && all == 0.0 ? 0.0 : some / all;
}

/* What there is another way for, where it was not counted. */
static inline double counted_or(double ratio, double otherwise)
{
	return isnan(ratio) ? otherwise : ratio;
}

/* fmin(1, NAN) would be 1. */
static inline double at_most_1(double ratio)
{
	return ratio > 1.0 ? 1.0 : ratio;
}

/* clang-format off */
/* A row of events: one of level 2 that sysfs does not have. */
#define GENERAL(event, called, number, in_mux) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = 2, .mux = (in_mux) }

/* The rows of formulas of a family whose level 2 is counted in turns, named after their nodes. */
#define FORMULAS_IN_ROTATION                                                                         \
	{ .metric = M_RETIRING,           FORM(retiring) },                                       \
	{ .metric = M_HEAVY_OPERATIONS,   FORM(heavy_operations),   .in_rotation = true },           \
	{ .metric = M_LIGHT_OPERATIONS,   FORM(light_operations),   .in_rotation = true },           \
	{ .metric = M_BAD_SPECULATION,    FORM(bad_speculation) },                                \
	{ .metric = M_BRANCH_MISPREDICTS, FORM(branch_mispredicts), .in_rotation = true },           \
	{ .metric = M_MACHINE_CLEARS,     FORM(machine_clears),     .in_rotation = true },           \
	{ .metric = M_FRONTEND_BOUND,     FORM(frontend_bound) },                                 \
	{ .metric = M_FETCH_LATENCY,      FORM(fetch_latency),      .in_rotation = true },           \
	{ .metric = M_FETCH_BANDWIDTH,    FORM(fetch_bandwidth),    .in_rotation = true },           \
	{ .metric = M_BACKEND_BOUND,      FORM(backend_bound) },                                  \
	{ .metric = M_MEMORY_BOUND,       FORM(memory_bound),       .in_rotation = true },           \
	{ .metric = M_CORE_BOUND,         FORM(core_bound),         .in_rotation = true }

/* Both tables of a struct family. */
#define TABLES(its_events, its_formulas)                                                          \
	.events = (its_events),                                                                   \
	.n_events = sizeof(its_events) / sizeof((its_events)[0]),                                 \
	.formulas = (its_formulas),                                                               \
	.n_formulas = sizeof(its_formulas) / sizeof((its_formulas)[0])
/* clang-format on */

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an errno of perf_event_open(2) means on this machine, and what to do about it. Called wherever an event
 * cannot be opened; any thread.
 */
#ifndef TDTOP_COLLECT_PERF_ADVICE_H
#define TDTOP_COLLECT_PERF_ADVICE_H

#include "collect/sys/facts.h"
#include "model/err.h"

/*
 * The sentence for an errno (positive) of perf_event_open(2) of this event on this CPU (-1: none in
 * particular). Returns -errnum.
 */
int perf_advice(int errnum, const char *event, int cpu, const struct facts *facts,
		    struct err *err);

#endif

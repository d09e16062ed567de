/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an errno of perf_event_open(2) means on this machine, and what the user can do about it.
 * Called whenever the kernel refuses an event; any thread.
 */
#pragma once

#include <stdbool.h>

#include "collect/sys/facts.h"
#include "model/err.h"

/*
 * Sets *err to the sentence for this errno (positive) of perf_event_open(2): what cannot be
 * counted, why, and what to do. event: its name; cpu: the kernel's number, -1: no particular one.
 * Returns -errnum.
 */
int perf_advice(int errnum, const char *event, int cpu, const struct facts *facts, struct err *err);

/*
 * The same of an event that samples code; stacks: with branch stacks. Also of mmap(2) of its ring:
 * ENOBUFS stands for its EPERM, which means that no more memory may be locked (perf_mmap()).
 */
int perf_advice_sampling(int errnum, const char *event, bool stacks, const struct facts *facts,
			 struct err *err);

/*
 * The same of an uprobe event at the marker of an object (a program or library); path: its name.
 * EOPNOTSUPP stands for: there is no such kind of event.
 */
int perf_advice_probe(int errnum, const char *path, const struct facts *facts, struct err *err);

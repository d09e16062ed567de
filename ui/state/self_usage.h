/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tdtop itself costs: CPU time of its threads. Called by ui.c once per interval, on the UI
 * thread; batch mode prints the shed part.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/snapshot/snapshot.h"

struct self_usage {			/* zeroed: not read yet */
	uint64_t cpu_ns, at_ns;	/* at the last reading: CPU time so far, and when */
	double cpu_percent;	/* of one CPU, between the last two readings; NAN: unknown */
};

/* Adds a reading: CPU time used so far, time of the reading. */
void self_usage_update(struct self_usage *usage, uint64_t cpu_ns, uint64_t at_ns);

/* Reads the usage of this process. */
void self_usage_read(struct self_usage *usage);

/*
 * Prints what is not counted to stay within the budget: "partial: 10 % of the time on 12 of 64
 * CPUs, tasks ~ (budget 2 %)". False: everything is counted. SELF_USAGE_SHED bytes are enough.
 */
#define SELF_USAGE_SHED 128
bool self_usage_print_shed(const struct self_cost *self, bool brief, char *text, size_t size);

/* ": 2.5 % of CPU time not attributed" after what was lost; "" where that is not known. Returns text. */
#define SELF_USAGE_LOST 64
const char *self_usage_lost(const struct snapshot *snapshot, char text[SELF_USAGE_LOST]);

/*
 * Prints what the sampling of code takes from counting: "sampling: level 1 counted 75 % of the time
 * ~". False: nothing. SELF_USAGE_SHED bytes are enough.
 */
bool self_usage_print_room(const struct self_cost *self, bool brief, char *text, size_t size);

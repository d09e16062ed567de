/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mean retire latencies of the events of a tree over the last 10 s, or by default those of its
 * table. Used by tree_values.c. Pure. One thread.
 */
#ifndef TDTOP_MODEL_TREE_TREE_LATENCIES_H
#define TDTOP_MODEL_TREE_TREE_LATENCIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/tree/tree_readings.h"

#define LATENCY_SAMPLES_MIN 50	/* with less, the mean is that of the table */

struct tree_latencies;

struct tree_latencies *tree_latencies_new(void);	/* NULL without memory */
void tree_latencies_free(struct tree_latencies *latencies);	/* NULL is fine */
void tree_latencies_clear(struct tree_latencies *latencies);

/* Adds the samples of an interval. */
void tree_latencies_add(struct tree_latencies *latencies, const struct tree_readings *readings);

struct mean_latency {
	double mean;		/* cycles; NAN: not known */
	double error;		/* its standard error; NAN: of the table */
	uint32_t samples;	/* of the last 10 s, without those that are saturated: their true */
	uint32_t saturated;	/* value is not known, so the mean is too low */
	bool by_default;	/* it is the table's */
	double table;		/* what the table has, cycles; NAN: nothing */
};

struct mean_latency tree_latencies_mean(const struct tree_latencies *latencies,
					const struct tree *tree, enum core_type type, size_t event,
					enum retire_latency how);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Percentages of the tree's nodes over time, one byte each, in chunks of a few intervals. A row
 * that ran for a moment takes one chunk; one that always runs takes as many as its history is long.
 * Chunks that were never used take no memory. Part of model/history/row_history.c, the only caller.
 * UI thread.
 */
#ifndef TDTOP_MODEL_HISTORY_PERCENT_POOL_H
#define TDTOP_MODEL_HISTORY_PERCENT_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

#define PERCENT_CHUNK_LEN 8	/* intervals of a chunk */

struct family;
struct percent_pool;
struct values;

/*
 * Makes room for so many chunks of the nodes that the family has formulas for. NULL without memory.
 */
struct percent_pool *percent_pool_new(const struct family *family, size_t chunks);
void percent_pool_free(struct percent_pool *pool);	/* NULL is fine */

/* Returns the number of a free chunk, from 1; its contents are undefined. 0: all are in use. */
uint32_t percent_pool_alloc(struct percent_pool *pool);

/* Makes the chunk free again. */
void percent_pool_release(struct percent_pool *pool, uint32_t chunk);

/*
 * Stores the known percentages of all nodes at place `at` of a chunk, 0 to PERCENT_CHUNK_LEN - 1.
 */
void percent_pool_store(struct percent_pool *pool, uint32_t chunk, size_t at,
			const struct values *values);

/* A node's percentage there, in steps of 0.4; NAN if it was not known. */
float percent_pool_percent(const struct percent_pool *pool, uint32_t chunk, size_t at,
			   enum metric_id metric);

#endif

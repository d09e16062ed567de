/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Shares of nodes of the tree over time, a byte each, in chunks of a few intervals: a row that ran for a moment
 * takes one, a row that always runs as many as its history is long. Memory of chunks that were never taken is not
 * touched. Part of model/history/row_history.c, which is the only caller. UI thread.
 */
#ifndef TDTOP_MODEL_PERCENT_POOL_H
#define TDTOP_MODEL_PERCENT_POOL_H

#include <stddef.h>
#include <stdint.h>

#include "model/metric.h"

#define PERCENT_CHUNK_LEN 8	/* intervals of a chunk */

struct family;
struct percent_pool;
struct values;

/* Room for so many chunks, each with the nodes that the family has formulas for. NULL without memory. */
struct percent_pool *percent_pool_new(const struct family *family, size_t chunks);
void percent_pool_free(struct percent_pool *pool);	/* NULL is fine */

/* A chunk, from 1; 0: all are taken. What it says is undefined. */
uint32_t percent_pool_alloc(struct percent_pool *pool);
void percent_pool_release(struct percent_pool *pool, uint32_t chunk);

/* Writes what is known of the nodes' shares to the place `at` of a chunk, 0 to PERCENT_CHUNK_LEN - 1. */
void percent_pool_store(struct percent_pool *pool, uint32_t chunk, size_t at, const struct values *values);

/* A node's share there in percent, to 0.2; NAN if it was not known. */
float percent_pool_percent(const struct percent_pool *pool, uint32_t chunk, size_t at, enum metric_id metric);

#endif

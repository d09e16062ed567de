/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts the records of a recording by time. perf writes one ring after the other, and a
 * FINISHED_ROUND record after the last one; no record is older than the newest one of the round
 * before the previous one (tools/perf/util/ordered-events.h). So a mapping may stand in the file
 * behind samples that need it. Without rounds, records are held back up to a bound of memory. Live,
 * the reader of the rings knows until when it has all. One thread.
 */
#pragma once

#include <stdint.h>

#include "collect/recording/block.h"

#define TIME_ORDER_BYTES (48U << 20)	/* of blocks with records that are held back */

struct time_order;

/* Takes the records in the order of time. 0, or an error that ends the delivery. */
typedef int time_order_deliver(void *data, const struct frame *frame, uint64_t time_ns);

/* NULL without memory. */
struct time_order *time_order_new(time_order_deliver *deliver, void *data);
void time_order_free(struct time_order *order);	/* before the stream is closed; NULL is fine */

/* Adds a record, and holds its block. 0, -ENOMEM, or what deliver returned. */
int time_order_add(struct time_order *order, const struct frame *frame, uint64_t time_ns);

/* A round ends here: delivers what is old enough. */
int time_order_round(struct time_order *order);

/* Delivers all records that are not newer. */
int time_order_until(struct time_order *order, uint64_t time_ns);

/* The recording ends here: delivers all. */
int time_order_end(struct time_order *order);

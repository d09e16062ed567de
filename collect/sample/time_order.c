/* SPDX-License-Identifier: GPL-2.0-only */
/* One array of records, which is sorted when some are due; see time_order.h. */
#include "config.h"
#include "collect/sample/time_order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

struct held {
	uint64_t time_ns;
	uint64_t number;	/* in the order of the file, which decides between equal times */
	struct frame frame;
};

struct time_order {
	time_order_deliver *deliver;
	void *data;
	struct held *held;
	size_t n, cap;
	size_t blocks;		/* that contain a held record */
	uint64_t number;
	bool sorted;		/* held is in the order of time */
	uint64_t newest_ns;	/* of all records so far */
	uint64_t newest_before_ns;	/* the same when the last round ended */
};

struct time_order *time_order_new(time_order_deliver *deliver, void *data)
{
	struct time_order *order = calloc(1, sizeof(*order));

	if (order)
		*order = (struct time_order){ .deliver = deliver, .data = data, .sorted = true };
	return order;
}

void time_order_free(struct time_order *order)
{
	if (!order)
		return;
	for (size_t i = 0; i < order->n; i++)
		block_release(order->held[i].frame.block);
	free(order->held);
	free(order);
}

static int time_order_compare(const void *a, const void *b)
{
	const struct held *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Delivers the first n records, in the order of time. */
static int deliver(struct time_order *order, size_t n)
{
	int ret = 0;

	for (size_t i = 0; i < n; i++) {
		struct held *held = &order->held[i];

		if (!ret)
			ret = order->deliver(order->data, &held->frame, held->time_ns);
		order->blocks -= --held->frame.block->segments == 0;
		block_release(held->frame.block);
	}
	order->n -= n;
	if (n)
		memmove(order->held, order->held + n, order->n * sizeof(*order->held));
	return ret;
}

static void sort(struct time_order *order)
{
	if (!order->sorted)
		qsort(order->held, order->n, sizeof(*order->held), time_order_compare);
	order->sorted = true;
}

int time_order_until(struct time_order *order, uint64_t time_ns)
{
	size_t n = 0;

	sort(order);
	while (n < order->n && order->held[n].time_ns <= time_ns)
		n++;
	return deliver(order, n);
}

/* Delivers the older half. */
static int time_order_make_room(struct time_order *order)
{
	sort(order);
	return deliver(order, order->n / 2 + 1);
}

int time_order_add(struct time_order *order, const struct frame *frame, uint64_t time_ns)
{
	struct held *held = list_room(order->held, order->n + 1, &order->cap, 256, sizeof(*held));

	if (!held)
		return -ENOMEM;
	order->held = held;
	if (order->n && time_ns < order->held[order->n - 1].time_ns)
		order->sorted = false;
	order->held[order->n++] = (struct held){ .time_ns = time_ns, .number = order->number++,
						 .frame = *frame };
	block_hold(frame->block);
	order->blocks += frame->block->segments++ == 0;
	if (time_ns > order->newest_ns)
		order->newest_ns = time_ns;
	return order->blocks > TIME_ORDER_BYTES / BLOCK_BYTES ? time_order_make_room(order) : 0;
}

int time_order_round(struct time_order *order)
{
	uint64_t until = order->newest_before_ns;

	order->newest_before_ns = order->newest_ns;
	return time_order_until(order, until);
}

int time_order_end(struct time_order *order)
{
	return time_order_until(order, UINT64_MAX);
}

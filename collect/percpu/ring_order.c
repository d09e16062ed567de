/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory for what was taken out of the rings; see ring_order.h. Collector thread. */
#include "config.h"
#include "collect/percpu/ring_order.h"

#include <errno.h>
#include <stdlib.h>

int ring_order_init(struct ring_order *order, size_t n_cpus)
{
	order->head = calloc(n_cpus, sizeof(order->head[0]));
	order->held = calloc(n_cpus, sizeof(order->held[0]));
	order->pending = calloc(n_cpus, sizeof(order->pending[0]));
	order->heap.entry = calloc(n_cpus, sizeof(order->heap.entry[0]));
	return order->head && order->held && order->pending && order->heap.entry ? 0 : -ENOMEM;
}

void ring_order_done(struct ring_order *order)
{
	free(order->head);
	free(order->held);
	free(order->pending);
	free(order->heap.entry);
	*order = (struct ring_order){ .head = NULL };
}

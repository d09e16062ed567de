/* SPDX-License-Identifier: GPL-2.0-only */
/* The family of machines that show no counters; see cpu_none.h. */
#include "config.h"
#include "collect/cpu/cpu_none.h"

#include <linux/perf_event.h>

static const struct family_event events[] = {
	{ .id = EV_COUNT, .name = "task-clock", .config = PERF_COUNT_SW_TASK_CLOCK,
	  .not_sysfs = true },
};

const struct family cpu_none = {
	.name = "no TopDown counters",
	.levels = 1,	/* below which a family without formulas has no node */
	.events = events,
	.n_events = sizeof(events) / sizeof(events[0]),
};

/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the kernel's timer of multiplexing is; see mux_timer.h. Collector thread. */
#include "config.h"
#include "collect/perf/mux_timer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collect/sys/procfs.h"
#include "collect/sys/sysfs.h"

static bool find_handler(void *data, uint64_t address, char type, const char *name)
{
	uint64_t *found = data;

	(void)type;
	if (strcmp(name, "perf_mux_hrtimer_handler") != 0)
		return true;
	*found = address;
	return false;
}

bool mux_timer_find(const char *root, struct mux_timer *timer)
{
	static const char *const ids[] = {
		"/sys/kernel/tracing/events/timer/hrtimer_expire_entry/id",
		"/sys/kernel/debug/tracing/events/timer/hrtimer_expire_entry/id",
	};
	long long id = 0;
	uint64_t address = 0;

	*timer = (struct mux_timer){ .tracepoint = 0 };
	for (size_t i = 0; id <= 0 && i < sizeof(ids) / sizeof(ids[0]); i++)
		if (sysfs_read_number(root, ids[i], &id))
			id = 0;
	if (id > 0)
		kallsyms_each(root, find_handler, &address);
	if (!address)	/* not known, or hidden from this user (kernel.kptr_restrict) */
		return false;
	timer->tracepoint = (uint64_t)id;
	(void)snprintf(timer->filter, sizeof(timer->filter), "function==0x%" PRIx64, address);
	return true;
}

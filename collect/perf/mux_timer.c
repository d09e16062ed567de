/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the kernel's timer of multiplexing is; see mux_timer.h. Collector thread. */
#include "config.h"
#include "collect/perf/mux_timer.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "collect/sys/sysfs.h"

/* 0: not known, or hidden from this user (kernel.kptr_restrict). */
static uint64_t address_of(const char *root, const char *function)
{
	char path[PATH_MAX], line[512], name[128];
	uint64_t address = 0;
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s/proc/kallsyms", root);
	file = fopen(path, "re");
	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file))
		if (strstr(line, function) &&
		    sscanf(line, "%" SCNx64 " %*c %127s", &address, name) == 2 &&
		    !strcmp(name, function))
			break;
		else
			address = 0;
	(void)fclose(file);
	return address;
}

bool mux_timer_find(const char *root, struct mux_timer *timer)
{
	static const char *const ids[] = {
		"/sys/kernel/tracing/events/timer/hrtimer_expire_entry/id",
		"/sys/kernel/debug/tracing/events/timer/hrtimer_expire_entry/id",
	};
	long long id = 0;
	uint64_t address;

	*timer = (struct mux_timer){ .tracepoint = 0 };
	for (size_t i = 0; id <= 0 && i < sizeof(ids) / sizeof(ids[0]); i++)
		if (sysfs_read_number(root, ids[i], &id))
			id = 0;
	address = id > 0 ? address_of(root, "perf_mux_hrtimer_handler") : 0;
	if (!address)
		return false;
	timer->tracepoint = (uint64_t)id;
	(void)snprintf(timer->filter, sizeof(timer->filter), "function==0x%" PRIx64, address);
	return true;
}

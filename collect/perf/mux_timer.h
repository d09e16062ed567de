/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The timer by which the kernel multiplexes: where groups of a PMU need more counters than there
 * are, perf_mux_hrtimer_handler() (kernel/events/core.c) puts another group on, each 4 ms on each
 * CPU. The tracepoint timer:hrtimer_expire_entry comes just before that function is called. So a
 * member of a group that samples there reads the group at the end of each time that it is on. What
 * must be known, the tracepoint's number and the function's address, is in files that root can
 * read. Collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct mux_timer {
	uint64_t tracepoint;	/* attr.config; 0: not known */
	char filter[48];	/* of PERF_EVENT_IOC_SET_FILTER: this timer alone */
};

/*
 * Reads both below a root directory ("": the real machine), which takes some 20 ms. False: the
 * kernel has no such tracepoint, tracefs is not mounted, or the user may not know addresses.
 */
bool mux_timer_find(const char *root, struct mux_timer *timer);

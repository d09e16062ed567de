/* SPDX-License-Identifier: GPL-2.0-only */
/* A group that is off at times; see sharing.h. Collector thread. */
#include "config.h"
#include "collect/slice/sharing.h"

#include "collect/perf/reading.h"

#define FORGET_NS 1000000000ULL	/* what lies further back counts half, a quarter, ... */
#define OVER_NS 100000000ULL	/* on for so long without a break: 25 turns of the kernel's (4 ms) */

void sharing_learn_part(struct sharing *sharing, uint64_t enabled_ns, uint64_t running_ns)
{
	if (group_was_off(enabled_ns, running_ns)) {
		sharing->whole_ns = 0;
	} else {
		sharing->whole_ns += enabled_ns;
		if (sharing->whole_ns >= OVER_NS || !sharing->enabled_ns) {
			*sharing = (struct sharing){ .whole_ns = sharing->whole_ns };
			return;
		}
	}
	if (sharing->enabled_ns > FORGET_NS) {
		sharing->enabled_ns /= 2;
		sharing->running_ns /= 2;
	}
	sharing->enabled_ns += enabled_ns;
	sharing->running_ns += running_ns;
}

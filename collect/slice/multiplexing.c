/* SPDX-License-Identifier: GPL-2.0-only */
/* The times of a multiplexed group; see multiplexing.h. Collector thread. */
#include "config.h"
#include "collect/slice/multiplexing.h"

#include "collect/perf/reading.h"

#define FORGET_NS 1000000000ULL	/* times further back than this count half, a quarter, ... */
#define OVER_NS 100000000ULL	/* on without a break: 25 mux intervals of the kernel (4 ms) */

void multiplexing_learn(struct multiplexing *mux, uint64_t enabled_ns, uint64_t running_ns)
{
	if (group_was_off(enabled_ns, running_ns)) {
		mux->always_on_ns = 0;
	} else {
		mux->always_on_ns += enabled_ns;
		if (mux->always_on_ns >= OVER_NS || !mux->enabled_ns) {
			*mux = (struct multiplexing){ .always_on_ns = mux->always_on_ns };
			return;
		}
	}
	if (mux->enabled_ns > FORGET_NS) {
		mux->enabled_ns /= 2;
		mux->running_ns /= 2;
	}
	mux->enabled_ns += enabled_ns;
	mux->running_ns += running_ns;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* How often the cpu-clock of a CPU is to sample: as seldom as can be. Collector thread. */
#include "config.h"
#include "collect/percpu/clock_period.h"

#define CLOCK_PERIOD_UNKNOWN_NS 250000000ULL
#define CLOCK_PERIOD_SHARED_NS 1000000ULL	/* 3 slices in each turn of 4 ms */
#define CLOCK_PERIOD_LONG_NS 2000000000ULL
#define CLOCK_PERIOD_OFF_NS 86400000000000ULL	/* a day */

uint64_t clock_period_ns(const struct slicer *slicer, size_t cpu, uint64_t interval_ns)
{
	int32_t tid;

	if (!slicer_running(slicer, cpu, &tid))
		return CLOCK_PERIOD_UNKNOWN_NS;
	if (tid == TID_IDLE)
		return CLOCK_PERIOD_OFF_NS;
	if (slicer_shared(slicer, cpu))
		return CLOCK_PERIOD_SHARED_NS;
	return interval_ns > CLOCK_PERIOD_LONG_NS ? CLOCK_PERIOD_LONG_NS
							: CLOCK_PERIOD_OFF_NS;
}

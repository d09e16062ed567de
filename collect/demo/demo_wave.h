/* SPDX-License-Identifier: GPL-2.0-only */
/* How the simulated machine drifts. Any thread. */
#ifndef TDTOP_COLLECT_DEMO_DEMO_WAVE_H
#define TDTOP_COLLECT_DEMO_DEMO_WAVE_H

#include <stdint.h>

/* A triangle between -1 and 1 in place of sin(): libm differs between machines. phase >= 0 */
static inline double demo_wave(uint64_t at_ns, double period_s, double phase)
{
	double periods = (double)at_ns / 1e9 / period_s + phase;
	double part = periods - (double)(uint64_t)periods;

	return part < 0.5 ? 4 * part - 1 : 3 - 4 * part;
}

#endif

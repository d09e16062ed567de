/* SPDX-License-Identifier: GPL-2.0-only */
/* How much of the CPU time was sampled; see sampler_covered.h. */
#include "config.h"
#include "collect/sample/sampler_covered.h"

#include <math.h>

#define MORE_THAN_ALL 1.1

void sampler_covered_begin(struct sampler_covered *covered, uint64_t enabled_ns, uint64_t now_ns)
{
	*covered = (struct sampler_covered){ .began_ns = now_ns, .enabled_before = enabled_ns };
}

void sampler_covered_see(struct sampler_covered *covered, const struct event_scope *scope,
			 bool all, uint64_t enabled_ns, uint64_t now_ns)
{
	const double since = (double)(now_ns - covered->began_ns) / 1e9;
	/* Of the interval in which the profile began, as if all of it were alike. */
	const double part = scope->seconds > 0 ? fmin(since / scope->seconds, 1) : 0;
	const double counted_ns = scope->busy_ns * part;

	covered->counted_ns += counted_ns;
	covered->sampled_ns += all ? counted_ns : (double)(enabled_ns - covered->enabled_before);
	covered->enabled_before = enabled_ns;
}

double sampler_covered_part(const struct sampler_covered *covered)
{
	const double part = covered->sampled_ns / covered->counted_ns;

	/* A source that only looks at /proc now and then does not count what has ended. */
	return covered->counted_ns > 0 && part < MORE_THAN_ALL ? fmin(part, 1) : (double)NAN;
}

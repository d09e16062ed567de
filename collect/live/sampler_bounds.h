/* SPDX-License-Identifier: GPL-2.0-only */
/* How much the sampler opens and samples, and until when. */
#pragma once

#define SAMPLER_THREADS 64		/* of a scope that have an event */
#define SAMPLER_RATE 1000		/* samples a second of a busy thread at most */
#define SAMPLER_BIRTHS 50		/* threads a second: from here on by CPU, with a filter */
#define SAMPLER_UNSAMPLED 0.02		/* of the CPU time, by threads without an event: likewise */
#define SAMPLER_CLOSE_NS 3000000000ULL	/* after no view needs it any more */

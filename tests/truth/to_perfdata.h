/* SPDX-License-Identifier: GPL-2.0-only */
/* Makes a perf.data of what the truth plugin has written, as perf record would have. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct to_perfdata {
	uint64_t samplers;	/* bits: which of the stream, in this order. 0: all */
	bool amd;		/* as Zen 4: 16 entries, no cycles, speculation is told */
};

/* 0, or -1 with a sentence on stderr. */
int to_perfdata(const char *stream, const struct to_perfdata *options, const char *out);

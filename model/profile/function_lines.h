/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source lines of one function that have most slots, with their TopDown. Where the event is not precise,
 * a sample is some instructions late, and so may be its line: no error includes that. Pure; any thread.
 */
#pragma once

#include "model/profile/class_samples.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"

struct function_line {
	struct place at;		/* an address of it */
	uint64_t samples;
	struct weighed slots;
	struct estimate share;		/* of the function's slots: share_of() */
	struct weighed sums[CLASS_EVENTS_MAX];	/* by row of the class table */
	struct estimate classes[M_COUNT];	/* by metric: class_samples.h */
};

/*
 * Fills the lines of the function that starts there, of all processes, the hottest first; at most `most`.
 * Addresses whose line is not known are of none. names: not NULL; it is not waited for them, *pending says
 * how many may come. Of a profile without classes there are none. Returns how many.
 */
size_t function_lines(const struct profile *profile, const struct code_names *names, struct place start,
		      struct function_line *lines, size_t most, size_t *pending);

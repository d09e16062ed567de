/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Detects counters that cannot be right. Some hypervisors show counters that they do not have:
 * slots that never advance, or are all bad speculation; a damaged recording has any number. Then
 * the user gets a sentence instead of numbers. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/counts.h"

enum soundness {
	SOUND,			/* nothing is wrong, or there is too little to judge */
	UNSOUND_STANDS_STILL,	/* no slots, although the CPU worked and the counter was on */
	UNSOUND_NO_CLASSES,	/* slots, but none of them in a class that is counted */
	UNSOUND_ALL_BAD,	/* all slots are bad speculation */
	UNSOUND_TOO_MANY,	/* more slots than the CPUs can have */
	UNSOUND_OVER_100	/* a node of more than all slots */
};

/*
 * Judges counts of busy_ns of CPU time, and the values that the family's formulas make of them.
 * Only for a whole machine: a single task may well do nothing but bad speculation.
 */
enum soundness soundness_of(const struct counts *counts, const struct values *values,
			    uint64_t busy_ns);

/*
 * Judges whether counts of any row are possible in cpu_ns of CPU time, as they come from a file
 * that may be damaged: SOUND, UNSOUND_TOO_MANY or UNSOUND_OVER_100. over: percent that a node may
 * have if its events were counted all the time and together.
 */
enum soundness soundness_of_row(const struct counts *counts, const struct values *values,
				uint64_t cpu_ns, float over);
#define OVER_OF_CPUS 105.0f	/* of CPUs: counters of a group are not read at one instant */
#define OVER_ROUGH 200.0f	/* of tasks, and of nodes whose events were multiplexed */

/*
 * Is a node's value impossible in any row: more than all slots, or more than its parent has? Counts
 * of different times or CPUs do not fit exactly, so some points are forgiven.
 */
bool soundness_forbids(const struct values *values, enum metric_id node);
#define OVER_PARENT 5.0f	/* points; worst_path() treats closer siblings as equal */
#define OVER_PARENT_ROUGH 15.0f	/* of multiplexed or extrapolated values */

/* What is wrong, as a sentence without a full stop; "" if nothing is. */
const char *soundness_text(enum soundness soundness);

/* SPDX-License-Identifier: GPL-2.0-only */
/* What the slowest entries into a region do that the others do not, in plain words. Any thread. */
#pragma once

#include "model/durations.h"

struct region_state;

#define DURATION_TEXT 320	/* a sentence, without its full stop */

/*
 * "The slowest 1.2 % of the entries (above 1.05 ms) have 13.0 % of the slots: memory bound 70.1 %, 45.2 points
 * more than the others"; or why nothing is told.
 */
void duration_text_slow(const struct slow_part *slow, char text[DURATION_TEXT]);

/* "They were on a CPU for 71 % of their time, the others for 98 %"; "": it is not known. */
void duration_text_on_cpu(const struct slow_part *slow, char text[DURATION_TEXT]);

/*
 * "131 of 10932 entries that ended are slow; classes end at twice their begin, so percentiles are estimates".
 * regions: were markers watched all the time, and had all durations room?
 */
void duration_text_doubt(const struct slow_part *slow, const struct region_state *regions, char text[DURATION_TEXT]);

/* Of the word "entries" after a number. */
static inline const char *entries_ending(uint64_t n)
{
	return n == 1 ? "y" : "ies";
}

/* For a printf: entries that have no duration, region_state.untimed, and their ending. With <inttypes.h>. */
#define DURATION_UNTIMED "durations of %" PRIu64 " entr%s found no room"

/* Its word in JSON: "differs"; null is for none. A constant. */
const char *duration_text_verdict(enum slow_verdict verdict);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes that ended, summed by the name of their command: what they have cost as long as tdtop
 * saw them. Kept for ten minutes or GONE_ENTRIES names and ten seconds, whatever is less. Only what
 * the UI thread takes from the exchange is seen.
 */
#ifndef TDTOP_UI_GONE_H
#define TDTOP_UI_GONE_H

#include <stddef.h>

struct gone;
struct snapshot;

#define GONE_ENTRIES 1000
#define GONE_STEP 10.0	/* seconds of the wall clock */

struct gone *gone_new(void);		/* NULL without memory */
void gone_free(struct gone *gone);	/* NULL is fine */

/* Adds what ended in this interval, and forgets what is too old. */
void gone_add(struct gone *gone, const struct snapshot *snapshot);

/*
 * The sums as rows of ROW_GONE, one per name, evaluated; `children` is how many there were: of what
 * had ended by this time, in steps of GONE_STEP; INFINITY: of all. Owned by gone, valid until the
 * next call. NULL: nothing was added yet, or there is no memory.
 */
const struct snapshot *gone_sums(struct gone *gone, double until);

#endif

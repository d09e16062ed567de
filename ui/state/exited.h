/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes that ended, summed by the name of their command: what they have cost as long as tdtop
 * saw them. Kept for ten minutes or EXITED_ENTRIES names and ten seconds, whatever is less. Only what
 * the UI thread takes from the exchange is seen.
 */
#ifndef TDTOP_UI_EXITED_H
#define TDTOP_UI_EXITED_H

#include <stddef.h>

struct exited;
struct snapshot;

#define EXITED_ENTRIES 1000
#define EXITED_STEP 10.0	/* seconds of the wall clock */

struct exited *exited_new(void);		/* NULL without memory */
void exited_free(struct exited *exited);	/* NULL is fine */

/* Adds what ended in this interval, and forgets what is too old. */
void exited_add(struct exited *exited, const struct snapshot *snapshot);

/*
 * The sums as rows of ROW_EXITED, one per name, evaluated; `children` is how many there were: of what
 * had ended by this time, in steps of EXITED_STEP; INFINITY: of all. Owned by gone, valid until the
 * next call. NULL: nothing was added yet, or there is no memory.
 */
const struct snapshot *exited_sums(struct exited *exited, double until);

#endif

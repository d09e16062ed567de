/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exited processes, summed by command name: their cost as long as tdtop saw them. Entries are kept
 * for ten minutes, and at most EXITED_ENTRIES of them (one per name and ten seconds). Only
 * snapshots that the UI thread takes from the exchange are seen; UI thread.
 */
#pragma once

struct exited;
struct snapshot;

#define EXITED_ENTRIES 1000
#define EXITED_STEP 10.0	/* seconds of the wall clock */

struct exited *exited_new(void);		/* NULL without memory */
void exited_free(struct exited *exited);	/* NULL is fine */

/* Adds the processes that exited in this interval, and drops entries that are too old. */
void exited_add(struct exited *exited, const struct snapshot *snapshot);

/*
 * The sums as rows of ROW_EXITED, one per name, evaluated; `children` is the number of processes.
 * Counts those that exited until this time of the wall clock, in steps of EXITED_STEP; INFINITY:
 * all. The snapshot belongs to `exited` and is valid until the next call. NULL: nothing was added
 * yet, or no memory.
 */
const struct snapshot *exited_sums(struct exited *exited, double until);

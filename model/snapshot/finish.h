/* SPDX-License-Identifier: GPL-2.0-only */
/* What snapshot.c and finish.c share; nobody else includes this. */
#ifndef TDTOP_MODEL_FINISH_H
#define TDTOP_MODEL_FINISH_H

#include <stddef.h>
#include <stdint.h>

struct row;
struct row_table;
struct snapshot_scratch;

struct snapshot_scratch *snapshot_scratch_new(void);
void snapshot_scratch_free(struct snapshot_scratch *scratch);
void snapshot_scratch_clear(struct snapshot_scratch *scratch);	/* forgets the index; memory as of rows */

/* The index of `from`, whose rows were copied. 0, or -ENOMEM: `into` finds no thread. */
int snapshot_scratch_copy(struct snapshot_scratch *into, const struct snapshot_scratch *from);

/* The thread with this tid, or NULL: by the index that snapshot_finish() made. */
const struct row *snapshot_scratch_thread(const struct snapshot_scratch *scratch,
					  const struct row_table *table, int32_t tid);

/* Adds what a row counted and used to another. */
void row_sum(struct row *into, const struct row *row);

/* Room for n rows. 0, or -1 without memory. */
int row_table_reserve(struct row_table *table, size_t n);

#endif

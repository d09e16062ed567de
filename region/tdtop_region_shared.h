/* SPDX-License-Identifier: 0BSD */
/*
 * What a program that counts its regions itself (tdtop_region_rdpmc.h) shares with tdtop --regions
 * PID: the memory of a file "tdtop-regions" (memfd_create(2)), in the byte order of the machine. C
 * and C++.
 *
 * Each thread writes its own rows, and no other one does while its tid is not 0; so there are no
 * locks. A reader copies a thread's rows between two looks at `sequence`: odd, or not the same
 * twice: they changed meanwhile, and it tries again. Thread 0 is not one: it has the sums of all
 * threads that ended, and `moves` counts, likewise, while a thread's rows are added there.
 */
#ifndef TDTOP_REGION_SHARED_H
#define TDTOP_REGION_SHARED_H

#include <stdint.h>

#define TDTOP_SELF_FILE "tdtop-regions"
#define TDTOP_SELF_MAGIC 0x31676572706f6474ULL	/* "tdopreg1" */
#define TDTOP_SELF_VERSION 1
#define TDTOP_SELF_NAMES 128	/* of regions; the first is "(other)", the last also what is too many */
#define TDTOP_SELF_NAME 48	/* bytes, with the NUL */
#define TDTOP_SELF_THREADS 512
#define TDTOP_SELF_PARTS 8	/* RET BAD FE BE, heavy, mispredicts, fetch latency, memory */

enum tdtop_self_state {
	TDTOP_SELF_FREE = 0,
	TDTOP_SELF_COUNTS = 1,
	TDTOP_SELF_TAKEN = 2,		/* another program has the counter; no longer counted */
	TDTOP_SELF_REFUSED = 3		/* the kernel refused */
};

/*
 * A region in one thread: self (exclusive) values, so all rows of a thread add up. Of user mode
 * alone, but for times.
 *
 * PERF_METRICS has 8 bits for each class, of all slots since it was reset. So a reading is right to
 * 1/255 of these, not of the slots of the last region. `exact`: of times before which it was reset,
 * or the thread came to a CPU, which empties it (their slots are `exact_slots`). `rough`: of all
 * others. Both are right to 1/255 of their slots, 0.4 points, and what the register held at their
 * begin adds up to `exact_error` and `rough_error` slots, each entry by two steps of that. Context
 * switches inside add up to `exact_switched` and `rough_switched` slots (tdtop_region_counter.h).
 */
struct tdtop_self_row {
	uint64_t entries;
	uint64_t cpu_ns;		/* CPU time inside */
	uint64_t counted_ns;		/* of it, while the counters ran */
	uint64_t slots;			/* of counted_ns */
	uint64_t exact_slots;
	uint64_t rough_error, exact_error;	/* slots, beside 0.4 points: the register was not empty */
	uint64_t rough_switched, exact_switched;	/* slots, beside these */
	int64_t exact[TDTOP_SELF_PARTS];	/* slots */
	int64_t rough[TDTOP_SELF_PARTS];
};

struct tdtop_self_thread {
	uint32_t sequence;
	uint32_t tid;			/* as the program sees it */
	uint32_t state;			/* enum tdtop_self_state */
	uint32_t taken_permille;	/* TAKEN: of the time, by others */
	uint64_t changes;		/* readings at ends of regions */
	uint64_t resets;		/* of PERF_METRICS */
	struct tdtop_self_row row[TDTOP_SELF_NAMES];
};

struct tdtop_self {
	uint64_t magic;
	uint32_t version;
	uint32_t size;			/* of this struct */
	uint32_t pid;			/* as the program sees it; in a child of fork(2) that never used a
					   region it is the parent's */
	uint32_t parts;			/* 4, or 8 with level 2 */
	uint32_t names;			/* so many are there */
	uint32_t threads;		/* slots ever used */
	uint32_t moves;
	uint32_t not_counted;		/* threads: there was no slot for them, or the kernel refused */
	uint32_t taken_permille;	/* the most that a thread which stopped has seen */
	uint32_t error;			/* errno of the kernel's last refusal; 0: none */
	char name[TDTOP_SELF_NAMES][TDTOP_SELF_NAME];
	struct tdtop_self_thread thread[TDTOP_SELF_THREADS];
};

/*
 * The split of a row, or of a sum of rows: shares of its slots. Of all entries if that is right to
 * a point, else of the exact ones alone, if these are right to two; what switches add apart. *error:
 * what may be wrong at most, as a share. Returns the slots that it is of; 0: it is not known.
 */
static inline double tdtop_self_split(const struct tdtop_self_row *row,
				      double share[TDTOP_SELF_PARTS], double *error)
{
	const double bound = (double)row->rough_error + (double)row->exact_error;
	const int all = row->slots && bound <= (double)row->slots / 100;
	const int some = all || (double)row->exact_error <= (double)row->exact_slots / 50;
	const double slots = (double)(all ? row->slots : some ? row->exact_slots : 0);
	const double switched = (double)row->exact_switched + (all ? (double)row->rough_switched : 0);
	int i;

	for (i = 0; i < TDTOP_SELF_PARTS; i++) {
		share[i] = 0;
		if (slots > 0)
			share[i] = ((double)row->exact[i] + (all ? (double)row->rough[i] : 0)) / slots;
		share[i] = share[i] < 0 ? 0 : share[i] > 1 ? 1 : share[i];
	}
	*error = 1.0 / 255;
	if (slots > 0)
		*error += ((all ? bound : (double)row->exact_error) + switched) / slots;
	return slots;
}

#endif

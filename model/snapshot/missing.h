/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why a row has no TopDown values, for JSON and CSV. Each reason is a fact that the counters, the
 * kernel's records or the row itself state; none is inferred. Any thread.
 */
#pragma once

#include "model/snapshot/snapshot.h"

enum missing {
	MISSING_NOTHING,	/* it has values of at least one node */
	/* The counters report something impossible: in the order of enum soundness. */
	MISSING_STANDS_STILL,
	MISSING_NO_CLASSES,
	MISSING_ALL_BAD,
	MISSING_TOO_MANY,
	MISSING_OVER_100,
	MISSING_NOT_PERMITTED,	/* the row stands for threads that the user may not count */
	MISSING_FILES,		/* the row stands for threads without file descriptors */
	MISSING_OFF,		/* enabled time grew, running time did not: others have the counter */
	MISSING_CAME_ONLINE,	/* no time grew: its CPU came online without events */
	MISSING_IDLE,		/* nothing ran there */
	MISSING_LOST,		/* no counts arrived, and records of the interval were lost */
	MISSING_NOT_READ,	/* no counts arrived: between two readings, or before the first */
	MISSING_EVENTS,		/* slots were counted, the events of the nodes were not */
	MISSING_SHARED_CORE,	/* counted per core, and both threads of the core ran */
	MISSING_LOW_SLOTS,	/* too few slots, or too little time, for a ratio */
	MISSING_KINDS
};

/* The reason for a row of a finished snapshot; the first of the above that holds. */
enum missing missing_of(const struct snapshot *snapshot, const struct row *row);

/* The reason as a word for programs; NULL for MISSING_NOTHING. */
const char *missing_name(enum missing missing);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The samples of a profile by function: addresses are joined by the start of the symbol that covers
 * them. An address without a symbol is a row of its own. Pure; any thread.
 */
#pragma once

#include "model/profile/class_samples.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"

struct profile_function {
	struct place start;	/* of the function; without a symbol, the sampled address */
	int32_t pid;		/* 0: of all processes */
	bool named;		/* a symbol covers it */
	uint64_t samples;
	uint64_t weight;	/* sum of periods: events; with classes: slots */
	double squares;		/* of the periods */
	struct estimate share;	/* of the events of the whole profile, 0..1: share_of() */
	uint64_t latency_sum, latency_n;	/* as in struct profile_address */
	struct weighed *sums;	/* by row of the class table; NULL: no classes */
	const struct estimate *classes;	/* by metric: class_samples.h; NULL: none */
	struct place hottest;	/* the address with most weight */
	uint64_t hottest_weight;
};

struct functions {
	struct profile_function *rows;	/* most weight first */
	size_t n;
	struct weighed *sums;	/* of all rows */
	struct estimate *classes;
	size_t pending;		/* addresses whose name is still asked for: rows of their own */
};

enum functions_by { FUNCTIONS_OF_ALL, FUNCTIONS_BY_PROCESS };

/*
 * Groups the addresses of a profile. Never waits: who wants all names calls names->wait() before.
 * names NULL: each address is a row.
 * 0, or -ENOMEM and an empty list. functions_done() frees it.
 */
int functions_init(struct functions *functions, const struct profile *profile,
		   const struct code_names *names, enum functions_by by);
void functions_done(struct functions *functions);

/*
 * The part of its slots that the function has in this node, with its error; NAN, NAN: not sampled, or
 * the error is too large to be shown (*known says which; it may be NULL).
 */
struct estimate functions_class(const struct profile_function *function, enum metric_id metric,
				enum class_known *known);

/* Mean retire latency of its samples, cycles; NAN: not told. */
double functions_latency(const struct profile_function *function);

/*
 * Cycles that instructions waited at its events until they retired: their mean retire latency times
 * the number of events. NAN: not told, or the event counts cycles itself, and not something that an
 * instruction waits for.
 */
double functions_stall(const struct profile_event *event, const struct profile_function *function);

/*
 * The source lines of one function that have most slots, with their TopDown. Where the event is not precise, a sample
 * is some instructions late, and so may be its line: no error includes that. Pure; any thread.
 */
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

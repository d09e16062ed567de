/* SPDX-License-Identifier: GPL-2.0-only */
/* Slices in, a snapshot out: an aggregate of a machine that the test describes, and its clock. */
#ifndef TDTOP_TESTS_FIXTURE_AGGREGATE_H
#define TDTOP_TESTS_FIXTURE_AGGREGATE_H

#include "collect/aggregate.h"
#include "model/snapshot.h"

#define MS 1000000ULL

extern struct aggregate *aggregate;
extern const struct sink *sink;		/* of the aggregate */
extern struct snapshot *snapshot;	/* the interval that was filled last */
extern uint64_t now_ns;

/* A new aggregate; for the test's setup. */
void fixture_aggregate_begin(const struct machine *machine);

/* For cmocka, as the teardown. */
int fixture_aggregate_teardown(void **state);

/* A slice of a task that ends now, after so long: all of its slots were counted, and so many retired. */
struct slice make_slice(int32_t cpu, int32_t pid, int32_t tid, uint64_t ns, double slots, double retiring);

/* An interval of this length ends now. */
void fill(uint64_t interval_ns);

#endif

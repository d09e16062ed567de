/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording by hand (perfdata_builder.h) and what its replay was (fixture_replay.h), for tests of what becomes of
 * records. Each RECORDING_TEST begins with an empty one.
 */
#ifndef TDTOP_TESTS_FIXTURE_RECORDING_H
#define TDTOP_TESTS_FIXTURE_RECORDING_H

#include "model/err.h"
#include "tests/perfdata_builder.h"

#define T0 (1000 * SECOND)	/* the first sample: what came before it was not counted */
#define WORK 1000000UL		/* slots of a slice */

enum { ALPHA = 10, BETA = 11, GAMMA = 12 };	/* tasks */

extern struct builder b;
extern struct tally tally;
extern struct err err;

int recording_setup(void **state);
int recording_teardown(void **state);

#define RECORDING_TEST(function) \
	cmocka_unit_test_setup_teardown(function, recording_setup, recording_teardown)

/* cmocka's compares floats, which cannot tell one second from another. */
#define assert_near(a, b, most) assert_true(fabs((double)(a) - (double)(b)) <= (most))

/* Finishes and replays it into the tally: without a failure. */
void replay(uint64_t interval_ns);

/* What the tally has of a task; -1 and UINT64_MAX where it has none. */
double slots(int32_t pid);
uint64_t busy_ms(int32_t pid);

/* ALPHA and BETA take turns on CPU 0 for two seconds, 100 ms each; and what must come of it. */
void two_take_turns(void);
void assert_turns(void);

/* Is the task split as builder_ran() does it? */
void assert_shares(int32_t pid);

/* An event of a group, and which of a task's counts its value is. */
struct counted {
	const char *name;
	enum event_id counts;
};

/* A group of these, its switches second; returns their index, for builder_sample(). */
size_t add_group(const struct counted *events, size_t n);

#endif

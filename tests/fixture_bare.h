/* SPDX-License-Identifier: GPL-2.0-only */
/* An empty snapshot of a machine without CPUs, for tests of the model that fill it themselves. */
#ifndef TDTOP_TESTS_FIXTURE_BARE_H
#define TDTOP_TESTS_FIXTURE_BARE_H

#include "model/snapshot.h"

#define BARE_CPUS 512

extern struct cpu_place places[BARE_CPUS];	/* the machine's; it has as many as it says */
extern struct machine machine;
extern struct snapshot *snapshot;

/* The snapshot is new, the machine is not put into it. For cmocka. */
int fixture_bare_setup(void **state);
int fixture_bare_teardown(void **state);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine by hand for the tests of the screen: 1 socket, 2 cores, 4 CPUs, a handful of processes
 * that show every case a row can be. The numbers are round, so that a person can check a screen.
 */
#ifndef TDTOP_TESTS_FIXTURE_H
#define TDTOP_TESTS_FIXTURE_H

#include "model/snapshot.h"

#define FIXTURE_HOSTILE "ev\x1b[2Jil\t\xff\xe2\x80\xae\xe6\xbc\xa2!"

enum fixture_pid {
	PID_MEMHOG = 2311,	/* backend bound by memory, four threads, 398.7 % CPU */
	PID_SCALED = 2400,	/* frontend bound, its counts are extrapolated */
	PID_COMPUTE = 2500,	/* retiring */
	PID_LEVEL1 = 2600,	/* level 2 was not counted */
	PID_HOSTILE = 2700,	/* a name that wants to harm the terminal */
	PID_ENDED = 2800,	/* ended in the interval, bad speculation */
	PID_IDLE = 2900		/* almost no slots: would be 100 % backend bound */
};

/* The machine of all snapshots here. Tests may change it, and must put it back. */
extern struct machine fixture_machine;

/* A finished snapshot; the caller frees it. Each seq is one second later; nothing else differs. */
struct snapshot *fixture_snapshot(uint64_t seq);

/* The same before snapshot_finish, for a test that wants more in it. */
struct snapshot *fixture_draft(uint64_t seq);

/* Moves a thread of memhog and all of compute, in a draft, to E-cores; the machine says which CPUs these are. */
void fixture_make_hybrid(struct snapshot *snapshot);

/*
 * Makes of a draft one that was counted by task: nothing is known of any CPU, some threads may not be counted, and
 * for others there were no descriptors. The machine says so until fixture_machine.watched is "".
 */
void fixture_make_watched(struct snapshot *snapshot, const char *watched);

/* Adds a process of one thread that ran `busy` of the second, split in percent, to a draft. */
struct row *fixture_add_process(struct snapshot *snapshot, int32_t pid, const char *name,
				double busy, const double split[4], double second_level);

#endif

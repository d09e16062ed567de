/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A recording of any bytes, replayed to its end without a thread and without a screen. For tests and for the
 * fuzzer: what must hold of any bytes is checked here.
 */
#ifndef TDTOP_TESTS_FIXTURE_REPLAY_H
#define TDTOP_TESTS_FIXTURE_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/err.h"
#include "model/snapshot.h"

/* Who looks at each interval; may be NULL. */
typedef void replay_look(const struct snapshot *snapshot, void *data);

/*
 * Replays the bytes as a file, cut into intervals (0: as counted, or seconds), at most `most` of them. 0, and
 * *err is a sentence if the end is not as it should be; or a negative errno with a sentence. Aborts if a
 * rule of any replay is broken.
 */
int replay_bytes(const void *bytes, size_t n, uint64_t interval_ns, uint64_t most, replay_look *look,
		 void *data, struct err *err);

/* The same of a file. */
int replay_file(const char *path, uint64_t interval_ns, uint64_t most, replay_look *look, void *data,
		struct err *err);

/* What a replay was, in sums over its intervals. */
struct tally {
	uint64_t intervals, lost;
	uint64_t ns;			/* of all intervals */
	double slots, unaccounted;	/* of the machine */
	double idle_slots;
	double interval_slots[64];	/* of the machine, in the first intervals */
	double first_wall, last_wall;
	char host[65];
	int levels;
	size_t n_cpus, n_sockets;
	int last_cpu;			/* the highest number of one */
	struct tally_task {
		int32_t pid;
		int32_t ppid;
		char name[64], cgroup[128], user[64];	/* as told last */
		double slots;
		uint64_t busy_ns, intervals;
		bool exited;
		double percent[M_COUNT];	/* in the last interval that could tell them */
	} tasks[64];
	size_t n_tasks;
};

/* A replay_look; data is a struct tally of zeros. */
void tally_look(const struct snapshot *snapshot, void *data);

/* A process of it, by name or by pid; NULL. */
const struct tally_task *tally_name(const struct tally *tally, const char *name);
const struct tally_task *tally_pid(const struct tally *tally, int32_t pid);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A thread that makes profiles of samples while they are taken. The collector thread puts the bytes
 * of the rings into a bounded queue, and this thread decodes them as those of a recording. It knows
 * what is mapped where from /proc/PID/maps and the records of mmap(2) and execve(2). It publishes a
 * profile as often as its share of a CPU allows. Neither the UI nor the collector waits for it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"
#include "collect/live/live_target.h"
#include "model/branches/profile_builder.h"
#include "model/err.h"
#include "model/profile/profile_exchange.h"

struct live_profile;

struct live_profile_options {
	struct profile_exchange *exchange;	/* borrowed */
	int wake_ui;			/* eventfd that is written after each publish; -1: none */
	const char *proc_root;		/* NULL: "/proc" */
	const struct profile_code *code;	/* borrowed; NULL: nothing is asked of the code */
	/* Told each object once, before a profile has places in it (code_add_object()); or NULL. */
	int (*add_object)(void *data, uint32_t index, const struct profile_object *object);
	/*
	 * After that: the build-id in a file, which is known to all profiles then. Returns its
	 * length, 0: none. NULL: as far as records tell it.
	 */
	uint8_t (*build_id)(void *data, uint32_t index, unsigned char id[BUILD_ID_MAX]);
	void *data;
	/* Told what the sampled processes have mapped, on the thread (live_maps_told); or NULL. */
	void (*mapped)(void *data, int32_t pid, const struct code_mapping *mapping);
	/* Told each object whose build-id is known, as add_object(); or NULL. */
	void (*identified)(void *data, const struct profile_object *object);
	void *mapped_data;	/* for both */
	double cpu_share;		/* of one CPU, that making profiles may take: 0..1 */
};

/* Starts the thread. 0 and *out, or a negative errno with a sentence. Main thread. */
int live_profile_new(const struct live_profile_options *options, struct live_profile **out,
		     struct err *err);
/* Ends the thread; its profiles' objects are gone then. NULL is fine. Main thread. */
void live_profile_free(struct live_profile *live);

/*
 * Waits until the newest profile has all samples that were put so far; its news say `ended`. What
 * is put afterwards is added as before. Main thread; the thread of live_profile_new() must run.
 */
void live_profile_finish(struct live_profile *live);

/* ---- collector thread ---- */

/* A new profile begins: what was put before is forgotten. 0 or -ENOMEM. */
int live_profile_begin(struct live_profile *live, const struct live_target *target);

/*
 * Adds records, whole and of one ring, in the order of that ring; copies. False: the queue is full,
 * and they are left out (and counted as lost).
 */
bool live_profile_put(struct live_profile *live, const void *bytes, size_t size);

/* All rings were drained: records before this time (CLOCK_MONOTONIC) are there. */
void live_profile_round(struct live_profile *live, uint64_t now_ns);

/* What the next news say of sampling; copied. `events`: what can be sampled here, once. */
void live_profile_tell(struct live_profile *live, const struct profile_news *news);

/* CPU time of the thread so far, ns. */
uint64_t live_profile_cpu_ns(const struct live_profile *live);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What sampled processes have mapped, from the thread that reads /proc/PID/maps (live_parts.h) to the
 * collector thread, which records it: that thread is in a sandbox in which /proc does not tell it. A
 * mutex guards the table; only the latest reading of a process is kept.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_objects.h"

#define SAMPLED_MAPS_BYTES (32U << 20)	/* of all processes; the oldest readings are forgotten */
#define SAMPLED_MAPS_PROCESSES 4096	/* the same */

struct sampled_maps;

/* clock: when a reading begins; NULL: CLOCK_MONOTONIC. NULL without memory. */
struct sampled_maps *sampled_maps_new(uint64_t (*clock)(void));
void sampled_maps_free(struct sampled_maps *maps);	/* NULL is fine */

/*
 * A mapping of the reading that goes on, copied; NULL: it is complete, and takes the place of the
 * one before. pid -1: the kernel and its modules. The thread that reads. data: struct sampled_maps.
 */
void sampled_maps_read(void *data, int32_t pid, const struct code_mapping *mapping);

#define SAMPLED_BUILD_IDS_MAX 4096	/* further ones are left out */

/*
 * The build-id of an object. A recording tells it by path: of two objects with one path (in two
 * containers) none is told. Any thread. data: struct sampled_maps.
 */
void sampled_maps_identify(void *data, const struct profile_object *object);

/* Calls the function with each object that has one; valid until it returns. Any thread. */
void sampled_maps_identified(struct sampled_maps *maps,
			     void (*each)(void *data, const struct profile_object *object),
			     void *data);

/* Changes with each complete reading. Any thread. */
uint32_t sampled_maps_version(const struct sampled_maps *maps);

/* Which readings are wanted. */
struct sampled_maps_request {
	int32_t pid;
	uint32_t after;		/* version: newer ones; 0: all */
	uint64_t since_ns;	/* that began after this time (CLOCK_MONOTONIC) */
};

/*
 * Calls the function with each mapping of the latest reading, if it is wanted; the mapping is valid
 * until it returns. Returns the version of the reading; request->after: there is none. Any thread.
 */
uint32_t sampled_maps_each(struct sampled_maps *maps, const struct sampled_maps_request *request,
			   void (*each)(void *data, const struct code_mapping *mapping), void *data);

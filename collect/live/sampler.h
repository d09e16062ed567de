/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples the code of what the user looks at. It opens one event on the busiest threads of a
 * process (or of a cgroup, user, command; or on CPUs), never pinned, beside the SLOTS groups. It
 * drains the rings into a live_profile, and closes all 3 s after no view needs it. A seam has the
 * system calls. All on the collector thread, but new and free, which are main's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/live/sampler_options.h"
#include "model/err.h"
#include "model/snapshot/snapshot.h"

struct sampler;

int sampler_new(const struct sampler_options *options, struct sampler **out, struct err *err);
void sampler_free(struct sampler *sampler);	/* closes all; NULL is fine */

/* What is sampled, with the event of a node below level 2. Collector thread; valid until free. */
const struct sample_choices *sampler_choices(const struct sampler *sampler);

/* Follows the newest request, drains rings that are due, adapts the period, closes what is over. */
void sampler_step(struct sampler *sampler, uint64_t now_ns);

/*
 * An interval has ended: which threads are there and how busy, and did SLOTS run? Since when events
 * are open for what is looked at, on the clock of now_ns; 0: none are.
 */
uint64_t sampler_see(struct sampler *sampler, const struct snapshot *snapshot, uint64_t now_ns);

/* The collector ends: closes all events. */
void sampler_end(struct sampler *sampler);

/* When sampler_step() has something to do; UINT64_MAX: nothing until the next request. */
uint64_t sampler_next_ns(const struct sampler *sampler);

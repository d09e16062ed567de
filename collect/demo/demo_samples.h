/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of the simulated machine's code, in place of a sampler and of the thread that makes
 * profiles: invented only while somebody looks, by walks through demo_layout.h. Collector thread, but
 * new, free and what is asked of the choices and names, which are main's.
 */
#pragma once

#include <stdint.h>

#include "collect/live/sample_choice.h"
#include "model/err.h"
#include "model/machine.h"
#include "model/profile/code_names.h"
#include "model/profile/profile_exchange.h"
#include "model/snapshot/snapshot.h"

struct demo_samples;

/*
 * Both are borrowed. wake_ui: eventfd that is written after each publish; -1: none. 0 and *out, or a
 * negative errno with a sentence. The samples depend only on requests, snapshots and times.
 */
int demo_samples_new(const struct machine *machine, struct profile_exchange *exchange, int wake_ui,
		     struct demo_samples **out, struct err *err);
void demo_samples_free(struct demo_samples *demo);	/* NULL is fine */

/* The events of the machine's family: its kernel accepts all of them. */
const struct sample_choices *demo_samples_choices(const struct demo_samples *demo);
struct code_names demo_samples_names(const struct demo_samples *demo);
struct profile_code demo_samples_code(const struct demo_samples *demo);

/* As those of sampler.h. */
void demo_samples_step(struct demo_samples *demo, uint64_t now_ns);
uint64_t demo_samples_see(struct demo_samples *demo, const struct snapshot *snapshot,
			  uint64_t now_ns);
uint64_t demo_samples_next_ns(const struct demo_samples *demo);

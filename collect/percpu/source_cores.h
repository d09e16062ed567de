/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sources of the core types of this machine, joined; and the exchange of those that are best
 * here (slices made by BPF) for those that can be recorded (samples).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/slice/source.h"
#include "model/err.h"

/* Opens the sources that can take each other's place. */
struct engines {
	void *data;
	enum engine best;	/* counts when nothing is recorded */
	bool falls_back;	/* to the ring, if BPF fails while it counts */
	/*
	 * Opens the sources of all core types with this engine, in the order of those that were
	 * joined; none starts. 0, and the caller closes them by their ops; or a negative errno with
	 * a sentence. Collector thread, with PRIVILEGE_COUNT.
	 */
	int (*open)(void *data, enum engine engine, struct source *types[CORE_TYPES],
		    struct err *err);
	void (*free)(void *data);
};

/*
 * Joins the n sources of the core types of one machine, each with the CPUs of its type only. Owns
 * them from then on, also if it fails. engines: copied, and freed with the source; NULL: these
 * sources count until the end. Else, with a recording, others with ENGINE_RING take their place,
 * and when it ends those with the best engine; what is not counted meanwhile belongs to no interval
 * (restarted_ns). 0 and *out, which the caller closes by its ops, or a negative errno with a
 * sentence. Main's thread.
 */
int source_cores_join(struct source *const *types, size_t n, const struct engines *engines,
		      struct source **out, struct err *err);

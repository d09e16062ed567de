/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of a hybrid's source share, and nobody else sees: source_cores.c joins the kinds of cores,
 * cores_tap.c lets them be recorded as one machine.
 */
#ifndef TDTOP_COLLECT_CORES_OWN_H
#define TDTOP_COLLECT_CORES_OWN_H

#include <stddef.h>
#include <stdint.h>

#include "collect/slice/source.h"
#include "collect/slice/tap.h"

/* One kind of core. */
struct part {
	struct source *source;
	int32_t *cpus;		/* index into the whole machine's CPUs, of its own index */
	size_t n_cpus;		/* that it has told of; it may have more since its last tick */
	const struct sink *sink;	/* whose numbers are the whole machine's, while it is called */
	struct tap tap;		/* who records the whole machine, told by the part */
	const struct tap *whole_tap;
	size_t first_group;	/* of the part's groups in those of the whole */
};

struct source_cores {
	struct source source;	/* first: the collector knows only this */
	struct part part[CORE_TYPES];
	size_t n;
	int epoll;
	struct recordable recordable;
};

/* Somebody may have begun or ended to listen since the last call: the parts are told. */
void cores_pass_tap(struct source_cores *self);

/* For source_ops. NULL without memory, or if some part cannot be recorded; valid until the next call. */
const struct recordable *cores_recordable(struct source *source);
void cores_forget_recordable(struct source_cores *self);

/* For source_ops: of the part that counts this CPU (index in the whole machine). */
void cores_now(struct source *source, size_t cpu, struct slicer_now *now);

#endif

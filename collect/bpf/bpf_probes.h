/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The probes of one engine on the markers of programs and libraries, by libbpf. Collector thread;
 * the kernel waits for all CPUs, 100 ms each, before it has removed one, so a thread does that.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "collect/region/regions.h"
#include "model/err.h"

struct bpf_link;
struct bpf_program;
struct file_guard;

struct bpf_probes {	/* all zero: none */
	struct bpf_link *link[REGION_OBJECTS_MAX];	/* by object; NULL: it is not probed */
	uint32_t n;		/* objects that are done */
	struct file_guard *guard[REGION_OBJECTS_MAX];	/* held, of those with a link */
	struct bpf_link *ended[REGION_OBJECTS_MAX];	/* the thread's, while it runs */
	struct file_guard *ended_guard[REGION_OBJECTS_MAX];
	bool ends;
	pthread_t thread;
};

/*
 * Has this program run at the markers of all objects that are not done yet; it gets the object's
 * number as its cookie. 0, and *err says it if some cannot be probed; or a negative errno with a
 * sentence: then none of these is probed.
 */
int bpf_probes_add(struct bpf_probes *probes, struct bpf_program *program,
		   const struct regions *regions, struct err *err);

/* Ends all probes, soon: the program may run until then. */
void bpf_probes_end(struct bpf_probes *probes);
void bpf_probes_wait(struct bpf_probes *probes);	/* until those that were ended are gone */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which records of the sampling rings go on, to the live profile and into a recording: the samples
 * of the scope since the profile began, and what tells of mappings and tasks. Counts what the
 * kernel or we lost. Collector thread.
 */
#ifndef TDTOP_COLLECT_LIVE_SAMPLER_OUT_H
#define TDTOP_COLLECT_LIVE_SAMPLER_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/live_profile.h"
#include "collect/live/sampler_set.h"

#define SAMPLER_PIDS 8192	/* a power of two; half of it is used */
#define SAMPLER_BEGUN 64

struct sampler_begun {
	int32_t tid, pid;
};

/* Where records go. */
struct sampler_sinks {
	struct live_profile *live;
	bool (*records)(void *data);	/* is a file open? NULL: nothing is recorded */
	void (*record)(void *data, const struct perf_event_attr *attr, uint64_t id,
		       const void *bytes, size_t size);		/* then */
	void *data;
};

struct sampler_out {
	struct sampler_sinks to;
	const struct sampler_set *set;
	bool records;		/* a file is open: asked by sampler_out_ask_file() */
	uint64_t since_ns;	/* older samples are of another profile */
	bool by_pid;		/* only of pids of the scope */
	bool idle;		/* also tid 0: it is not only the idle task (pid namespaces) */
	bool family;		/* processes that a process of the scope begins are of it */
	int32_t pid[SAMPLER_PIDS];	/* a hash table; 0: free */
	size_t n_pids;
	struct sampler_begun begun[SAMPLER_BEGUN];	/* tasks that sampled ones began */
	size_t n_begun;
	uint64_t births;		/* of tasks of the scope, since somebody has set it to 0 */
	int32_t last_born;	/* its tid */
	uint64_t samples, lost, throttled;	/* since sampler_out_begin() */
	char *chunk;		/* of one ring */
	size_t used;
	uint64_t in_chunk;	/* samples */
	const struct sampler_target *ring;	/* whose records are in it */
};

int sampler_out_init(struct sampler_out *out, const struct sampler_sinks *to,
		     const struct sampler_set *set);	/* 0 or -ENOMEM */
void sampler_out_done(struct sampler_out *out);

void sampler_out_begin(struct sampler_out *out, uint64_t now_ns);	/* a profile begins */

/* What is a pid of the scope, for by_pid. */
void sampler_out_forget_pids(struct sampler_out *out);
void sampler_out_add_pid(void *out, int32_t pid);

/* Rings are about to be drained: is what comes recorded? */
bool sampler_out_ask_file(struct sampler_out *out);

/* A sampler_record; `to` is the sampler_out. */
void sampler_out_record(void *to, struct sampler_target *target, const void *bytes, size_t size);

/*
 * For sampler_set_peek(): a process that one of the scope begins is of it before the records of
 * either are taken, which may be in the rings of two CPUs. True: it was not known.
 */
bool sampler_out_peek(void *to, const void *bytes, size_t size);

/* All rings were drained. */
void sampler_out_flush(struct sampler_out *out);

#endif

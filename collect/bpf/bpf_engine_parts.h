/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of bpf_engine.c: the groups that the programs read, their probes, the events that are summed up per
 * region, and what to do about errors of BPF.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/bpf/slices_abi.h"
#include "collect/perf/perf_open.h"
#include "collect/region/regions.h"
#include "collect/slice/region_counters.h"
#include "collect/sys/facts.h"
#include "model/err.h"
#include "model/machine.h"

/* bpf_events.c: takes what the programs have added up out of a map, which is empty then. Collector thread. */

struct bpf_map;

/* Room for what one call of the kernel takes. */
struct bpf_take {
	struct slices_key *keys;
	void *values;		/* of one kind, without gaps */
};

int bpf_take_init(struct bpf_take *take);	/* 0 or -ENOMEM */
void bpf_take_done(struct bpf_take *take);	/* zeroed is fine */

/* 0, or -errno: some are still there. */
int bpf_take_sums(struct bpf_take *take, const struct bpf_map *map, bpf_take_sum *sum, void *data);
int bpf_take_times(struct bpf_take *take, const struct bpf_map *map, bpf_take_time *time, void *data);

/*
 * bpf_groups.c: the groups that the BPF programs read, their file descriptors, by the kernel's CPU number, mux
 * and member. Opened and closed on main's or the collector's thread, the rest on the collector
 * thread.
 */
struct bpf_groups {
	size_t n_cpus;		/* the highest number + 1 */
	size_t n_mux;		/* groups of a CPU beside the first */
	int *fds;		/* [slices_group(cpu, mux) * SLICES_MEMBERS + member]; -1: none */
};

/*
 * Opens these groups (1 + n_mux of them, of up to SLICES_MEMBERS members) on the CPUs of the
 * machine; online: per CPU (index), NULL: all. Nothing counts yet. 0, or a negative errno with a
 * sentence (-ENODEV: a CPU went offline); then too the caller closes.
 */
int bpf_groups_open(struct bpf_groups *groups, const struct group *group, size_t n_mux,
		    const struct machine *machine, const bool *online, struct err *err);
void bpf_groups_close(struct bpf_groups *groups);	/* also one that is all zero */

/* -1: this CPU has no such group, or the group no such member. */
int bpf_groups_fd(const struct bpf_groups *groups, size_t cpu, size_t mux, size_t member);
int bpf_groups_highest_fd(const struct bpf_groups *groups);

/* Switches the first group of all CPUs on. 0 or -errno. */
int bpf_groups_start(const struct bpf_groups *groups);

/*
 * Switches one group on or off: an interrupt, which wakes the CPU if it is idle. The counts stand
 * still while it is off. 0 or -errno.
 */
int bpf_groups_switch(const struct bpf_groups *groups, size_t cpu, size_t mux, bool on);

/*
 * bpf_probes.c: the probes of one engine on the markers of programs and libraries, by libbpf. Collector thread;
 * the kernel waits for all CPUs, 100 ms each, before it has removed one, so a thread does that.
 */

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

/*
 * bpf_events.c: events of threads that the program at markers sums up per region: hands them over to the maps of
 * one engine (slices_events.h), and reads the sums. Collector thread.
 */
struct bpf_events {	/* all zero: not to be used */
	int events, slot_of, slots, sums;	/* fds of the maps */
	uint32_t *opened;	/* in the memory of the programs */
	const uint64_t *full;
	uint32_t used;		/* bits: slots */
};

extern const struct region_counters bpf_events_counters;	/* data: a struct bpf_events */

/*
 * bpf_advice.c: why does the kernel not load the BPF programs, and what can the user do about it? One table, as
 * in perf_advice.h; bpf_engine.c finds out what it asks for. Any thread.
 */

/* What is known of a load that failed. */
struct bpf_refusal {
	int errnum;		/* positive, of libbpf */
	bool call_works;	/* bpf(2) makes a map of one element */
	bool reads_kernel;	/* programs may read the kernel's memory */
	const char *warning;	/* the one that tells most; or "" */
};

/* Sets *err to a sentence and returns -refusal->errnum. The facts: read after the load. */
int bpf_advice(const struct bpf_refusal *refusal, const struct facts *facts, struct err *err);

/*
 * Keeps the telling line of a warning of libbpf: of a verifier's log the last one before its
 * statistics, of any other its first line.
 */
void bpf_advice_line(const char *warning, char *line, size_t size);

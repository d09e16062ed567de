/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What both sources of whole CPUs are made of, whoever reads the counters (ring: source_switch.c; BPF:
 * source_bpf.c): the groups of a core type, which of them are on, CPUs that come and go. And the seam: what
 * they ask of the machine and of the kernel. Opened by main, then used on the collector thread only.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "collect/perf/cores.h"
#include "collect/slice/counting_plan.h"
#include "collect/slice/optional_events.h"
#include "collect/slice/room.h"
#include "collect/slice/rotation.h"
#include "collect/slice/source.h"
#include "collect/slice/windows.h"
#include "collect/sys/hotplug.h"
#include "model/err.h"
#include "model/machine.h"

struct bpf_engine_ops;
struct burst;
struct groups_ops;
struct mux_timer;

/* Tests put a machine of their own here (tests/fixtures/fake_kernel.h, fake_bpf.h). */
struct cpu_sys {
	const struct groups_ops *groups;	/* of the ring engine, with what measures its cost: */
	int (*begin_burst)(int cpu, struct burst **burst);		/* burst_begin() */
	int (*run_burst)(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches);
	void (*end_burst)(struct burst *burst);
	const struct bpf_engine_ops *engine;	/* of the other one */
	uint64_t (*clock_ns)(clockid_t clock);
	bool (*pid_namespace)(const char *root);			/* facts_pid_namespace() */
	int (*read_topology)(struct machine *machine, struct err *err);	/* topology_read() */
	bool (*poll_hotplug)(struct hotplug *hotplug, const struct machine *machine,
			     const char *root);				/* hotplug_poll() */
	probe_group_fn *probe_group;					/* perf_probe_group_here() */
	bool (*probe_cpu)(int cpu);					/* perf_probe_cpu_here() */
	uint64_t (*sample_rate)(void);		/* kernel.perf_event_max_sample_rate; ring only */
	bool (*find_mux_timer)(const char *root, struct mux_timer *timer);	/* mux_timer_find(); ring only */
	uint32_t (*count_tasks)(const char *root);			/* facts_tasks(); BPF only */
};

struct cpu_source {
	struct source source;	/* first: the collector knows only this */
	const struct cpu_sys *sys;
	struct counting_plan plan;
	struct optional_events optional_events;
	struct room room;	/* for the sampling of code */
	struct rotation *rotation;	/* of the groups that are open */
	struct hotplug hotplug;
	uint64_t interval_ns;
	int64_t suspended_ns;	/* when groups were opened: time that the machine was suspended */
	bool came;		/* a CPU came online: reopen the groups */
};

/*
 * Fills a source that is all zero with what it counts on this core type (an index into cores->group),
 * nothing is opened. 0, or a negative errno with a sentence; cpu_source_done() in both cases.
 */
int cpu_source_init(struct cpu_source *self, const struct source_ops *ops, const struct cpu_sys *sys,
		    const struct cores *cores, size_t type, struct err *err);
void cpu_source_done(struct cpu_source *self);

/* Groups are about to be opened: nothing is known of what counts beside them. */
void cpu_source_opens(struct cpu_source *self);

/* Now, on attr.clockid of all events (perf_open.c). */
static inline uint64_t cpu_source_now(const struct cpu_source *self)
{
	return self->sys->clock_ns(CLOCK_MONOTONIC);
}

uint64_t cpu_source_clock_ns(struct source *source);	/* the same, as source_ops.clock_ns */

/* Rotation is for level 2 and for sampling, and costs interrupts: not unasked. */
static inline struct turns cpu_source_turns_due(const struct cpu_source *self)
{
	return room_turns(&self->room, &self->plan, self->source.requests.level2 == LEVEL2_NEEDED);
}

/* Are groups to take other turns than they do? */
bool cpu_source_turns_change(const struct cpu_source *self);

/* Tries how much room there is for sampling, if that is wanted and not known: room_try(). */
void cpu_source_try_room(struct cpu_source *self);

/* Requests for the budget, the interval and the room, where they are others than they were. */
void cpu_source_request(struct cpu_source *self, struct windows *windows, const struct source_requests *was);

/*
 * A user who has chosen level 1 never pays for level 2. True: the plan has changed, so reopen the groups. Not
 * for a recording, whose header has the events that were opened first.
 */
bool cpu_source_leaves_level2(struct cpu_source *self);

/* Can events be opened on this CPU, which has lost its own? */
bool cpu_source_can_open(struct cpu_source *self, size_t cpu);

/*
 * Must the groups be reopened, as CPUs came online, the machine was suspended, or other users of the counters decide
 * that optional events go or come back? The times of all groups as last read tell.
 */
bool cpu_source_must_reopen(struct cpu_source *self, uint64_t enabled_ns, uint64_t running_ns);

/*
 * Opens all groups again by open(), which is a gap; before that calls close(). Again, if a CPU went offline
 * meanwhile: threads of cores are switched off one after the other. Adds CPUs that are online for the first
 * time. But before Ice Lake the kernel lists other events, of cores in place of threads, once two threads of a
 * core have been online (kernel: events_ht_sysfs_show()). Those that are counted would then count slots twice
 * (-EAGAIN). 0, or a negative errno with a sentence.
 */
int cpu_source_reopen(struct cpu_source *self, int (*open)(struct cpu_source *self, struct err *err),
		      void (*close)(struct cpu_source *self), struct err *err);

/* Says in the machine, once, that CPUs came that its PMU does not count. */
void cpu_source_report_left_out(struct cpu_source *self);

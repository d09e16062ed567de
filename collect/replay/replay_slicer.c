/* SPDX-License-Identifier: GPL-2.0-only */
/* Slices of a recording: from recorded events to the groups of a slicer, and of single threads; see replay_parts.h. */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <stdlib.h>

#include "collect/perf/perf_open.h"
#include "model/list_room.h"
#include "model/pair_map.h"

/*
 * Members that tdtop does not use get EV_COUNT. The leader of each further mux also counts slots.
 */
static struct reading_member member_of(const struct machine *machine,
				       const struct recorded_event *event)
{
	const struct family_event *row = event ? event->row : NULL;
	bool leads_mux = row && event->mux && event->leads;

	if (!row)
		return (struct reading_member){ .event = EV_COUNT };
	return (struct reading_member){
		.event = row->id,
		.scale = event->scale,
		.slots = leads_mux,
		.cycles = (leads_mux ? group_leader(machine->family, event->core_type, 0) :
				       row)->cycles,
		.also = row->also,
		.sums_slots = row->sums_slots,
	};
}

static struct slicer *make_slicer(const struct recording_events *events,
				  const struct machine *machine, struct slicer_config *config)
{
	int32_t *siblings = calloc(machine->n_cpus, sizeof(siblings[0]));
	struct slicer *slicer = NULL;

	config->n_cpus = machine->n_cpus;
	config->switch_records = events->switch_records;
	if (siblings) {
		machine_siblings(machine, siblings);
		config->siblings = machine->counts_cores ? siblings : NULL;
		slicer = slicer_new(config);
	}
	free(siblings);
	return slicer;
}

/* Fills in the members of a group in their order. Returns their number. */
static size_t group_members(const struct recording_events *events, const struct machine *machine,
			    enum core_type type, uint32_t mux,
			    struct reading_member members[READING_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < events->n && n < READING_MAX; i++) {
		const struct recorded_event *event = &events->event[i];

		if (event->group_known && event->core_type == type && event->mux == mux)
			members[n++] = member_of(machine, event);
	}
	return n;
}

struct slicer *replay_slicer_from_groups(const struct recording_events *events,
					 const struct machine *machine, enum core_type type)
{
	struct reading_member members[1 + MUX_MAX][READING_MAX];
	struct slicer_config config = { .members = members[0] };

	config.n_members = group_members(events, machine, type, 0, members[0]);
	if (!config.n_members)
		return NULL;
	for (uint32_t mux = 1; mux <= MUX_MAX; mux++) {
		size_t n = group_members(events, machine, type, mux, members[mux]);

		if (!n)
			break;
		config.mux_groups[config.n_mux++] =
			(struct slicer_mux){ .members = members[mux], .n_members = n };
	}
	return make_slicer(events, machine, &config);
}

struct slicer *replay_slicer_from_ids(struct recording_events *events,
				      const struct machine *machine, const uint64_t *ids,
				      uint32_t n)
{
	struct reading_member members[READING_MAX];
	struct slicer_config config = { .members = members, .n_members = n };

	for (uint32_t i = 0; i < n; i++)
		members[i] = member_of(machine, recording_events_by_id(events, ids[i]));
	return make_slicer(events, machine, &config);
}

struct reading_plan *replay_plan_from_ids(struct recording_events *events,
					  const struct machine *machine, const uint64_t *ids,
					  uint32_t n, uint32_t *switches)
{
	struct reading_member members[READING_MAX];

	*switches = n;
	for (uint32_t i = 0; i < n; i++) {
		const struct recorded_event *event = recording_events_by_id(events, ids[i]);

		members[i] = member_of(machine, event);
		if (event && event->switches)
			*switches = i;
	}
	return reading_plan_new(members, n, 0);
}

/*
 * ---- slices of single threads ----
 *
 * The counts between two samples of a group are all of its thread. When the thread came to the CPU is not
 * in the samples. It is known
 *
 *  - if the sample before was taken while it ran, and it has not left since, by the group's own
 *    count of switches;
 *  - by a SWITCH record, with perf record --switch-events.
 *
 * Else the time follows from the slots, at the rate of the slices whose time is known; it is at
 * most the time since the thread left. Counts are never estimated.
 */

#define PLACES_MIN 64
#define PLACES_MAX (1U << 17)	/* threads times CPUs; more are damage, and not counted */
#define KNOWN_MIN_NS 1000000	/* of known time, before its rate is used */
/* Before that: a core of 5 slots per cycle at 2 GHz. */
#define SLOTS_PER_NS 10

/* A thread on a CPU. */
struct thread_place {
	bool has_base;
	uint64_t since_ns;	/* it has been running since; 0: it is off the CPU, or unknown */
	uint64_t left_ns;	/* it was off the CPU at this time; 0: unknown */
	struct reading base;
};

struct replay_threads {
	struct thread_place *places;
	size_t n, cap;
	struct pair_map index;	/* of each, by tid and CPU */
	double known_slots;	/* of slices whose time is known */
	uint64_t known_ns;
	count_pair steps[READING_MAX / 2];	/* of the slice under way */
};

struct replay_threads *replay_threads_new(void)
{
	return calloc(1, sizeof(struct replay_threads));
}

void replay_threads_free(struct replay_threads *threads)
{
	if (!threads)
		return;
	pair_map_done(&threads->index);
	free(threads->places);
	free(threads);
}

static bool threads_grow(struct replay_threads *threads)
{
	struct thread_place *more = threads->n == PLACES_MAX ? NULL :
		list_room(threads->places, threads->n + 1, &threads->cap, PLACES_MIN, sizeof(*more));

	threads->places = more ? more : threads->places;
	return more;
}

/* NULL: no task, or no memory for it. */
static struct thread_place *find_place(struct replay_threads *threads, int32_t tid, int32_t cpu)
{
	uint32_t at;

	if (tid <= 0)
		return NULL;
	at = pair_map_get(&threads->index, (uint32_t)tid, (uint32_t)cpu);
	if (at != PAIR_MAP_NONE)
		return &threads->places[at];
	if (!threads_grow(threads) ||
	    pair_map_put(&threads->index, (uint32_t)tid, (uint32_t)cpu, (uint32_t)threads->n) == PAIR_MAP_NONE)
		return NULL;
	threads->places[threads->n] = (struct thread_place){ .has_base = false };
	return &threads->places[threads->n++];
}

/* How often the thread left this CPU, from one reading to the next, as the group counted it. */
static uint64_t count_switches(const struct replay_threads *threads,
			       const struct thread_group *group)
{
	return group->switches < group->plan->n ? reading_step(threads->steps, group->switches) : 0;
}

/* The time of a slice whose begin is not known. */
static uint64_t estimate_ns(const struct replay_threads *threads, const struct thread_place *place,
			    const struct slice *slice)
{
	const double rate = threads->known_ns >= KNOWN_MIN_NS && threads->known_slots > 0 ?
				    threads->known_slots / (double)threads->known_ns : SLOTS_PER_NS;
	const double ns = slice_slots(slice) / rate;
	uint64_t max = place->left_ns && place->left_ns < slice->time_ns ?
			       slice->time_ns - place->left_ns : slice->time_ns;

	return ns < (double)max ? (uint64_t)ns : max;
}

static void set_duration(struct replay_threads *threads, const struct thread_place *place,
			 bool left_once, struct slice *slice)
{
	if (!left_once || !place->since_ns || place->since_ns > slice->time_ns) {
		slice->duration_ns = estimate_ns(threads, place, slice);
		return;
	}
	slice->duration_ns = slice->time_ns - place->since_ns;
	threads->known_ns += slice->duration_ns;
	threads->known_slots += slice_slots(slice);
}

/*
 * The first sample holds all counts from the beginning, 0, if the thread has not left the CPU
 * before it. Else samples are missing in front of it, and it is only a base.
 */
static bool begins_at_0(const struct thread_group *group, const struct reading *reading,
			bool by_switch)
{
	return group->switches < group->plan->n && reading->value[group->switches] == by_switch;
}

void replay_threads_sample(struct replay_threads *threads, int32_t cpu,
			   const struct thread_group *group, const struct record *record,
			   bool by_switch, const struct sink *sink)
{
	struct thread_place *place = find_place(threads, record->tid, cpu);
	struct slice slice = { .time_ns = record->time_ns, .cpu = CPU_UNKNOWN, .pid = record->pid,
			       .tid = record->tid, .plan = group->plan, .steps = threads->steps };

	if (!place || record->reading.n != group->plan->n)
		return;
	if (!place->has_base && begins_at_0(group, &record->reading, by_switch)) {
		place->base.n = record->reading.n;
		place->has_base = true;
	}
	if (!place->has_base) {
		reading_copy(&place->base, &record->reading);
		place->has_base = true;
	} else if (place->base.n == record->reading.n &&
		   reading_advance(&place->base, &record->reading, threads->steps)) {
		set_duration(threads, place, count_switches(threads, group) == by_switch, &slice);
		sink->slice(sink->data, &slice);
	}
	place->since_ns = by_switch ? 0 : record->time_ns;
	if (by_switch)
		place->left_ns = record->time_ns;
}

void replay_threads_switch(struct replay_threads *threads, int32_t cpu, const struct record *record)
{
	struct thread_place *place = find_place(threads, record->tid, cpu);

	if (!place)
		return;
	if (record->kind == REC_SWITCH_IN) {
		place->since_ns = record->time_ns;
	} else {
		place->since_ns = 0;
		place->left_ns = record->time_ns;
	}
}

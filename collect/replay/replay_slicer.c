/* SPDX-License-Identifier: GPL-2.0-only */
/* From recorded events to the groups of a slicer; see replay_parts.h. Collector thread. */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <stdlib.h>

#include "collect/perf/perf_open.h"

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

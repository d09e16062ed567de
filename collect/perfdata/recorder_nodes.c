/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of opened nodes in the file of a recorder; see recorder_nodes.h. */
#include "config.h"
#include "collect/perfdata/recorder_nodes.h"

#include <stdio.h>
#include <string.h>

#include "collect/perfdata/node_records.h"
#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"

void recorder_nodes_begin(struct recorder_nodes *nodes)
{
	memset(nodes->of_event, 0, sizeof(nodes->of_event));
	nodes->n = 0;
	nodes->known = false;
}

void recorder_nodes_done(struct recorder_nodes *nodes)
{
	blob_done(&nodes->blob);
}

static void put(struct recorder_nodes *nodes, struct recorder_samples *samples)
{
	const struct blob *blob = &nodes->blob;

	if (blob->failed || !blob->n ||
	    !samples->output.put(samples->output.data, blob->bytes, blob->n, true))
		samples->dropped++;
	blob_clear(&nodes->blob);
}

/* The type of the PMU that counts on this type of cores. */
static uint32_t pmu_type(const struct recordable *events, enum core_type type)
{
	for (size_t i = 0; i < events->n_groups; i++) {
		const struct group *group = events->groups[i].group;

		for (size_t m = 0; events->groups[i].core_type == type && m < group->n; m++)
			if (group->member[m].attr.type != PERF_TYPE_SOFTWARE &&
			    group->member[m].attr.type != PERF_TYPE_HARDWARE)
				return group->member[m].attr.type;
	}
	return PERF_TYPE_RAW;
}

/* The name as perf writes it: of a hybrid with the PMU before it. */
static void name_event(char name[64], const struct tree_event *event, const struct family *family,
		       enum core_type type)
{
	if (family->hybrid)
		(void)snprintf(name, 64, "cpu_%s/%.48s/", core_types[type].name, event->name);
	else
		(void)snprintf(name, 64, "%.63s", event->name);
}

static void add_event(struct recorder_nodes *nodes, struct recorder_samples *samples,
		      enum core_type type, size_t event, const struct family *family,
		      const struct recordable *events)
{
	const struct tree_event *row = tree_event(family->tree[type], event);
	const struct perf_event_attr attr = node_event_attr(row, pmu_type(events, type));
	struct sampled_record record = { .attr = &attr, .id = PERFDATA_NODE_ID + nodes->n };
	char name[64];

	name_event(name, row, family, type);
	record.name = name;
	if (!recorder_samples_add(samples, &record, events))
		return;
	nodes->of_event[type][event] = ++nodes->n;
	node_put_event(&nodes->blob, record.id, type, row->name);
	put(nodes, samples);
}

/* The id of an event, which is added if it is not in the file yet; 0: there is no room for it. */
static uint64_t id_of(struct recorder_nodes *nodes, struct recorder_samples *samples,
		      enum core_type type, size_t event, const struct family *family,
		      const struct recordable *events)
{
	const uint16_t *of_event;

	if (type >= CORE_TYPES || !family->tree[type] || event >= family->tree[type]->n_events)
		return 0;
	of_event = &nodes->of_event[type][event];
	if (!*of_event)
		add_event(nodes, samples, type, event, family, events);
	return *of_event ? PERFDATA_NODE_ID + *of_event - 1u : 0;
}

/* Finds the ids of all events, so that these are in the file before the first reading. */
static size_t find_ids(struct recorder_nodes *nodes, struct recorder_samples *samples,
		       const struct tree_readings *readings, const struct family *family,
		       const struct recordable *events)
{
	size_t missing = 0;

	for (size_t i = 0; i < readings->n; i++) {
		const struct tree_reading *reading = &readings->reading[i];

		nodes->ids[i] = !(reading->count >= 0) ? 0 :	/* NAN: not counted */
				id_of(nodes, samples, reading->core_type, reading->event, family,
				      events);
		missing += !nodes->ids[i];
	}
	for (size_t i = 0; i < readings->n_latencies; i++)
		nodes->latency_ids[i] = id_of(nodes, samples, readings->latency[i].core_type,
					      readings->latency[i].event, family, events);
	return missing;
}

static bool is_same_wish(const struct tree_wish *a, const struct tree_wish *b)
{
	return a->serial == b->serial && a->scope == b->scope && a->id == b->id &&
	       a->start_ns == b->start_ns && a->follow == b->follow && a->latency == b->latency &&
	       !memcmp(a->open, b->open, sizeof(a->open));
}

/* How many readings from here on were counted at the same time, and are in the file. */
static size_t run_of(const struct recorder_nodes *nodes, const struct tree_readings *readings,
		     size_t first)
{
	const struct tree_reading *reading = &readings->reading[first];
	size_t n = 1;

	while (first + n < readings->n && nodes->ids[first + n] &&
	       reading[n].core_type == reading->core_type && reading[n].group == reading->group &&
	       reading[n].enabled_ns == reading->enabled_ns &&
	       reading[n].running_ns == reading->running_ns)
		n++;
	return n;
}

static void put_readings(struct recorder_nodes *nodes, struct recorder_samples *samples,
			 const struct tree_readings *readings)
{
	for (size_t i = 0, n; i < readings->n; i += n) {
		const struct sampled_event *event;

		n = 1;
		if (!nodes->ids[i])
			continue;
		event = sampled_events_by_id(&samples->events, nodes->ids[i]);
		n = run_of(nodes, readings, i);
		node_put_readings(&nodes->blob, event, event->attr.read_format, readings,
				  nodes->ids, i, n);
		put(nodes, samples);
	}
}

size_t recorder_nodes_put(struct recorder_nodes *nodes, struct recorder_samples *samples,
			  const struct tree_readings *readings, const struct family *family,
			  const struct recordable *events)
{
	const size_t missing = find_ids(nodes, samples, readings, family, events);
	const uint64_t any_id = nodes->n ? PERFDATA_NODE_ID : perfdata_any_id(events);

	if (!nodes->known || !is_same_wish(&nodes->wish, &readings->wish)) {
		node_put_opened(&nodes->blob, any_id, &readings->wish, family);
		put(nodes, samples);
		nodes->wish = readings->wish;
		nodes->known = true;
	}
	put_readings(nodes, samples, readings);
	node_put_end(&nodes->blob, any_id, readings, nodes->ids, nodes->latency_ids);
	put(nodes, samples);
	return missing;
}

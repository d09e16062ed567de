/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of opened nodes in the file of a recorder; see recorder_parts.h. */
#include "config.h"
#include "collect/perfdata/recorder_parts.h"

#include <stdio.h>
#include <string.h>

#include "collect/perfdata/perfdata_records.h"

void recorder_nodes_begin(struct recorder_nodes *nodes)
{
	memset(nodes->of_event, 0, sizeof(nodes->of_event));
	nodes->n = 0;
	nodes->known = false;
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

/* The attr of an event of a tree: as of one that samples code, but no sample comes. */
static struct perf_event_attr attr_of(const struct tree_event *event, uint32_t type)
{
	return (struct perf_event_attr){
		.type = type,
		.config = event->config,
		.config1 = event->config1,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.inherit = 1,
	};
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

static void nodes_add_event(struct recorder_nodes *nodes, struct recorder_samples *samples,
			    enum core_type type, size_t event, const struct family *family,
			    const struct recordable *events)
{
	const struct tree_event *row = tree_event(family->tree[type], event);
	const struct perf_event_attr attr = attr_of(row, pmu_type(events, type));
	struct sampled_record record = { .attr = &attr, .id = PERFDATA_NODE_ID + nodes->n };
	char name[64];

	name_event(name, row, family, type);
	record.name = name;
	if (!recorder_samples_add(samples, &record, events))
		return;
	nodes->of_event[type][event] = ++nodes->n;
	update_put(&samples->blob, PERFDATA_UPDATE_NODE_EVENT, record.id, UPDATE(NUMBER(type), TEXT(row->name)));
	(void)recorder_samples_flush(samples);
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
		nodes_add_event(nodes, samples, type, event, family, events);
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

/* The nodes by name: another version of tdtop has another tree. */
static uint32_t put_open_nodes(struct blob *blob, const struct tree_request *request,
			       const struct family *family, enum core_type type)
{
	const struct tree *tree = family->tree[type];
	uint32_t n = 0;

	for (size_t i = 0; tree && i < tree->n_nodes; i++)
		if (tree_bit(request->open[type], i)) {
			blob_u32(blob, type);
			blob_text(blob, tree_node(tree, i)->slug);
			n++;
		}
	return n;
}

static void put_opened(struct blob *blob, uint64_t id, const struct tree_request *request,
		       const struct family *family)
{
	const size_t at = update_begin(blob, PERFDATA_UPDATE_OPENED, id, UPDATE(
		NUMBER(request->serial), NUMBER(request->scope), NUMBER(request->id), NUMBER(request->latency),
		NUMBER(request->start_ns), NUMBER(request->follow), NUMBER(0)));
	const size_t count_at = blob->n - sizeof(uint32_t);
	uint32_t n = 0;

	for (enum core_type type = 0; type < CORE_TYPES; type++)
		n += put_open_nodes(blob, request, family, type);
	blob_set(blob, count_at, &n, sizeof(n));
	(void)update_end(blob, at);
}

static bool is_same_request(const struct tree_request *a, const struct tree_request *b)
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

/* Puts readings first .. first + n - 1, which were counted at the same time, with their ids. */
static void put_group(struct blob *blob, const struct sampled_event *event,
		      const struct tree_readings *readings, const uint64_t *ids, size_t first, size_t n)
{
	const uint64_t read_format = event->attr.read_format;
	const struct tree_reading *reading = &readings->reading[first];
	const bool one = readings->request.scope == LIVE_PROCESS;
	const int32_t pid = one ? readings->request.id : -1;
	const struct perfdata_stamp stamp = { .pid = pid, .tid = pid, .cpu_number = -1,
					      .time_ns = readings->end_ns };
	const size_t at = perfdata_begin(blob, PERF_RECORD_READ, 0);

	blob_pair(blob, pid, pid);
	blob_u64(blob, n);
	if (read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		blob_u64(blob, reading->enabled_ns);
	if (read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		blob_u64(blob, reading->running_ns);
	for (size_t i = 0; i < n; i++) {
		blob_u64(blob, (uint64_t)reading[i].count);
		blob_u64(blob, ids[first + i]);
	}
	perfdata_put_sample_id(blob, &event->layout, &stamp, ids[first]);
	(void)perfdata_end(blob, at);
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
		put_group(&samples->blob, event, readings, nodes->ids, i, n);
		(void)recorder_samples_flush(samples);
	}
}

/* The groups of the readings, in the order of the records before. */
static void put_groups(struct blob *blob, const struct tree_readings *readings, const uint64_t *ids)
{
	uint32_t n = 0;

	for (size_t i = 0; i < readings->n; i++)
		n += ids[i] != 0;
	blob_u32(blob, n);
	for (size_t i = 0; i < readings->n; i++)
		if (ids[i])
			blob_u32(blob, readings->reading[i].group);
}

static void put_latencies(struct blob *blob, const struct tree_readings *readings,
			  const uint64_t *ids)
{
	uint32_t n = 0;

	for (size_t i = 0; i < readings->n_latencies; i++)
		n += ids[i] != 0;
	blob_u32(blob, n);
	for (size_t i = 0; i < readings->n_latencies; i++) {
		const struct tree_latency *latency = &readings->latency[i];

		if (!ids[i])
			continue;
		blob_u64(blob, ids[i]);
		blob_u32(blob, latency->samples);
		blob_u32(blob, latency->saturated);
		blob_put(blob, &latency->sum, sizeof(latency->sum));
		blob_put(blob, &latency->squares, sizeof(latency->squares));
	}
}

/* Puts the end of the interval: what is not in the records before it; id 0: of none in the file. */
static void put_end(const struct recorder_nodes *nodes, struct blob *blob, uint64_t id,
		    const struct tree_readings *readings)
{
	const size_t at = update_begin(blob, PERFDATA_UPDATE_NODES, id, UPDATE(
		NUMBER(readings->began_ns), NUMBER(readings->end_ns), NUMBER(readings->groups),
		NUMBER(readings->threads), NUMBER(readings->counted), NUMBER(readings->cpus),
		REAL(readings->part), REAL(readings->own_percent)));

	put_groups(blob, readings, nodes->ids);
	put_latencies(blob, readings, nodes->latency_ids);
	blob_text(blob, readings->remark);
	(void)update_end(blob, at);
}

size_t recorder_nodes_put(struct recorder_nodes *nodes, struct recorder_samples *samples,
			  const struct tree_readings *readings, const struct family *family,
			  const struct recordable *events)
{
	const size_t missing = find_ids(nodes, samples, readings, family, events);
	const uint64_t any_id = nodes->n ? PERFDATA_NODE_ID : perfdata_any_id(events);

	if (!nodes->known || !is_same_request(&nodes->request, &readings->request)) {
		put_opened(&samples->blob, any_id, &readings->request, family);
		(void)recorder_samples_flush(samples);
		nodes->request = readings->request;
		nodes->known = true;
	}
	put_readings(nodes, samples, readings);
	put_end(nodes, &samples->blob, any_id, readings);
	(void)recorder_samples_flush(samples);
	return missing;
}

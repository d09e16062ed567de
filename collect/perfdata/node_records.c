/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of opened nodes as records; see node_records.h. */
#include "config.h"
#include "collect/perfdata/node_records.h"

#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/perfdata_records.h"

static uint32_t bits_of_float(float number)
{
	uint32_t bits;

	memcpy(&bits, &number, sizeof(bits));
	return bits;
}

static uint64_t bits_of_double(double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof(bits));
	return bits;
}

struct perf_event_attr node_event_attr(const struct tree_event *event, uint32_t type)
{
	return (struct perf_event_attr){
		.type = type,
		.config = event->config,
		.config1 = event->config1,
		/* As of an event that samples code, of which no sample comes. */
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME,
		.sample_id_all = 1,
		.inherit = 1,
	};
}

void node_put_event(struct blob *blob, uint64_t id, enum core_type type, const char *name)
{
	const size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_NODE_EVENT, id);

	blob_u32(blob, type);
	blob_text(blob, name);
	perfdata_end_update(blob, at);
}

/* The nodes by name: another version of tdtop has another tree. */
static uint32_t put_open_nodes(struct blob *blob, const struct tree_wish *wish,
			       const struct family *family, enum core_type type)
{
	const struct tree *tree = family->tree[type];
	uint32_t n = 0;

	for (size_t i = 0; tree && i < tree->n_nodes; i++)
		if (tree_bit(wish->open[type], i)) {
			blob_u32(blob, type);
			blob_text(blob, tree_node(tree, i)->slug);
			n++;
		}
	return n;
}

void node_put_opened(struct blob *blob, uint64_t id, const struct tree_wish *wish,
		     const struct family *family)
{
	const size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_OPENED, id);
	size_t count_at;
	uint32_t n = 0;

	blob_u32(blob, wish->serial);
	blob_u32(blob, wish->scope);
	blob_pair(blob, wish->id, (int32_t)wish->latency);
	blob_u64(blob, wish->start_ns);
	blob_u32(blob, wish->follow);
	count_at = blob->n;
	blob_u32(blob, 0);
	for (enum core_type type = 0; type < CORE_TYPES; type++)
		n += put_open_nodes(blob, wish, family, type);
	if (!blob->failed)
		memcpy(blob->bytes + count_at, &n, sizeof(n));
	perfdata_end_update(blob, at);
}

void node_put_readings(struct blob *blob, const struct sampled_event *event, uint64_t read_format,
		       const struct tree_readings *readings, const uint64_t *ids, size_t first,
		       size_t n)
{
	const struct tree_reading *reading = &readings->reading[first];
	const bool one = readings->wish.scope == LIVE_PROCESS;
	const int32_t pid = one ? readings->wish.id : -1;
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
		blob_u64(blob, bits_of_double(latency->sum));
		blob_u64(blob, bits_of_double(latency->squares));
	}
}

void node_put_end(struct blob *blob, uint64_t id, const struct tree_readings *readings,
		  const uint64_t *ids, const uint64_t *latency_ids)
{
	const size_t at = perfdata_begin_update(blob, PERFDATA_UPDATE_NODES, id);

	blob_u64(blob, readings->began_ns);
	blob_u64(blob, readings->end_ns);
	blob_u32(blob, readings->groups);
	blob_u32(blob, readings->threads);
	blob_u32(blob, readings->counted);
	blob_u32(blob, readings->cpus);
	blob_u32(blob, bits_of_float(readings->part));
	blob_u32(blob, bits_of_float(readings->own_percent));
	put_groups(blob, readings, ids);
	put_latencies(blob, readings, latency_ids);
	blob_text(blob, readings->remark);
	perfdata_end_update(blob, at);
}

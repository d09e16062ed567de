/* SPDX-License-Identifier: GPL-2.0-only */
/* Readings of opened nodes in a recording; see replay_parts.h. */
#include "config.h"
#include "collect/replay/replay_parts.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/recorder_samples.h"
#include "collect/perfdata/updates.h"

#define NAME_LEN 96
#define INTERVALS_MAX 256	/* that were read and not taken yet */
#define REQUESTS_MAX 256		/* of a recording */
#define GROUP_NONE UINT8_MAX

/* An event of a tree, by its id. */
struct node_event {
	bool known;		/* the recording has named it */
	bool resolved;		/* the next field is valid */
	int16_t index;		/* in the tree; -1: it has none of this name */
	uint8_t core_type;
	char name[NAME_LEN];
};

/* What was requested, with the names of the nodes that were open. */
struct recorded_request {
	struct tree_request request;	/* without .open */
	size_t n;
	struct {
		uint8_t core_type;
		char slug[NAME_LEN];
	} node[];
};

/* In .event of its readings and latencies is the number of the id. */
struct recorded_interval {
	struct recorded_interval *next;
	const struct recorded_request *request;	/* NULL: not known */
	struct tree_readings readings;
};

struct replay_nodes {
	struct node_event event[SAMPLED_EVENTS_MAX];
	struct recorded_request *request[REQUESTS_MAX];
	size_t n_requests;
	struct tree_readings now;		/* of the interval that is read */
	struct recorded_interval *first, **last;
	size_t n_intervals;
	uint64_t dropped;
};

struct replay_nodes *replay_nodes_new(void)
{
	struct replay_nodes *nodes = calloc(1, sizeof(*nodes));

	if (nodes)
		nodes->last = &nodes->first;
	return nodes;
}

static void drop_first(struct replay_nodes *nodes)
{
	struct recorded_interval *interval = nodes->first;

	nodes->first = interval->next;
	if (!nodes->first)
		nodes->last = &nodes->first;
	nodes->n_intervals--;
	free(interval);
}

void replay_nodes_free(struct replay_nodes *nodes)
{
	if (!nodes)
		return;
	while (nodes->first)
		drop_first(nodes);
	for (size_t i = 0; i < nodes->n_requests; i++)
		free(nodes->request[i]);
	free(nodes);
}

uint64_t replay_nodes_dropped(const struct replay_nodes *nodes)
{
	return nodes->dropped;
}

/* The number of an id; -1: it is not of an event of opened nodes. */
static int number_of(uint64_t id)
{
	return id >= PERFDATA_NODE_ID && id - PERFDATA_NODE_ID < SAMPLED_EVENTS_MAX ?
		       (int)(id - PERFDATA_NODE_ID) : -1;
}

bool replay_nodes_have_events(const struct recording_events *events)
{
	for (size_t i = 0; i < events->n_ids; i++)
		if (number_of(events->ids[i].id) >= 0)
			return true;
	return false;
}

/* ---- records ---- */

static void keep_reading(struct replay_nodes *nodes, uint64_t id, struct tree_reading reading)
{
	const int number = number_of(id);

	if (number < 0 || nodes->now.n == TREE_READINGS_MAX) {
		nodes->dropped++;
		return;
	}
	reading.event = (uint16_t)number;
	nodes->now.reading[nodes->now.n++] = reading;
}

/* Groups of others have other ids at their end. */
void replay_nodes_read(struct replay_nodes *nodes, const struct frame *frame,
		       struct recording_events *events, bool swapped)
{
	struct bytes end = frame_content(frame, swapped);
	const struct recorded_event *event;
	uint64_t id, ids[READING_MAX];
	struct record record;
	uint32_t n;

	if (bytes_left(&end) < 3 * sizeof(uint64_t))
		return;
	(void)bytes_next(&end, bytes_left(&end) - sizeof(uint64_t));
	id = bytes_u64(&end);
	if (number_of(id) < 0)
		return;
	event = recording_events_by_id(events, id);
	if (!event || record_decode(&event->layout, frame->bytes, frame->size, &record) ||
	    record_group_ids(&event->layout, frame->bytes, frame->size, ids, &n)) {
		nodes->dropped++;
		return;
	}
	for (uint32_t i = 0; i < n; i++)
		keep_reading(nodes, ids[i], (struct tree_reading){
			.group = GROUP_NONE, .count = (double)record.reading.value[i],
			.enabled_ns = record.reading.enabled_ns, .running_ns = record.reading.running_ns,
		});
}

static void replay_nodes_add_event(struct replay_nodes *nodes, const struct update *update)
{
	const int number = number_of(update->id);
	const uint64_t type = update->field[0].number;
	const char *name = update->field[1].text;
	struct node_event *event;

	if (number < 0 || update->rest.bad || type >= CORE_TYPES || !name[0]) {
		nodes->dropped++;
		return;
	}
	event = &nodes->event[number];
	*event = (struct node_event){ .known = true, .core_type = (uint8_t)type };
	(void)snprintf(event->name, sizeof(event->name), "%s", name);
}

/* False: it is cut off, or what no tdtop says. */
static bool read_request(const struct update *update, struct tree_request *request)
{
	const union update_field *field = update->field;

	*request = (struct tree_request){
		.serial = (uint32_t)field[0].number, .scope = (enum live_scope)field[1].number,
		.id = (int32_t)field[2].number, .latency = (enum retire_latency)field[3].number,
		.start_ns = field[4].number, .follow = field[5].number != 0,
	};
	return !update->rest.bad && field[1].number != LIVE_NOTHING && field[1].number <= LIVE_WATCHED &&
	       field[3].number <= RETIRE_OFF;
}

static void add_request(struct replay_nodes *nodes, const struct update *update)
{
	const uint64_t told = update->field[6].number;
	const uint32_t n = told > OPENED_MAX ? OPENED_MAX : (uint32_t)told;
	struct bytes bytes = update->rest;
	struct recorded_request *kept;
	struct tree_request request;

	if (!read_request(update, &request) || nodes->n_requests == REQUESTS_MAX) {
		nodes->dropped++;
		return;
	}
	kept = calloc(1, sizeof(*kept) + n * sizeof(kept->node[0]));
	if (!kept)
		return;
	kept->request = request;
	while (kept->n < n) {
		const uint32_t type = bytes_u32(&bytes);
		const char *slug = bytes_text(&bytes);

		if (bytes.bad || type >= CORE_TYPES)
			break;
		kept->node[kept->n].core_type = (uint8_t)type;
		(void)snprintf(kept->node[kept->n++].slug, NAME_LEN, "%s", slug);
	}
	nodes->dropped += n - kept->n;
	nodes->request[nodes->n_requests++] = kept;
}

/* The groups of the readings since the last end. False: some of them are missing. */
static bool read_groups(struct replay_nodes *nodes, struct bytes *bytes)
{
	const uint32_t n = bytes_u32(bytes);

	if (n != nodes->now.n)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t group = bytes_u32(bytes);

		nodes->now.reading[i].group = group < GROUP_NONE ? (uint8_t)group : GROUP_NONE;
	}
	return !bytes->bad;
}

static void read_latencies(struct replay_nodes *nodes, struct bytes *bytes)
{
	const uint32_t n = bytes_u32(bytes);

	for (uint32_t i = 0; i < n && !bytes->bad; i++) {
		const int number = number_of(bytes_u64(bytes));
		struct tree_latency latency = { .samples = bytes_u32(bytes) };

		latency.saturated = bytes_u32(bytes);
		latency.sum = ((union update_field){ .number = bytes_u64(bytes) }).real;
		latency.squares = ((union update_field){ .number = bytes_u64(bytes) }).real;
		if (bytes->bad || number < 0 || !(latency.sum >= 0) || !(latency.squares >= 0) ||
		    isinf(latency.sum) || isinf(latency.squares) ||
		    nodes->now.n_latencies == TREE_LATENCIES_MAX) {
			nodes->dropped++;
			continue;
		}
		latency.event = (uint16_t)number;
		nodes->now.latency[nodes->now.n_latencies++] = latency;
	}
}

static void keep_interval(struct replay_nodes *nodes)
{
	struct recorded_interval *interval;

	if (nodes->n_intervals == INTERVALS_MAX) {	/* they are not taken */
		nodes->dropped += nodes->first->readings.n;
		drop_first(nodes);
	}
	interval = calloc(1, sizeof(*interval));
	if (!interval)
		return;
	interval->readings = nodes->now;
	interval->request = nodes->n_requests ? nodes->request[nodes->n_requests - 1] : NULL;
	*nodes->last = interval;
	nodes->last = &interval->next;
	nodes->n_intervals++;
}

static void add_end(struct replay_nodes *nodes, const struct update *update)
{
	const union update_field *field = update->field;
	struct tree_readings *now = &nodes->now;
	struct bytes bytes = update->rest;
	bool complete;

	now->began_ns = field[0].number;
	now->end_ns = field[1].number;
	now->groups = (uint16_t)field[2].number;
	now->threads = (uint32_t)field[3].number;
	now->counted = (uint32_t)field[4].number;
	now->cpus = field[5].number != 0;
	now->part = (float)field[6].real;
	now->own_percent = (float)field[7].real;
	complete = read_groups(nodes, &bytes);
	if (complete)
		read_latencies(nodes, &bytes);
	(void)snprintf(now->remark, sizeof(now->remark), "%s", complete ? bytes_text(&bytes) : "");
	if (complete && !bytes.bad && now->end_ns > now->began_ns)
		keep_interval(nodes);
	else
		nodes->dropped += now->n + 1;
	*now = (struct tree_readings){ .n = 0 };
}

void replay_nodes_update(struct replay_nodes *nodes, const struct update *update)
{
	if (update->what == PERFDATA_UPDATE_NODE_EVENT)
		replay_nodes_add_event(nodes, update);
	else if (update->what == PERFDATA_UPDATE_OPENED)
		add_request(nodes, update);
	else if (update->what == PERFDATA_UPDATE_NODES)
		add_end(nodes, update);
}

void replay_nodes_end_interval(struct replay_nodes *nodes, uint64_t end_ns)
{
	for (struct recorded_interval *i = nodes->first; i; i = i->next)
		if (i->readings.end_ns > end_ns)
			i->readings.end_ns = end_ns;
}

/* ---- what a replay takes ---- */

/* The event of a number; NULL: the trees have none of its name. */
static const struct node_event *resolve(struct replay_nodes *nodes, size_t number,
					const struct family *family)
{
	struct node_event *event = &nodes->event[number];
	const struct tree *tree = family->tree[event->core_type];

	if (!event->known || !tree)
		return NULL;
	if (!event->resolved) {
		event->resolved = true;
		event->index = -1;
		for (size_t i = 0; i < tree->n_events && event->index < 0; i++)
			if (!strcmp(tree_event(tree, i)->name, event->name))
				event->index = (int16_t)i;
	}
	return event->index < 0 ? NULL : event;
}

static void add_reading(struct replay_nodes *nodes, const struct tree_reading *reading,
			const struct family *family, struct tree_readings *into)
{
	const struct node_event *event = resolve(nodes, reading->event, family);

	if (!event || reading->running_ns > reading->enabled_ns) {
		nodes->dropped++;
		return;
	}
	for (size_t i = 0; i < into->n; i++) {
		struct tree_reading *sum = &into->reading[i];

		if (sum->core_type != event->core_type || sum->event != event->index ||
		    sum->group != reading->group)
			continue;
		sum->count += reading->count;
		sum->enabled_ns += reading->enabled_ns;
		sum->running_ns += reading->running_ns;
		return;
	}
	if (into->n == TREE_READINGS_MAX)
		return;
	into->reading[into->n] = *reading;
	into->reading[into->n].core_type = event->core_type;
	into->reading[into->n++].event = (uint16_t)event->index;
}

static void add_latency(struct replay_nodes *nodes, const struct tree_latency *latency,
			const struct family *family, struct tree_readings *into)
{
	const struct node_event *event = resolve(nodes, latency->event, family);

	if (!event) {
		nodes->dropped++;
		return;
	}
	for (size_t i = 0; i < into->n_latencies; i++) {
		struct tree_latency *sum = &into->latency[i];

		if (sum->core_type != event->core_type || sum->event != event->index)
			continue;
		sum->samples += latency->samples;
		sum->saturated += latency->saturated;
		sum->sum += latency->sum;
		sum->squares += latency->squares;
		return;
	}
	if (into->n_latencies == TREE_LATENCIES_MAX)
		return;
	into->latency[into->n_latencies] = *latency;
	into->latency[into->n_latencies].core_type = event->core_type;
	into->latency[into->n_latencies++].event = (uint16_t)event->index;
}

/* The head of an interval; what it says is the newest. */
static void take_head(const struct recorded_interval *interval, const struct family *family,
		      struct tree_readings *into)
{
	const struct tree_readings *from = &interval->readings;
	const struct recorded_request *recorded = interval->request;

	into->request = recorded->request;
	into->end_ns = from->end_ns;
	into->groups = from->groups;
	into->threads = from->threads;
	into->counted = from->counted;
	into->cpus = from->cpus;
	into->part = from->part;
	into->own_percent = from->own_percent;
	(void)snprintf(into->remark, sizeof(into->remark), "%s", from->remark);
	for (size_t i = 0; i < recorded->n; i++) {
		const uint8_t type = recorded->node[i].core_type;
		const struct tree *tree = family->tree[type];
		const int node = tree ? tree_find(tree, recorded->node[i].slug) : -1;

		if (node >= 0)
			tree_bit_set(into->request.open[type], (size_t)node);
	}
}

bool replay_nodes_take(struct replay_nodes *nodes, uint64_t end_ns, const struct family *family,
		       struct tree_readings *readings)
{
	const struct recorded_request *request = NULL;

	*readings = (struct tree_readings){ .n = 0 };
	for (; nodes->first && nodes->first->readings.end_ns <= end_ns; drop_first(nodes)) {
		const struct recorded_interval *interval = nodes->first;
		const struct tree_readings *from = &interval->readings;

		if (!interval->request)
			continue;
		if (request != interval->request)
			*readings = (struct tree_readings){ .began_ns = from->began_ns };
		request = interval->request;
		take_head(interval, family, readings);
		for (size_t i = 0; i < from->n; i++)
			add_reading(nodes, &from->reading[i], family, readings);
		for (size_t i = 0; i < from->n_latencies; i++)
			add_latency(nodes, &from->latency[i], family, readings);
	}
	return request;
}

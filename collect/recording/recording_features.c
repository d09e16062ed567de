/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The features of a recording: a table with a row for each feature that tdtop uses. A feature
 * that is missing or damaged stays unknown; no function here fails. Layouts:
 * perf.data-file-format.txt of Linux 6.12.
 */
#include "config.h"
#include "collect/recording/recording_features.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata/perfdata.h"
#include "collect/perfdata/updates.h"

static void read_nrcpus(struct recording *recording, struct bytes *bytes)
{
	recording->cpus_avail = bytes_u32(bytes);
}

/* For each event: attr, number of ids, name, ids. Attrs and ids are known from elsewhere. */
static void read_event_desc(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes), attr_size = bytes_u32(bytes);

	for (size_t i = 0; i < n && !bytes->bad; i++) {
		struct recorded_event *event;
		const char *name;
		uint32_t n_ids;
		uint64_t id = 0;

		(void)bytes_next(bytes, attr_size);
		n_ids = bytes_u32(bytes);
		name = bytes_string(bytes);
		if (n_ids)
			id = bytes_u64(bytes);
		if (n_ids > 1)
			(void)bytes_next(bytes, (size_t)(n_ids - 1) * sizeof(uint64_t));
		event = bytes->bad ? NULL :
			recording_events_described(&recording->events, id, i);
		if (event)
			recorded_event_set_name(event, name);
	}
}

static void skip_strings(struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);

	for (uint32_t i = 0; i < n && !bytes->bad; i++)
		(void)bytes_string(bytes);
}

/*
 * Two lists of siblings, which are redundant, then core and socket of each CPU. An offline CPU has
 * -1.
 */
static void read_cpu_topology(struct recording *recording, struct bytes *bytes)
{
	size_t n = recording->cpus_avail;

	skip_strings(bytes);
	skip_strings(bytes);
	if (bytes->bad || recording->cpus || !n || n > RECORDING_CPUS_MAX ||
	    bytes_left(bytes) < n * 8)
		return;
	recording->cpus = calloc(n, sizeof(recording->cpus[0]));
	if (!recording->cpus)
		return;
	for (size_t i = 0; i < n; i++) {
		struct cpu_place place = { .cpu = (int)i, .node = -1 };

		place.core = (int)bytes_u32(bytes);
		place.socket = (int)bytes_u32(bytes);
		if (place.core >= 0 || place.socket >= 0)
			recording->cpus[recording->n_cpus++] = place;
	}
}

/* Is a number from first to last that of a CPU? Then its node or core type is this; LEAVE: as it is. */
#define LEAVE INT_MIN
static void set_cpus(struct recording *recording, long first, long last, int node, int core_type)
{
	for (size_t i = 0; i < recording->n_cpus; i++) {
		struct cpu_place *place = &recording->cpus[i];

		if (place->cpu < first || place->cpu > last)
			continue;
		place->node = node == LEAVE ? place->node : node;
		place->core_type = core_type == LEAVE ? place->core_type : (enum core_type)core_type;
	}
}

/* The same for each range of a list like "0-3,8-11", while *ranges_left is not 0. */
static void set_list(struct recording *recording, const char *list, int node, int core_type,
		     unsigned int *ranges_left)
{
	char *end;

	for (; *ranges_left; list = end + 1) {
		long first = strtol(list, &end, 10), last = first;

		if (end == list)
			return;
		if (*end == '-') {
			list = end + 1;
			last = strtol(list, &end, 10);
		}
		set_cpus(recording, first, last, node, core_type);
		--*ranges_left;
		if (*end != ',')
			return;
	}
}

static void read_numa_topology(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);
	unsigned int ranges_left = RECORDING_CPUS_MAX;

	for (uint32_t i = 0; i < n && ranges_left && !bytes->bad; i++) {
		int node = (int)bytes_u32(bytes);

		(void)bytes_u64(bytes);	/* memory: total, free */
		(void)bytes_u64(bytes);
		set_list(recording, bytes_string(bytes), node, LEAVE, &ranges_left);
	}
}

/* For each PMU its name ("cpu_atom") and its CPUs. CPUs of an unknown PMU stay TYPE_CORE. */
static void read_hybrid_topology(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);
	unsigned int ranges_left = RECORDING_CPUS_MAX;

	for (uint32_t i = 0; i < n && ranges_left && !bytes->bad; i++) {
		const char *pmu = bytes_string(bytes), *list = bytes_string(bytes);

		for (int type = 0; type < CORE_TYPES; type++)
			if (!strncmp(pmu, "cpu_", 4) && !strcmp(pmu + 4, core_types[type].name))
				set_list(recording, list, LEAVE, type, &ranges_left);
	}
}

static void read_sample_time(struct recording *recording, struct bytes *bytes)
{
	(void)bytes_u64(bytes);		/* time of the first sample */
	recording->last_sample_ns = bytes_u64(bytes);
}

static void read_clock_data(struct recording *recording, struct bytes *bytes)
{
	(void)bytes_u32(bytes);		/* version */
	(void)bytes_u32(bytes);		/* clockid */
	recording->clock_wall_ns = bytes_u64(bytes);
	recording->clock_ns = bytes_u64(bytes);
}

static void read_pmu_caps(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);

	for (uint32_t i = 0; i < n && !bytes->bad; i++) {
		const char *name = bytes_string(bytes), *value = bytes_string(bytes);

		if (!strcmp(name, "pmu_name"))
			(void)snprintf(recording->pmu_name, sizeof(recording->pmu_name), "%s",
				       value);
	}
}

static void read_tdtop(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes);

	recording->by_tdtop = true;
	for (uint32_t i = 0; i < n && !bytes->bad; i++) {
		const char *text = bytes_string(bytes);

		if (i == ORIGIN_FAMILY)
			(void)snprintf(recording->family, sizeof(recording->family), "%s", text);
		else if (i == ORIGIN_SIMULATED_BY)
			(void)snprintf(recording->simulated_by, sizeof(recording->simulated_by),
				       "%s", text);
		else if (i == ORIGIN_MANUAL_SLOTS && strtoul(text, NULL, 10) <= RECORDING_SCALE_MAX)
			recording->manual_slots = (int)strtoul(text, NULL, 10);
	}
}

/* Skips the fields that a later version has appended to struct perfdata_event. */
static void read_tdtop_events(struct recording *recording, struct bytes *bytes)
{
	uint32_t n = bytes_u32(bytes), size = bytes_u32(bytes);

	for (size_t i = 0; i < n && i < recording->events.n && size >= sizeof(double); i++) {
		struct recorded_event *event = &recording->events.event[i];
		struct bytes fields = *bytes;
		uint64_t scale = bytes_u64(&fields);
		uint32_t type = bytes_u32(&fields), mux = bytes_u32(&fields);

		(void)bytes_next(bytes, size);
		memcpy(&event->scale, &scale, sizeof(scale));
		if (bytes->bad || !(event->scale > 0 && event->scale <= RECORDING_SCALE_MAX))
			event->scale = 0;
		if (bytes->bad || size < sizeof(struct perfdata_event) || type >= CORE_TYPES ||
		    mux > MUX_MAX)
			continue;
		event->group_known = recording->events.groups_known = true;
		event->core_type = (enum core_type)type;
		event->mux = mux;
	}
}

/* A string that is copied. */
#define STRING(field) \
	.at = offsetof(struct recording, field), .size = sizeof(((struct recording *)NULL)->field)

static const struct feature {
	uint64_t number;	/* ascending, as their sections are read */
	void (*read)(struct recording *recording, struct bytes *bytes);
	size_t at, size;	/* read is NULL: where the string goes */
} features[] = {
	{ PERFDATA_HOSTNAME, STRING(host) },
	{ PERFDATA_ARCH, STRING(arch) },
	{ PERFDATA_NRCPUS, .read = read_nrcpus },
	{ PERFDATA_CPUDESC, STRING(cpu) },
	{ PERFDATA_CPUID, STRING(cpuid) },
	{ PERFDATA_EVENT_DESC, .read = read_event_desc },
	{ PERFDATA_CPU_TOPOLOGY, .read = read_cpu_topology },
	{ PERFDATA_NUMA_TOPOLOGY, .read = read_numa_topology },
	{ PERFDATA_SAMPLE_TIME, .read = read_sample_time },
	{ PERFDATA_CPU_PMU_CAPS, .read = read_pmu_caps },
	{ PERFDATA_CLOCK_DATA, .read = read_clock_data },
	{ PERFDATA_HYBRID_TOPOLOGY, .read = read_hybrid_topology },
	{ PERFDATA_TDTOP, .read = read_tdtop },
	{ PERFDATA_TDTOP_EVENTS, .read = read_tdtop_events },
};

/* NULL: tdtop does not use it. */
static const struct feature *feature_of(uint64_t number)
{
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++)
		if (features[i].number == number)
			return &features[i];
	return NULL;
}

void recording_read_feature(struct recording *recording, uint64_t number, struct bytes bytes)
{
	const struct feature *feature = feature_of(number);

	if (feature && feature->read)
		feature->read(recording, &bytes);
	else if (feature)
		(void)snprintf((char *)recording + feature->at, feature->size, "%s", bytes_string(&bytes));
}

/* ---- from the sections of a file or the records of a stream ---- */

#define ATTRS_BYTES (4U << 20)		/* RECORDING_EVENTS_MAX of the largest attrs */
#define FEATURE_BYTES (16U << 20)

static size_t ids_left(const struct recording *recording)
{
	return RECORDING_IDS_MAX - recording->events.n_ids;
}

static void read_attrs(struct recording *recording, struct perfdata_stream *stream)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	bool swapped = perfdata_stream_swapped(stream);
	size_t size, step = (size_t)header->attr_size, tail = sizeof(struct perfdata_section);
	unsigned char *attrs = perfdata_stream_section(stream, &header->attrs, ATTRS_BYTES, &size);

	if (step < RECORDED_ATTR_MIN + tail) {
		free(attrs);
		return;
	}
	for (size_t at = 0; attrs && step <= size - at; at += step) {
		struct bytes bytes = { .at = attrs + at + step - tail, .end = attrs + at + step,
				       .swapped = swapped };
		struct perfdata_section section = { .offset = bytes_u64(&bytes),
						    .size = bytes_u64(&bytes) };
		size_t n_bytes;
		unsigned char *ids = perfdata_stream_section(stream, &section,
							     ids_left(recording) * 8ULL, &n_bytes);
		struct bytes in = { .at = ids, .end = ids ? ids + n_bytes : NULL,
				    .swapped = swapped };

		if (recording_events_add(&recording->events, attrs + at, step - tail, swapped) &&
		    ids)
			recording_events_add_ids(&recording->events, &in);
		free(ids);
	}
	free(attrs);
}

/* The table of sections behind the data. NULL: a recorder that was killed leaves none. */
static unsigned char *feature_table(struct perfdata_stream *stream, struct bytes *bytes)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	struct perfdata_section table = { .offset = header->data.offset + header->data.size,
					  .size = PERFDATA_FEATURES * sizeof(table) };
	unsigned char *sections;
	size_t size;

	if (!header->data.size || table.offset < header->data.offset)
		return NULL;
	sections = perfdata_stream_section(stream, &table, table.size, &size);
	*bytes = (struct bytes){ .at = sections, .end = sections ? sections + size : NULL,
				 .swapped = perfdata_stream_swapped(stream) };
	return sections;
}

static bool has_feature(const struct perfdata_header *header, uint64_t number)
{
	return header->features[number / 64] >> number % 64 & 1;
}

unsigned char *recording_feature_section(struct perfdata_stream *stream, uint64_t wanted,
					 struct bytes *content)
{
	const struct perfdata_header *header = perfdata_stream_header(stream);
	struct bytes bytes = { .bad = true };
	unsigned char *sections = has_feature(header, wanted) ? feature_table(stream, &bytes) :
								NULL;
	struct perfdata_section section = { 0 };
	unsigned char *found = NULL;
	size_t size = 0;

	for (uint64_t number = 0; sections && number <= wanted; number++) {
		if (!has_feature(header, number))
			continue;
		section.offset = bytes_u64(&bytes);
		section.size = bytes_u64(&bytes);
	}
	if (sections && !bytes.bad)
		found = perfdata_stream_section(stream, &section, FEATURE_BYTES, &size);
	*content = (struct bytes){ .at = found, .end = found ? found + size : NULL,
				   .swapped = bytes.swapped };
	free(sections);
	return found;
}

static void read_features(struct recording *recording, struct perfdata_stream *stream)
{
	for (size_t i = 0; i < sizeof(features) / sizeof(features[0]); i++) {
		struct bytes content;
		unsigned char *section = features[i].number >= PERFDATA_FEATURES ? NULL :
					 recording_feature_section(stream, features[i].number, &content);

		if (section)
			recording_read_feature(recording, features[i].number, content);
		free(section);
	}
}

void recording_read_file(struct recording *recording, struct perfdata_stream *stream)
{
	read_attrs(recording, stream);
	read_features(recording, stream);
}

/* An attr, then the ids of its event. */
static void read_attr_record(struct recording *recording, struct bytes *bytes, bool swapped)
{
	struct bytes attr = *bytes;
	uint32_t size;

	(void)bytes_u32(&attr);		/* type */
	size = bytes_u32(&attr);
	if (size < RECORDED_ATTR_MIN || size > bytes_left(bytes))
		return;
	if (!recording_events_add(&recording->events, bytes->at, size, swapped))
		return;
	bytes->at += size;
	recording_events_add_ids(&recording->events, bytes);
}

/*
 * CPU and thread of each id, as: id, index, CPU, tid (-1: any). Newer recorders append more
 * entries, for guests.
 */
static void read_id_index(struct recording *recording, struct bytes *bytes)
{
	uint64_t n = bytes_u64(bytes);

	for (uint64_t i = 0; i < n; i++) {
		uint64_t id = bytes_u64(bytes);
		uint64_t cpu, tid;
		struct recorded_id *found;

		(void)bytes_u64(bytes);
		cpu = bytes_u64(bytes);
		tid = bytes_u64(bytes);
		if (bytes->bad)
			return;
		found = recording_events_find_id(&recording->events, id);
		if (found && cpu < RECORDING_CPUS_MAX)
			found->cpu = (int32_t)cpu;
		if (found && tid > 0 && tid <= INT32_MAX)
			found->tid = (int32_t)tid;
	}
}

/* The name of an event, or, in tdtop's own files, a feature. False: another update. */
static bool read_update(struct recording *recording, struct bytes bytes)
{
	const struct update update = update_read(bytes);
	struct recorded_id *found;

	if (update.what == PERFDATA_UPDATE_FEATURE) {
		recording_read_feature(recording, update.field[0].number, update.rest);
		return true;
	}
	if (update.what != PERFDATA_UPDATE_NAME)
		return false;
	found = recording_events_find_id(&recording->events, update.id);
	if (found)
		recorded_event_set_name(&recording->events.event[found->event], update.field[0].text);
	return true;
}

bool recording_read_record(struct recording *recording, const struct frame *frame, bool swapped)
{
	struct bytes bytes = frame_content(frame, swapped);
	uint64_t number;

	switch (frame->type) {
	case PERFDATA_ATTR:
		read_attr_record(recording, &bytes, swapped);
		return true;
	case PERFDATA_FEATURE:
		number = bytes_u64(&bytes);
		recording_read_feature(recording, number, bytes);
		return true;
	case PERFDATA_ID_INDEX:
		read_id_index(recording, &bytes);
		return true;
	case PERFDATA_EVENT_UPDATE:
		return read_update(recording, bytes);
	default:
		return false;
	}
}

void recording_done(struct recording *recording)
{
	recording_events_done(&recording->events);
	free(recording->cpus);
	*recording = (struct recording){ 0 };
}

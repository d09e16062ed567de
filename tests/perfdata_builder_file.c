/* SPDX-License-Identifier: GPL-2.0-only */
/* The whole of a recording by hand, as a file or as a stream; see perfdata_builder.h. */
#include "config.h"
#include "tests/perfdata_builder.h"

#include <byteswap.h>
#include <stdlib.h>
#include <string.h>

#include "collect/perfdata.h"

static void put_flag(const struct builder *builder, unsigned char *flags, unsigned int bit)
{
	const uint16_t one = 1;
	bool big = (*(const unsigned char *)&one == 0) != builder->swapped;

	flags[bit / 8] = (unsigned char)(flags[bit / 8] | 1U << (big ? 7 - bit % 8 : bit % 8));
}

static void put_attr(const struct builder *builder, struct bag *bag, size_t number)
{
	const struct built_event *event = &builder->events[number];
	size_t end = bag->n + builder->attr_size;
	unsigned char flags[8] = { 0 };

	put_u32(builder, bag, event->type);
	put_u32(builder, bag, builder->attr_size);
	put_u64(builder, bag, event->config);
	put_u64(builder, bag, 1);
	put_u64(builder, bag, event->sample_type);
	put_u64(builder, bag, event->read_format);
	if (!builder->no_sample_id)
		put_flag(builder, flags, 18);
	if (builder->switch_records)
		put_flag(builder, flags, 26);
	put_bytes(bag, flags, sizeof(flags));
	while (bag->n < end)
		put_bytes(bag, "", 1);
}

static void put_ids(const struct builder *builder, struct bag *bag, size_t event)
{
	for (int cpu = 0; cpu < builder->n_cpus && !builder->no_ids; cpu++)
		if (!builder->offline[cpu])
			put_u64(builder, bag, builder_id(event, cpu));
}

static void put_event_desc(struct builder *builder)
{
	struct bag *bag = builder_feature(builder, PERFDATA_EVENT_DESC);

	put_u32(builder, bag, (uint32_t)builder->n_events);
	put_u32(builder, bag, builder->attr_size);
	for (size_t i = 0; i < builder->n_events; i++) {
		struct bag ids = { 0 };

		put_attr(builder, bag, i);
		put_ids(builder, &ids, i);
		put_u32(builder, bag, (uint32_t)(ids.n / 8));
		put_string(builder, bag, builder->events[i].name ? builder->events[i].name : "");
		put_bytes(bag, ids.bytes, ids.n);
		free(ids.bytes);
	}
}

static void put_id_index(const struct builder *builder, struct bag *out)
{
	struct bag bag = { 0 };
	uint64_t n = 0;

	put_u64(builder, &bag, 0);
	for (size_t i = 0; i < builder->n_events; i++)
		for (int cpu = 0; cpu < builder->n_cpus; cpu++) {
			if (builder->offline[cpu])
				continue;
			put_u64(builder, &bag, builder_id(i, cpu));
			put_u64(builder, &bag, n++);
			put_u64(builder, &bag, (uint64_t)cpu);
			put_u64(builder, &bag, UINT64_MAX);
		}
	n = builder->swapped ? bswap_64(n) : n;
	memcpy(bag.bytes, &n, sizeof(n));
	put_header(builder, out, PERFDATA_ID_INDEX, 0, 8 + bag.n);
	put_bytes(out, bag.bytes, bag.n);
	free(bag.bytes);
}

static void finish_pipe(struct builder *builder)
{
	struct bag *out = &builder->out, bag;

	put_u64(builder, out, PERFDATA_MAGIC);
	put_u64(builder, out, sizeof(struct perfdata_pipe_header));
	for (size_t i = 0; i < builder->n_events; i++) {
		bag = (struct bag){ 0 };
		put_attr(builder, &bag, i);
		put_ids(builder, &bag, i);
		put_header(builder, out, PERFDATA_ATTR, 0, 8 + bag.n);
		put_bytes(out, bag.bytes, bag.n);
		free(bag.bytes);
	}
	for (size_t i = 0; i < builder->n_features; i++) {
		put_header(builder, out, PERFDATA_FEATURE, 0, 16 + builder->features[i].n);
		put_u64(builder, out, builder->feature_numbers[i]);
		put_bytes(out, builder->features[i].bytes, builder->features[i].n);
	}
	if (!builder->no_id_index)
		put_id_index(builder, out);
	for (size_t i = 0; i < builder->n_events; i++) {
		if (!builder->events[i].name || builder->no_ids)
			continue;
		bag = (struct bag){ 0 };
		put_u64(builder, &bag, PERFDATA_UPDATE_NAME);
		put_u64(builder, &bag, builder_id(i, 0));
		put_bytes(&bag, builder->events[i].name, strlen(builder->events[i].name) + 1);
		put_pad(&bag, 8);
		put_header(builder, out, PERFDATA_EVENT_UPDATE, 0, 8 + bag.n);
		put_bytes(out, bag.bytes, bag.n);
		free(bag.bytes);
	}
	put_bytes(out, builder->data.bytes, builder->data.n);
}

/* The numbers of the features in ascending order: so lie their sections. */
static int next_feature(const struct builder *builder, uint64_t above)
{
	int next = -1;

	for (size_t i = 0; i < builder->n_features; i++)
		if (builder->feature_numbers[i] >= above &&
		    (next < 0 || builder->feature_numbers[i] < builder->feature_numbers[next]))
			next = (int)i;
	return next;
}

static void put_features(struct builder *builder)
{
	uint64_t at = builder->out.n + builder->n_features * sizeof(struct perfdata_section);

	for (int i = next_feature(builder, 0); i >= 0;
	     i = next_feature(builder, builder->feature_numbers[i] + 1)) {
		put_u64(builder, &builder->out, at);
		put_u64(builder, &builder->out, builder->features[i].n);
		at += builder->features[i].n;
	}
	for (int i = next_feature(builder, 0); i >= 0;
	     i = next_feature(builder, builder->feature_numbers[i] + 1))
		put_bytes(&builder->out, builder->features[i].bytes, builder->features[i].n);
}

static void finish_file(struct builder *builder)
{
	size_t step = builder->attr_size + sizeof(struct perfdata_section);
	struct bag ids = { 0 }, attrs = { 0 }, *out = &builder->out;
	uint64_t features[4] = { 0 };
	uint64_t ids_at = sizeof(struct perfdata_header);

	put_event_desc(builder);
	for (size_t i = 0; i < builder->n_events; i++) {
		size_t before = ids.n;

		put_ids(builder, &ids, i);
		put_attr(builder, &attrs, i);
		put_u64(builder, &attrs, ids_at + before);
		put_u64(builder, &attrs, ids.n - before);
	}
	if (!builder->no_id_index) {
		struct bag data = { 0 };

		put_id_index(builder, &data);
		put_bytes(&data, builder->data.bytes, builder->data.n);
		free(builder->data.bytes);
		builder->data = data;
	}
	for (size_t i = 0; i < builder->n_features; i++)
		features[builder->feature_numbers[i] / 64] |=
			1ULL << builder->feature_numbers[i] % 64;
	put_u64(builder, out, PERFDATA_MAGIC);
	put_u64(builder, out, sizeof(struct perfdata_header));
	put_u64(builder, out, step);
	put_u64(builder, out, ids_at + ids.n);
	put_u64(builder, out, attrs.n);
	put_u64(builder, out, ids_at + ids.n + attrs.n);
	put_u64(builder, out, builder->no_data_size ? 0 : builder->data.n);
	put_u64(builder, out, 0);
	put_u64(builder, out, 0);
	for (size_t i = 0; i < 4; i++)
		put_u64(builder, out, features[i]);
	put_bytes(out, ids.bytes, ids.n);
	put_bytes(out, attrs.bytes, attrs.n);
	put_bytes(out, builder->data.bytes, builder->data.n);
	if (!builder->no_data_size)
		put_features(builder);
	free(ids.bytes);
	free(attrs.bytes);
}

void builder_finish(struct builder *builder)
{
	if (!builder->no_topology)
		builder_topology(builder, 1);
	if (builder->pipe)
		finish_pipe(builder);
	else
		finish_file(builder);
}

int builder_replay(struct builder *builder, uint64_t interval_ns, struct tally *tally,
		   struct err *err)
{
	builder_finish(builder);
	*tally = (struct tally){ 0 };
	return replay_bytes(builder->out.bytes, builder->out.n, interval_ns, UINT64_MAX, tally_look,
			    tally, err);
}

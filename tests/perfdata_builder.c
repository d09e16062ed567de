/* SPDX-License-Identifier: GPL-2.0-only */
/* Recordings by hand; see perfdata_builder.h. Layouts: collect/perfdata.h, <linux/perf_event.h>. */
#include "config.h"
#include "tests/perfdata_builder.h"

#include <byteswap.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "collect/perfdata.h"

#define PIECE 32000		/* bytes that are packed into one record */

static const struct {
	const char *name;
	uint64_t config;
	uint64_t percent;	/* of a task's slots; builder_ran() */
	enum event_id counts;
} metrics_of_intel[] = {
	{ "slots", 0x0400, 100, EV_SLOTS },
	{ "topdown-retiring", 0x8000, 10, EV_RETIRING },
	{ "topdown-bad-spec", 0x8100, 20, EV_BAD_SPEC },
	{ "topdown-fe-bound", 0x8200, 30, EV_FE_BOUND },
	{ "topdown-be-bound", 0x8300, 40, EV_BE_BOUND },
	{ "topdown-heavy-ops", 0x8400, 4, EV_HEAVY_OPS },
	{ "topdown-br-mispredict", 0x8500, 12, EV_BR_MISPREDICT },
	{ "topdown-fetch-lat", 0x8600, 9, EV_FETCH_LAT },
	{ "topdown-mem-bound", 0x8700, 30, EV_MEM_BOUND },
};

#define N_LEVEL1 5
#define N_LEVEL2 (sizeof(metrics_of_intel) / sizeof(metrics_of_intel[0]))

void put_bytes(struct bag *bag, const void *bytes, size_t n)
{
	if (bag->cap - bag->n < n) {
		bag->cap = 2 * (bag->cap + n);
		bag->bytes = realloc(bag->bytes, bag->cap);
		if (!bag->bytes)
			abort();
	}
	if (n)
		memcpy(bag->bytes + bag->n, bytes, n);
	bag->n += n;
}

static void put_u16(const struct builder *builder, struct bag *bag, uint16_t number)
{
	number = builder->swapped ? bswap_16(number) : number;
	put_bytes(bag, &number, sizeof(number));
}

void put_u32(const struct builder *builder, struct bag *bag, uint32_t number)
{
	number = builder->swapped ? bswap_32(number) : number;
	put_bytes(bag, &number, sizeof(number));
}

void put_u64(const struct builder *builder, struct bag *bag, uint64_t number)
{
	number = builder->swapped ? bswap_64(number) : number;
	put_bytes(bag, &number, sizeof(number));
}

void put_pad(struct bag *bag, size_t to)
{
	while (bag->n % to)
		put_bytes(bag, "", 1);
}

void put_string(const struct builder *builder, struct bag *bag, const char *text)
{
	size_t n = (strlen(text) + 64) & ~(size_t)63;
	char padded[512] = "";

	(void)snprintf(padded, sizeof(padded), "%s", text);
	put_u32(builder, bag, (uint32_t)n);
	put_bytes(bag, padded, n);
}

void builder_init(struct builder *builder)
{
	*builder = (struct builder){ .attr_size = 136, .n_cpus = 2 };
}

void builder_done(struct builder *builder)
{
	for (size_t i = 0; i < builder->n_features; i++)
		free(builder->features[i].bytes);
	free(builder->data.bytes);
	free(builder->out.bytes);
	ZSTD_freeCCtx(builder->zstd);
}

uint64_t builder_id(size_t event, int cpu)
{
	return 1000 * (event + 1) + (uint64_t)cpu;
}

struct built_event *builder_event(struct builder *builder, uint32_t type, uint64_t config,
				  const char *name)
{
	struct built_event *event = &builder->events[builder->n_events++];

	*event = (struct built_event){
		.type = type,
		.config = config,
		.name = name,
		.sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			       PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			       PERF_SAMPLE_READ,
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_ID,
		.counts = EV_COUNT,
	};
	return event;
}

static void add_group(struct builder *builder, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		builder_event(builder, PERF_TYPE_RAW, metrics_of_intel[i].config,
			      metrics_of_intel[i].name)->counts = metrics_of_intel[i].counts;
		if (i == 0)
			builder_event(builder, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES,
				      "context-switches/period=1/");
	}
}

void builder_level1(struct builder *builder)
{
	add_group(builder, N_LEVEL1);
}

void builder_level2(struct builder *builder)
{
	add_group(builder, N_LEVEL2);
}

struct bag *builder_feature(struct builder *builder, uint64_t number)
{
	builder->feature_numbers[builder->n_features] = number;
	return &builder->features[builder->n_features++];
}

void builder_feature_string(struct builder *builder, uint64_t number, const char *text)
{
	put_string(builder, builder_feature(builder, number), text);
}

void builder_topology(struct builder *builder, int sockets)
{
	struct bag *bag = builder_feature(builder, PERFDATA_NRCPUS);
	int online = 0;

	for (int cpu = 0; cpu < builder->n_cpus; cpu++)
		online += !builder->offline[cpu];
	put_u32(builder, bag, (uint32_t)builder->n_cpus);
	put_u32(builder, bag, (uint32_t)online);
	bag = builder_feature(builder, PERFDATA_CPU_TOPOLOGY);
	put_u32(builder, bag, 1);
	put_string(builder, bag, "siblings of cores");
	put_u32(builder, bag, 0);
	for (int cpu = 0; cpu < builder->n_cpus; cpu++) {
		bool offline = builder->offline[cpu];

		put_u32(builder, bag, offline ? UINT32_MAX : (uint32_t)(cpu / 2));
		put_u32(builder, bag, offline ? UINT32_MAX :
						(uint32_t)(cpu * sockets / builder->n_cpus));
	}
}

void put_header(const struct builder *builder, struct bag *bag, uint32_t type, uint16_t misc, size_t size)
{
	put_u32(builder, bag, type);
	put_u16(builder, bag, misc);
	put_u16(builder, bag, (uint16_t)size);
}

void builder_record(struct builder *builder, uint32_t type, uint16_t misc, const struct bag *content)
{
	put_header(builder, &builder->data, type, misc, 8 + content->n);
	put_bytes(&builder->data, content->bytes, content->n);
}

/* The sample_id at the end of a record, as the context-switches (or only) event writes it. */
static void put_sample_id(const struct builder *builder, struct bag *bag, struct built_at at)
{
	size_t event = builder->n_events > 1;
	uint64_t type = builder->events[event].sample_type;

	if (type & PERF_SAMPLE_TID) {
		put_u32(builder, bag, (uint32_t)at.pid);
		put_u32(builder, bag, (uint32_t)at.tid);
	}
	if (type & PERF_SAMPLE_TIME)
		put_u64(builder, bag, at.time_ns);
	if (type & PERF_SAMPLE_CPU) {
		put_u32(builder, bag, (uint32_t)at.cpu);
		put_u32(builder, bag, 0);
	}
	if (type & PERF_SAMPLE_IDENTIFIER)
		put_u64(builder, bag, at.time_ns ? builder_id(event, at.cpu) : 0);
}

void builder_kernel(struct builder *builder, uint32_t type, uint16_t misc, const struct bag *content,
		    struct built_at at)
{
	struct bag whole = { 0 };

	put_bytes(&whole, content->bytes, content->n);
	put_pad(&whole, 8);
	if (!builder->no_sample_id)
		put_sample_id(builder, &whole, at);
	builder_record(builder, type, misc, &whole);
	free(whole.bytes);
}

static bool same_group(const struct built_event *a, const struct built_event *b)
{
	return a->kind == b->kind && a->turn == b->turn;
}

/* The group that this event is of. */
static void put_reading(const struct builder *builder, struct bag *bag, size_t event, int cpu)
{
	uint64_t format = builder->events[event].read_format, n = 0;

	for (size_t i = 0; i < builder->n_events; i++)
		n += same_group(&builder->events[i], &builder->events[event]);
	put_u64(builder, bag, n);
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		put_u64(builder, bag, builder->enabled_ns[cpu]);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		put_u64(builder, bag, builder->running_ns[cpu]);
	for (size_t i = 0; i < builder->n_events; i++) {
		if (!same_group(&builder->events[i], &builder->events[event]))
			continue;
		put_u64(builder, bag, builder->counts[cpu][builder->events[i].counts]);
		if (format & PERF_FORMAT_ID)
			put_u64(builder, bag, builder_id(i, cpu));
		if (format & PERF_FORMAT_LOST)
			put_u64(builder, bag, 0);
	}
}

void builder_sample(struct builder *builder, size_t event, struct built_at at)
{
	uint64_t type = builder->events[event].sample_type;
	struct bag bag = { 0 };

	if (type & PERF_SAMPLE_IDENTIFIER)
		put_u64(builder, &bag, builder_id(event, at.cpu));
	if (type & PERF_SAMPLE_IP)
		put_u64(builder, &bag, 0xffffffff81000000);
	if (type & PERF_SAMPLE_TID) {
		put_u32(builder, &bag, (uint32_t)at.pid);
		put_u32(builder, &bag, (uint32_t)at.tid);
	}
	if (type & PERF_SAMPLE_TIME)
		put_u64(builder, &bag, at.time_ns);
	if (type & PERF_SAMPLE_CPU) {
		put_u32(builder, &bag, (uint32_t)at.cpu);
		put_u32(builder, &bag, 0);
	}
	if (type & PERF_SAMPLE_PERIOD)
		put_u64(builder, &bag, 1);
	if (type & PERF_SAMPLE_READ)
		put_reading(builder, &bag, event, at.cpu);
	if (type & PERF_SAMPLE_CGROUP)
		put_u64(builder, &bag, builder->cgroup);
	builder_record(builder, PERF_RECORD_SAMPLE, PERF_RECORD_MISC_KERNEL, &bag);
	free(bag.bytes);
}

void builder_ran(struct builder *builder, int cpu, int32_t pid, uint64_t time_ns, uint64_t slots)
{
	for (size_t i = 0; i < N_LEVEL2; i++)
		builder->counts[cpu][metrics_of_intel[i].counts] +=
			slots * metrics_of_intel[i].percent / 100;
	builder_sample(builder, 1, (struct built_at){ cpu, pid, pid, time_ns });
}

void builder_comm(struct builder *builder, int32_t pid, const char *name, uint64_t time_ns)
{
	struct bag bag = { 0 };

	put_u32(builder, &bag, (uint32_t)pid);
	put_u32(builder, &bag, (uint32_t)pid);
	put_bytes(&bag, name, strlen(name) + 1);
	builder_kernel(builder, PERF_RECORD_COMM, 0, &bag, (struct built_at){ 0, pid, pid, time_ns });
	free(bag.bytes);
}

void builder_task(struct builder *builder, uint32_t type, struct built_at at, int32_t pid, int32_t ppid)
{
	struct bag bag = { 0 };

	put_u32(builder, &bag, (uint32_t)pid);
	put_u32(builder, &bag, (uint32_t)ppid);
	put_u32(builder, &bag, (uint32_t)pid);
	put_u32(builder, &bag, (uint32_t)ppid);
	put_u64(builder, &bag, at.time_ns);
	builder_kernel(builder, type, 0, &bag, at);
	free(bag.bytes);
}

void builder_lost(struct builder *builder, int cpu, uint64_t n, uint64_t time_ns)
{
	struct bag bag = { 0 };

	put_u64(builder, &bag, builder_id(1, cpu));
	put_u64(builder, &bag, n);
	builder_kernel(builder, PERF_RECORD_LOST, 0, &bag, (struct built_at){ cpu, 0, 0, time_ns });
	free(bag.bytes);
}

void builder_round(struct builder *builder)
{
	builder_record(builder, PERFDATA_FINISHED_ROUND, 0, &(struct bag){ 0 });
}

static struct bag begin_feature(struct builder *builder, uint64_t number)
{
	struct bag bag = { 0 };

	put_u64(builder, &bag, PERFDATA_UPDATE_FEATURE);
	put_u64(builder, &bag, builder_id(0, 0));
	put_u64(builder, &bag, number);
	return bag;
}

static void end_feature(struct builder *builder, struct bag *bag)
{
	put_pad(bag, 8);
	builder_record(builder, PERFDATA_EVENT_UPDATE, 0, bag);
	free(bag->bytes);
}

void builder_by_tdtop(struct builder *builder)
{
	struct bag bag = begin_feature(builder, PERFDATA_TDTOP);

	put_u32(builder, &bag, 1);
	put_string(builder, &bag, "tdtop of tests");
	end_feature(builder, &bag);
	bag = begin_feature(builder, PERFDATA_TDTOP_EVENTS);
	put_u32(builder, &bag, (uint32_t)builder->n_events);
	put_u32(builder, &bag, sizeof(struct perfdata_event) + 8);	/* of a later version */
	for (size_t i = 0; i < builder->n_events; i++) {
		uint64_t scale;

		memcpy(&scale, &builder->events[i].scale, sizeof(scale));
		put_u64(builder, &bag, scale);
		put_u32(builder, &bag, builder->events[i].kind);
		put_u32(builder, &bag, builder->events[i].turn);
		put_u64(builder, &bag, UINT64_MAX);
	}
	end_feature(builder, &bag);
}

void builder_read(struct builder *builder, size_t event, struct built_at at)
{
	struct bag bag = { 0 };

	put_u32(builder, &bag, (uint32_t)at.pid);
	put_u32(builder, &bag, (uint32_t)at.tid);
	put_reading(builder, &bag, event, at.cpu);
	builder_kernel(builder, PERF_RECORD_READ, builder->base_reads ? PERFDATA_READ_BASE : 0, &bag, at);
	free(bag.bytes);
}

void builder_update(struct builder *builder, uint64_t what, uint32_t first, uint32_t second)
{
	struct bag bag = { 0 };

	put_u64(builder, &bag, what);
	put_u64(builder, &bag, builder_id(0, 0));
	put_u32(builder, &bag, first);
	put_u32(builder, &bag, second);
	builder_record(builder, PERFDATA_EVENT_UPDATE, 0, &bag);
	free(bag.bytes);
}

void builder_mark(struct builder *builder, uint64_t seq, uint64_t began_ns, uint64_t end_ns)
{
	struct bag bag = { 0 };

	put_u64(builder, &bag, PERFDATA_MARK_MAGIC);
	put_u64(builder, &bag, seq);
	put_u64(builder, &bag, began_ns);
	put_u64(builder, &bag, end_ns);
	put_u64(builder, &bag, 1763683200 * SECOND);
	put_u64(builder, &bag, 77);
	builder_record(builder, PERFDATA_FINISHED_ROUND, 0, &bag);
	free(bag.bytes);
}

void builder_compress(struct builder *builder, uint32_t type)
{
	size_t n = builder->data.n - builder->packed, room = ZSTD_compressBound(PIECE) + 64;
	unsigned char *plain = malloc(n + 1), *packed = malloc(room);

	if (!builder->zstd)
		builder->zstd = ZSTD_createCCtx();
	if (!plain || !packed || !builder->zstd)
		abort();
	memcpy(plain, builder->data.bytes + builder->packed, n);
	builder->data.n = builder->packed;
	for (size_t done = 0; done < n;) {
		ZSTD_inBuffer in = { plain + done, n - done < PIECE ? n - done : PIECE, 0 };
		ZSTD_outBuffer out = { packed, room, 0 };
		struct bag bag = { 0 };

		if (ZSTD_compressStream2(builder->zstd, &out, &in, ZSTD_e_flush))
			abort();
		done += in.pos;
		if (type == PERFDATA_COMPRESSED2)
			put_u64(builder, &bag, out.pos);
		put_bytes(&bag, packed, out.pos);
		if (type == PERFDATA_COMPRESSED2)
			put_pad(&bag, 8);
		builder_record(builder, type, 0, &bag);
		free(bag.bytes);
	}
	builder->packed = builder->data.n;
	free(plain);
	free(packed);
}

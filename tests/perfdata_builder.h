/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recordings by hand, in memory: for tests of the reader. Files or streams, of either byte order, with any
 * events, ids, features and records. What is usual comes by itself, what is not can be set before or put in as
 * bytes. Aborts without memory.
 */
#ifndef TDTOP_TESTS_PERFDATA_BUILDER_H
#define TDTOP_TESTS_PERFDATA_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/counts.h"
#include "tests/fixture_replay.h"

#define BUILDER_EVENTS 16
#define BUILDER_CPUS 64
#define SECOND 1000000000ULL
#define MS 1000000ULL

/* Bytes that grow. */
struct bag {
	unsigned char *bytes;
	size_t n, cap;
};

struct built_event {
	uint32_t type;
	uint64_t config;
	const char *name;		/* NULL: the recording does not tell */
	uint64_t sample_type, read_format;
	enum event_id counts;		/* what of a task's slots its value is; EV_COUNT: nothing */
	/* As tdtop tells it, with builder_by_tdtop(): */
	double scale;			/* 0: it does not */
	uint32_t kind, turn;		/* which group it is of */
};

struct builder {
	/* To be set after builder_init(), before anything is put in: */
	bool pipe, swapped, switch_records, no_sample_id;
	bool no_ids, no_topology, no_id_index, no_data_size;
	uint32_t attr_size;
	int n_cpus;
	bool offline[BUILDER_CPUS];

	struct built_event events[BUILDER_EVENTS];
	size_t n_events;
	uint64_t counts[BUILDER_CPUS][EV_COUNT + 1];	/* of each CPU, as they stand */
	uint64_t enabled_ns[BUILDER_CPUS], running_ns[BUILDER_CPUS];
	bool base_reads;		/* of the next readings: slices begin with them */
	uint64_t cgroup;		/* of the next samples, with PERF_SAMPLE_CGROUP */
	struct bag data, features[32];
	uint64_t feature_numbers[32];
	size_t n_features;
	struct bag out;
	struct ZSTD_CCtx_s *zstd;
	size_t packed;			/* data up to here is compressed already */
};

/* A file of two CPUs in our byte order, without events. */
void builder_init(struct builder *builder);
void builder_done(struct builder *builder);

/* {slots, context-switches, four of level 1}:S, as perf record does it; and those of level 2. */
void builder_level1(struct builder *builder);
void builder_level2(struct builder *builder);
struct built_event *builder_event(struct builder *builder, uint32_t type, uint64_t config,
				  const char *name);
uint64_t builder_id(size_t event, int cpu);

/* Numbers and texts in the byte order of the recording. */
void put_bytes(struct bag *bag, const void *bytes, size_t n);
void put_u32(const struct builder *builder, struct bag *bag, uint32_t number);
void put_u64(const struct builder *builder, struct bag *bag, uint64_t number);
void put_string(const struct builder *builder, struct bag *bag, const char *text);
void put_pad(struct bag *bag, size_t to);	/* NULs up to a multiple of this */
void put_header(const struct builder *builder, struct bag *bag, uint32_t type, uint16_t misc, size_t size);

/* A feature; its content is put into what comes back. */
struct bag *builder_feature(struct builder *builder, uint64_t number);
void builder_feature_string(struct builder *builder, uint64_t number, const char *text);

/* NRCPUS and CPU_TOPOLOGY: two CPUs per core, n_cpus / sockets of them per socket; offline ones have -1. */
void builder_topology(struct builder *builder, int sockets);

/* A record: header, content, and for the kernel's types (with a time) what ends them. */
void builder_record(struct builder *builder, uint32_t type, uint16_t misc, const struct bag *content);
struct built_at {
	int cpu;
	int32_t pid, tid;
	uint64_t time_ns;
};
void builder_kernel(struct builder *builder, uint32_t type, uint16_t misc, const struct bag *content,
		    struct built_at at);

/*
 * At this time a switch away from the task was sampled, which has taken `slots` since the last sample of the
 * CPU: 10 % retiring, 20 % bad speculation, 30 % frontend, 40 % backend; of level 2: 4, 12, 9, 30.
 */
void builder_ran(struct builder *builder, int cpu, int32_t pid, uint64_t time_ns, uint64_t slots);

/* Puts a sample of this event in, as the counts stand. */
void builder_sample(struct builder *builder, size_t event, struct built_at at);

void builder_comm(struct builder *builder, int32_t pid, const char *name, uint64_t time_ns);
void builder_task(struct builder *builder, uint32_t type, struct built_at at, int32_t pid, int32_t ppid);
void builder_lost(struct builder *builder, int cpu, uint64_t n, uint64_t time_ns);
void builder_round(struct builder *builder);

/* What only tdtop writes: that it was tdtop, a group that was read at this time, the end of an interval. */
void builder_by_tdtop(struct builder *builder);
void builder_read(struct builder *builder, size_t event, struct built_at at);
/* An EVENT_UPDATE of two numbers: PERFDATA_UPDATE_TURN, PERFDATA_UPDATE_TURNS. */
void builder_update(struct builder *builder, uint64_t what, uint32_t first, uint32_t second);
void builder_mark(struct builder *builder, uint64_t seq, uint64_t began_ns, uint64_t end_ns);

/* All data since the last call becomes records of packed records: PERFDATA_COMPRESSED or _COMPRESSED2. */
void builder_compress(struct builder *builder, uint32_t type);

/* The whole recording, in builder->out. */
void builder_finish(struct builder *builder);

/* Finishes and replays it, see replay_bytes(). */
int builder_replay(struct builder *builder, uint64_t interval_ns, struct tally *tally,
		   struct err *err);

#endif

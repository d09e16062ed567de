/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes large recordings; see large_recording.h. The tests' builder makes all parts except the
 * data, which is written round by round to save memory; what follows the data is moved.
 */
#include "config.h"
#include "tests/bench/large_recording.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collect/perfdata/perfdata.h"
#include "tests/fixtures/perfdata_builder.h"

#define N_CPUS 16U
#define N_TASKS 200U
#define SLICE_NS 200000ULL
#define SLICE_SLOTS 3600000ULL	/* 3 GHz, 6 slots a cycle */
#define ROUND_SLICES 500	/* per CPU */
#define FIRST_PID 1000
#define ATTR_SIZE 128		/* of perf 6.1 */

static void write_all(int fd, const void *bytes, size_t n)
{
	while (n) {
		ssize_t done = write(fd, bytes, n);

		if (done <= 0)
			abort();
		bytes = (const char *)bytes + done;
		n -= (size_t)done;
	}
}

static void put_round(struct builder *builder, uint64_t round)
{
	for (unsigned int cpu = 0; cpu < N_CPUS; cpu++) {
		/* the tasks cpu, cpu + 16, ... */
		uint64_t mine = (N_TASKS - cpu + N_CPUS - 1) / N_CPUS;

		for (unsigned int i = 0; i < ROUND_SLICES; i++) {
			uint64_t slice = round * ROUND_SLICES + i;
			uint64_t task = cpu + N_CPUS * (slice % mine);

			builder_ran(builder, (int)cpu, (int32_t)(FIRST_PID + task),
				    SECOND + slice * SLICE_NS + cpu, SLICE_SLOTS);
		}
	}
	builder_round(builder);
}

/* Writes header, attrs and features around data that is not in builder->out. */
static void write_frame(struct builder *builder, int fd, uint64_t data_bytes)
{
	struct perfdata_header header;
	size_t begin, end;

	memcpy(&header, builder->out.bytes, sizeof(header));
	begin = (size_t)header.data.offset;
	end = begin + (size_t)header.data.size;
	/* The table of the features' sections follows the data, then their contents. */
	for (size_t i = 0; i < builder->n_features; i++) {
		struct perfdata_section section;
		unsigned char *at = builder->out.bytes + end + i * sizeof(section);

		memcpy(&section, at, sizeof(section));
		section.offset += data_bytes - header.data.size;
		memcpy(at, &section, sizeof(section));
	}
	write_all(fd, builder->out.bytes + end, builder->out.n - end);
	header.data.size = data_bytes;
	if (pwrite(fd, &header, sizeof(header), 0) != sizeof(header))
		abort();
	if (pwrite(fd, builder->out.bytes + sizeof(header), begin - sizeof(header),
		   sizeof(header)) != (ssize_t)(begin - sizeof(header)))
		abort();
}

/* What is put into a recording. */
struct contents {
	void (*begin)(struct builder *data);
	void (*round)(struct builder *data, uint64_t round);
	uint64_t samples;		/* in a round */
};

static uint64_t write_recording(int fd, struct builder *head, const struct contents *contents,
				uint64_t bytes)
{
	uint64_t samples = 0, written;
	struct perfdata_header header;
	struct builder data = *head;

	data.n_features = 0;
	builder_finish(head);
	memcpy(&header, head->out.bytes, sizeof(header));
	if (lseek(fd, (off_t)header.data.offset, SEEK_SET) < 0)
		abort();
	/* what the builder has written by itself: which id belongs to which CPU */
	write_all(fd, head->out.bytes + header.data.offset, header.data.size);
	written = header.data.size;
	contents->begin(&data);
	for (uint64_t round = 0; written < bytes; round++) {
		contents->round(&data, round);
		samples += contents->samples;
		write_all(fd, data.data.bytes, data.data.n);
		written += data.data.n;
		data.data.n = 0;
	}
	write_frame(head, fd, written);
	builder_done(&data);
	return samples;
}

static void begin_builder(struct builder *builder)
{
	builder_init(builder);
	builder->n_cpus = (int)N_CPUS;
	builder->attr_size = ATTR_SIZE;
}

static void put_names(struct builder *data)
{
	for (int32_t task = 0; task < (int32_t)N_TASKS; task++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "work-%d", task);
		builder_comm(data, FIRST_PID + task, name, 0);
	}
}

uint64_t large_recording_write(int fd, uint64_t bytes)
{
	static const struct contents contents = { put_names, put_round, N_CPUS * ROUND_SLICES };
	struct builder head;
	uint64_t samples;

	begin_builder(&head);
	builder_level2(&head);
	for (size_t i = 0; i < head.n_events; i++)
		head.events[i].read_format |= PERF_FORMAT_LOST;
	samples = write_recording(fd, &head, &contents, bytes);
	builder_done(&head);
	return samples;
}

#define N_PROGRAMS 8U
#define N_PROCESSES 64U
#define N_BLOCKS 2048U		/* of a program */
#define BLOCK_STEP 64U		/* bytes between starts of blocks */
#define BRANCH_AT 40U		/* of the branch, from the start */
#define PROGRAM_START 0x400000ULL
#define ROUND_SAMPLES 100	/* per CPU: 100 ms at 1000 a second */

static uint32_t next_random(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/*
 * The block that comes next: mostly in the same loop, sometimes in the same function or far away;
 * each block has six that may follow. Some functions run far more often than others.
 */
static uint32_t next_block(uint32_t block, uint32_t *state)
{
	uint32_t r = next_random(state), kind = r % 100, where = r / 100 % 2;

	if (kind < 75)
		return (block & ~3U) + (block + 1 + where) % 4;
	if (kind < 97)
		return (block & ~31U) + (block + 4 + 8 * where) % 32;
	block = (block * 2654435761U + where * 40503U) >> 16;
	return block % 64 * (block / 64 % (N_BLOCKS / 64));
}

static void put_branch_sample(struct builder *builder, unsigned int cpu, uint64_t number)
{
	static uint32_t state = 2463534242U;
	static uint32_t block[N_PROCESSES];
	uint32_t process = cpu + N_CPUS * (uint32_t)(number / 10 % (N_PROCESSES / N_CPUS));
	struct built_branch branches[LARGE_RECORDING_DEPTH];
	uint32_t at = block[process];

	for (size_t i = LARGE_RECORDING_DEPTH; i-- > 0;) {
		uint32_t to = next_block(at, &state);

		branches[i] = (struct built_branch){
			PROGRAM_START + at * BLOCK_STEP + BRANCH_AT,
			PROGRAM_START + to * BLOCK_STEP,
			(state % 16 ? BUILT_PREDICTED : BUILT_MISPREDICTED) |
				BUILT_CYCLES(4 + at % 16 + (state % 32 ? 0 : 200 + state % 64)),
		};
		at = to;
	}
	block[process] = at;
	builder_put_sample(builder, 0, &(struct built_sample){
		.at = { (int)cpu, (int32_t)(FIRST_PID + process), (int32_t)(FIRST_PID + process),
			SECOND + number * MS + cpu },
		.ip = branches[0].to, .period = 400009, .branches = branches,
		.n_branches = LARGE_RECORDING_DEPTH });
}

static void put_branch_round(struct builder *builder, uint64_t round)
{
	for (unsigned int cpu = 0; cpu < N_CPUS; cpu++)
		for (uint64_t i = 0; i < ROUND_SAMPLES; i++)
			put_branch_sample(builder, cpu, round * ROUND_SAMPLES + i);
	builder_round(builder);
}

static void put_programs(struct builder *builder)
{
	for (int32_t process = 0; process < (int32_t)N_PROCESSES; process++) {
		const int32_t pid = FIRST_PID + process;
		char path[32];

		(void)snprintf(path, sizeof(path), "/usr/bin/program-%u",
			       (unsigned int)process % N_PROGRAMS);
		builder_comm(builder, pid, path + 9, 0);
		builder_map(builder, &(struct built_map){ .at = { 0, pid, pid, 0 },
							  .start = PROGRAM_START,
							  .size = N_BLOCKS * BLOCK_STEP,
							  .path = path });
	}
}

uint64_t large_recording_write_branches(int fd, uint64_t bytes)
{
	static const struct contents contents = { put_programs, put_branch_round,
						  N_CPUS * ROUND_SAMPLES };
	struct built_event *event;
	struct builder head;
	uint64_t samples;

	begin_builder(&head);
	event = builder_event(&head, PERF_TYPE_RAW, 0x20c4, "br_inst_retired.near_taken:upp");
	event->sample_type = PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
			     PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD |
			     PERF_SAMPLE_BRANCH_STACK;
	event->read_format = PERF_FORMAT_ID;
	event->period = 400009;
	event->precise = 2;
	event->branch_type = PERF_SAMPLE_BRANCH_ANY | PERF_SAMPLE_BRANCH_USER;
	samples = write_recording(fd, &head, &contents, bytes);
	builder_done(&head);
	return samples;
}

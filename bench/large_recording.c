/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes large recordings; see large_recording.h. The tests' builder makes all parts except the
 * data, which is written round by round to save memory; what follows the data is moved.
 */
#include "config.h"
#include "bench/large_recording.h"

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

uint64_t large_recording_write(int fd, uint64_t bytes)
{
	uint64_t samples = 0, written = 0;
	struct perfdata_header header;
	struct builder head, data;

	builder_init(&head);
	head.n_cpus = (int)N_CPUS;
	head.attr_size = ATTR_SIZE;
	builder_level2(&head);
	for (size_t i = 0; i < head.n_events; i++)
		head.events[i].read_format |= PERF_FORMAT_LOST;
	data = head;
	data.n_features = 0;
	builder_finish(&head);
	memcpy(&header, head.out.bytes, sizeof(header));
	if (lseek(fd, (off_t)header.data.offset, SEEK_SET) < 0)
		abort();
	/* what the builder has written by itself: which id belongs to which CPU */
	write_all(fd, head.out.bytes + header.data.offset, header.data.size);
	written = header.data.size;
	for (int32_t task = 0; task < (int32_t)N_TASKS; task++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "work-%d", task);
		builder_comm(&data, FIRST_PID + task, name, 0);
	}
	for (uint64_t round = 0; written < bytes; round++) {
		put_round(&data, round);
		samples += N_CPUS * ROUND_SLICES;
		write_all(fd, data.data.bytes, data.data.n);
		written += data.data.n;
		data.data.n = 0;
	}
	write_frame(&head, fd, written);
	builder_done(&head);
	builder_done(&data);
	return samples;
}

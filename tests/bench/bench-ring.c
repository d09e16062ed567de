/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cost of one context switch for the collector, from the bytes of the ring to the sums of the
 * interval. A sample of a group of level 2, the switch out and the switch in, as the kernel writes
 * them, are decoded, sliced and added. CPU time; `valgrind --tool=callgrind
 * --toggle-collect=take_ring` counts the instructions (bench-instructions.sh). Not included:
 * libperf's search for the next record, and making the bytes. Arguments: so many rounds; `idle`:
 * between two tasks the CPU idles, for which some kernels write no records.
 */
#include "config.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/collector/aggregate.h"
#include "collect/perf/record.h"
#include "collect/slice/slicer.h"
#include "collect/tasks/tasks.h"

#define N_CPUS 8U
#define SWITCHES 4096U		/* of one CPU at a time: half a ring */
#define TASKS 16U		/* per CPU */
/* slots, 4 of level 1, 4 of level 2, instructions, cycles; context-switches, cpu-clock */
#define MEMBERS 13U

struct sample {
	struct perf_event_header header;
	uint64_t id, ip;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t n, enabled, running, value[MEMBERS];
};

struct sample_id {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t id;
};

struct switched {
	struct perf_event_header header;
	uint32_t next_prev_pid, next_prev_tid;
	struct sample_id sample_id;
};

struct one_switch {
	struct sample sample;
	struct switched out, in;
};

static struct one_switch ring[SWITCHES];
static bool by_idle;
#define SAMPLE_TYPE                                                                     \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | \
	 PERF_SAMPLE_CPU | PERF_SAMPLE_READ)
#define READ_FORMAT \
	(PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static struct record_layout layout;

static void make_switched(struct switched *switched, bool out, uint32_t cpu, uint32_t tid,
			  uint32_t other, uint64_t time)
{
	*switched = (struct switched){
		.header = { .type = PERF_RECORD_SWITCH_CPU_WIDE, .size = sizeof(*switched),
			    .misc = out ? PERF_RECORD_MISC_SWITCH_OUT : 0 },
		.next_prev_pid = other, .next_prev_tid = other,
		.sample_id = { .pid = tid, .tid = tid, .time = time, .cpu = cpu, .id = 1 },
	};
}

/* Two tasks alternate four times, then the next two: as pipes and servers do. */
static uint32_t who_runs(uint32_t cpu, uint64_t n)
{
	return 1000 + cpu * TASKS + (uint32_t)((n / 8 * 2 + n % 2) % TASKS);
}

/* Each task runs 10 us; counts continue from the end of the previous round. */
static void make_ring(uint32_t cpu, uint64_t round)
{
	for (uint64_t i = 0; i < SWITCHES; i++) {
		uint64_t n = round * SWITCHES + i + 1;
		uint32_t tid = who_runs(cpu, n), next = who_runs(cpu, n + 1);
		struct sample *sample = &ring[i].sample;

		*sample = (struct sample){
			.header = { .type = PERF_RECORD_SAMPLE, .size = sizeof(*sample) },
			.id = 1, .pid = tid, .tid = tid, .time = n * 10000, .cpu = cpu,
			.n = MEMBERS, .enabled = n * 10000, .running = n * 10000,
		};
		for (unsigned int i_value = 0; i_value < MEMBERS; i_value++)
			sample->value[i_value] = n * 1000 * (i_value + 1);
		make_switched(&ring[i].out, true, cpu, tid, by_idle ? 0 : next, n * 10000 + 100);
		make_switched(&ring[i].in, false, cpu, next, by_idle ? 0 : tid, n * 10000 + 200);
	}
}

/* Not static: callgrind looks for its name. */
void take_ring(struct slicer *slicer, uint32_t cpu, const struct sink *sink);

__attribute__((noinline)) void take_ring(struct slicer *slicer, uint32_t cpu,
					 const struct sink *sink)
{
	const char *at = (const char *)ring, *end = (const char *)(ring + SWITCHES);
	struct perf_event_header header;
	struct record record;

	for (; at < end; at += header.size) {
		memcpy(&header, at, sizeof(header));
		if (record_decode(&layout, at, header.size, &record))
			abort();
		slicer_record(slicer, cpu, &record, sink);
	}
}

static double now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

int main(int argc, char *argv[])
{
	static const struct family family = { .name = "bench", .levels = 2 };
	static struct cpu_place places[N_CPUS];
	const struct machine machine = {
		.family = &family, .levels = 2, .n_cpus = N_CPUS, .cpus = places
	};
	const uint64_t rounds = argc > 1 ? strtoull(argv[1], NULL, 10) : 40;
	struct reading_member members[MEMBERS];
	const struct slicer_config config = {
		.n_cpus = N_CPUS, .members = members, .n_members = MEMBERS, .switch_records = true
	};
	struct tasks *tasks = tasks_new(NULL);
	struct aggregate *aggregate = aggregate_new(&machine, tasks);
	struct slicer *slicer;
	double least = 0;

	by_idle = argc > 2;
	layout = record_layout_make(SAMPLE_TYPE, READ_FORMAT, true, false);
	for (unsigned int i = 0; i < MEMBERS; i++)
		members[i] =
			(struct reading_member){ .event = i < EV_X0 ? i : EV_COUNT, .scale = 1 };
	slicer = slicer_new(&config);
	if (!slicer || !aggregate)
		abort();
	for (uint32_t cpu = 0; cpu < N_CPUS; cpu++)
		slicer_set_switch_id(slicer, cpu, 1);
	for (uint64_t round = 0; round < rounds; round++) {
		double ns = 0;

		for (uint32_t cpu = 0; cpu < N_CPUS; cpu++) {
			make_ring(cpu, round);
			ns -= now_ns();
			take_ring(slicer, cpu, aggregate_sink(aggregate));
			ns += now_ns();
		}
		ns /= N_CPUS * SWITCHES;
		if (!least || ns < least)
			least = ns;
	}
	printf("%.0f ns a switch (%zu bytes, 3 records), from the ring to the sums; %ju switches\n",
	       least, sizeof(struct one_switch), (uintmax_t)(rounds * N_CPUS * SWITCHES));
	slicer_free(slicer);
	aggregate_free(aggregate);
	tasks_free(tasks);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing is
 * from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * 6. A context switch, from the ring to the sums (`tests/bench/bench-ring`,
 * `tests/bench/bench-instructions.sh`): no allocation. Instructions, with regions, markers and windows
 * (775 in November 2026 before there were any; 1,548 when they had just come):
 *
 * | was | is | function |
 * | 187 | 144 | record_decode, three times: 28, 28, and 88 for a sample, where 42 copy the counts |
 * | 174 | 141 | take_sample: 63 subtract 13 counters, 78 ask and say all else |
 * | 190 | 81 | take_slice: 36 add 11 counters, 14 ask whether it is the recent task |
 * | 74 | 69 | slicer_record: what a switch out and a switch in say |
 * | 2 | 4 | finding the task: of 16 that a CPU remembers; there were two |
 * | 48 | 48 | the loop of the bench |
 * | 7 | 7 | take_times |
 * | 683 | 494 | all |
 *
 * The goal is 500. A slice of a task that ran on the CPU before is added once, to what the CPU keeps of
 * it (collect/collector/aggregate_parts.h), and that to the task and the CPU when another takes its place. 39 ns
 * became 24 (2026-11-30).
 *
 * Not included are 390 instructions seen live under callgrind: 135 (was 235) to find the three
 * records of a switch in the ring, and 255 for what the module `source_switch` does with each.
 */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cost of one slice for the collector, in three mixes of tasks, next to a plain hash look-up per
 * slice; and the cost of the end of an interval when nearly all tasks sleep. Run by `make bench`.
 * All numbers include making the slices.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The plain look-up hashes as the registry does. */
#define HASH_FUNCTION(key, length, hash) \
	((hash) = *(const uint32_t *)(key) * 0x9e3779b1U, (hash) ^= (hash) >> 16)
#include <uthash.h>

#include "collect/collector/aggregate.h"
#include "model/snapshot/snapshot.h"

#define N_SLICES (1U << 20)
#define REPEATS 5		/* the fastest one counts */
#define N_CPUS 8

struct plain_task {
	int32_t tid;
	struct task_sum sum;
	UT_hash_handle hh;
};

static const struct family family = { .name = "bench", .levels = 1 };
static struct cpu_place places[N_CPUS];
static const struct machine machine = { .family = &family, .levels = 1, .n_cpus = N_CPUS,
					.cpus = places };

/* CPU time, because other programs use this machine as well. */
static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* On each CPU its own n tasks alternate. */
static struct slice next_slice(uint32_t i, int32_t n)
{
	struct slice slice = { .time_ns = 1000000000ULL + i * 1000ULL, .duration_ns = 1000,
			       .cpu = (int32_t)(i / 1024 % N_CPUS) };
	int e;

	slice.tid = 1 + slice.cpu * n + (int32_t)(i % (uint32_t)n);
	slice.pid = slice.tid;
	slice.counts.present = (1U << EV_X0) - 1;
	for (e = 0; e < EV_COUNT; e++)
		slice.counts.value[e] = i;
	return slice;
}

static double time_plain(int32_t n)
{
	struct plain_task *tasks = NULL, *task, *next;
	struct task_sum cpus[N_CPUS] = { 0 };
	double begin = 0;
	uint32_t i;

	for (i = 0; i < 2 * N_SLICES; i++) {
		struct slice slice = next_slice(i, n);

		if (i == N_SLICES)
			begin = now_ns();	/* all tasks are known from here on */
		HASH_FIND_INT(tasks, &slice.tid, task);
		if (!task) {
			task = calloc(1, sizeof(*task));
			if (!task)
				abort();
			task->tid = slice.tid;
			HASH_ADD_INT(tasks, tid, task);
		}
		counts_add(&task->sum.tally.counts, &slice.counts);
		task->sum.busy_ns += slice.duration_ns;
		counts_add(&cpus[slice.cpu].tally.counts, &slice.counts);
		cpus[slice.cpu].busy_ns += slice.duration_ns;
	}
	begin = now_ns() - begin;
	HASH_ITER(hh, tasks, task, next) {
		HASH_DEL(tasks, task);
		free(task);
	}
	return begin / N_SLICES;
}

static double time_aggregate(int32_t n)
{
	struct tasks *tasks = tasks_new(NULL);
	struct aggregate *aggregate = aggregate_new(&machine, tasks);
	const struct sink *sink = aggregate_sink(aggregate);
	double begin = 0;
	uint32_t i;

	for (i = 0; i < 2 * N_SLICES; i++) {
		struct slice slice = next_slice(i, n);

		if (i == N_SLICES)
			begin = now_ns();	/* all tasks are known from here on */
		sink->slice(sink->data, &slice);
	}
	begin = now_ns() - begin;
	aggregate_free(aggregate);
	tasks_free(tasks);
	return begin / N_SLICES;
}

static double best_of(double (*time_it)(int32_t n), int32_t n)
{
	double best = time_it(n);
	int i;

	for (i = 1; i < REPEATS; i++) {
		double ns = time_it(n);

		best = ns < best ? ns : best;
	}
	return best;
}

static void bench_slices(const char *what, int32_t n)
{
	double plain = best_of(time_plain, n), ours = best_of(time_aggregate, n);

	printf("%-36s %6.1f ns/slice, plain look-up %6.1f ns, ratio %.2f\n", what, ours, plain,
	       ours / plain);
}

static void bench_interval(int32_t asleep)
{
	struct tasks *tasks = tasks_new(NULL);
	struct aggregate *aggregate = aggregate_new(&machine, tasks);
	const struct sink *sink = aggregate_sink(aggregate);
	struct snapshot *snapshot = snapshot_new();
	uint32_t i, rounds = 2000;
	double begin, all;

	for (i = 0; i < (uint32_t)asleep; i++) {
		struct slice slice = next_slice(i, 1);

		slice.pid = slice.tid = 100 + (int32_t)i;
		sink->slice(sink->data, &slice);
	}
	/* The end of the interval in which all of them ran. */
	begin = now_ns();
	if (aggregate_fill(aggregate, snapshot, 1))
		abort();
	all = now_ns() - begin;
	begin = now_ns();
	for (i = 0; i < rounds; i++) {
		struct slice slice = next_slice((uint32_t)asleep + i, 1);

		sink->slice(sink->data, &slice);
		snapshot_clear(snapshot);
		if (aggregate_fill(aggregate, snapshot, slice.time_ns))
			abort();
	}
	printf("end of an interval, %6d tasks: 1 ran %6.1f us, all ran %8.1f us\n", asleep,
	       (now_ns() - begin) / rounds / 1e3, all / 1e3);
	snapshot_free(snapshot);
	aggregate_free(aggregate);
	tasks_free(tasks);
}

int main(void)
{
	int i;

	for (i = 0; i < N_CPUS; i++)
		places[i] = (struct cpu_place){ .cpu = i, .core = i };
	bench_slices("2 tasks alternate on each CPU", 2);
	bench_slices("16 tasks alternate on each CPU", 16);
	bench_slices("2500 tasks alternate on each CPU", 2500);
	bench_interval(20);
	bench_interval(50000);
	return 0;
}

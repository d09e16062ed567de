/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the counters for a monitoring system add to the end of an interval: the cost of totals_add()
 * next to that of aggregate_fill(), which makes the interval, and of taking a view. All threads run
 * in each interval. Run by `make bench`. With three arguments: so many CPUs, threads and cgroups.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "collect/collector/aggregate.h"
#include "collect/cpu/cpu_match.h"
#include "model/snapshot/snapshot.h"
#include "model/totals/totals.h"
#include "tests/bench/count_calloc.h"

#define NS_PER_S 1000000000ULL
#define INTERVALS 12		/* the fastest one counts */

struct size {
	int32_t cpus, threads, cgroups;
	int32_t coming;		/* cgroups that are new in each interval */
};

static struct machine machine = { .levels = 2 };
static const struct size *size;
static uint64_t interval;

/* CPU time, because other programs use this machine as well. */
static double now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static bool find_process(void *data, int32_t pid, struct task_facts *facts)
{
	(void)data;
	*facts = (struct task_facts){ .ppid = 1, .threads = 1 };
	(void)snprintf(facts->comm, sizeof(facts->comm), "worker-%d", pid % 100);
	(void)snprintf(facts->cgroup, sizeof(facts->cgroup),
		       "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod%08x_1111_2222_"
		       "3333_444455556666.slice/cri-containerd-%012x.scope",
		       (unsigned int)(pid % size->cgroups) * 2654435761U,
		       (unsigned int)(pid % size->cgroups) * 40503U + 1);
	return true;
}

static bool find_thread(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	(void)data;
	(void)tid;
	(void)snprintf(comm, COMM_LEN, "worker-%d", pid % 100);
	return true;
}

static bool exists(void *data, int32_t pid, int32_t tid)
{
	(void)data;
	(void)pid;
	(void)tid;
	return true;
}

/* Each thread runs once; few have most of the slots, as on real machines. */
static void make_slices(const struct sink *sink)
{
	for (int32_t i = 0; i < size->threads; i++) {
		struct slice slice = { .cpu = i % size->cpus, .duration_ns = 100000 };
		double slots = 4e6 / (1 + i % size->cgroups);

		slice.tid = slice.pid = 2 + i + (int32_t)interval * size->coming;
		slice.time_ns = interval * NS_PER_S + (uint64_t)i * 1000;
		slice.counts.present = (1U << EV_X0) - 1;
		for (int e = 0; e < EV_X0; e++)
			slice.counts.value[e] = e == EV_SLOTS ? slots : slots / 4;
		sink->slice(sink->data, &slice);
	}
}

struct cost {
	double fill_ns, add_ns, take_ns;
	unsigned long allocations;
};

static void one_interval(struct aggregate *aggregate, struct snapshot *snapshot,
			 struct totals *totals, struct cost *cost)
{
	double t[4];
	unsigned long allocations;

	interval++;
	make_slices(aggregate_sink(aggregate));
	snapshot_clear(snapshot);
	snapshot->interval_ns = NS_PER_S;
	t[0] = now_ns();
	if (aggregate_fill(aggregate, snapshot, interval * NS_PER_S))
		abort();
	t[1] = now_ns();
	allocations = count_allocations();
	totals_add(totals, snapshot);
	cost->allocations += count_allocations() - allocations;
	t[2] = now_ns();
	if (!totals_latest(totals, NULL))
		abort();
	t[3] = now_ns();
	cost->fill_ns = t[1] - t[0] < cost->fill_ns ? t[1] - t[0] : cost->fill_ns;
	cost->add_ns = t[2] - t[1] < cost->add_ns ? t[2] - t[1] : cost->add_ns;
	cost->take_ns = t[3] - t[2] < cost->take_ns ? t[3] - t[2] : cost->take_ns;
}

static void bench(const struct size *of, enum totals_by by, const char *what)
{
	const struct task_lookup lookup = { .process = find_process, .thread = find_thread,
					    .exists = exists };
	struct cpu_place *places = calloc((size_t)of->cpus, sizeof(places[0]));
	struct cost cost = { .fill_ns = 1e18, .add_ns = 1e18, .take_ns = 1e18 };
	struct tasks *tasks = tasks_new(&lookup);
	struct snapshot *snapshot = snapshot_new();
	struct totals *totals = totals_new(by, -1);
	struct aggregate *aggregate;

	if (!places || !tasks || !snapshot || !totals)
		abort();
	size = of;
	for (int i = 0; i < of->cpus; i++)
		places[i] = (struct cpu_place){ .cpu = i, .core = i, .socket = i / 128 };
	machine.cpus = places;
	machine.n_cpus = (size_t)of->cpus;
	machine.family = cpu_family_find("Intel Sapphire Rapids");
	aggregate = aggregate_new(&machine, tasks);
	if (!aggregate)
		abort();
	for (int i = 0; i < INTERVALS; i++)
		one_interval(aggregate, snapshot, totals, &cost);
	printf("%4d CPUs, %6d threads, %6zu %s: totals_add %8.1f us, aggregate_fill %9.1f us, "
	       "ratio %.3f; %4.0f ns a row; view taken %3.0f ns; %lu allocations\n",
	       of->cpus, of->threads,
	       snapshot->table[by == TOTALS_BY_COMMAND ? ROW_NAME : ROW_CGROUP].n, what,
	       cost.add_ns / 1e3, cost.fill_ns / 1e3, cost.add_ns / cost.fill_ns,
	       cost.add_ns /
		       (double)snapshot->table[by == TOTALS_BY_COMMAND ? ROW_NAME : ROW_CGROUP].n,
	       cost.take_ns, cost.allocations);
	totals_free(totals);
	aggregate_free(aggregate);
	snapshot_free(snapshot);
	tasks_free(tasks);
	free(places);
}

int main(int argc, char **argv)
{
	static const struct size sizes[] = {
		{ 8, 500, 60, 0 },
		{ 64, 5000, 1000, 0 },
		{ 256, 50000, 10000, 0 },
		{ 256, 50000, 50000, 1000 },
	};
	struct size own;

	if (argc == 4) {
		own = (struct size){ atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), 0 };
		bench(&own, TOTALS_BY_CGROUP, "cgroups");
		return 0;
	}
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		bench(&sizes[i], TOTALS_BY_CGROUP, "cgroups");
	bench(&sizes[2], TOTALS_BY_COMMAND, "commands");
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The largest machine that one core of tdtop can follow at an interval of 1 s, by simulation: the
 * slices of one interval of so many CPUs, switches and tasks go through aggregate, registry,
 * exchange, histories and screen. Prints cost and allocations of each part once all tasks are
 * known. The first number includes making the slices; reading and decoding the ring is not included
 * (bench-replay has it). In the first interval all existing tasks run once. With one argument: only
 * that line of the table. With five: a machine of so many CPUs, switches per second and CPU, tasks
 * that run, tasks that exist, for so many intervals.
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/count_calloc.h"
#include "collect/aggregate.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "ui/setup/state_options.h"
#include "ui/state/state_show.h"
#include "ui/views/screen.h"

#define NS_PER_S 1000000000ULL
#define INTERVALS 30		/* the last one counts: all buffers have grown */
#define SLICES_MOST (1U << 20)	/* at most made in an interval; the rest is extrapolated */

struct size {
	size_t cpus;
	uint32_t switches;	/* per second and CPU */
	int32_t run, tasks;	/* tasks that run in each interval; that exist */
};

/* Of the last interval. */
struct cost {
	double slice_ns, fill_ms, show_ms, draw_ms;
	unsigned long slices, fill, show, draw;	/* allocations */
};

/* CPU time, because other programs use this machine as well. */
static double now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double resident_mb(void)
{
	FILE *file = fopen("/proc/self/statm", "r");
	unsigned long pages = 0;

	if (file && fscanf(file, "%*u %lu", &pages) != 1)
		pages = 0;
	if (file)
		(void)fclose(file);
	return (double)pages * (double)sysconf(_SC_PAGESIZE) / 1048576;
}

static uint32_t slices_of(const struct size *size)
{
	double all = (double)size->cpus * size->switches;

	return all > SLICES_MOST ? SLICES_MOST : (uint32_t)all;
}

static struct reading_plan *plan;	/* of a group of level 2 */

static void make_plan(void)
{
	struct reading_member members[EV_X0];

	for (int e = 0; e < EV_X0; e++)
		members[e] = (struct reading_member){ .event = e, .scale = 1 };
	plan = reading_plan_new(members, EV_X0, 0);
	if (!plan)
		abort();
}

/* Two tasks of a CPU alternate four times, then the next two: as pipes and servers do. */
static void make_slices(const struct size *size, const struct sink *sink, uint64_t began_ns)
{
	uint32_t i, n = slices_of(size), per_cpu = n / (uint32_t)size->cpus;
	int32_t own = size->run / (int32_t)size->cpus;
	count_pair steps[READING_MAX / 2] = { { 0 } };
	struct slice slice = { .plan = plan, .steps = steps };

	for (int e = 0; e < EV_X0; e++)
		steps[e / 2][e % 2] = 1000;
	own = own > 2 ? own : 2;
	for (i = 0; i < per_cpu * (uint32_t)size->cpus; i++) {
		uint32_t at = i % per_cpu;

		slice.cpu = (int32_t)(i / per_cpu);
		slice.duration_ns = NS_PER_S / per_cpu;
		slice.time_ns = began_ns + (at + 1) * slice.duration_ns;
		slice.tid = 1 + slice.cpu * own + (int32_t)((at / 8 * 2 + at % 2) % (uint32_t)own);
		slice.pid = slice.tid;
		sink->slice(sink->data, &slice);
	}
}

/* All existing tasks run once, long ago. */
static void make_sleepers(const struct size *size, const struct sink *sink)
{
	for (int32_t tid = 1; tid <= size->tasks; tid++) {
		struct slice slice = { .time_ns = 1, .duration_ns = 1, .tid = tid, .pid = tid };

		sink->slice(sink->data, &slice);
	}
}

static void one_interval(const struct size *size, struct aggregate *aggregate,
			 struct exchange *exchange, struct ui_state *state, struct canvas *canvas,
			 uint64_t seq, struct cost *cost)
{
	unsigned long at[5] = { count_allocations() };
	double t[5] = { now_ns() };
	struct snapshot *draft;

	make_slices(size, aggregate_sink(aggregate), seq * NS_PER_S);
	t[1] = now_ns(), at[1] = count_allocations();
	draft = exchange_draft(exchange);
	snapshot_clear(draft);
	draft->seq = seq;
	draft->interval_ns = NS_PER_S;
	draft->end_ns = (seq + 1) * NS_PER_S;
	draft->time = (double)seq;
	draft->tasks = (uint32_t)size->tasks;
	if (aggregate_fill(aggregate, draft, draft->end_ns))
		abort();
	exchange_publish(exchange);
	t[2] = now_ns(), at[2] = count_allocations();
	if (state_show(state, exchange_latest(exchange)))
		abort();
	t[3] = now_ns(), at[3] = count_allocations();
	screen_draw(state, canvas);
	t[4] = now_ns(), at[4] = count_allocations();
	*cost = (struct cost){ .slice_ns = (t[1] - t[0]) / slices_of(size),
			       .fill_ms = (t[2] - t[1]) / 1e6,
			       .show_ms = (t[3] - t[2]) / 1e6,
			       .draw_ms = (t[4] - t[3]) / 1e6,
			       .slices = at[1] - at[0],
			       .fill = at[2] - at[1],
			       .show = at[3] - at[2],
			       .draw = at[4] - at[3] };
}

static void measure(const struct size *size, uint64_t intervals)
{
	static const struct family family = { .name = "bench", .levels = 1 };
	struct ui_options options = { .level = 1, .view = VIEW_PROCESSES };
	struct machine machine = { .family = &family, .levels = 1, .n_cpus = size->cpus,
				   .cpus = calloc(size->cpus, sizeof(*machine.cpus)) };
	struct tasks *tasks = tasks_new(NULL);
	struct aggregate *aggregate = aggregate_new(&machine, tasks);
	struct exchange *exchange = exchange_new();
	struct canvas canvas = { 0 };
	struct ui_state state;
	struct cost cost = { 0 };
	double share;

	if (!machine.cpus || !aggregate || !exchange || canvas_resize(&canvas, 200, 60))
		abort();
	for (size_t i = 0; i < size->cpus; i++)
		machine.cpus[i] = (struct cpu_place){ .cpu = (int)i, .core = (int)i };
	state_init(&state, &options, NS_PER_S);
	make_sleepers(size, aggregate_sink(aggregate));
	for (uint64_t seq = 1; seq <= intervals; seq++)
		one_interval(size, aggregate, exchange, &state, &canvas, seq, &cost);
	share = (cost.slice_ns * (double)size->cpus * size->switches / 1e6 + cost.fill_ms) / 10;
	printf("%4zu CPUs x %6u/s, %6d of %6d tasks run: %5.1f ns/slice, end %7.2f ms, "
	       "show %7.2f ms, draw %5.2f ms: collector %6.1f %% of a core, screen %5.1f %%, "
	       "%6.1f MB; allocations %lu + %lu + %lu + %lu\n",
	       size->cpus, size->switches, size->run, size->tasks, cost.slice_ns, cost.fill_ms,
	       cost.show_ms, cost.draw_ms, share, (cost.show_ms + cost.draw_ms) / 10, resident_mb(),
	       cost.slices, cost.fill, cost.show, cost.draw);
	(void)fflush(stdout);
	state_done(&state);
	canvas_done(&canvas);
	exchange_free(exchange);
	aggregate_free(aggregate);
	tasks_free(tasks);
	free(machine.cpus);
}

/* In a process of its own, because memory is measured per process. */
static void measure_alone(const struct size *size)
{
	pid_t pid = fork();

	if (!pid) {
		measure(size, INTERVALS);
		exit(0);
	}
	if (pid > 0)
		(void)waitpid(pid, NULL, 0);
}

int main(int argc, char *argv[])
{
	static const struct size sizes[] = {
		{ 8, 10000, 1000, 1000 },	{ 8, 10000, 1000, 50000 },
		{ 64, 10000, 5000, 50000 },	{ 128, 100000, 10000, 50000 },
		{ 256, 100000, 20000, 100000 }, { 512, 100000, 2000, 200000 },
		{ 512, 100000, 20000, 200000 }, { 512, 100000, 200000, 200000 },
	};

	(void)setlocale(LC_CTYPE, "C.UTF-8");
	make_plan();
	if (argc == 6) {
		const struct size size = { strtoul(argv[1], NULL, 10),
					   (uint32_t)strtoul(argv[2], NULL, 10), atoi(argv[3]),
					   atoi(argv[4]) };

		measure(&size, strtoul(argv[5], NULL, 10));
		return 0;
	}
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (argc < 2 || (size_t)atoi(argv[1]) == i)
			measure_alone(&sizes[i]);
	return 0;
}

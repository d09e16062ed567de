/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The largest machine that one core of tdtop can follow at an interval of 1 s, by simulation. The
 * slices of one interval of so many CPUs, switches and tasks go through aggregate, registry,
 * exchange, histories and screen. Prints cost and allocations of each part once all tasks are
 * known. The first number includes making the slices; reading and decoding the ring is not included
 * (bench-replay has it). In the first interval all existing tasks run once. With one argument: only
 * that line of the table. With five: a machine of so many CPUs, switches per second and CPU, tasks
 * that run, tasks that exist, for so many intervals.
 */
#include "config.h"

#include <locale.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "collect/collector/aggregate.h"
#include "collect/cpu/cpu_match.h"
#include "model/heap.h"
#include "model/snapshot/exchange.h"
#include "model/snapshot/snapshot.h"
#include "tests/bench/count_calloc.h"
#include "ui/screen/screen.h"
#include "ui/screen/state_options.h"
#include "ui/time/state_show.h"

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

static double peak_mb(void)
{
	struct rusage used;

	(void)getrusage(RUSAGE_SELF, &used);
	return (double)used.ru_maxrss / 1024;
}

static size_t heap_bytes(void)
{
	const struct mallinfo2 heap = mallinfo2();

	return heap.uordblks + heap.hblkhd;
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
	struct ui_options options = { .look.level = 1 };
	struct machine machine = { .family = cpu_family_find("Intel Sapphire Rapids"),
				   .source = "switch", .levels = 2, .n_cpus = size->cpus,
				   .cpus = calloc(size->cpus, sizeof(*machine.cpus)) };
	struct tasks *tasks = tasks_new(NULL);
	struct aggregate *aggregate = aggregate_new(&machine, tasks);
	struct exchange *exchange = exchange_new();
	struct canvas canvas = { 0 };
	struct ui_state state;
	struct cost cost = { 0 };
	double share, frame_ms;

	if (!machine.cpus || !aggregate || !exchange || canvas_resize(&canvas, 200, 60))
		abort();
	for (size_t i = 0; i < size->cpus; i++)
		machine.cpus[i] = (struct cpu_place){ .cpu = (int)i, .core = (int)i };
	state_init(&state, &options, NS_PER_S);
	make_sleepers(size, aggregate_sink(aggregate));
	for (uint64_t seq = 1; seq <= intervals; seq++)
		one_interval(size, aggregate, exchange, &state, &canvas, seq, &cost);
	share = (cost.slice_ns * (double)size->cpus * size->switches / 1e6 + cost.fill_ms) / 10;
	frame_ms = cost.show_ms + cost.draw_ms;
	printf("%4zu CPUs x %6u/s, %6d of %6d tasks run: %5.1f ns/slice, end %7.2f ms, "
	       "show %7.2f ms, draw %5.2f ms (a frame %.2f): collector %6.1f %% of a core, "
	       "screen %5.1f %%, %6.1f MB (peak %.1f), heap %zu bytes; "
	       "allocations %lu + %lu + %lu + %lu\n",
	       size->cpus, size->switches, size->run, size->tasks, cost.slice_ns, cost.fill_ms,
	       cost.show_ms, cost.draw_ms, frame_ms, share, frame_ms / 10, resident_mb(),
	       peak_mb(), heap_bytes(), cost.slices, cost.fill, cost.show, cost.draw);
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

	heap_begin();	/* as main() does */
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

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing is
 * from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * 10. Memory, 1,000 tasks that all run each second (`tests/bench/bench-scale 0`): 7.1 MB, and 8.0 MB
 * after 300 intervals (`tests/bench/bench-scale 8 10000 1000 1000 300`); was 12.5 and 14.3. 2.7 MB of it
 * are pages of files (libraries, the program). On 2026-11-29 it is 11.1 MB, and the goal of 10 is missed
 * (massif, MB). Rows take 3.9: they have 552 bytes since regions, waits and containers are in them, and
 * names have rows too, as each task of this load has a name of its own. Percentages of the past take
 * 2.4, where pages that were never used take none; past intervals 1.4; trends 0.6; the list of exited
 * processes 0.4; tasks, their processes and sums 0.9.
 *
 * 12. Memory, 50,000 tasks that all ran once (`tests/bench/bench-scale 1`): 45 MB (was 52, and 148
 * before that). The peak, while all 50,000 ran in one second, is 108 MB (was 121). So the target is
 * reached some intervals after the storm, and not during it. On 2026-11-29 it is 56 MB, and 149 at the
 * peak. A process and its thread are two rows of 552 bytes (55 MB). They have 288 and 192 bytes in the
 * registry, 368 of sums, and 120 in the history (48 MB). The rest is past intervals, sorting and names.
 * 60 MB at the peak would take rows of 100 bytes: 248 of the 552 are the 31 events that any family has;
 * Sapphire Rapids has 11 of them. On 2026-11-30 it is 53 and 120 MB: no task of this load has a name, and
 * those are one command, not 50,000 (27 MB). Tasks that each have another name still make a row each.
 * Later on that day it is 40 and 96 MB. In a burst of tasks the sums (19 MB) are freed while rows are made of them,
 * and the memory of sorting after it. A number in place of a name is no text of the history. Processes and tasks
 * have no holes. What is left at the peak, by massif: rows 56 MB, processes 11, tasks 6, past tasks 6, tables
 * of ids 4, the screen's sorting 3, sums of the lives of processes 3. The next step, computed: counts that a
 * row points to, which a process with one thread has from its thread. They take 15 MB less where all tasks
 * have counts, and 29 here, where those that sleep have none. Rows that stand alone (in totals, sums, detail)
 * then need counts of their own. On 2026-12-01 it is 39 and 54 MB: what only CPUs and regions have lies beside
 * their rows, of 144 bytes. Keys that are in order need no second list, and the history no uthash.
 *
 * 13. A frame, 5,000 rows (`tests/bench/bench-scale 2`): 3.9 ms of CPU time for `show`, 0.25 for `draw`.
 *
 * 20. Allocations in an interval, all tasks known (`tests/bench/bench-scale`): 0; 1 while the memory for
 * past intervals is not yet full.
 *
 * What the memory is
 *
 * The load is 1,000 threads of one process that all run each second, for one minute, at 200x60,
 * with 2 CPUs. The part of the model is from `heaptrack` on `bench-scale`, with one process and
 * the family of Sapphire Rapids (7.1 MB resident). The rest is from `/proc/PID/smaps` and from
 * `heaptrack` on tdtop. Together these are about 9 MB. As a whole 10.0 MB were measured in the
 * lab: on an emulated CPU tdtop reaches its budget, and so also keeps what each task had in the
 * windows.
 *
 * | MB | what |
 * | 3.4 | pages of files, shared with others: libc 1.7, tdtop 0.7, libm, ncurses, ld.so, locale |
 * | 1.0 | ncurses: three screens of 28 bytes a cell; tdtop's own cells are 0.2 |
 * | 1.6 | past intervals: 1.5 MB, and 128 bytes for each task that exists |
 * | 1.1 | rows of two intervals, 512 bytes each; the third buffer is empty while the screen keeps up |
 * | 0.3 to 1.0 | trends: 176 bytes for a row, 12 for each interval with enough slots |
 * | 0.6 | the interval that is being counted, the table of tasks, sorting |
 * | 0.8 | stacks, unused memory of malloc, all else |
 *
 * A past interval with 1,000 busy tasks takes 57 KB (was 100), one with 25 some 3 KB (was 8).
 * Among builds, each process that begins and exits in an interval adds three rows, and all places
 * of the trends and of the exited processes (0.4 MB) are in use.
 *
 * The time map (key `M`) came later, and is not measured in this table. It takes 28 bytes for each CPU
 * and interval, at most 600 intervals and 8 MB (computed: 34 KB with 2 CPUs, 4.3 MB with 256). The scope
 * takes memory while it is open, also computed: 56 bytes for each task, CPU and cell of 20 ms. There are
 * at most 32768 in an interval (1.8 MB in each of up to three snapshots, 11.5 MB in the collector, which
 * keeps their counts). There are at most 131072 on the screen (7.3 MB, and 1.3 MB of names); 2^20 of a
 * recording (59 MB). Measured once on the host, in a loop of 2,000,000 slices of one CPU: 42 ns more for
 * each slice with 2 tasks in turn, 57 ns with 32.
 *
 * Not included are the rings, up to 2 MB for each CPU and 64 MB together (the module `groups`).
 * They are the kernel's memory. Linux 6.18, on the host, does not count them as the reader's.
 * Linux 6.1 and 6.12 do once they were read: there, with 2 CPUs, `top` shows 4.0 MB more, 14.0 MB
 * in the lab (17.6 in the morning).
 *
 * A next step: a row has room for all 30 events that any CPU family has, but Sapphire Rapids has
 * 11. A packed row would take about 330 bytes.
 *
 * The largest machine
 *
 * `tests/bench/bench-scale` sends the slices of simulated machines through aggregate, registry,
 * exchange, past intervals, history and screen. It makes at most 2^20 slices of an interval, and
 * multiplies their cost. Times are CPU time. Memory is that of the bench, in which all tasks that
 * exist ran once:
 *
 * | CPUs | switches/s and CPU | tasks run / exist | ns per slice | end of interval | show | memory |
 * | 8 | 10,000 | 1,000 / 1,000 | 22.3 | 0.9 ms | 1.1 ms | 7 MB |
 * | 8 | 10,000 | 1,000 / 50,000 | 27.4 | 0.7 ms | 0.9 ms | 45 MB |
 * | 64 | 10,000 | 5,000 / 50,000 | 25.7 | 4.2 ms | 3.9 ms | 59 MB |
 * | 128 | 100,000 | 10,000 / 50,000 | 28.1 | 10.3 ms | 7.7 ms | 71 MB |
 * | 256 | 100,000 | 20,000 / 100,000 | 24.5 | 22.5 ms | 18.0 ms | 139 MB |
 * | 512 | 100,000 | 2,000 / 200,000 | 17.1 | 1.6 ms | 2.0 ms | 167 MB |
 * | 512 | 100,000 | 20,000 / 200,000 | 26.2 | 25.3 ms | 19.0 ms | 228 MB |
 * | 512 | 100,000 | 200,000 / 200,000 | 78.2 | 290 ms | 312 ms | 668 MB |
 *
 * A switch takes 46 ns with decoding, and about 70 ns with the 390 instructions that the bench
 * does not have, if these take as long as its own. So one core can follow 14 million switches a
 * second: 140 CPUs with 100,000 each, or 1,400 CPUs with 10,000 each. 512 CPUs with 100,000 each
 * would need 3.6 cores. The limit is set by slices, not by tasks: the end of an interval and
 * `show` grow with the number of tasks that ran, and drawing does not grow.
 *
 * Is one collector thread enough? Yes, because the overhead for the tasks that are counted becomes
 * too high long before the thread is fully busy. At 1.3 µs per switch, 100,000 switches a second
 * are 13 % of each CPU. The default budget of 2 % of the machine allows 15,000 switches a second
 * and CPU; with 512 CPUs that is 7.9 million, or 0.55 of a core. So there is one thread. The
 * budget reduces counting first, and it knows how many records one thread can take. A version with
 * several threads was not built.
 */

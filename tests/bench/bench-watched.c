/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cost of a context switch for watched tasks, by what the group writes: two tasks of one CPU pass a
 * byte to each other, alone and with groups of different shape on that CPU. Prints CPU time per
 * switch, the least of several runs, which alternate between the shapes. No PMU is needed: the
 * members are software clocks, and the kernel reads each of them for each sample, as it reads
 * counters. The ring is larger than what a run writes; the bench empties it between two runs.
 */
#include "config.h"

#include <linux/perf_event.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNS 9
#define ROUND_TRIPS 10000		/* of one run: two switches each */
#define MEMBERS_MAX 16
#define RING_PAGES ((size_t)4096)	/* 16 MB */

#define SAMPLE                                                                           \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | \
	 PERF_SAMPLE_READ)
#define RECORD \
	(PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)

struct shape {
	const char *what;
	int members;			/* beside the one that samples; 0: none */
	uint64_t sample_type;
	bool silent;			/* no sample at all */
	bool switches;			/* a record of each switch out and in */
	bool user_clock;		/* CLOCK_MONOTONIC instead of the scheduler's */
};

static const struct shape shapes[] = {
	{ .what = "alone", .silent = true },
	{ .what = "perf record -e context-switches -c 1 -a", .sample_type = RECORD },
	{ .what = "tdtop, level 2: 11 members",
	  .members = 11,
	  .sample_type = SAMPLE | PERF_SAMPLE_IP,
	  .switches = true,
	  .user_clock = true },
	{ .what = "  without the instruction pointer",
	  .members = 11,
	  .sample_type = SAMPLE,
	  .switches = true,
	  .user_clock = true },
	{ .what = "  nor event ids",
	  .members = 11,
	  .sample_type = SAMPLE & ~(uint64_t)PERF_SAMPLE_IDENTIFIER,
	  .switches = true,
	  .user_clock = true },
	{ .what = "  nor CPU numbers",
	  .members = 11,
	  .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ,
	  .switches = true,
	  .user_clock = true },
	{ .what = "tdtop by the scheduler's clock",
	  .members = 11,
	  .sample_type = SAMPLE,
	  .switches = true },
	{ .what = "tdtop without switch records",
	  .members = 11,
	  .sample_type = SAMPLE,
	  .user_clock = true },
	{ .what = "tdtop, level 1: 7 members",
	  .members = 7,
	  .sample_type = SAMPLE,
	  .switches = true,
	  .user_clock = true },
	{ .what = "  without IPC: 5 members",
	  .members = 5,
	  .sample_type = SAMPLE,
	  .switches = true,
	  .user_clock = true },
	{ .what = "1 member",
	  .members = 1,
	  .sample_type = SAMPLE,
	  .switches = true,
	  .user_clock = true },
	{ .what = "switch records only",
	  .silent = true,
	  .switches = true,
	  .user_clock = true,
	  .sample_type = SAMPLE },
	{ .what = "5 members, no ip, ids, CPUs, switch records",
	  .members = 5,
	  .sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_READ,
	  .user_clock = true },
};

#define N_SHAPES (sizeof(shapes) / sizeof(shapes[0]))

static int open_event(const struct shape *shape, uint64_t config, bool samples, int group)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_SOFTWARE,
		.config = config,
		.sample_type =
			shape->sample_type & ~(shape->members ? 0 : (uint64_t)PERF_SAMPLE_READ),
		.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.sample_period = samples && !shape->silent,
		.sample_id_all = 1,
		.context_switch = samples && shape->switches,
		.disabled = group < 0,
		.use_clockid = shape->user_clock,
		.clockid = 1 /* CLOCK_MONOTONIC */,
	};

	return (int)syscall(SYS_perf_event_open, &attr, -1, 0, group, PERF_FLAG_FD_CLOEXEC);
}

/* Opens the group on CPU 0. Returns the number of descriptors; 0: not allowed here. */
static int open_shape(const struct shape *shape, int fd[MEMBERS_MAX + 1],
		      struct perf_event_mmap_page **ring)
{
	const size_t size = (RING_PAGES + 1) * (size_t)sysconf(_SC_PAGESIZE);
	int n = 0;

	for (int i = 0; i < shape->members; i++, n++)
		fd[n] = open_event(shape, PERF_COUNT_SW_CPU_CLOCK, false, n ? fd[0] : -1);
	fd[n] = open_event(shape,
			   shape->silent ? PERF_COUNT_SW_DUMMY : PERF_COUNT_SW_CONTEXT_SWITCHES,
			   true, n ? fd[0] : -1);
	if (fd[n++] < 0)
		return 0;
	*ring = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd[0], 0);
	if (*ring == MAP_FAILED)
		return 0;
	for (int i = 1; i < n; i++)
		if (ioctl(fd[i], PERF_EVENT_IOC_SET_OUTPUT, fd[0]))
			return 0;
	return n;
}

static void pass_to_and_fro(const int in[2], const int out[2], bool begins)
{
	char byte = 0;

	for (int i = 0; i < ROUND_TRIPS; i++) {
		if (begins && write(out[1], &byte, 1) != 1)
			_exit(1);
		if (read(in[0], &byte, 1) != 1)
			_exit(1);
		if (!begins && write(out[1], &byte, 1) != 1)
			_exit(1);
	}
	_exit(0);
}

/* Nanoseconds of CPU time per switch. */
static double time_switches(void)
{
	struct rusage before, after;
	int there[2], back[2];

	if (pipe(there) || pipe(back))
		abort();
	(void)getrusage(RUSAGE_CHILDREN, &before);
	for (int i = 0; i < 2; i++)
		if (!fork())
			pass_to_and_fro(i ? back : there, i ? there : back, i);
	while (wait(NULL) > 0)
		;
	(void)getrusage(RUSAGE_CHILDREN, &after);
	for (int i = 0; i < 2; i++) {
		(void)close(there[i]);
		(void)close(back[i]);
	}
	return ((double)(after.ru_utime.tv_sec + after.ru_stime.tv_sec - before.ru_utime.tv_sec -
			 before.ru_stime.tv_sec) * 1e9 +
		(double)(after.ru_utime.tv_usec + after.ru_stime.tv_usec - before.ru_utime.tv_usec -
			 before.ru_stime.tv_usec) * 1e3) / (2.0 * ROUND_TRIPS);
}

/* One run with a shape; bytes per switch. */
static bool measure(const struct shape *shape, double *least_ns, double *bytes)
{
	const size_t size = (RING_PAGES + 1) * (size_t)sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *ring;
	int fd[MEMBERS_MAX + 1], n = open_shape(shape, fd, &ring);
	double ns;

	if (!n)
		return false;
	(void)ioctl(fd[0], PERF_EVENT_IOC_ENABLE, 0);
	ns = time_switches();
	*bytes = (double)ring->data_head / (2.0 * ROUND_TRIPS);
	if (!*least_ns || ns < *least_ns)
		*least_ns = ns;
	(void)munmap(ring, size);
	while (n > 0)
		(void)close(fd[--n]);
	return true;
}

int main(void)
{
	double ns[N_SHAPES] = { 0 }, bytes[N_SHAPES];
	cpu_set_t first;

	CPU_ZERO(&first);
	CPU_SET(0, &first);
	if (sched_setaffinity(0, sizeof(first), &first))
		return 0;
	for (int run = 0; run < RUNS; run++)
		for (size_t i = 0; i < N_SHAPES; i++)
			if (!measure(&shapes[i], &ns[i], &bytes[i])) {
				puts("skipped: perf events of a whole CPU are not allowed here");
				return 0;
			}
	for (size_t i = 0; i < N_SHAPES; i++)
		printf("%-46s %6.0f ns a switch, %+6.0f, x %.2f, %4.0f bytes\n", shapes[i].what,
		       ns[i], ns[i] - ns[0], ns[i] / ns[0], bytes[i]);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing is
 * from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * 8. CPU time of a context switch while tdtop runs (`tests/bench/bench-watched`): 1.31 µs more, a factor
 * of 1.96. Its parts are below. `tdtop --doctor` says before counting what a counted switch costs
 * on a machine, and how many switches fit within `--budget`; the code that would count measures
 * it.
 *
 * What tdtop adds to a context switch
 *
 * `tests/bench/bench-watched`: two tasks on one CPU pass a byte to each other. A switch alone takes
 * 1,370 ns; the rest is what the kernel does for the group of counters. The members are software
 * events. A member of a real PMU costs more, in a guest far more. From the third row on, samples
 * have no instruction pointer; the next two rows each leave out one thing more.
 *
 * | group | ns more | factor | bytes |
 * | `perf record -e context-switches -c 1 -a` | 289 | 1.21 | 48 |
 * | tdtop, level 2: 11 members | 1308 | 1.96 | 264 |
 * | without the instruction pointer | 1301 | 1.95 | 256 |
 * | and without event ids | 1249 | 1.91 | 232 |
 * | and without CPU numbers | 1268 | 1.93 | 208 |
 * | with the scheduler's clock | 1234 | 1.90 | 256 |
 * | without switch records | 934 | 1.68 | 160 |
 * | level 1: 7 members | 1087 | 1.79 | 224 |
 * | level 1 without IPC: 5 members | 993 | 1.73 | 208 |
 * | 1 member | 776 | 1.57 | 176 |
 * | switch records only | 408 | 1.30 | 96 |
 * | 5 members; no pointer, ids, CPU numbers, switch records | 592 | 1.43 | 96 |
 *
 * So a member costs 50 ns, the two switch records 370, CLOCK_MONOTONIC 70, and all small parts of
 * a sample together 60. Half of the total is possible: level 1 without switch records.
 *
 * - Fewer members: done. Since 2026-11-22 backend bound is the rest of the slots: one member less
 *   than in the table. Level 2 is left out with `-l 1`, and with `--budget` while it is not shown.
 * - Switch records stay. Without them it is unknown who runs when an interval ends. So the last piece of
 *   each CPU would go to the next interval, and the last slice of an exiting thread would be a guess.
 * - The instruction pointer stays. Only recordings need it (`perf script` wants one), and it costs
 *   7 ns.
 * - The factor of perf record, 1.21, is out of reach, because perf record reads no counters.
 *
 * Registers of the PMU
 *
 * Measured on 2026-11-22 with Linux 6.1's own driver on the lab's emulated PMU (Sapphire Rapids, 8
 * metrics; `tests/lab/vm --personality spr-real`): two tasks on one CPU pass a byte, `labpmu 2`
 * counts accesses while the program runs. Accesses are exact; they do not depend on the speed of
 * the emulator.
 *
 * | program | WRMSR per switch | RDPMC per switch |
 * | tdtop --engine ring -l 1 | 16.00 | 11.00 |
 * | tdtop --engine ring -l 2 | 32.00 | 19.00 |
 * | tdtop --engine bpf, both levels | 4.00 | 5.00 |
 * | tdtop at both levels, before | 36.0 | 21.0 |
 * | tdtop --attribution task -p, two processes | 20.0 | 21.8 |
 * | the same as an ordinary user, user mode only | 15.5 | 19.9 |
 * | both before threads had pinned groups | 14.8 | 18.7 |
 * | perf stat -p of the same nine events | 8.0 | 18.0 |
 * | perf record -a -e context-switches -c 1 | 0 | 0 |
 * | perf stat -a --topdown | 0 | 0 |
 *
 * Each metric event is read by itself, outside of a transaction. The driver stops the PMU, reads slots
 * and PERF_METRICS, writes both, and starts it again: four WRMSR and two RDPMC (slots and seven metrics:
 * 8 × 4 = 32). What that takes on hardware is an estimate, nothing was measured there. With 150 cycles
 * for a WRMSR, 30 for an RDPMC and 3 GHz it is 0.9 µs per switch at level 1 and 1.8 µs at level 2.
 *
 * A BPF program reads slots once, which brings all metrics up to date. It takes four WRMSR and two
 * RDPMC, whatever the level, and one RDPMC for each of the three general or fixed events of the group.
 * By the same estimate that is 0.25 µs, without what the program itself takes.
 *
 * A marker of a region costs the registers what a switch does. Measured on 2026-11-27 in the same
 * way (`tests/lab/check-guest.sh TDTOP region_accesses region_accesses@bpf`): 40,000 markers of a
 * program that does nothing else, less what the same run with 2 markers takes:
 *
 * | engine | WRMSR per marker | RDPMC per marker |
 * | ring, -l 1 | 16.11 | 11.08 |
 * | ring, -l 2 | 32.20 | 19.12 |
 * | bpf, -l 1 | 4.00 | 5.00 |
 * | bpf, -l 2 | 4.01 | 5.01 |
 *
 * By thread a pinned group of each thread reads the registers once a millisecond that it runs. Two loops
 * with a CPU each, no switches: 31 WRMSR and 18 RDPMC a millisecond; as an ordinary user 6 and 11, as
 * only the first event of a sample finds slots. By the same estimate that is 1.7 and 0.4 µs, 0.17 and
 * 0.04 % of the thread's time, and the interrupt. At each switch-in the kernel also tries the inherited
 * group, which does not fit. No register is accessed for that, but a switch of the two tasks took 188 µs
 * instead of 162 in the emulator, whose kernel is 10 to 30 times slower than on hardware.
 */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What regions cost the program that has them: nanoseconds a marker (an end of a region), beyond the same loop
 * without them. One loop is empty, and two work: their instructions wait for each other, or leave no room for
 * others. Not watched, and watched by an uprobe that counts (root): tdtop's reads of the counters come on top. The
 * least of many short rounds, in turns, so that a busy host does not count.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef __clang__
/* As applications are built, whatever tdtop is built with; but where loops begin is no matter of luck. */
#pragma GCC optimize("O2,align-loops=64")
#endif
#define TDTOP_REGION_NO_RDPMC
#include "collect/region/region_note.h"
#include "region/tdtop_region.h"

#define SHORT 500			/* times round a loop: 1 to 50 us */
#define ROUNDS 20000
#define WATCHED_ROUNDS 200
#define APART __attribute__((noinline))

#define KEEP(x) __asm__ volatile("" : : "r"(x) : "memory")

static APART void empty(long n)
{
	for (long i = 0; i < n; i++)
		KEEP(i);
}

static APART void block(long n)
{
	for (long i = 0; i < n; i++)
		TDTOP_REGION("block")
			KEEP(i);
}

static APART void pair(long n)
{
	for (long i = 0; i < n; i++) {
		struct tdtop_region_scope scope;

		TDTOP_REGION_BEGIN(&scope, "pair");
		KEEP(i);
		tdtop_region_end(&scope);
	}
}

static APART void nested(long n)
{
	for (long i = 0; i < n; i++)
		TDTOP_REGION("outer")
			TDTOP_REGION("inner")
				KEEP(i);
}

/* The call alone. */
static APART void single(long n)
{
	for (long i = 0; i < n; i++)
		tdtop_region_mark(NULL);
}

/* No loops, whose last branch a CPU foresees or not. */
#define TEN(step) step step step step step step step step step step

/* Some 130 ns: each multiplication waits for the one before. */
#define WAIT(x) { TEN(TEN(__asm__ volatile("" : "+r"(x)); x *= x + 1;)) }

static APART void waits(long n)
{
	unsigned long x = 1;

	for (long i = 0; i < n; i++)
		WAIT(x)
}

static APART void region_that_waits(long n)
{
	unsigned long x = 1;

	for (long i = 0; i < n; i++)
		TDTOP_REGION("waits")
			WAIT(x)
}

/* Some 30 ns: as many instructions at once as the CPU can. */
#define FILL __asm__ volatile(".rept 600\n\tnop\n\t.endr")

static APART void fills(long n)
{
	for (long i = 0; i < n; i++)
		FILL;
}

static APART void region_that_fills(long n)
{
	for (long i = 0; i < n; i++)
		TDTOP_REGION("fills")
			FILL;
}

static const struct loop {
	const char *words;
	void (*run)(long n), (*without)(long n);
	int markers;		/* each time round */
} loops[] = {
	{ "TDTOP_REGION", block, empty, 2 },
	{ "TDTOP_REGION_BEGIN, tdtop_region_end", pair, empty, 2 },
	{ "TDTOP_REGION in TDTOP_REGION", nested, empty, 4 },
	{ "tdtop_region_mark() alone", single, empty, 1 },
	{ "TDTOP_REGION, work that waits", region_that_waits, waits, 2 },
	{ "TDTOP_REGION, work that fills the CPU", region_that_fills, fills, 2 },
};

#define LOOPS (sizeof(loops) / sizeof(loops[0]))

static double now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nanoseconds each time round; the least of what is known and this one. */
static double least_of(double least, void (*run)(long n))
{
	const double start = now_ns();
	double each;

	run(SHORT);
	each = (now_ns() - start) / SHORT;
	return each < least ? each : least;
}

static void measure(const char *how, int rounds)
{
	double with[LOOPS], without[LOOPS];

	for (size_t i = 0; i < LOOPS; i++)
		with[i] = without[i] = 1e9;
	for (int round = 0; round < rounds; round++)
		for (size_t i = 0; i < LOOPS; i++) {
			with[i] = least_of(with[i], loops[i].run);
			without[i] = least_of(without[i], loops[i].without);
		}
	for (size_t i = 0; i < LOOPS; i++)
		printf("%-12s %-38s %8.2f ns a marker\n", how, loops[i].words,
		       (with[i] - without[i]) / loops[i].markers);
}

/* An uprobe that counts this thread's markers. A descriptor, or -1 after saying why. */
static int watch(void)
{
	static const char path[] = "/proc/self/exe";
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	struct region_notes notes;
	const int err = region_notes_read(file, &notes);
	struct perf_event_attr attr = {
		.size = sizeof(attr), .config1 = (uint64_t)(uintptr_t)path,
	};
	FILE *type = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
	const int known = type && fscanf(type, "%" SCNu32, &attr.type) == 1;
	int fd = -1;

	if (type)
		(void)fclose(type);
	close(file);
	if (err || !known) {
		printf("watched      not here: no notes, or no uprobes\n");
		return -1;
	}
	attr.config2 = notes.mark_offset;
	region_notes_free(&notes);
	fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd < 0)
		printf("watched      not here: %s\n", strerror(errno));
	return fd;
}

int main(void)
{
	uint64_t count = 0, markers = 0;
	int fd;

	for (size_t i = 0; i < LOOPS; i++)
		markers += (uint64_t)loops[i].markers;
	measure("not watched", ROUNDS);
	fd = watch();
	if (fd < 0)
		return 0;
	measure("watched", WATCHED_ROUNDS);
	if (read(fd, &count, sizeof(count)) != sizeof(count) ||
	    count != WATCHED_ROUNDS * SHORT * markers)
		printf("wrong: %" PRIu64 " markers were counted\n", count);
	close(fd);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing
 * is from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * Markers of regions
 *
 * `tests/bench/bench-regions`: nanoseconds for a marker (the begin or the end of a region of
 * `tdtop_region.h`) beyond the same loop without it. By gcc -O2, the least of 20,000 rounds at nice
 * -20, x86-64 guest (Sapphire Rapids or later, a cycle is 0.33 ns), Linux 6.18. *Watched*: by an
 * uprobe that counts, without what tdtop reads at it.
 *
 * | | not watched | watched |
 * | `TDTOP_REGION`, work that fills the CPU, 35 ns | 0.94 to 1.50 | 545 |
 * | `TDTOP_REGION`, work that waits, 100 ns | 0.00 | 540 |
 * | `TDTOP_REGION`, no work | 1.00 to 1.25 | 540 |
 * | `TDTOP_REGION_BEGIN`, `tdtop_region_end()`, no work | 0.94 to 1.00 | 550 |
 * | a region in a region, no work between | 1.22 to 1.42 | 565 |
 * | `tdtop_region_mark()` alone | 0.62 to 0.67 | 545 |
 *
 * So a marker is three cycles, seldom four, of a CPU that has none to spare, two of them the call
 * and the return; where instructions wait for others it costs nothing. Ranges: where the compiler
 * puts the loop (gcc 12 and clang 14, -O2 and -O3, aligned or not). What no benchmark of a marker
 * shows: a compiler keeps no value in a register across a call that the callee may change, and
 * does not make vectors of a loop with a region inside.
 *
 * With tdtop (software counters, the same machine, busy): 1.0 to 1.2 us a marker with the BPF
 * engine. With the ring engine 3 us on two CPUs, and 65 ns more for each further CPU. The program
 * in the kernel takes 0.41 to 0.55 us of it. A context switch costs the same as before while no
 * regions are watched: 709 ns beside 707 ns with the BPF engine; 1,712 instructions beside 1,701
 * with the ring engine.
 *
 * A 5-byte NOP would be cheaper where it is optimised (0.27 us, Linux 6.18), but a child that is
 * forked after that lacks the page that the kernel makes it call, and crashes. So the marker is a
 * 2-byte NOP.
 *
 * Counted by the program itself (`TDTOP_REGIONS=rdpmc`): two RDPMC a marker; the time of one on
 * hardware is not known.
 *
 * Self-counted regions beside PAPI
 *
 * PAPI's `topdown` component also reads PERF_METRICS by RDPMC. Both on the emulated PMU (spr-real,
 * Linux 6.1; the first row also Ice Lake and Granite Rapids), pieces whose split is known; the
 * largest distance of the eight metrics to the truth, in points. PAPI is master of 2026-08
 * (7.3.0), and the same with the state of `topdown.c` of 5929b6bec, whose fixes a later commit
 * took out again.
 *
 * | | PAPI | PAPI, fixed | tdtop_region.h |
 * | the first piece of a process, 100 ms | 0.2 | 0.2 | 0.2 |
 * | a second piece, another event set | 0.2 to 54 | 0.2 | 0.2 |
 * | the same event set once more | 24 to 35 | 23 to 36 | - |
 * | a piece that is two splits in turn | 0.3 | 0.2 | 0.2 to 0.4 |
 * | the same, with a sleep between them | 0.3 to 0.5 | 0.5 | 0.2 to 0.4 |
 * | the same, beside a busy process on the CPU | 0.5 to 0.8 | 0.8 | 0.4 to 0.9 |
 * | while tdtop counts all CPUs | 60, without a message | not run | no numbers |
 *
 * PAPI reads the register alone, not SLOTS and not the page of the event: so it has no counts that
 * could be added up, and does not see that another program has the counter.
 */

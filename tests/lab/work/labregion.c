/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labregion: a program whose regions (region/tdtop_region.h) have known splits, for the tests in the
 * lab. In each region it tells the emulated PMU its split (lines of $LAB_TABLE, as labload does), and
 * takes the region's name, by which the lab's module splits. It does both after the marker, so what
 * was counted until then belongs to the region around it. It begins when tdtop watches it, or
 * after 20 seconds; at its end it prints a line for each region: NAME ENTRIES. `labregion` alone says what it can do.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../../region/tdtop_region.h"
#include "profile.h"

#define REGIONS 4

/* "outer" is the program outside of regions. */
static const char *const names[REGIONS] = { "outer", "alpha", "beta", "gamma" };
static double split[REGIONS][PROFILE_PARTS];
static uint64_t entries[REGIONS];

static void fail(const char *what)
{
	fprintf(stderr, "labregion: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void read_table(void)
{
	const char *path = getenv("LAB_TABLE");
	FILE *table = path ? fopen(path, "r") : NULL;
	char line[256], name[16];

	while (table && fgets(line, sizeof(line), table)) {
		double p[PROFILE_PARTS];

		if (sscanf(line, "%15s %lf %lf %lf %lf %lf %lf %lf %lf", name, p, p + 1, p + 2,
			   p + 3, p + 4, p + 5, p + 6, p + 7) != 1 + PROFILE_PARTS)
			continue;
		for (int i = 0; i < REGIONS; i++)
			if (!strcmp(name, names[i]))
				memcpy(split[i], p, sizeof(p));
	}
	if (table)
		fclose(table);
}

/* From here on the slots are split as in this region. */
static void become(int region)
{
	if (getenv("LAB_TABLE"))
		profile_set(split[region]);
	else
		prctl(PR_SET_NAME, names[region], 0, 0, 0);
}

static int64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static int64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* By the thread's CPU time, so that a region is as long where others are busy, too. */
static void burn_us(long us)
{
	const int64_t end = clock_ns(CLOCK_THREAD_CPUTIME_ID) + us * 1000LL;
	volatile uint64_t sink = 0;

	while (clock_ns(CLOCK_THREAD_CPUTIME_ID) < end)
		for (int i = 0; i < 200; i++)
			sink = sink * 3 + 1;
}

static void enter(int region)
{
	__atomic_add_fetch(&entries[region], 1, __ATOMIC_RELAXED);
	become(region);
}

/* alpha, in it beta, then gamma, then none: each for this time. */
static void one_round(long us)
{
	TDTOP_REGION("alpha") {
		enter(1);
		burn_us(us);
		TDTOP_REGION("beta") {
			enter(2);
			burn_us(us);
		}
		become(1);
		burn_us(us);
	}
	become(0);
	TDTOP_REGION("gamma") {
		enter(3);
		burn_us(us);
	}
	become(0);
	burn_us(us);
}

static long number(const char *text)
{
	char *end;
	long value = text ? strtol(text, &end, 10) : 0;

	if (!text || *end || value < 0) {
		fprintf(stderr, "labregion: a number is missing\n");
		exit(2);
	}
	return value;
}

static int rounds(char **arg)
{
	for (long n = number(arg[0]); n > 0; n--)
		one_round(number(arg[1]));
	return 0;
}

/*
 * Entries into alpha: fast ones with its own split; each fifth takes 32 times as long, with that of beta. Prints
 * how many took how long from begin to end: "wall 2^N COUNT".
 */
static int two(char **arg)
{
	uint64_t walls[64] = { 0 };

	for (long n = number(arg[0]); n > 0; n--) {
		const bool slow = n % 5 == 0;
		const int64_t begin = now_ns();

		TDTOP_REGION("alpha") {
			enter(1);
			become(slow ? 2 : 1);
			burn_us((slow ? 32 : 1) * number(arg[1]));
		}
		walls[63 - __builtin_clzll((uint64_t)(now_ns() - begin))]++;
		become(0);
		burn_us(number(arg[1]));
	}
	for (int bit = 0; bit < 64; bit++)
		if (walls[bit])
			printf("wall %llu %llu\n", 1ULL << bit, (unsigned long long)walls[bit]);
	return 0;
}

/* It moves to another CPU in the middle of each region. */
static int migrate(char **arg)
{
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN), us = number(arg[1]);
	long cpu = 0;

	for (long n = number(arg[0]); n > 0; n--) {
		cpu_set_t set;

		TDTOP_REGION("alpha") {
			enter(1);
			burn_us(us);
			CPU_ZERO(&set);
			CPU_SET((size_t)(cpu++ % cpus), &set);
			if (sched_setaffinity(0, sizeof(set), &set))
				fail("sched_setaffinity");
			burn_us(us);
		}
		become(0);
		burn_us(us);
	}
	return 0;
}

/* It sleeps inside of its region. */
static int sleeps(char **arg)
{
	const struct timespec rest = { .tv_nsec = number(arg[2]) * 1000 };

	for (long n = number(arg[0]); n > 0; n--) {
		TDTOP_REGION("alpha") {
			enter(1);
			burn_us(number(arg[1]));
			nanosleep(&rest, NULL);
			burn_us(number(arg[1]));
		}
		become(0);
		burn_us(number(arg[1]));
	}
	return 0;
}

static volatile sig_atomic_t inside;

static void on_signal(int signal)
{
	const int before = inside;

	(void)signal;
	TDTOP_REGION("beta") {
		enter(2);
		burn_us(8000);
	}
	become(before);
}

/* A signal each 40 ms, whose handler has a region of its own. */
static int signals(char **arg)
{
	const struct itimerval timer = { .it_interval = { .tv_usec = 40000 }, .it_value = { .tv_usec = 40000 } };
	struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &timer, NULL);
	for (long n = number(arg[0]); n > 0; n--) {
		TDTOP_REGION("alpha") {
			inside = 1;
			enter(1);
			burn_us(number(arg[1]));
		}
		inside = 0;
		become(0);
		burn_us(number(arg[1]));
	}
	return 0;
}

static void *ends_inside(void *us)
{
	TDTOP_REGION("alpha") {
		enter(1);
		burn_us(*(long *)us);
		pthread_exit(NULL);
	}
	return NULL;
}

/* Threads, one after the other, that end inside of their region. */
static int ends(char **arg)
{
	long us = number(arg[1]);

	for (long n = number(arg[0]); n > 0; n--) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, ends_inside, &us))
			fail("pthread_create");
		pthread_join(thread, NULL);
		become(0);
		burn_us(us);
	}
	return 0;
}

static jmp_buf out;

static __attribute__((noinline)) void jump_out(long us)
{
	TDTOP_REGION("alpha") {
		enter(1);
		burn_us(us);
		longjmp(out, 1);
	}
}

/* It leaves a region by longjmp(3), and enters another one. */
static int jumps(char **arg)
{
	volatile long n = number(arg[0]);

	for (; n > 0; n--) {
		if (!setjmp(out))
			jump_out(number(arg[1]));
		TDTOP_REGION("gamma") {
			enter(3);
			burn_us(number(arg[1]));
		}
		become(0);
		burn_us(number(arg[1]));
	}
	return 0;
}

/* fork(2) inside of a region: the child goes on in it. */
static int forks(char **arg)
{
	for (long n = number(arg[0]); n > 0; n--) {
		TDTOP_REGION("alpha") {
			enter(1);
			burn_us(number(arg[1]));
			if (fork() == 0) {
				become(1);
				burn_us(number(arg[1]));
				_exit(0);
			}
			wait(NULL);
		}
		become(0);
		burn_us(number(arg[1]));
	}
	return 0;
}

/* What a marker costs: nanoseconds of a begin and an end, and of the same loop without. */
static int costs(char **arg)
{
	const long n = number(arg[0]);
	int64_t begin = now_ns(), with, without;

	for (long i = 0; i < n; i++) {
		TDTOP_REGION("alpha") __asm__ volatile("");
	}
	with = now_ns() - begin;
	begin = now_ns();
	for (long i = 0; i < n; i++)
		__asm__ volatile("");
	without = now_ns() - begin;
	entries[1] += (uint64_t)n;
	printf("ns %.2f %.2f\n", (double)with / (double)n, (double)without / (double)n);
	return 0;
}

static const struct {
	const char *name, *usage;
	int (*run)(char **arg);
} kinds[] = {
	{ "rounds", "N US        alpha with beta in it, gamma, none: US each", rounds },
	{ "two", "N US        fast entries into alpha, each fifth a slow one", two },
	{ "migrate", "N US        changes the CPU inside of alpha", migrate },
	{ "sleeps", "N US REST   sleeps inside of alpha", sleeps },
	{ "signals", "N US        a signal handler with beta interrupts alpha", signals },
	{ "ends", "N US        threads that end inside of alpha", ends },
	{ "jumps", "N US        leaves alpha by longjmp(3)", jumps },
	{ "forks", "N US        forks inside of alpha", forks },
	{ "costs", "N           time of N entries", costs },
};

/*
 * tdtop has found the program when the kernel's breakpoint is at its mark; a second later it has all
 * probes. However slow the emulator is.
 */
static void wait_for_tdtop(void)
{
	const volatile unsigned char *mark = (const unsigned char *)(uintptr_t)tdtop_region_mark;
	const int64_t end = now_ns() + 20 * 1000000000LL;

	while (*mark != 0xcc && now_ns() < end)
		usleep(50000);
	sleep(1);
}

int main(int argc, char **argv)
{
	const size_t n = sizeof(kinds) / sizeof(kinds[0]);

	read_table();
	for (size_t i = 0; argc > 2 && i < n; i++) {
		int status;

		if (strcmp(argv[1], kinds[i].name))
			continue;
		become(0);
		wait_for_tdtop();
		status = kinds[i].run(argv + 2);
		for (int region = 1; region < REGIONS; region++)
			printf("%s %llu\n", names[region], (unsigned long long)entries[region]);
		return status;
	}
	for (size_t i = 0; i < n; i++)
		fprintf(stderr, "labregion %s %s\n", kinds[i].name, kinds[i].usage);
	return 2;
}

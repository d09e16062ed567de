/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labload: loads whose names and behaviour are known, for the tests in the lab. The lab's PMU
 * splits slots by task name, so each load takes its name first and works afterwards. The emulated
 * PMU splits them by address space, as the load tells it. The file $LAB_TABLE has the split of each
 * name, in the lines of /proc/tdtop_lab, and lines "NAME event CONFIG COUNT": what an event counts
 * in a million cycles. `labload` alone says what it can do.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "profile.h"

static int64_t now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void fail(const char *what)
{
	fprintf(stderr, "labload: %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint64_t made;	/* cycles with the split before this one, by the emulated PMU's own account */

static void declare_line(const char *name, const char *line)
{
	unsigned config, count;
	double p[PROFILE_PARTS];
	char its[16];

	if (sscanf(line, "%15s", its) != 1 || strncmp(its, name, sizeof(its) - 1))
		return;
	if (sscanf(line, "%*s %lf %lf %lf %lf %lf %lf %lf %lf", p, p + 1, p + 2, p + 3, p + 4, p + 5,
		   p + 6, p + 7) == PROFILE_PARTS)
		made = profile_ask(LEAF_CYCLES, 0, 0, NULL) + profile_ask(LEAF_CYCLES, 0, 1, NULL), profile_set(p);
	else if (sscanf(line, "%*s event %x %u", &config, &count) == 2 && !profile_event(config, count))
		fprintf(stderr, "labload: the emulated PMU has no room for event %x\n", config);
}

/* Tells the emulated PMU what the table has of a name: its split, then events. */
static void declare(const char *name)
{
	const char *path = getenv("LAB_TABLE");
	FILE *table = path ? fopen(path, "r") : NULL;
	char line[256];

	while (table && fgets(line, sizeof(line), table))
		declare_line(name, line);
	if (table)
		fclose(table);
}

/* Before it ends: else the next process with its page table has its split until it tells another one. */
static void forget(void)
{
	(void)profile_ask(LEAF_FORGET, 0, 0, NULL);
}

static void rename_to(const char *name)
{
	prctl(PR_SET_NAME, name, 0, 0, 0);
	declare(name);
}

static void sleep_us(int64_t us)
{
	struct timespec t = { .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 };

	nanosleep(&t, NULL);
}

/* Works until `end`, by the clock of the machine and not by its own CPU time. */
static void burn_until(int64_t end)
{
	volatile uint64_t sink = 0;

	while (now_us() < end)
		for (int i = 0; i < 2000; i++)
			sink = sink * 3 + 1;
}

/* Works so long and sleeps so long, in turn. run_us 0: never sleeps. */
static void take_turns_until(int64_t end, int64_t run_us, int64_t rest_us)
{
	while (now_us() < end) {
		burn_until(run_us ? now_us() + run_us : end);
		sleep_us(rest_us);
	}
}

static int64_t end_after(const char *seconds)
{
	double s = seconds ? atof(seconds) : 0;

	return s > 0 ? now_us() + (int64_t)(s * 1e6) : INT64_MAX;
}

static long number(const char *text)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (*end || value < 0) {
		fprintf(stderr, "labload: \"%s\" is not a number\n", text);
		exit(2);
	}
	return value;
}

static pid_t spawn(void)
{
	char name[16] = "";
	pid_t pid = fork();

	if (pid < 0)
		fail("fork");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		prctl(PR_GET_NAME, name, 0, 0, 0);
		declare(name);	/* the child has an address space of its own */
	}
	return pid;
}

static int hog(char **arg)
{
	rename_to(arg[0]);
	burn_until(end_after(arg[1]));
	return 0;
}

static int pause_now_and_then(char **arg)
{
	int64_t end = end_after(arg[3]);

	rename_to(arg[0]);
	take_turns_until(end, number(arg[1]), number(arg[2]));
	return 0;
}

static int64_t threads_end;

/* "name" never sleeps; "name:RUN_US:SLEEP_US" pauses. */
static void *thread(void *text)
{
	char name[16] = "";
	int run = 0, rest = 0;

	sscanf(text, "%15[^:]:%d:%d", name, &run, &rest);
	rename_to(name);
	take_turns_until(threads_end, run, rest);
	return NULL;
}

static int threads(char **arg)
{
	pthread_t id[256];
	int n = 0;

	rename_to(arg[0]);
	threads_end = end_after(arg[1]);
	for (; arg[n + 2] && n < 256; n++)
		if (pthread_create(&id[n], NULL, thread, arg[n + 2]))
			fail("pthread_create");
	while (n-- > 0)
		pthread_join(id[n], NULL);
	return 0;
}

/* The children inherit the name: no slot of them runs under another one. */
static int short_lives(char **arg)
{
	long count = number(arg[1]), life_ms = number(arg[2]);
	long parallel = arg[3] ? number(arg[3]) : 1;
	long living = 0;

	rename_to(arg[0]);
	while (count > 0 || living > 0) {
		if (count > 0 && living < parallel) {
			if (spawn() == 0) {
				burn_until(now_us() + life_ms * 1000);
				exit(0);
			}
			count--;
			living++;
		} else if (wait(NULL) > 0) {
			living--;
		}
	}
	return 0;
}

static void *sleep_for_good(void *unused)
{
	(void)unused;
	for (;;)
		pause();
	return NULL;
}

static int sleepers(char **arg)
{
	long count = number(arg[0]);
	pthread_attr_t attr;
	pthread_t id;

	rename_to("sleepers");
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, PTHREAD_STACK_MIN);
	for (long i = 0; i < count; i++) {
		errno = pthread_create(&id, &attr, sleep_for_good, NULL);
		if (errno)
			fail("pthread_create");
	}
	printf("%ld threads sleep\n", count);
	fflush(stdout);
	sleep_us(arg[1] ? (int64_t)(atof(arg[1]) * 1e6) : INT64_MAX / 2);
	return 0;
}

#define RELAY_MOST 16

static volatile sig_atomic_t stopped;

static void stop(int sig)
{
	(void)sig;
	stopped = 1;
}

/* A wake-up on another CPU needs an interrupt there, which is slow in an emulator. */
static void stay_on_this_cpu(void)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((size_t)sched_getcpu(), &set);
	sched_setaffinity(0, sizeof(set), &set);
}

/* Two processes on one CPU pass a byte back and forth: two switches per round. */
static int ping_pong(char **arg)
{
	int64_t start = now_us(), end = end_after(arg[0]);
	struct sigaction act = { .sa_handler = stop };
	int to[2], from[2];
	double rounds = 0;
	char byte = 0;

	if (pipe(to) || pipe(from))
		fail("pipe");
	rename_to("ping");
	stay_on_this_cpu();
	if (spawn() == 0) {
		rename_to("pong");
		close(to[1]);
		while (read(to[0], &byte, 1) == 1 && write(from[1], &byte, 1) == 1)
			;
		_exit(0);
	}
	sigaction(SIGTERM, &act, NULL);
	sigaction(SIGINT, &act, NULL);
	for (; !stopped && now_us() < end; rounds++)
		if (write(to[1], &byte, 1) != 1 || read(from[0], &byte, 1) != 1)
			break;
	printf("%.0f switches/s\n", 2 * rounds / ((double)(now_us() - start) / 1e6));
	return 0;
}

/*
 * Processes in a ring on one CPU. The one that has the byte works for its microseconds and passes it on: one switch
 * each time, and each process has a known share of the CPU.
 */
static int relay(char **arg)
{
	int64_t end = end_after(arg[0]);
	int to[RELAY_MOST + 1][2], n = 0;
	char byte = 0;

	stay_on_this_cpu();
	for (; arg[n + 1]; n++)
		if (n == RELAY_MOST || pipe(to[n]))
			fail("pipe");
	for (int i = 0; i < n; i++) {
		char name[16] = "";
		int us = 0;

		if (i + 1 < n && spawn() != 0)
			continue;
		sscanf(arg[i + 1], "%15[^:]:%d", name, &us);
		rename_to(name);
		if (i == 0 && write(to[0][1], &byte, 1) != 1)
			fail("write");
		while (now_us() < end && read(to[i][0], &byte, 1) == 1) {
			for (int64_t until = now_us() + us; now_us() < until;)
				;
			if (write(to[(i + 1) % n][1], &byte, 1) != 1)
				break;
		}
		return 0;	/* the last one is the first process: with it all end */
	}
	return 0;
}

/* Works as NAME1, executes this program again, works as NAME2. */
static int exec_again(char **arg)
{
	const char *seconds = arg[2] ? arg[2] : "1";

	rename_to(arg[0]);
	burn_until(end_after(seconds));
	forget();
	execl("/proc/self/exe", "labload", "hog", arg[1], seconds, (char *)NULL);
	fail("exec");
	return 1;
}

static int rename_now_and_then(char **arg)
{
	int64_t start = now_us(), end = end_after(arg[2]);
	long us = arg[2] && arg[3] ? number(arg[3]) : 20000;
	double renames = 0;

	for (; now_us() < end; renames++) {
		rename_to(arg[(long)renames % 2]);
		burn_until(start + (int64_t)(renames + 1) * us);
	}
	printf("%.0f renames/s\n", renames / ((double)(now_us() - start) / 1e6));
	return 0;
}

static int storm(char **arg)
{
	int64_t start = now_us(), end = end_after(arg[0]);
	double forks = 0;

	rename_to("storm");
	for (; now_us() < end; forks++) {
		if (spawn() == 0)
			_exit(0);
		wait(NULL);
	}
	printf("%.0f forks/s\n", forks / ((double)(now_us() - start) / 1e6));
	return 0;
}

/* One of four short lives, some milliseconds each. */
static void live(char *name, int way)
{
	char other[16];

	switch (way) {
	case 0:
		burn_until(now_us() + 5000);
		return;
	case 1:
		snprintf(other, sizeof(other), "%.12s_r", name);
		for (int i = 0; i < 20; i++) {
			rename_to(i % 2 ? name : other);
			burn_until(now_us() + 300);
		}
		return;
	case 2:
		(void)threads((char *[]){ name, "0.004", name, name, name, name, NULL });
		return;
	default:
		forget();
		execl("/proc/self/exe", "labload", "hog", name, "0.005", (char *)NULL);
		fail("exec");
	}
}

/* Every task has the name, a name that begins with it, or, between exec and renaming, "exe". */
static int churn(char **arg)
{
	int64_t end = end_after(arg[1]);
	long lives = 0, parallel = arg[2] ? number(arg[2]) : 4, living = 0;

	rename_to(arg[0]);
	while (now_us() < end || living > 0) {
		if (now_us() < end && living < parallel) {
			if (spawn() == 0) {
				live(arg[0], (int)(lives % 4));
				exit(0);
			}
			lives++;
			living++;
		} else if (wait(NULL) > 0) {
			living--;
		}
	}
	printf("%ld lives\n", lives);
	return 0;
}

/* Keeps its name, so that only the emulated PMU sees a change. Prints when each phase begins, and what was made before it. */
static int phases(char **arg)
{
	const int64_t end = end_after(arg[4]);
	const long period_us = number(arg[2]), sleep = number(arg[3]);

	rename_to("phases");
	for (int phase = 0;; phase = !phase) {
		const int64_t until = now_us() + period_us;
		struct timespec now;

		declare(arg[phase]);
		clock_gettime(CLOCK_REALTIME, &now);
		printf("%lld.%03ld %s\n%s cycles %llu\n", (long long)now.tv_sec, now.tv_nsec / 1000000, arg[phase],
		       arg[!phase], (unsigned long long)made);
		fflush(stdout);
		if (now_us() >= end)
			exit(0);
		take_turns_until(until, sleep, sleep);
	}
}

static const struct load {
	const char *name;
	int arguments;		/* at least */
	int (*run)(char **arg);
	const char *help;
} loads[] = {
	{ "hog", 1, hog, "NAME [SECONDS]: never sleeps" },
	{ "pause", 3, pause_now_and_then, "NAME RUN_US SLEEP_US [SECONDS]: runs and sleeps" },
	{ "threads", 3, threads, "PROCNAME SECONDS NAME[:RUN_US:SLEEP_US]...: a thread for each NAME" },
	{ "short", 3, short_lives, "NAME COUNT LIFE_MS [PARALLEL]: COUNT processes of LIFE_MS each" },
	{ "sleepers", 1, sleepers, "COUNT [SECONDS]: threads that sleep" },
	{ "pipe", 0, ping_pong, "[SECONDS]: context switches between \"ping\" and \"pong\", on one CPU" },
	{ "relay", 2, relay, "SECONDS NAME:US...: a byte goes round on one CPU; its holder works for US" },
	{ "exec", 2, exec_again, "NAME1 NAME2 [SECONDS]: works as NAME1, then after exec as NAME2" },
	{ "rename", 2, rename_now_and_then, "NAME1 NAME2 [SECONDS [US]]: changes its name every 20 ms, or US" },
	{ "churn", 2, churn, "NAME SECONDS [PARALLEL]: short lives that fork, exec, rename themselves, start threads" },
	{ "phases", 4, phases, "NAME1 NAME2 PERIOD_US SLEEP_US [SECONDS]: one task, two splits in turn; sleeps half of the time" },
	{ "storm", 0, storm, "[SECONDS]: forks as fast as possible" },
};

int main(int argc, char **argv)
{
	(void)atexit(forget);
	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++)
		if (argc >= loads[i].arguments + 2 && strcmp(argv[1], loads[i].name) == 0)
			return loads[i].run(argv + 2);
	fprintf(stderr, "usage: labload LOAD ARGUMENTS (SECONDS 0 or absent: until killed)\n");
	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++)
		fprintf(stderr, "  %-9s %s\n", loads[i].name, loads[i].help);
	return 2;
}

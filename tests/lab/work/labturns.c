/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labturns TRUTH SECONDS KIND...: functions of known classes that run in turn, on the emulated PMU. Each KIND is a
 * process of its own, the last one the program's, one after the other, so many seconds long. A KIND is c or v and the
 * length of a visit of a function in us, with chance in it. Of v the weights of functions change too, and the classes of
 * turn_branches. With x8 there are 8 threads, one at a time. "warm" has visits of 1 ms. With an e at its end the process
 * then executes TRUTH.exec, a copy of this program, as the same KIND with an o: so long turn_branches has other classes.
 *
 * TRUTH gets a line of JSON for each function of each program of a process: its cycles in user mode, and TopDown in
 * percent of its slots. Before a visit the address space declares the classes of its function. Shortly before its end the function
 * asks for the cycles since then. With that the emulated PMU notices what overflowed, and the interrupt lands at the
 * next block, which is in the function. Without it a timer notices it some 30 us later.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "profile.h"

#define THREADS_MOST 64
#define BATCH_US 2000	/* of visits between two looks at the clock */

#define BLOCK_ENDS() __asm__ volatile("jmp 1f\n1:" ::: "memory")
#define LOOP(number, rounds) \
	__asm__ volatile("1: imulq $" #number ", %0, %%rsi\n\tsubq $1, %0\n\tjnz 1b" : "+r"(rounds)::"rsi", "cc")
/* Returns the cycles. The rounds behind the question are where the interrupt finds the function. */
#define TURN(name, number) \
	__attribute__((noinline, noclone)) static uint64_t name(uint64_t rounds) \
	{ \
		uint64_t a = LEAF_CYCLES, b = 0, c = 1, d = 0, more = 70; \
		LOOP(number, rounds); \
		__asm__ volatile("cpuid\n\tjmp 1f\n1:" : "+a"(a), "+b"(b), "+c"(c), "+d"(d)::"memory"); \
		LOOP(number, more); \
		return b << 32 | (uint32_t)a; \
	}
TURN(turn_memory, 60)
TURN(turn_branches, 30)
TURN(turn_retires, 10)
TURN(how_fast, 20)

static struct turn {
	const char *name;
	uint64_t (*run)(uint64_t rounds);
	double weight, split[2][PROFILE_PARTS];
	double cycles, made[PROFILE_PARTS];	/* so far; cycles times percent */
} turns[] = {
	{ "turn_memory", turn_memory, .45, { { 10, 5, 5, 80, 2, 4, 3, 70 }, { 10, 5, 5, 80, 2, 4, 3, 70 } }, 0, { 0 } },
	{ "turn_branches", turn_branches, .35,
	  { { 30, 25, 30, 15, 10, 20, 22, 5 }, { 60, 10, 10, 20, 5, 8, 4, 12 } }, 0, { 0 } },
	{ "turn_retires", turn_retires, .20, { { 80, 2, 8, 10, 1, 2, 5, 3 }, { 80, 2, 8, 10, 1, 2, 5, 3 } }, 0, { 0 } },
};
#define TURNS ((int)(sizeof(turns) / sizeof(turns[0])))

static struct {
	const char *name;
	bool changes, is_other, executes;
	double visit_us, rounds_per_us, end;
	int threads;
} kind;
static sem_t may_run[THREADS_MOST];

static double now(void)	/* seconds */
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void visit(struct turn *turn, int which, uint64_t rounds)
{
	/* What overflowed before this is main's. */
	(void)profile_ask(LEAF_ACCESSES, 0, 0, NULL);
	BLOCK_ENDS();
	profile_set(turn->split[which]);
	BLOCK_ENDS();
	const double cycles = (double)turn->run(rounds);
	turn->cycles += cycles;
	for (int i = 0; i < PROFILE_PARTS; i++)
		turn->made[i] += cycles * turn->split[which][i];
}

/* From 0.1 to 1.9 and back, once a second. */
static double swing(double at)
{
	const double part = at - (double)(int64_t)at;

	return .1 + 3.6 * (part < .5 ? part : 1 - part);
}

static void batch(double at)
{
	double weight[TURNS], sum = 0;
	int which;

	for (int i = 0; i < TURNS; i++)
		sum += weight[i] = turns[i].weight * (kind.changes ? swing(at + i / 3.) : 1);
	for (double left = BATCH_US; left > 0; left -= kind.visit_us) {
		double chance = drand48() * sum;

		for (which = 0; which < TURNS - 1 && chance >= weight[which]; which++)
			chance -= weight[which];
		visit(&turns[which], kind.is_other || (kind.changes && (int)(at * 4) % 2),
		      (uint64_t)(kind.visit_us * (.5 + drand48()) * kind.rounds_per_us) + 1);
	}
}

static void *thread(void *its)
{
	sem_t *own = its, *next = &may_run[(own - may_run + 1) % kind.threads];
	double at;

	do {
		while (sem_wait(own)) {
		}
		at = now();
		if (at < kind.end)
			batch(at);
		sem_post(next);
	} while (at < kind.end);
	return NULL;
}

/* In the order of level 1, of their first children, and of what is left of them. */
static const char *const nodes[] = { "retiring", "bad_speculation", "frontend_bound", "backend_bound",
	"heavy_operations", "branch_mispredicts", "fetch_latency", "memory_bound",
	"light_operations", "machine_clears", "fetch_bandwidth", "core_bound" };

static void tell(FILE *file)
{
	for (const struct turn *turn = turns; turn < turns + TURNS; turn++) {
		fprintf(file, "{\"kind\":\"%s\",\"pid\":%d,\"object\":\"%s\",\"symbol\":\"%s\",\"cycles\":%.0f",
			kind.name, (int)getpid(), program_invocation_short_name, turn->name, turn->cycles);
		for (int i = 0; i < PROFILE_PARTS + 4; i++)
			fprintf(file, ",\"tma_%s\":%.4f", nodes[i],
				(turn->made[i < 8 ? i : i - 8] - (i < 8 ? 0 : turn->made[i - 4])) / turn->cycles);
		fputs("}\n", file);
	}
	fclose(file);
}

static void process(const char *truth, const char *seconds)
{
	char *end, *program;
	pthread_t started[THREADS_MOST];

	srand48(getpid());
	kind.changes = kind.name[0] == 'v';
	kind.visit_us = strtod(kind.name + 1, &end);
	if (end == kind.name + 1)
		kind.visit_us = 1000;
	kind.threads = *end == 'x' ? (int)strtol(end + 1, &end, 10) : 1;
	kind.executes = *end == 'e', kind.is_other = *end == 'o';
	kind.end = now() + atof(seconds);
	for (int i = 0; i < kind.threads; i++)
		if (sem_init(&may_run[i], 0, i == 0) || pthread_create(&started[i], NULL, thread, &may_run[i]))
			_exit(1);
	for (int i = 0; i < kind.threads; i++)
		pthread_join(started[i], NULL);
	tell(fopen(truth, "a"));
	if (kind.executes && asprintf(&program, "%s.exec", truth) > 0) {
		*end = 'o';	/* in the argument, which is KIND */
		execl(program, program, truth, seconds, kind.name, (char *)NULL);
	}
	_exit(kind.executes);
}

int main(int argc, char **argv)
{
	int status = 0;
	bool there;

	(void)profile_ask(LEAF_ACCESSES, 0, 0, &there);
	if (argc < 4 || !there) {
		fputs("usage: labturns TRUTH SECONDS KIND..., on an emulated PMU\n", stderr);
		return 2;
	}
	for (int i = 0; i < 20; i++) {	/* the fastest: the host may have been elsewhere */
		const double begin = now();

		(void)how_fast(1000000);
		const double rate = 1 / (now() - begin);	/* of a million rounds a second */
		if (rate > kind.rounds_per_us)
			kind.rounds_per_us = rate;
	}
	for (int i = 3; i < argc && !status; i++) {
		kind.name = argv[i];
		if (i == argc - 1 || fork() == 0)
			process(argv[1], argv[2]);
		while (wait(&status) < 0) {
		}
	}
	return status != 0;
}

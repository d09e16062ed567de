/* SPDX-License-Identifier: GPL-2.0-only
 *
 * labcode MODE [ARGUMENT...]: a program whose functions have known shares of its CPU time: share_60,
 * share_30 and share_10 have so many percent. Each thread measures what they have had, and calls the
 * one that is most behind; so this is true on any CPU, emulated or not. For the tests of sampling.
 *
 * busy [SECONDS]           one thread, for ever or so long
 * threads N IDLE           N such threads, and IDLE that sleep
 * births PER_SECOND        threads of 2 ms each, so many a second
 * children PER_SECOND      the same with processes
 * exec SECONDS             busy so long; then execve(2), and all of the time is in after_exec
 * deleted                  busy, but first removes its own file
 * jit                      half of the time in share_60, half in code that it writes into anonymous
 *                          memory and calls jitted_50 in /tmp/perf-PID.map
 * grow SECONDS             the same, but so long jitted_50 is all; then jitted_later is all
 * nap                      sleeps
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 20000	/* of a call: some 10 us, in an emulator 200 */
#define LIFE_NS 2000000
#define ALIVE_MOST 20	/* short lives at once: a busy machine is not to drown in them */

typedef void part_fn(uint64_t rounds);

/* All the same loop, so none of them has another speed; the number keeps them apart. */
#define PART(name, number)                                                         \
	__attribute__((noinline, noclone)) static void name(uint64_t rounds)       \
	{                                                                          \
		__asm__ volatile("1: imulq $" #number ", %0, %%rax\n\t"            \
				 "subq $1, %0\n\tjnz 1b" : "+r"(rounds)::"rax"); \
	}
PART(share_60, 60)
PART(share_30, 30)
PART(share_10, 10)
PART(after_exec, 70)

/* The loop of PART() as bytes, for memory that belongs to no file: subq $1, %rdi; jnz; ret. */
static const unsigned char jit_code[] = { 0x48, 0x83, 0xef, 0x01, 0x75, 0xfa, 0xc3 };

struct part {
	part_fn *run;
	double share;
	uint64_t had_ns;
};

static uint64_t now_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Until this clock says so. Between two looks at a clock is a batch of calls of one part. */
static void work_until(struct part *part, int n, clockid_t clock, uint64_t end_ns)
{
	uint64_t all = 0, before = now_ns(CLOCK_THREAD_CPUTIME_ID), after;
	struct part *behind;

	while (now_ns(clock) < end_ns) {
		behind = part;
		for (int i = 1; i < n; i++)
			if ((double)part[i].had_ns - part[i].share * (double)all <
			    (double)behind->had_ns - behind->share * (double)all)
				behind = &part[i];
		for (int i = 0; i < 8; i++)
			behind->run(ROUNDS);
		after = now_ns(CLOCK_THREAD_CPUTIME_ID);
		behind->had_ns += after - before;
		all += after - before;
		before = after;
	}
}

__attribute__((noinline, noclone)) static void shares_until(clockid_t clock, uint64_t end_ns)
{
	struct part part[] = { { share_60, 0.6, 0 }, { share_30, 0.3, 0 }, { share_10, 0.1, 0 } };

	work_until(part, 3, clock, end_ns);
}

static void *busy(void *unused)
{
	shares_until(CLOCK_MONOTONIC, UINT64_MAX);
	return unused;
}

static void *asleep(void *unused)
{
	pause();
	return unused;
}

static atomic_int alive;	/* only a number: relaxed would do */

/* 2 ms on a CPU, not of time. */
static void *short_life(void *unused)
{
	shares_until(CLOCK_THREAD_CPUTIME_ID, LIFE_NS);
	alive--;
	return unused;
}

static void start(void *(*run)(void *))
{
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_attr_setstacksize(&attr, 65536);
	if (pthread_create(&thread, &attr, run, NULL))
		fputs("labcode: no thread\n", stderr);
	pthread_attr_destroy(&attr);
}

static void births(int per_second, int processes)
{
	for (;;) {
		usleep((useconds_t)(1000000 / (per_second > 0 ? per_second : 1)));
		while (processes && waitpid(-1, NULL, WNOHANG) > 0)
			alive--;
		if (alive >= ALIVE_MOST)
			continue;
		alive++;
		if (!processes) {
			start(short_life);
		} else if (fork() == 0) {
			short_life(NULL);
			_exit(0);
		}
	}
}

/* Code at an address of a page of its own, and its line in the map that perf reads. */
static part_fn *write_code(unsigned char *page, size_t offset, const char *name, const char *mode)
{
	union {
		unsigned char *bytes;
		part_fn *run;
	} code = { .bytes = page + offset };
	char path[64];
	FILE *map;

	memcpy(code.bytes, jit_code, sizeof(jit_code));
	(void)snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	map = fopen(path, mode);
	if (map) {
		fprintf(map, "%lx %zx %s\n", (unsigned long)(uintptr_t)code.bytes, sizeof(jit_code), name);
		(void)fclose(map);
	}
	return code.run;
}

static void jit(double alone_s)
{
	unsigned char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
				   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	struct part part[] = { { share_60, 0.5, 0 }, { NULL, 0.5, 0 } };

	if (page == MAP_FAILED)
		return;
	part[1].run = write_code(page, 0, "jitted_50", "w");
	if (alone_s == 0)
		work_until(part, 2, CLOCK_MONOTONIC, UINT64_MAX);
	work_until(part + 1, 1, CLOCK_MONOTONIC, now_ns(CLOCK_MONOTONIC) + (uint64_t)(alone_s * 1e9));
	part[1].run = write_code(page, 1024, "jitted_later", "a");
	work_until(part + 1, 1, CLOCK_MONOTONIC, UINT64_MAX);
}

static void after(void)
{
	for (;;)
		after_exec(ROUNDS);
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "busy";
	const double number = argc > 2 ? atof(argv[2]) : 0;
	const uint64_t end = number > 0 ? now_ns(CLOCK_MONOTONIC) + (uint64_t)(number * 1e9) : UINT64_MAX;

	if (strcmp(mode, "threads") == 0) {
		for (int i = 0; i < (int)number; i++)
			start(busy);
		for (int i = 0; argc > 3 && i < atoi(argv[3]); i++)
			start(asleep);
		pause();
	} else if (strcmp(mode, "births") == 0 || strcmp(mode, "children") == 0) {
		births((int)number, mode[0] == 'c');
	} else if (strcmp(mode, "exec") == 0) {
		shares_until(CLOCK_MONOTONIC, end);
		execl("/proc/self/exe", "labcode", "after", (char *)NULL);
	} else if (strcmp(mode, "after") == 0) {
		after();
	} else if (strcmp(mode, "jit") == 0 || strcmp(mode, "grow") == 0) {
		jit(mode[0] == 'g' ? number : 0);
	} else if (strcmp(mode, "nap") == 0) {
		pause();
	} else {
		if (strcmp(mode, "deleted") == 0)
			(void)unlink(argv[0]);
		shares_until(CLOCK_MONOTONIC, end);
	}
	return 0;
}

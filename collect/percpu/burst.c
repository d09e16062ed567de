/* SPDX-License-Identifier: GPL-2.0-only */
/* A ball between two threads; see burst.h. */
#include "config.h"
#include "collect/percpu/burst.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"

#define ROUND_TRIPS 256
#define CPU_NS_MAX 3000000ULL	/* where a switch is dear, fewer of them */

enum end { READ, WRITE };	/* of a pipe */

struct burst {
	int there[2], back[2];	/* pipes */
	cpu_set_t before;	/* where the calling thread might run */
	pthread_t partner;
	clockid_t partner_clock;
};

/* Throws back whatever comes, until nothing can come any more. */
static void *throw_back(void *data)
{
	struct burst *burst = data;
	char ball;

	while (read(burst->there[READ], &ball, 1) == 1 && write(burst->back[WRITE], &ball, 1) == 1)
		;
	return NULL;
}

/* The partner inherits the CPU and handles no signals: those are for the UI thread. */
static int start_partner(struct burst *burst, int cpu)
{
	sigset_t all, signals;
	cpu_set_t here;
	int error;

	CPU_ZERO(&here);
	if (cpu >= CPU_SETSIZE)
		return -EINVAL;
	CPU_SET((size_t)cpu, &here);
	if (sched_setaffinity(0, sizeof(here), &here))
		return -errno;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &signals);
	error = pthread_create(&burst->partner, NULL, throw_back, burst);
	pthread_sigmask(SIG_SETMASK, &signals, NULL);
	if (error)
		return -error;
	error = pthread_getcpuclockid(burst->partner, &burst->partner_clock);
	return -error;
}

static void close_pipe(int pipe[2])
{
	close(pipe[READ]);
	close(pipe[WRITE]);
}

int burst_begin(int cpu, struct burst **out)
{
	struct burst *burst = calloc(1, sizeof(*burst));
	int ret;

	if (!burst)
		return -ENOMEM;
	if (sched_getaffinity(0, sizeof(burst->before), &burst->before) || pipe2(burst->there, O_CLOEXEC)) {
		ret = -errno;
		free(burst);
		return ret;
	}
	if (pipe2(burst->back, O_CLOEXEC)) {
		ret = -errno;
		close_pipe(burst->there);
		free(burst);
		return ret;
	}
	ret = start_partner(burst, cpu);
	if (ret) {
		(void)sched_setaffinity(0, sizeof(burst->before), &burst->before);
		close_pipe(burst->there);
		close_pipe(burst->back);
		free(burst);
		return ret;
	}
	*out = burst;
	return 0;
}

/* CPU time, not time: others who want this CPU take their turns in between. */
static uint64_t both_ns(const struct burst *burst)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID) + clock_ns(burst->partner_clock);
}

int burst_run(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches)
{
	const uint64_t begin = both_ns(burst);
	char ball = 0;

	*switches = *cpu_ns = 0;
	for (int i = 0; i < ROUND_TRIPS && *cpu_ns < CPU_NS_MAX; i++) {
		if (write(burst->there[WRITE], &ball, 1) != 1 || read(burst->back[READ], &ball, 1) != 1)
			return -EIO;
		*switches += 2;
		if (i % 8 == 7)
			*cpu_ns = both_ns(burst) - begin;
	}
	*cpu_ns = both_ns(burst) - begin;
	return 0;
}

void burst_end(struct burst *burst)
{
	if (!burst)
		return;
	close(burst->there[WRITE]);
	pthread_join(burst->partner, NULL);
	close(burst->there[READ]);
	close_pipe(burst->back);
	(void)sched_setaffinity(0, sizeof(burst->before), &burst->before);
	free(burst);
}

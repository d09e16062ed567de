/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measures the cost of a sample by comparing bursts of context switches with and without counting,
 * and makes these bursts; see sample_cost.h.
 */
#include "config.h"
#include "collect/percpu/sample_cost.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"
#include "collect/sys/thread_start.h"

#define BURSTS 16		/* of each kind: short ones, so that some are not disturbed */
#define ROUND_TRIPS 64
#define CPU_NS_MAX 1000000ULL	/* ends a burst early where switches are expensive */

/* Nanoseconds per switch of one burst; INFINITY if there was none, or not all were counted. */
static double time_burst(const struct sample_cost_trial *trial, bool counted)
{
	uint64_t cpu_ns = 0, switches = 0;
	bool whole = true;
	int ret = 0;

	if (counted)
		ret = trial->count(trial->data, true);
	if (!ret)
		ret = trial->burst(trial->data, &cpu_ns, &switches);
	if (counted)
		whole = !trial->count(trial->data, false);
	return ret || !switches || !whole ? (double)INFINITY : (double)cpu_ns / (double)switches;
}

double sample_cost_measure(const struct sample_cost_trial *trial)
{
	double alone = (double)INFINITY, counted = (double)INFINITY;

	for (int i = 0; i < BURSTS; i++) {
		alone = fmin(alone, time_burst(trial, false));
		counted = fmin(counted, time_burst(trial, true));
	}
	if (isinf(alone) || isinf(counted))
		return (double)NAN;
	return fmax(counted - alone, 0);
}

enum end { READ, WRITE };	/* of a pipe */

struct burst {
	int there[2], back[2];	/* pipes */
	cpu_set_t before;	/* affinity of the calling thread */
	pthread_t partner;
	clockid_t partner_clock;
};

/* Answers each byte, until the pipe is closed. */
static void *answer(void *data)
{
	struct burst *burst = data;
	char byte;

	while (read(burst->there[READ], &byte, 1) == 1 && write(burst->back[WRITE], &byte, 1) == 1)
		;
	return NULL;
}

/* The partner inherits the CPU and handles no signals: those are for the UI thread. */
static int start_partner(struct burst *burst, int cpu)
{
	cpu_set_t here;
	int error;

	CPU_ZERO(&here);
	if (cpu >= CPU_SETSIZE)
		return -EINVAL;
	CPU_SET((size_t)cpu, &here);
	if (sched_setaffinity(0, sizeof(here), &here))
		return -errno;
	error = thread_start(&burst->partner, "tdtop-cost", answer, burst, NULL);
	if (error)
		return error;
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
	if (sched_getaffinity(0, sizeof(burst->before), &burst->before) ||
	    pipe2(burst->there, O_CLOEXEC)) {
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

/* CPU time of both threads, not elapsed time: other tasks run on this CPU in between. */
static uint64_t both_ns(const struct burst *burst)
{
	return clock_ns(CLOCK_THREAD_CPUTIME_ID) + clock_ns(burst->partner_clock);
}

int burst_run(struct burst *burst, uint64_t *cpu_ns, uint64_t *switches)
{
	const uint64_t begin = both_ns(burst);
	char byte = 0;

	*switches = *cpu_ns = 0;
	for (int i = 0; i < ROUND_TRIPS && *cpu_ns < CPU_NS_MAX; i++) {
		if (write(burst->there[WRITE], &byte, 1) != 1 ||
		    read(burst->back[READ], &byte, 1) != 1)
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

// SPDX-License-Identifier: GPL-2.0-only
//
// Loads that change, fork, exec, nap and end, for check-truth.sh: a process for each, which says what it is by its name.
//
//     truth_loads SECONDS GROUPS LOAD...
//
// It waits for a line, starts these loads at once, each in its cgroup GROUPS/LOAD, and prints a line for each when all
// have ended. That has what the kernel accounted to it and to the children that it waited for, and to its cgroup, in
// nanoseconds. It ends with how often the load entered the region of its name:
//
//     LOAD RUSAGE CGROUP ENTRIES
//
// What a load executes is DIR/LOAD, a link to this program, so that all of its processes have one name; DIR is where
// this program is.

#define _GNU_SOURCE
#include "region/tdtop_region.h"

#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double end_time;
static char program[PATH_MAX];	// this load's link to this program
static const char *groups;
static long *entries;		// of the load that this process is, in memory shared with its parent
static int children_ms;

static double clock_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool goes_on(void)
{
	return clock_of(CLOCK_MONOTONIC) < end_time;
}

// Computes for so long a CPU time of this thread.
static void compute(double seconds)
{
	const double end = clock_of(CLOCK_THREAD_CPUTIME_ID) + seconds;

	while (clock_of(CLOCK_THREAD_CPUTIME_ID) < end)
		continue;
}

static void execute_once(void)
{
	execl(program, program, "once", (char *)NULL);
	_exit(1);
}

static void busy(void)
{
	while (goes_on())
		compute(0.01);
}

static void *pong(void *pipes)
{
	int *const fds = pipes;
	char byte;

	while (read(fds[0], &byte, 1) == 1 && write(fds[3], &byte, 1) == 1)
		continue;
	return NULL;
}

static void pingpong(void)
{
	int fds[4];
	char byte = 0;
	pthread_t thread;

	if (pipe(fds) || pipe(fds + 2) || pthread_create(&thread, NULL, pong, fds))
		exit(1);
	while (goes_on()) {
		if (write(fds[1], &byte, 1) != 1 || read(fds[2], &byte, 1) != 1)
			exit(1);
	}
	close(fds[1]);
	pthread_join(thread, NULL);
}

static void naps(void)
{
	while (goes_on()) {
		compute(0.0002);
		usleep(300);
	}
}

static void forks(void)
{
	while (goes_on()) {
		const pid_t child = fork();

		if (!child) {
			compute(children_ms / 1e3);
			_exit(0);
		}
		waitpid(child, NULL, 0);
	}
}

static void execs(void)
{
	while (goes_on()) {
		const pid_t child = fork();

		if (!child) {
			compute(0.0005);
			execute_once();
		}
		waitpid(child, NULL, 0);
	}
}

static void *short_thread(void *unused)
{
	(void)unused;
	compute(0.0005);
	return NULL;
}

static void threads(void)
{
	while (goes_on()) {
		pthread_t thread[4];

		for (int i = 0; i < 4; i++) {
			if (pthread_create(&thread[i], NULL, short_thread, NULL))
				exit(1);
		}
		for (int i = 0; i < 4; i++)
			pthread_join(thread[i], NULL);
	}
}

static void *executing_thread(void *unused)
{
	(void)unused;
	compute(0.002);
	execute_once();
	return NULL;
}

// A thread that is not the leader executes: it gets the leader's identity.
static void thread_execs(void)
{
	while (goes_on()) {
		const pid_t child = fork();

		if (!child) {
			pthread_t thread;

			pthread_create(&thread, NULL, executing_thread, NULL);
			pause();
		}
		waitpid(child, NULL, 0);
	}
}

// Two jobs at once, as of "make -j2": each a shell that executes a program.
static void jobs(void)
{
	while (goes_on()) {
		for (int i = 0; i < 2; i++) {
			if (!fork()) {
				if (!fork()) {
					compute(0.02 * (i + 1));
					execute_once();
				}
				wait(NULL);
				_exit(0);
			}
		}
		while (wait(NULL) > 0)
			continue;
	}
}

static void regions(void)
{
	while (goes_on()) {
		TDTOP_REGION("regions") {
			++*entries;
			compute(0.0005);
		}
		compute(0.0002);
	}
}

static const struct load {
	const char *name;
	void (*run)(void);
	int children_ms;
} loads[] = {
	{"t_busy", busy, 0},	   {"t_pingpong", pingpong, 0},	       {"t_naps", naps, 0},
	{"t_fork1", forks, 1},	   {"t_fork20", forks, 20},	       {"t_fork300", forks, 300},
	{"t_execs", execs, 0},	   {"t_threads", threads, 0},	       {"t_thread_execs", thread_execs, 0},
	{"t_jobs", jobs, 0},	   {"t_regions", regions, 0},
};

static long long group_nanoseconds(const char *load)
{
	char path[PATH_MAX];
	long long microseconds;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s/cpu.stat", groups, load);
	file = fopen(path, "r");
	if (!file || fscanf(file, "usage_usec %lld", &microseconds) != 1)
		exit(1);
	fclose(file);
	return microseconds * 1000;
}

// A child that is in the cgroup of this load from its first instruction on.
static pid_t fork_into_group(const char *load)
{
	struct clone_args args = { .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD };
	char path[PATH_MAX];
	pid_t child;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", groups, load);
	fd = open(path, O_DIRECTORY | O_CLOEXEC);
	args.cgroup = (__u64)fd;
	child = (pid_t)syscall(SYS_clone3, &args, sizeof(args));
	if (child < 0) {
		perror(path);
		exit(1);
	}
	close(fd);
	return child;
}

static long long nanoseconds(const struct timeval *time)
{
	return time->tv_sec * 1000000000LL + time->tv_usec * 1000LL;
}

static void run_load(const struct load *load, const char *dir)
{
	prctl(PR_SET_NAME, load->name);
	snprintf(program, sizeof(program), "%s/%s", dir, load->name);
	children_ms = load->children_ms;
	load->run();
	exit(0);
}

// Its process, 0: there is no such load.
static pid_t start_load(const char *name, const char *dir)
{
	for (size_t k = 0; k < sizeof(loads) / sizeof(loads[0]); k++) {
		pid_t child;

		if (strcmp(name, loads[k].name))
			continue;
		child = fork_into_group(name);
		if (!child)
			run_load(&loads[k], dir);
		return child;
	}
	return 0;
}

static void print_truth(const char *load, const struct rusage *rusage, long n_entries)
{
	printf("%s %lld %lld %ld\n", load, nanoseconds(&rusage->ru_utime) + nanoseconds(&rusage->ru_stime),
	       group_nanoseconds(load), n_entries);
}

/*
 * A task on each CPU that runs where it would be idle. On software events the slots of idle time count, and on kernels
 * that write no records of idle tasks (seen with 6.18) the ring engine has to give them to the next task.
 */
static void keep_busy(void)
{
	const struct sched_param param = { 0 };
	const long n_cpus = sysconf(_SC_NPROCESSORS_ONLN);

	for (int cpu = 0; cpu < n_cpus; cpu++) {
		cpu_set_t one;

		if (fork())
			continue;
		prctl(PR_SET_NAME, "truth_rest");
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		if (sched_setaffinity(0, sizeof(one), &one) || sched_setscheduler(0, SCHED_IDLE, &param))
			exit(1);
		while (true)
			continue;
	}
}

int main(int argc, char *argv[])
{
	struct rusage rusage[argc];
	pid_t pids[argc];
	long *all_entries;

	if (argc == 2) {	// "once", the end of an exec
		compute(0.001);
		return 0;
	}
	all_entries = mmap(NULL, (size_t)argc * sizeof(*entries), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (argc < 4 || all_entries == MAP_FAILED || getchar() == EOF)
		return 1;
	if (getenv("TRUTH_KEEP_BUSY"))
		keep_busy();
	groups = argv[2];
	end_time = clock_of(CLOCK_MONOTONIC) + atof(argv[1]);
	for (int i = 3; i < argc; i++) {
		entries = &all_entries[i];
		pids[i] = start_load(argv[i], dirname(argv[0]));
	}
	for (int i = 3; i < argc; i++) {
		if (wait4(pids[i], NULL, 0, &rusage[i]) != pids[i])
			return 1;
	}
	for (int i = 3; i < argc; i++)
		print_truth(argv[i], &rusage[i], all_entries[i]);
	return 0;
}

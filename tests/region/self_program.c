/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Programs that count their regions themselves (tests/check-self-regions.sh), by counters that are
 * faked. self_program SCENARIO [ARGUMENT]. With GUEST a library is the one that counts.
 */
#define _GNU_SOURCE
#ifdef GUEST
#define TDTOP_REGION_NO_RDPMC
#include <tdtop_region.h>
#define used(ns) ((void)(ns))
#else
#include "tests/region/self_fake.h"
#endif

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void die(const char *what)
{
	printf("FAILED: %s\n", what);
	exit(1);
}

static void both(void)
{
	TDTOP_REGION("outer") {
		used(1000000);
		TDTOP_REGION("inner") used(3000000);
		used(1000000);
	}
}

/* A child that uses regions, or not. Returns its exit status. */
static int child(void (*run)(void))
{
	const pid_t pid = fork();
	int status = 0;

	if (!pid) {
		if (run)
			run();
		exit(0);
	}
	(void)waitpid(pid, &status, 0);
	if (status)
		die(WIFSIGNALED(status) ? "the child died by a signal" : "the child failed");
	return status;
}

static void in_fork(void)
{
	TDTOP_REGION("outer") {
		used(1000000);
		(void)child(both);
	}
}

static void idle_child(void)
{
	both();
	(void)child(NULL);
}

/* ---- threads ---- */

static void *thread(void *unused)
{
	(void)unused;
	both();
	return NULL;
}

static void in_thread(void)
{
	pthread_t id;

	if (pthread_create(&id, NULL, thread, NULL) || pthread_join(id, NULL))
		die("no thread");
}

static int open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		(void)closedir(dir);
	return n;
}

/* More, one after the other, than there are slots. Their files are closed. */
static void threads(void)
{
	int before, after;

	in_thread();
	before = open_files();
	for (int i = 1; i < 600; i++)
		in_thread();
	after = open_files();
	if (after > before)
		die("threads that ended have left files open");
}

/* ---- libraries ---- */

static void *load(const char *path, const char *function, void *to)
{
	void *plugin = dlopen(path, RTLD_NOW);

	if (!plugin)
		die(dlerror());
	*(void **)to = dlsym(plugin, function);
	return plugin;
}

static void library(const char *path)
{
	void (*run)(void (*)(void));

	(void)load(path, "plugin_run", &run);
	TDTOP_REGION("outer") {
		used(1000000);
		run(both);
	}
}

/* A fork in a region of a library that is not there any more, or that stays as it counts for all. */
static void unloaded(const char *path)
{
	void (*begin)(void);
	void *plugin = load(path, "plugin_begin", &begin);

	begin();
	(void)dlclose(plugin);
	puts(dlopen(path, RTLD_NOW | RTLD_NOLOAD) ? "it stays" : "it is gone");
	(void)fflush(stdout);
	(void)child(both);
	both();
}

static pthread_barrier_t barrier;

static void *thread_of_library(void *run)
{
	void (*function)(void (*)(void));

	*(void **)&function = run;
	function(NULL);
	(void)pthread_barrier_wait(&barrier);	/* it is unloaded now */
	(void)pthread_barrier_wait(&barrier);
	return NULL;
}

/* A library of no file counts for all, and is unloaded before a thread ends that it has counted. */
static void outlives(const char *path)
{
	const int from = open(path, O_RDONLY | O_CLOEXEC), to = memfd_create("plugin", MFD_CLOEXEC);
	char block[1 << 16], copy[32];
	pthread_t id;
	void *run, *plugin;
	ssize_t n;

	while ((n = read(from, block, sizeof(block))) > 0)
		if (write(to, block, (size_t)n) != n)
			die("the library cannot be copied");
	(void)snprintf(copy, sizeof(copy), "/proc/self/fd/%d", to);
	plugin = load(copy, "plugin_run", &run);
	(void)pthread_barrier_init(&barrier, NULL, 2);
	if (pthread_create(&id, NULL, thread_of_library, run))
		die("no thread");
	(void)pthread_barrier_wait(&barrier);
	(void)dlclose(plugin);
	(void)pthread_barrier_wait(&barrier);
	(void)pthread_join(id, NULL);
}

/* ---- what programs do with files and signals ---- */

static void closes_all(void)
{
	both();
	for (int fd = 3; fd < 64; fd++)
		(void)close(fd);
	used(1100000000);	/* time for a reset */
	both();
	both();
}

#ifndef GUEST
static sigjmp_buf back;

static void jump_out(int number)
{
	(void)number;
	siglongjmp(back, 1);
}

static void interrupt(void)
{
	(void)raise(SIGUSR1);
}

/* A handler that interrupts the counting itself, and does not return. */
static void jumps(void)
{
	(void)signal(SIGUSR1, jump_out);
	for (int i = 0; i < 3; i++) {
		if (!sigsetjmp(back, 1)) {
			self_fake()->interrupt = interrupt;
			both();
		} else {
			tdtop_region_reset();
		}
		both();
	}
}
#endif

static void handle(int number)
{
	(void)number;
	TDTOP_REGION("handled") used(1000);
}

static void *thread_in_storm(void *alarms)
{
	used(0);		/* it has its memory, which no handler can get */
	(void)pthread_sigmask(SIG_UNBLOCK, alarms, NULL);
	both();
	return NULL;
}

/* Threads whose first regions are interrupted, again and again, by a handler that has one. */
static void storm(void)
{
	const struct itimerval often = { { 0, 20 }, { 0, 20 } }, never = { { 0, 0 }, { 0, 0 } };
	sigset_t alarms;
	pthread_t id;

	(void)sigemptyset(&alarms);
	(void)sigaddset(&alarms, SIGALRM);
	(void)pthread_sigmask(SIG_BLOCK, &alarms, NULL);
	(void)signal(SIGALRM, handle);
	(void)setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < 2000; i++)
		if (pthread_create(&id, NULL, thread_in_storm, &alarms) || pthread_join(id, NULL))
			die("no thread");
	(void)setitimer(ITIMER_REAL, &never, NULL);
}

static void names(void)
{
	TDTOP_REGION("red \033[31m \"quoted\"") used(5000000);
}

static const struct scenario {
	const char *name;
	void (*run)(void);
	void (*run_with)(const char *argument);
} scenarios[] = {
	{ "both", both, NULL },
	{ "fork", in_fork, NULL },
	{ "idle_child", idle_child, NULL },
	{ "threads", threads, NULL },
	{ "library", NULL, library },
	{ "unloaded", NULL, unloaded },
	{ "outlives", NULL, outlives },
	{ "closes_all", closes_all, NULL },
#ifndef GUEST
	{ "jumps", jumps, NULL },
#endif
	{ "storm", storm, NULL },
	{ "names", names, NULL },
};

int main(int argc, char **argv)
{
	const char *end = argc > 2 ? argv[argc - 1] : "";

	for (size_t i = 0; i < sizeof(scenarios) / sizeof(scenarios[0]); i++) {
		if (argc < 2 || strcmp(argv[1], scenarios[i].name) != 0)
			continue;
		if (scenarios[i].run)
			scenarios[i].run();
		else
			scenarios[i].run_with(argc > 2 ? argv[2] : "");
		if (!strcmp(end, "_exit"))
			_exit(3);
		if (!strcmp(end, "abort"))
			(void)raise(SIGKILL);
		if (!strcmp(end, "exec")) {
			(void)execl("/proc/self/exe", argv[0], argv[1], (char *)NULL);
			return 4;
		}
		if (!strcmp(end, "wait")) {
			puts("ready");
			(void)fflush(stdout);
			(void)getchar();
		}
		puts("ended");
		return 0;
	}
	return 2;
}

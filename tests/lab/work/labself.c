/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A program that counts its regions itself (region/tdtop_region_rdpmc.h), each with a split of its
 * own: it tells the emulated PMU at each begin what its slots do from there on (profile.h).
 *
 *	labself pairs US N		two regions of so many microseconds in turn, N times
 *	labself switch N		a region that sleeps, yields and moves to another CPU N times in it; prints
 *				which part of its cycles has the first of two splits
 *	labself nested N		one in the other
 *	labself threads N		N threads, one after the other, which end in the region
 *	labself fork			a child that is made in a region
 *	labself cost N		N empty regions: prints nanoseconds a change
 *	labself wait SECONDS		pairs for so long, for tdtop --regions
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "profile.h"
#include "../../../region/tdtop_region.h"

static const double split_a[PROFILE_PARTS] = {80, 4, 10, 6, 20, 3, 4, 2};
static const double split_b[PROFILE_PARTS] = {10, 5, 15, 70, 4, 3, 10, 50};
static const double split_c[PROFILE_PARTS] = {20, 50, 20, 10, 5, 40, 10, 4};

static long now_us(void)
{
	struct timespec time;

	(void)clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Cycles of this address space in user mode; elsewhere 0. */
static double cycles(void)
{
	bool there;
	uint64_t value;

	(void)profile_ask(LEAF_CYCLES, 0, 1, &there);	/* brings them up to date */
	value = profile_ask(LEAF_CYCLES, 0, 1, &there);
	return there ? (double)value : 0;
}

static void spin(long us)
{
	const long end = now_us() + us;

	while (now_us() < end)
		;
}

static void pairs(long us, long n)
{
	while (n-- > 0) {
		profile_set(split_a);	/* before: or the begin of a region has the split of the other */
		TDTOP_REGION("retiring")
			spin(us);
		profile_set(split_b);
		TDTOP_REGION("backend")
			spin(us);
	}
}

static void move(long n)
{
	const struct timespec pause = {0, 2000000};
	double begin, used[2] = {0, 0};
	cpu_set_t set;

	TDTOP_REGION("moves") {
		for (long i = 0; i < n; i++) {
			profile_set(i & 1 ? split_b : split_a);
			begin = cycles();	/* since then */
			CPU_ZERO(&set);
			CPU_SET((int)(i & 1), &set);
			(void)sched_setaffinity(0, sizeof(set), &set);
			spin(3000);
			(void)nanosleep(&pause, NULL);
			(void)sched_yield();
			spin(2000 + 4000 * (i & 1));
			used[i & 1] += cycles() - begin;
		}
	}
	printf("%.4f\n", used[0] / (used[0] + used[1] + 1));
	TDTOP_REGION("stays") {
		profile_set(split_c);
		spin(200000);
	}
}

static void nested(long n)
{
	while (n-- > 0) {
		TDTOP_REGION("outer") {
			profile_set(split_a);
			spin(2000);
			TDTOP_REGION("inner") {
				profile_set(split_b);
				spin(4000);
			}
			profile_set(split_a);
			spin(2000);
		}
	}
}

static void *thread(void *data)
{
	struct tdtop_region_scope scope;

	(void)data;
	TDTOP_REGION_BEGIN(&scope, "ends inside");
	profile_set(split_c);
	spin(100000);
	return NULL;
}

static void threads(long n)
{
	pthread_t id;

	while (n-- > 0)
		if (!pthread_create(&id, NULL, thread, NULL))
			(void)pthread_join(id, NULL);
}

static void forks(void)
{
	pid_t child;

	TDTOP_REGION("parent") {
		profile_set(split_a);
		spin(200000);
		child = fork();
		if (!child) {
			TDTOP_REGION("child") {
				profile_set(split_b);
				spin(300000);
			}
			exit(0);
		}
		(void)waitpid(child, NULL, 0);
		profile_set(split_a);
		spin(200000);
	}
}

static void cost(long n)
{
	const long begin = now_us();

	for (long i = 0; i < n; i++)
		TDTOP_REGION("empty") {
		}
	printf("%.1f ns a change, %ld changes\n", 1000 * (double)(now_us() - begin) / (2 * (double)n), 2 * n);
}

int main(int argc, char *argv[])
{
	const char *what = argc > 1 ? argv[1] : "";
	const long n = argc > 2 ? atol(argv[argc - 1]) : 100;

	if (!strcmp(what, "pairs") && argc > 3)
		pairs(atol(argv[2]), n);
	else if (!strcmp(what, "switch"))
		move(n);
	else if (!strcmp(what, "nested"))
		nested(n);
	else if (!strcmp(what, "threads"))
		threads(n);
	else if (!strcmp(what, "fork"))
		forks();
	else if (!strcmp(what, "cost"))
		cost(n);
	else if (!strcmp(what, "wait"))
		pairs(20000, n * 25);
	else
		return 2;
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* names LIBRARY: libtdtop_region.so as other languages use it; as markers.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "tests/region/recorder.h"

#define MANY 200
#define DEPTH 64
#define MANY_TURNS 1000000

static void (*enter)(const char *name);
static void (*leave)(void);

static void nested(void)
{
	char name[16] = "made";

	enter("outer");
	enter(name);
	strcpy(name, "changed");	/* the name was copied */
	leave();
	enter(name);
	leave();
	leave();
	leave();			/* one too many: nothing */
	recorder_expect("nested", "+outer +made =outer +changed =outer -");
}

static void odd_names(void)
{
	char name[100], expected[100] = "+";

	memset(name, 'n', sizeof(name));
	name[99] = '\0';
	enter(name);
	leave();
	memcpy(expected + 1, name, 63);
	strcpy(expected + 64, " -");
	recorder_expect("a long name", expected);
	enter("");
	leave();
	recorder_expect("an empty name", "+- -");
}

/* Below the 64th the 64th goes on. */
static void deep(void)
{
	char expected[2048] = "+d", name[2] = "d";

	for (int i = 0; i < DEPTH + 3; i++)
		enter(name);
	for (int i = 0; i < DEPTH + 3; i++)
		leave();
	for (int i = 1; i < DEPTH; i++)
		strcat(expected, " +d");
	for (int i = 1; i < DEPTH; i++)
		strcat(expected, " =d");
	recorder_expect("deep", strcat(expected, " -"));
}

/* Threads add the same names at once: each name has one entry, and each thread its own stack. */
static void *add_names(void *unused)
{
	(void)unused;
	for (int i = 0; i < MANY; i++) {
		char name[16], expected[64];

		(void)snprintf(name, sizeof(name), "name %d", i);
		(void)snprintf(expected, sizeof(expected), "+%s -", name);
		/* The thread that puts a name in may not have written it yet, or a part of it. */
		for (int turn = 0; turn < MANY_TURNS; turn++) {
			enter(name);
			leave();
			if (!strcmp(recorder_trail(), expected))
				break;
			(void)sched_yield();
		}
		enter(name);
		leave();
		recorder_expect("threads", expected);
	}
	return NULL;
}

static void threads(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		(void)pthread_create(&thread[i], NULL, add_names, NULL);
	for (int i = 0; i < 4; i++)
		(void)pthread_join(thread[i], NULL);
}

/* 255 names have room; those of threads() have not been added twice. */
static void full(void)
{
	int known = 0, more = 0;

	for (int i = 0; i < 100; i++) {
		char name[16];
		const char *trail;

		(void)snprintf(name, sizeof(name), "late %d", i);
		enter(name);
		leave();
		trail = recorder_trail();
		known += !strncmp(trail, "+late", 5);
		more += !strcmp(trail, "+(more names) -");
	}
	/* outer, made, changed, the long one, "", d */
	if (known != 255 - MANY - 6 || known + more != 100)
		recorder_expect("a full pool", "wrong numbers of names");
	enter("name 7");
	leave();
	recorder_expect("an old name", "+name 7 -");
}

int main(int argc, char **argv)
{
	void *library = dlopen(argc > 1 ? argv[1] : "libtdtop_region.so.0", RTLD_NOW);

	if (!library) {
		fprintf(stderr, "FAILED: %s\n", dlerror());
		return 1;
	}
	*(void **)&enter = dlsym(library, "tdtop_region_enter");
	*(void **)&leave = dlsym(library, "tdtop_region_leave");
	recorder_watch();
	nested();
	odd_names();
	deep();
	threads();
	full();
	if (!recorder_failed())
		puts("ok");
	return recorder_failed();
}

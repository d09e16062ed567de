/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions as C programs use them, and what their markers say. markers [PLUGIN.so]: prints "ok", or
 * what was wrong. Built in many ways by tests/check-regions.sh.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/region/markers.h"
#include "tests/region/recorder.h"

#define APART __attribute__((__noinline__))

static volatile int zero;	/* no compiler knows */

/* ---- blocks ---- */

static void nested(void)
{
	TDTOP_REGION("outer") {
		TDTOP_REGION("inner") zero = 0;
		TDTOP_REGION("inner, again") {
			zero = 0;
		}
	}
	recorder_expect("nested", "+outer +inner =outer +inner, again =outer -");
}

APART static int by_return(int x)
{
	TDTOP_REGION("return") {
		TDTOP_REGION("return, inner") {
			if (!x)
				return 3;
		}
	}
	return 4;
}

APART static void by_goto(void)
{
	TDTOP_REGION("goto") {
		TDTOP_REGION("goto, inner") {
			if (!zero)
				goto out;
			zero = 0;
		}
	}
out:
	return;
}

/* break and continue end the region, and not the loop around it. */
APART static int by_break(void)
{
	int rounds = 0;

	for (int i = 0; i < 2; i++) {
		TDTOP_REGION("break") {
			if (!zero)
				break;
			rounds += 100;
		}
		TDTOP_REGION("continue") {
			if (!zero)
				continue;
			rounds += 100;
		}
		rounds++;
	}
	return rounds;
}

static void left_early(void)
{
	(void)by_return(zero);
	recorder_expect("return", "+return +return, inner =return -");
	by_goto();
	recorder_expect("goto", "+goto +goto, inner =goto -");
	if (by_break() != 2)
		recorder_expect("break and continue", "they left the loop, too");
	recorder_expect("break and continue", "+break - +continue - +break - +continue -");
}

static void pair(void)
{
	struct tdtop_region_scope scope, inner;

	TDTOP_REGION_BEGIN(&scope, "a pair");
	TDTOP_REGION_BEGIN(&inner, "in the pair");
	tdtop_region_end(&inner);
	tdtop_region_end(&scope);
	recorder_expect("pair", "+a pair +in the pair =a pair -");
}

APART static void begin_for(struct tdtop_region_scope *scope)
{
	TDTOP_REGION_BEGIN(scope, "begun elsewhere");
}

/* The function that began the region has returned; its end is to come. */
static void begun_elsewhere(void)
{
	struct tdtop_region_scope scope;

	begin_for(&scope);
	TDTOP_REGION("nested in it") zero = 0;
	tdtop_region_end(&scope);
	recorder_expect("begun elsewhere", "+begun elsewhere +nested in it =begun elsewhere -");
}

APART static void recurse(int n)
{
	TDTOP_REGION("recursion") {
		if (n)
			recurse(n - 1);
	}
}

static void copies(void)
{
	int x = zero;

	TDTOP_REGION("same name") x++;
	x = more_of_same_name(x);
	recorder_expect("two files, one name", "+same name - +same name -");
	x = inlined(x) + more_of_inlined(x);
	recorder_expect("inlined", "+inlined - +inlined - +inlined -");
	for (int i = 0; i < 4; i++)
		TDTOP_REGION("unrolled")
			x += zero + i;
	recorder_expect("unrolled", "+unrolled - +unrolled - +unrolled - +unrolled -");
	recurse(2);
	recorder_expect("recursion", "+recursion +recursion +recursion =recursion =recursion -");
	TDTOP_REGION("tab\t\"quoted\" \\ 1/2 & \303\244") x++;
	recorder_expect("signs", "+tab\t\"quoted\" \\ 1/2 & \303\244 -");
}

/* ---- threads, processes, libraries ---- */

static pthread_barrier_t barrier;

static void *run_and_expect(void *unused)
{
	(void)unused;
	TDTOP_REGION("thread") {
		(void)pthread_barrier_wait(&barrier);	/* both are in it now */
		TDTOP_REGION("thread, inner") (void)pthread_barrier_wait(&barrier);
	}
	recorder_expect("thread", "+thread +thread, inner =thread -");
	return NULL;
}

static void threads(void)
{
	pthread_t thread[2];

	(void)pthread_barrier_init(&barrier, NULL, 2);
	TDTOP_REGION("around threads") {
		for (int i = 0; i < 2; i++)
			(void)pthread_create(&thread[i], NULL, run_and_expect, NULL);
		for (int i = 0; i < 2; i++)
			(void)pthread_join(thread[i], NULL);
	}
	recorder_expect("around threads", "+around threads -");
}

static void forks(void)
{
	int status = 0;

	TDTOP_REGION("fork") {
		const pid_t child = fork();

		if (!child) {
			TDTOP_REGION("child") zero = 0;
			recorder_expect("child", "+fork +child =fork");
			_exit(recorder_failed());
		}
		(void)waitpid(child, &status, 0);
	}
	recorder_expect("parent", status ? "the child failed" : "+fork -");
}

static void called_back(void)
{
	TDTOP_REGION("called back") zero = 0;
}

static void library(const char *path)
{
#ifdef PLUGIN	/* no static program */
	void *plugin = dlopen(path, RTLD_NOW);
	void (*run)(void (*)(void));

	*(void **)&run = plugin ? dlsym(plugin, "plugin_run") : NULL;
	if (!run) {
		recorder_expect(path, dlerror());
		return;
	}
	recorder_watch();
	TDTOP_REGION("around the library") run(called_back);
	recorder_expect("library", "+around the library lib:+plugged in +called back =around the library lib:- -");
#else
	(void)path;
	TDTOP_REGION("around the library") called_back();
	recorder_expect("call", "+around the library +called back =around the library -");
#endif
}

/* ---- longjmp(3), signals ---- */

static jmp_buf back;

APART static void jump_out(void)
{
	TDTOP_REGION("left by longjmp") {
		zero = 0;
		longjmp(back, 1);
	}
}

APART static void deeper(void)
{
	TDTOP_REGION("deeper") zero = 0;
}

APART static void far_below(void)
{
	volatile char room[4096];

	room[0] = 0;
	deeper();
	room[1] = room[0];
}

/* After a region of a function far below, the outer one is still that of its own function. */
APART static void shallower(void)
{
	TDTOP_REGION("outer") {
		far_below();
		deeper();
	}
}

/* The function that called the one that was left begins a region: none is around it. */
APART static void jump_and_begin(void)
{
	if (!setjmp(back))
		jump_out();
	TDTOP_REGION("after") zero = 0;
}

/* One in a function that is called is nested; the end of the region around all puts it right. */
APART static void jump_and_call(void)
{
	TDTOP_REGION("around the jump") {
		if (!setjmp(back))
			jump_out();
		deeper();
	}
}

APART static void jump_and_reset(void)
{
	if (!setjmp(back))
		jump_out();
	else
		tdtop_region_reset();
	deeper();
}

static void jumps(void)
{
	shallower();
	recorder_expect("shallower", "+outer +deeper =outer +deeper =outer -");
	jump_and_begin();
	recorder_expect("begin after longjmp", "+left by longjmp +after -");
	deeper();
	recorder_expect("after that", "+deeper -");
	/* The frame of deeper() may be the one of jump_out(): then none of both is above. */
	jump_and_call();
	recorder_expect("call after longjmp", "+around the jump +left by longjmp +deeper =left by longjmp -");
	deeper();
	recorder_expect("after that", "+deeper -");
	jump_and_reset();
	recorder_expect("reset after longjmp", "+left by longjmp - +deeper -");
}

static void handler(int number)
{
	(void)number;
	TDTOP_REGION("handler") zero = 0;
}

static void handle_on(void *stack, size_t size)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	const stack_t alternate = { .ss_sp = stack, .ss_size = size };

	(void)sigaltstack(&alternate, NULL);
	(void)sigaction(SIGUSR1, &action, NULL);
	TDTOP_REGION("interrupted") (void)raise(SIGUSR1);
}

#define STACK (1U << 18)
#define FAR_ABOVE (1U << 21)

/* The harm of a stack right above the interrupted one ends with the interrupted region. */
static void *handle_above(void *stacks)
{
	handle_on((char *)stacks + FAR_ABOVE, STACK);
	recorder_expect("a handler far above", "+interrupted +handler =interrupted -");
	handle_on((char *)stacks + STACK, STACK);
	recorder_expect("a handler right above", "+interrupted +handler - -");
	deeper();
	recorder_expect("after that", "+deeper -");
	return NULL;
}

static void signals(void)
{
	static char far_away[1 << 16];
	char *stacks = mmap(NULL, FAR_ABOVE + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_attr_t attr;
	pthread_t thread;

	handle_on(far_away, sizeof(far_away));
	recorder_expect("handler", "+interrupted +handler =interrupted -");
	(void)pthread_attr_init(&attr);
	if (stacks == MAP_FAILED || pthread_attr_setstack(&attr, stacks, STACK) ||
	    pthread_create(&thread, &attr, handle_above, stacks))
		recorder_expect("signals", "no thread");
	else
		(void)pthread_join(thread, NULL);
}

/* ---- self-counting ---- */

static char heard[256];

static void hear(const void *descriptor, int enters)
{
	const size_t at = strlen(heard);

	(void)snprintf(heard + at, sizeof(heard) - at, "%s%s ",
		       !descriptor ? "-" : enters ? "+" : "=",
		       descriptor ? (const char *)descriptor + 4 : "");
}

static void hook(void)
{
	void (*const before)(const void *, int) = tdtop_region_changed;

	tdtop_region_changed = hear;
	TDTOP_REGION("hooked") deeper();
	tdtop_region_changed = before;
	recorder_expect("hook", "+hooked +deeper =hooked -");
	if (strcmp(heard, "+hooked +deeper =hooked - "))
		recorder_expect("the hook heard", heard);
}

int main(int argc, char **argv)
{
	recorder_watch();
	nested();
	left_early();
	pair();
	begun_elsewhere();
	copies();
	threads();
	forks();
	library(argc > 1 ? argv[1] : NULL);
	jumps();
	signals();
	hook();
	if (!recorder_failed())
		puts("ok");
	return recorder_failed();
}

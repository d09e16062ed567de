/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A signal at each instruction of regions (single steps, x86-64), whose handler has a region: prints
 * "ok", or what the markers told. Built by tests/check-regions.sh.
 */
#define _GNU_SOURCE
#define TDTOP_REGION_NO_RDPMC
#include <tdtop_region.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>

#define MARKERS 20000
#define APART __attribute__((__noinline__))

static struct {
	const char *name;
	int enters, in_handler;
} markers[MARKERS];

static int n_markers, in_handler, zero;

/* Not interrupted: it is in a section of its own, and the handler does nothing there. */
extern const char __start_hearing[], __stop_hearing[];

APART __attribute__((__section__("hearing"))) static void hear(const void *descriptor, int enters)
{
	if (n_markers >= MARKERS)
		return;
	markers[n_markers].name = descriptor ? (const char *)descriptor + 4 : "-";
	markers[n_markers].enters = enters;
	markers[n_markers++].in_handler = in_handler;
}

static void step(int number, siginfo_t *info, void *context)
{
	const char *at = (const char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];

	(void)number;
	(void)info;
	if (at >= __start_hearing && at < __stop_hearing)
		return;
	in_handler = 1;
	TDTOP_REGION("handler") __asm__ volatile("");
	in_handler = 0;
}

/* The trap flag. */
APART static void steps_begin(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; orl $0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp"
			 : : : "memory", "cc");
}

APART static void steps_end(void)
{
	__asm__ volatile("lea -128(%%rsp), %%rsp; pushfq; andl $~0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp"
			 : : : "memory", "cc");
}

APART static void by_return(void)
{
	TDTOP_REGION("return")
		TDTOP_REGION("return, inner") if (!zero) return;
	zero = 0;
}

static void regions(void)
{
	struct tdtop_region_scope scope;

	TDTOP_REGION("outer") {
		TDTOP_REGION("inner") __asm__ volatile("");
		TDTOP_REGION_BEGIN(&scope, "pair");
		by_return();
		tdtop_region_end(&scope);
	}
}

static const char *next_outside(int i)
{
	while (++i < n_markers)
		if (!markers[i].in_handler)
			return markers[i].name;
	return "-";
}

/* After the handler's region that goes on which was current before, or the next one already is. */
static int are_right(void)
{
	static const char *const expected[] = {
		"outer", "inner", "outer", "pair", "return", "return, inner", "return", "pair", "outer", "-"
	};
	const char *current = "-";
	int right = 1, n = 0;

	for (int i = 0; i < n_markers; i++) {
		const char *name = markers[i].name;

		if (!markers[i].in_handler) {
			right &= n < 10 && !strcmp(name, expected[n]);
			n++;
			current = name;
		} else if (markers[i].enters) {
			right &= !strcmp(name, "handler");
		} else {
			right &= !strcmp(name, current) || !strcmp(name, next_outside(i));
		}
	}
	return right && n == 10 && n_markers > 10 + 2 * 50;
}

int main(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_sigaction = step;
	action.sa_flags = SA_SIGINFO;
	(void)sigaction(SIGTRAP, &action, NULL);
	tdtop_region_changed = hear;
	steps_begin();
	regions();
	steps_end();
	tdtop_region_changed = NULL;
	if (are_right()) {
		puts("ok");
		return 0;
	}
	for (int i = 0; i < n_markers; i++)
		printf("%s%s%s ", markers[i].in_handler ? "(" : "", markers[i].name,
		       markers[i].in_handler ? ")" : "");
	puts("");
	return 1;
}

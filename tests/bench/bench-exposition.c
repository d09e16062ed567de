/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cost of the text that a scrape gets, which is made once for each interval and format: series, bytes
 * and CPU time, the least of several rounds. Names are as long as those of pods in Kubernetes, or as
 * those of services; all counters are as large as after a month, which makes them long.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collect/cpu/cpu_match.h"
#include "model/machine.h"
#include "model/totals/totals.h"
#include "ui/openmetrics/exposition.h"

#define ROUNDS 200
#define MONTH 2592000.0		/* seconds */

static struct machine machine = { .levels = 2, .source = "switch", .engine = ENGINE_BPF };

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* A month of some CPUs: slots as of 3 GHz and 6 slots a cycle. */
static void fill(struct total *total, double cpus)
{
	for (int i = 0; i < M_COUNT; i++)
		total->slots[i] = MONTH * cpus * 18e9 / (3 + i);
	total->undivided[0] = total->undivided[1] = cpus * 1e9 + 1;
	total->cpu_ns = MONTH * cpus * 1e9 / 3;
	total->instructions = MONTH * cpus * 2.9e9;
	total->cycles = MONTH * cpus * 3.1e9;
}

static void fill_view(struct totals_view *view, size_t labels, size_t sockets, bool long_names)
{
	*view = (struct totals_view){
		.intervals = (uint64_t)MONTH, .counted_ns = MONTH * 1e9, .machine = &machine,
		.n_sockets = sockets, .n_top = labels, .labels = labels, .counted_ratio = 1,
		.own_ns = MONTH * 2e6, .kernel_ns = MONTH * 3e6, .own_known = true,
	};
	fill(&view->all.total, 64);
	fill(&view->other, 0.1);
	view->all.idle_ns = MONTH * 32e9 / 7;
	for (size_t i = 0; i < sockets; i++) {
		view->sockets[i].id = (int)i;
		fill(&view->sockets[i].total, 32);
	}
	for (size_t i = 0; i < labels; i++) {
		fill(&view->top[i].total, 1.0 + (double)i / 7);
		(void)snprintf(view->top[i].label, sizeof(view->top[i].label),
			       long_names ? "pod 8d2f01aa-6c1e-4f0b-9a55-0be7d1c2%04zx/77e0d2b8a14c" :
					    "worker%zu.service", i);
	}
}

/* Lines that are no comments. */
static size_t count_series(const struct buffer *buffer)
{
	size_t n = 0;

	for (size_t i = 0; i < buffer->n; i++)
		n += buffer->bytes[i] != '#' && (!i || buffer->bytes[i - 1] == '\n');
	return n;
}

static void measure(const struct totals_view *view, const char *what, enum exposition format)
{
	struct buffer buffer = { 0 };
	double least = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double begin = now_us(), took;

		buffer_clear(&buffer);
		exposition_put(&buffer, view, format);
		took = now_us() - begin;
		if (!round || took < least)
			least = took;
	}
	printf("%-44s %-12s %5zu series %7zu bytes %8.0f us\n", what,
	       format == EXPOSITION_OPENMETRICS ? "openmetrics" : "text", count_series(&buffer),
	       buffer.n, least);
	buffer_done(&buffer);
}

int main(void)
{
	static const struct {
		const char *what;
		size_t labels, sockets;
		bool long_names;
	} cases[] = {
		{ "20 services, 1 socket", 20, 1, false },
		{ "50 services and the others, 2 sockets", 50, 2, false },
		{ "50 pods and the others, 2 sockets", 50, 2, true },
	};
	struct totals_view *view = calloc(1, sizeof(*view));

	machine.family = cpu_family_find("Intel Sapphire Rapids");
	if (!view || !machine.family)
		return 1;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fill_view(view, cases[i].labels, cases[i].sockets, cases[i].long_names);
		for (int format = 0; format < EXPOSITIONS; format++)
			measure(view, cases[i].what, (enum exposition)format);
	}
	free(view);
	return 0;
}

/*
 * Results of 2026-11-21, where no other day is named: in a virtual machine with 2 CPUs, by software
 * events, at load 8 to 29 of other builds. They are of the ring engine unless BPF is named; nothing
 * is from bare metal. "Was" is the value before the last improvement. Figures of today are in
 * doc/RESULTS.md.
 *
 * The text (`tests/bench/bench-exposition`): made once for each interval and format, and only when a
 * client asks. Counters as large as after a month, the least of 200 rounds, built with -O1:
 *
 * | a machine with | series | bytes | CPU time |
 * | 20 services, 1 socket | 406 | 37,338 | 0.12 ms |
 * | 50 services and the others, 2 sockets | 932 | 81,703 | 0.28 ms |
 * | 50 pods and the others, 2 sockets | 932 | 113,323 | 0.29 ms |
 */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Set-up and clean-up that libperf 6.12 leaves to its users; see libperf_use.h. Any thread. */
#include "config.h"
#include "collect/perf/libperf_use.h"

#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/evsel.h>
#include <perf/threadmap.h>
#include <internal/evsel.h>

static int say_nothing(enum libperf_print_level level, const char *format, va_list args)
{
	(void)level;
	(void)format;
	(void)args;
	return 0;
}

void libperf_use(void)
{
	libperf_init(say_nothing);
}

void libperf_drop_references(struct perf_evsel *evsel)
{
	perf_cpu_map__put(evsel->cpus);
	perf_thread_map__put(evsel->threads);
	evsel->cpus = NULL;
	evsel->threads = NULL;
}

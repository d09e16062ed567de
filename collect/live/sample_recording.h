/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records what the sampler samples: gives each event its name, and puts into the file what the
 * sampled processes have mapped, as perf record does for processes that exist when it begins
 * (tools/perf/util/synthetic-events.c). Here it comes when a process has its first sample in the
 * file, or forks: it may sleep, but what it starts has its mappings. mmap(2), fork(2) and execve(2)
 * after that the kernel tells. Collector thread, but new and free, which are main's.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/live/sample_choice.h"
#include "collect/perfdata/recorder.h"
#include "collect/sample/sampled_maps.h"

#define SAMPLE_RECORDING_PROCESSES 32768	/* that are remembered of a file */

struct sample_recording;

/* All borrowed, and must outlive it. NULL without memory. */
struct sample_recording *sample_recording_new(struct recorder *recorder,
					      const struct sample_choices *choices,
					      struct sampled_maps *maps);
/* After the collector has ended. NULL is fine. */
void sample_recording_free(struct sample_recording *recording);

/* Is a file open? */
bool sample_recording_is_open(const struct sample_recording *recording);

/* sampler_options.record; data: struct sample_recording. While no file is open it does nothing. */
void sample_recording_record(void *data, const struct perf_event_attr *attr, uint64_t id,
			     const void *bytes, size_t size);

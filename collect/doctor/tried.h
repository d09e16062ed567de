/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What --doctor tried: which events it wanted to open, and what the kernel said. For its report on
 * this machine (machine_report.h). Main thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_TRIED_H
#define TDTOP_COLLECT_DOCTOR_TRIED_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TRIED_MAX 256

struct tried_open {
	uint64_t config, config1;
	uint64_t branches;	/* branch_sample_type */
	uint32_t type;
	int errnum;		/* positive errno; 0: it opened */
	bool on_cpu;		/* of a whole CPU; else of a task */
	bool samples;
	bool user_only;
	bool without_guests;	/* exclude_guest */
	uint8_t precise;	/* precise_ip */
};

struct tried {
	size_t n;
	size_t left_out;	/* beyond TRIED_MAX */
	struct tried_open open[TRIED_MAX];
};

/* Notes an attempt, once; `tried` is a struct tried. As struct perf_sys has it. */
void tried_note(void *tried, const struct perf_event_attr *attr, int cpu, int result);

#endif

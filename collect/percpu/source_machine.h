/* SPDX-License-Identifier: GPL-2.0-only */
/* The source that counts this machine by its context switches, with all core types that it has. */
#pragma once

#include <stdbool.h>

#include "collect/slice/cpu_source.h"
#include "model/err.h"
#include "model/machine.h"

/* The machine that tdtop runs on. */
extern const struct cpu_sys cpu_sys_real;

struct source_machine_options {
	/*
	 * The PMUs are those that are described below this directory: "" is the real machine, tests
	 * have tests/machines/software.
	 */
	const char *root;
	/*
	 * ENGINE_AUTO: BPF where that is possible, else the ring, and machine.no_bpf says why.
	 * ENGINE_BPF fails where it is not possible.
	 */
	enum engine engine;
	bool records;		/* a recording begins at once: BPF comes after it */
};

/*
 * Finds the PMUs and what they can count, and opens the groups of all online CPUs; nothing counts
 * before start(). 0 and *out, which the caller closes by its ops, or a negative errno with a
 * sentence. Main's thread, with PRIVILEGE_COUNT.
 */
int source_machine_open(const struct source_machine_options *options, struct source **out,
			struct err *err);

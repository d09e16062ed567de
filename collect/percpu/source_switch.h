/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source of truth: one SLOTS group per CPU, sliced at each context switch (doc/internals.md, "The one
 * decision").
 */
#pragma once

#include "collect/perf/cores.h"
#include "collect/slice/cpu_source.h"
#include "model/err.h"

/*
 * Opens the groups of all online CPUs of one core type as it was probed (an index into
 * cores->group); cores may be freed afterwards, sys (borrowed, &cpu_sys_real but in tests) not.
 * Nothing counts before start(). 0 and *out, which the caller closes by its ops, or a negative
 * errno with a sentence. Main's thread.
 */
int source_switch_open(const struct cores *cores, size_t type, const struct cpu_sys *sys,
		       struct source **out, struct err *err);

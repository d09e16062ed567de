/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The source whose slices are made in the kernel, by a BPF program at each context switch. It has
 * one group per CPU like the switch source, but no ring and no sample. A slice is lost only where the maps
 * of the programs have no room for its task, which is told.
 */
#pragma once

#include "collect/perf/cores.h"
#include "collect/slice/cpu_source.h"
#include "model/err.h"

/*
 * Opens the groups of all online CPUs of one core type as it was probed (an index into
 * cores->group) and loads the programs; cores may be freed afterwards, sys (borrowed,
 * &cpu_sys_real but in tests) not. Nothing counts before start(). 0 and *out, which the caller
 * closes by its ops, or a negative errno with a sentence: the switch source may still work. Main's
 * thread.
 */
int source_bpf_open(const struct cores *cores, size_t type, const struct cpu_sys *sys,
		    struct source **out, struct err *err);

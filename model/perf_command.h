/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a perf command line: which event perf record samples for a node of a family of CPUs,
 * which metric perf stat prints for it, and quoting for a shell. Pure, any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/formula.h"

/* The row of the family's samples for this node and core type; or NULL. */
const struct node_sample *perf_sample(const struct family *family, enum metric_id metric,
				      enum core_type type);

/* How the events are to be sampled. */
struct perf_mode {
	bool guest;		/* precise only as far as the hypervisor allows (modifier P) */
	bool user_only;		/* without the right to sample the kernel (modifier u) */
};

/*
 * Prints what -e of perf record takes for a node: "mem_load_retired.l3_miss:pp", on a hybrid an
 * event of each core type that has one. Returns how many events; 0: the family has none, or text
 * is too small.
 */
int perf_print_events(const struct family *family, enum metric_id metric, struct perf_mode mode,
		      char *text, size_t size);

/*
 * Prints what -e of perf record takes to sample level 1 of the family's class table, which is replayed as TopDown
 * of functions. They are events with their own periods that have a counter each, so that none takes turns.
 * Returns how many events; 0: the family has no such table, or text is too small.
 */
int perf_print_classes(const struct family *family, struct perf_mode mode, char *text,
		       size_t size);

/* What -M of perf stat takes for a node: "tma_memory_bound"; NULL: perf has no such metric. */
const char *perf_metric_name(const struct family *family, enum metric_id metric);

/*
 * Quotes a text of any bytes as one word of a shell, in ASCII without control characters. It stays
 * as it is, or is in single quotes, or in $'...' (bash, zsh, ksh) if it has bytes that would harm a
 * terminal. False: it does not fit, and quoted is "".
 */
bool perf_quote(const char *text, char *quoted, size_t size);

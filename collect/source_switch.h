/* SPDX-License-Identifier: GPL-2.0-only */
/* The source of truth: one SLOTS group per CPU, sliced at each context switch (DESIGN §1). */
#ifndef TDTOP_COLLECT_SOURCE_SWITCH_H
#define TDTOP_COLLECT_SOURCE_SWITCH_H

#include "collect/source.h"
#include "model/err.h"

/*
 * Finds the PMU, opens the groups of all online CPUs; nothing counts before start(). The PMU is the
 * one described below root: "" is the real machine, tests have tests/machines/software. 0 and *out,
 * which the caller closes by its ops, or a negative errno with a sentence. Main's thread.
 */
int source_switch_open(const char *root, struct source **out, struct err *err);

#endif

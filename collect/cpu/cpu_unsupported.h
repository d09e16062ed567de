/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Why this version cannot count a CPU, in a sentence. Called when no family matches; main thread.
 */
#ifndef TDTOP_COLLECT_CPU_CPU_UNSUPPORTED_H
#define TDTOP_COLLECT_CPU_CPU_UNSUPPORTED_H

#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"

/* The sentence for a machine whose PMU and facts match no family. Returns -EOPNOTSUPP. */
int cpu_unsupported(const struct pmu *pmu, const struct facts *facts, struct err *err);

#endif

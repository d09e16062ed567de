/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simulated machine as a source, for `--demo`, screenshots and tests. It needs no PMU and no
 * permission, and says that it is simulated. Opened by main, then used by the collector thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "collect/slice/source.h"

/*
 * Opens the demo. seeded: its noise is that of no other run, as of recordings that are compared; else of
 * $TDTOP_DEMO_SEED, which wins. The caller closes it with (*out)->ops->close. 0, or -ENOMEM with a sentence.
 */
int source_demo_open(struct source **out, bool seeded, struct err *err);

/*
 * The same with another clock, for tests. Slices depend only on the times of start and ticks: the
 * same times give the same slices.
 */
int source_demo_open_at(struct source **out, uint64_t (*clock)(void), struct err *err);

/*
 * Before it starts: other noise, and other phases of what drifts, so that two runs are two samples of one
 * machine. 0: as it is without. A user sets it by $TDTOP_DEMO_SEED.
 */
void source_demo_seed(struct source *source, uint64_t seed);

/*
 * Before it starts: only these processes are shown, and make's children, if it is one of them, while all are
 * simulated and recorded; as with --pid on a real machine. 0, or -ESRCH with a sentence: one of them is not in
 * the script.
 */
int source_demo_watch(struct source *source, const int32_t *pids, size_t n, struct err *err);

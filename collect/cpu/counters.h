/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which counters a family's groups need: some events have one of their own (slots and its metrics, cycles,
 * instructions), all others take a general one. Told by the family's table; any thread.
 */
#ifndef TDTOP_COLLECT_COUNTERS_H
#define TDTOP_COLLECT_COUNTERS_H

#include <stdbool.h>

#include "model/formula.h"

/*
 * How many general counters the group of this turn needs on a kind of core; optional: with corrections and IPC,
 * too. Beside the NMI watchdog, which takes the cycles' counter, or a general one of a CPU that has none for
 * cycles (AMD), it needs one more if it counts cycles, and on AMD always.
 */
int counters_needed(const struct family *family, enum core_type core_type, int mux, bool optional, bool watchdog);

/* Are there so many for level 1? family->counters; true if that is not known. */
bool counters_fit(const struct family *family, enum core_type core_type, bool watchdog);

#endif

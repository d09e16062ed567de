/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How many general counters a family's groups need: some events have a counter of their own (slots
 * and its metrics, cycles, instructions), all others take a general one. Computed from the family's
 * table, for --doctor, tests and collect/slice/room.h; any thread.
 */
#pragma once

#include <stdbool.h>

#include "model/formula.h"

/*
 * Does this event take a general counter? Cycles do not if they have a counter of their own, though
 * a second event that counts them does.
 */
bool counters_is_general(const struct family *family, const struct family_event *event);

/*
 * The number of general counters that group `mux` of the rotation needs on this type of core.
 * optional: with corrections and IPC. watchdog: while the NMI watchdog is on. The watchdog takes
 * the counter of cycles, so the group needs one more if it counts cycles. On CPUs without a counter
 * of their own for cycles (AMD) it takes a general one, so the group always needs one more.
 */
int counters_needed(const struct family *family, enum core_type core_type, int mux, bool optional,
		    bool watchdog);

/* Does level 1 fit into family->counters? True if that number is not known. */
bool counters_fit(const struct family *family, enum core_type core_type, bool watchdog);

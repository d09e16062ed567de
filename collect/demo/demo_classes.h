/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What limits the functions of the simulated machine: where a sample of a class is. Used by
 * demo_samples.c. Pure, any thread.
 */
#ifndef TDTOP_COLLECT_DEMO_DEMO_CLASSES_H
#define TDTOP_COLLECT_DEMO_DEMO_CLASSES_H

#include <stdint.h>

#include "collect/demo/demo_layout.h"
#include "model/class_table.h"

/*
 * The percentages of the function at the place, by enum demo_share; without a story of its own those of the
 * thread (its name, its process). NULL: neither is known.
 */
const uint8_t *demo_classes_of(const struct demo_layout *layout, struct place at, int32_t pid,
			       const char *comm);

/* The row of the table whose event a slot is, by chance (0 to below 1); -1: of this level none. */
int demo_classes_row(const struct class_table *table, int level, const uint8_t *split,
		     double chance);

#endif

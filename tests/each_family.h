/* SPDX-License-Identifier: GPL-2.0-only */
/* All families of CPUs, one after the other, and counts of all of a family's events. */
#ifndef TDTOP_TESTS_EACH_FAMILY_H
#define TDTOP_TESTS_EACH_FAMILY_H

#include "collect/cpu.h"
#include "tests/family_counts.h"

/* Every family of every table. */
void for_each_family(void (*check)(const struct family *family));

/* Different counts for all events, so that no difference of two is 0. */
struct counts all_counted(const struct family *family);

/* The event that counts this, alone or as well; NULL. */
const struct family_event *find_event(const struct family *family, enum event_id id);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples by place and process. Bounded. Pure; one thread. */
#ifndef TDTOP_MODEL_BRANCHES_ADDRESSES_H
#define TDTOP_MODEL_BRANCHES_ADDRESSES_H

#include "model/profile/profile.h"

struct addresses;

struct addresses *addresses_new(size_t max);	/* NULL without memory */
void addresses_free(struct addresses *addresses);

/*
 * The sums of a place in a process, added if new; valid until the next call. NULL: the table is
 * full, or there is no memory (*error: -ENOSPC, -ENOMEM).
 */
struct profile_address *addresses_find(struct addresses *addresses, struct place at, int32_t pid,
				       int *error);

/*
 * From now on, before the first place, each place has n sums of its own, zeroed when it is added.
 * addresses_sums(): those of a place, as valid as it is.
 */
void addresses_set_sums(struct addresses *addresses, size_t n);
struct weighed *addresses_sums(const struct addresses *addresses, const struct profile_address *of);

const struct profile_address *addresses_all(const struct addresses *addresses, size_t *n);

#endif

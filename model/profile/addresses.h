/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples by place and process. Bounded. Pure; one thread. */
#ifndef TDTOP_MODEL_PROFILE_ADDRESSES_H
#define TDTOP_MODEL_PROFILE_ADDRESSES_H

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

const struct profile_address *addresses_all(const struct addresses *addresses, size_t *n);

#endif

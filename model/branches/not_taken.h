/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mispredicted branches that were not taken, which no branch stack tells of: sampled by an event of
 * their own, counted by place. Bounded. Pure; one thread.
 */
#ifndef TDTOP_MODEL_BRANCHES_NOT_TAKEN_H
#define TDTOP_MODEL_BRANCHES_NOT_TAKEN_H

#include "model/branches/jackknife.h"
#include "model/profile/profile.h"

struct not_taken;

struct not_taken *not_taken_new(void);		/* NULL without memory */
void not_taken_free(struct not_taken *table);

/* Adds so many branches at a place. 0; -ENOSPC: the table is full. */
int not_taken_add(struct not_taken *table, struct place at, unsigned int group, uint64_t branches);

/* Was anything added? If not, nothing is known of branches that were not taken. */
bool not_taken_known(const struct not_taken *table);

/* The branches at a place, by group. */
struct groups not_taken_at(const struct not_taken *table, struct place at);

#endif

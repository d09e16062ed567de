/* SPDX-License-Identifier: GPL-2.0-only */
/* The blocks of a profile by their start, to find those of a range of code. Pure. */
#pragma once

#include "model/profile/profile.h"

struct block_index {
	const struct profile *profile;
	uint32_t *by_start;	/* indices of the profile's blocks */
	uint64_t *reach;	/* the farthest end of this one and all before it in its object */
	size_t n;
};

/* 0 or -ENOMEM. The profile must live as long as the index; free with block_index_done(). */
int block_index_make(struct block_index *index, const struct profile *profile);
void block_index_done(struct block_index *index);

/* The first position whose block begins at or after a place. */
size_t block_index_at(const struct block_index *index, struct place at);

/*
 * The first position from which on blocks of the object may run over a place or begin behind it;
 * that is at most `most` positions before block_index_at().
 */
size_t block_index_over(const struct block_index *index, struct place at, size_t most);

/* The block at a position. */
const struct profile_block *block_index_get(const struct block_index *index, size_t position);

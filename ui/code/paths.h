/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of hot paths and of loops, struct path_row. */
#pragma once

#include "model/profile/paths.h"
#include "ui/code/rows.h"

/* A loop, a path, or a block of a path. Belongs to the paths and the profile. */
struct path_row {
	const struct paths *found;
	const struct hot_loop *loop;	/* NULL: it is none; with a path: an iteration is this path */
	const struct hot_path *path;	/* NULL: a loop alone */
	const struct profile_block *first, *last;	/* of the path; NULL: of a loop alone */
	double follows;		/* of a block: how often it comes after the one before; NAN */
	bool is_block;		/* of the path: first and last are this one */
	bool unfolded;		/* the path's blocks stand below it */
};

/* On the screen loops and paths together; JSON has the blocks of a path, too; loops alone. */
extern const struct code_kind path_rows, path_block_rows, loop_rows;

/* Of indices; LOOP_NONE: none. Not both are. */
struct path_row path_row_of(const struct profile *profile, const struct paths *found, uint32_t loop,
			    uint32_t path);

/* Block i of a path, which has path->n of them. */
struct path_row path_row_block(const struct profile *profile, const struct path_row *row, uint32_t i);

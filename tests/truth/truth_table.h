/* SPDX-License-Identifier: GPL-2.0-only */
/* The exact table of a program that ran with the truth plugin. Addresses are virtual. */
#pragma once

#include <stdbool.h>

#include "model/profile/profile.h"
#include "tests/truth/plugin_table.h"

struct truth_map {
	uint64_t start, length, offset;
	char path[512];
};

struct truth {
	uint64_t instructions, taken, branches, disorders;
	struct table traces;	/* block, from, to, cycles -> n, mispredicted, instructions each */
	/* Sums of them: */
	struct table branch;	/* from -> executed, taken, mispredicted of taken, of not taken */
	struct table kinds;	/* from -> 1, enum branch_kind */
	struct table edges;	/* from, to -> taken, mispredicted; of blocks: cycles, number */
	struct table blocks;	/* start, end -> n, cycles, instructions each */
	struct table follows;	/* block, from, block, from -> n */
	struct table nodes;	/* thread, node -> calls, parent, from, to */
	struct table self;	/* thread, node -> 1, instructions, cycles */
	struct truth_map maps[64];
	size_t n_maps;
};

/* Reads a table; fails the test if it cannot. */
void truth_read(struct truth *truth, const char *path);
void truth_free(struct truth *truth);

/* The virtual address of a place. False: the program has not mapped it. */
bool truth_address(const struct truth *truth, const struct profile *profile, struct place place,
		   uint64_t *address);

/* Answers of profile_builder.h from the table. */
struct truth_code {
	const struct truth *truth;
	const struct profile_object *objects;
};

/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile of a recording as tdtop reads it, and the exact table to compare it with. */
#pragma once

#include "collect/sample/profile_reader.h"
#include "tests/truth/truth_table.h"

struct truth_profile {
	struct truth truth;
	struct profile_reader *reader;
	struct profile_builder *builder;
	struct profile *profile;
};

/*
 * Makes a perf.data of these samplers (bits) of programs/NAME, that truth_run() has recorded, and
 * reads it into `made`, up to the next one or the end of the test. The kinds and lengths of code
 * are those of the table.
 */
extern struct truth_profile made;
void truth_profile(const char *name, uint64_t samplers, bool amd);

/* Runs the program before, and takes the first sampler. */
void truth_run_profile(const char *name, const char *argument, const char *samplers);

/* The virtual address of a place; fails the test if the program has not mapped it. */
uint64_t truth_at(struct place place);

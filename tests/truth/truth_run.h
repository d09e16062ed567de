/* SPDX-License-Identifier: GPL-2.0-only */
/* Builds and records programs for a test; skips the test where that cannot be. */
#pragma once

#include <stdint.h>

#define TRUTH_PATH 1024

/*
 * Records programs/NAME (build.sh says how it is built) with an argument and these samplers
 * ("taken:4001:32:any", separated by blanks). The exact table is in path(.., "NAME.truth"), the
 * samples in "NAME.stream".
 */
void truth_run(const char *name, const char *argument, const char *samplers);

/* The path of a file that this test program makes. */
const char *truth_path(char path[TRUTH_PATH], const char *name, const char *ending);

/* The address of a symbol of programs/NAME, as nm prints it; fails the test if there is none. */
uint64_t truth_symbol(const char *name, const char *symbol);

/* SPDX-License-Identifier: GPL-2.0-only */
/* A large recording for benchmarks, as perf record writes it on a busy machine. */
#pragma once

#include <stdint.h>

/*
 * Writes a recording of at least so many bytes to the descriptor of a new file. On each of 16 CPUs
 * 12 or 13 of 200 processes alternate every 200 us; level 2; a round holds 100 ms, ring after ring.
 * Returns the number of samples; aborts on errors.
 */
uint64_t large_recording_write(int fd, uint64_t bytes);

/*
 * The same of perf record -b: 64 processes of 8 programs on 16 CPUs, each sample with a branch
 * stack of 32 entries. The programs have 2048 blocks each, and some run far more often than others.
 */
#define LARGE_RECORDING_DEPTH 32
uint64_t large_recording_write_branches(int fd, uint64_t bytes);

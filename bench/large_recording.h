/* SPDX-License-Identifier: GPL-2.0-only */
/* A large recording for benchmarks, as perf record of a busy machine writes it. */
#ifndef TDTOP_BENCH_LARGE_RECORDING_H
#define TDTOP_BENCH_LARGE_RECORDING_H

#include <stdint.h>

/*
 * Writes a recording of at least so many bytes to the descriptor of a new file: 16 CPUs, on each of which 12 or 13 of
 * 200 processes take turns every 200 us; level 2; a round holds 100 ms of ring after ring. Returns how many
 * samples; aborts if it cannot.
 */
uint64_t large_recording_write(int fd, uint64_t bytes);

#endif

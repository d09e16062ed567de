/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014):
 * small, and the same series on every machine. Pure.
 */
#pragma once

#include <stdint.h>

#define SPLITMIX64_STEP 0x9e3779b97f4a7c15ULL

/* Its finalizer, which makes a hash: each bit of x changes about half of the result. */
static inline uint64_t splitmix64_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
	return x ^ (x >> 31);
}

/* The next number of the series; any state is a seed. */
static inline uint64_t splitmix64_next(uint64_t *state)
{
	return splitmix64_mix(*state += SPLITMIX64_STEP);
}

/* The next one, from 0 to below 1. */
static inline double splitmix64_share(uint64_t *state)
{
	return (double)(splitmix64_next(state) >> 11) * 0x1p-53;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A simple CPU: it predicts branches and takes time. Not a model of any real one: what counts is
 * that mispredictions depend on the program, and that times have peaks that are known exactly.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "tests/truth/plugin_code.h"

#define COST_WIDTH 4		/* instructions in a cycle */
#define COST_MISPREDICTION 16	/* cycles, of the block after the branch */
#define COST_FAR 76		/* cycles of a load that misses the near cache, and up to 7 more */
#define COST_MEMORY 280		/* that misses the far cache too, and up to 25 more */
#define COST_HISTORY_BITS 14
#define COST_TARGETS 4096
#define COST_NEAR_LINES 128	/* of 64 bytes, each with one place */
#define COST_FAR_LINES 16384
#define COST_RETURNS 16

struct cost {
	uint8_t counters[1 << COST_HISTORY_BITS];	/* gshare: two bits each */
	uint64_t history;
	uint64_t targets[COST_TARGETS];	/* where an indirect branch went last, with this history */
	uint64_t returns[COST_RETURNS];
	unsigned int n_returns;
	uint64_t near[COST_NEAR_LINES], far[COST_FAR_LINES];
	uint32_t random;
};

/* Was this branch mispredicted? Learns from it. next: the instruction behind it. */
bool cost_mispredicted(struct cost *cost, enum code_kind kind, uint64_t from, uint64_t to,
		       uint64_t next, bool taken);

/* The cycles that a load waits. */
uint32_t cost_load(struct cost *cost, uint64_t address);

/* SPDX-License-Identifier: GPL-2.0-only */
/* What truth_witness.bpf.c tells truth_witness.c, in a map by name. */
#pragma once

#define WITNESS_NAME 16

struct witness_sum {
	long long unaccounted_ns;	/* on a CPU, and not accounted; negative: the other way round */
	unsigned long long unseen_ns;	/* slices whose begin was not told, with the one before */
};

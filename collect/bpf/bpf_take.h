/* SPDX-License-Identifier: GPL-2.0-only */
/* Takes what the programs have added up out of a map, which is empty then. Collector thread. */
#pragma once

#include "collect/bpf/slices_abi.h"

struct bpf_map;

/* Room for what one call of the kernel takes. */
struct bpf_take {
	struct slices_key *keys;
	void *values;		/* of one kind, without gaps */
};

int bpf_take_init(struct bpf_take *take);	/* 0 or -ENOMEM */
void bpf_take_done(struct bpf_take *take);	/* zeroed is fine */

/* What is done with each. */
typedef void bpf_take_sum(void *data, const struct slices_key *key, const struct slices_sum *sum);
typedef void bpf_take_time(void *data, const struct slices_key *key, const struct slices_time *time);

/* 0, or -errno: some are still there. */
int bpf_take_sums(struct bpf_take *take, const struct bpf_map *map, bpf_take_sum *sum, void *data);
int bpf_take_times(struct bpf_take *take, const struct bpf_map *map, bpf_take_time *time, void *data);

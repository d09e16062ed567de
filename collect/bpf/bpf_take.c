/* SPDX-License-Identifier: GPL-2.0-only */
/* Takes sums and durations out of maps; see bpf_take.h. */
#include "config.h"
#include "collect/bpf/bpf_take.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include <bpf/bpf.h>
#include <bpf/libbpf.h>

#include "collect/sys/privilege.h"

#define TAKE_AT_ONCE 4096	/* values of a call */

union value {
	struct slices_sum sum;
	struct slices_time time;
};

int bpf_take_init(struct bpf_take *take)
{
	take->keys = malloc(TAKE_AT_ONCE * sizeof(take->keys[0]));
	take->values = malloc(TAKE_AT_ONCE * sizeof(union value));
	return take->keys && take->values ? 0 : -ENOMEM;
}

void bpf_take_done(struct bpf_take *take)
{
	free(take->keys);
	free(take->values);
}

/* One of the two is called. */
struct taker {
	bpf_take_sum *sum;
	bpf_take_time *time;
	void *data;
};

/*
 * A batch may be too small for one bucket of the hash (-ENOSPC), which a bucket of TAKE_AT_ONCE tasks would
 * be. bpf(2) takes CAP_BPF before Linux 5.19, as where slices are cut (bpf_engine.c).
 */
static int take_all(struct bpf_take *take, const struct bpf_map *map, const struct taker *taker)
{
	const struct slices_sum *sums = take->values;
	const struct slices_time *times = take->values;
	const int fd = bpf_map__fd(map);
	__u32 place = 0, n;
	bool first = true;
	int ret;

	do {
		n = TAKE_AT_ONCE;
		privilege_raise(PRIVILEGE_BPF);
		ret = bpf_map_lookup_and_delete_batch(fd, first ? NULL : &place, &place,
						      take->keys, take->values, &n, NULL);
		privilege_raise(PRIVILEGE_PROC);
		if (ret && ret != -ENOENT)
			return ret;
		for (__u32 i = 0; i < n; i++) {
			if (taker->sum)
				taker->sum(taker->data, &take->keys[i], &sums[i]);
			else
				taker->time(taker->data, &take->keys[i], &times[i]);
		}
		first = false;
	} while (!ret);
	return 0;
}

int bpf_take_sums(struct bpf_take *take, const struct bpf_map *map, bpf_take_sum *sum, void *data)
{
	return take_all(take, map, &(const struct taker){ .sum = sum, .data = data });
}

int bpf_take_times(struct bpf_take *take, const struct bpf_map *map, bpf_take_time *time, void *data)
{
	return take_all(take, map, &(const struct taker){ .time = time, .data = data });
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sorts rows of a snapshot by small keys, in memory that is kept from one draft to the next. Called
 * by finish.c and group.c on the collector thread, by bottleneck.c on any.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A row has about 500 bytes: keys are sorted, then each row is copied once. */
struct sort_key {
	int32_t major, minor;
	uint64_t start_ns;	/* of what has a text, its hash: equal texts then lie together */
	uint32_t row;
};

struct sort_list {	/* zeroed: empty */
	struct sort_key *keys;
	size_t cap;
};

void sort_list_done(struct sort_list *list);

/* Room for n keys. 0 or -ENOMEM. */
int sort_list_reserve(struct sort_list *list, size_t n);

/* Compares by major, start_ns, minor. */
int sort_compare(const struct sort_key *a, const struct sort_key *b);

/*
 * Sorts the first n keys; equal keys keep their order. `spare` is room to merge by, which
 * keys in one order need not. 0 or -ENOMEM.
 */
int sort_keys(struct sort_list *list, struct sort_list *spare, size_t n);

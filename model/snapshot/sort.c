/* SPDX-License-Identifier: GPL-2.0-only */
/* A stable merge sort of keys; see sort.h. Not qsort(): glibc's allocates in each call. */
#include "config.h"
#include "model/snapshot/sort.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "model/list_room.h"

void sort_list_done(struct sort_list *list)
{
	free(list->keys);
	*list = (struct sort_list){ 0 };
}

int sort_list_reserve(struct sort_list *list, size_t n)
{
	struct sort_key *more = list_room(list->keys, n, &list->cap, 64, sizeof(*more));

	if (n && !more)
		return -ENOMEM;
	list->keys = more;
	return 0;
}

int sort_compare(const struct sort_key *a, const struct sort_key *b)
{
	if (a->major != b->major)
		return a->major < b->major ? -1 : 1;
	if (a->start_ns != b->start_ns)
		return a->start_ns < b->start_ns ? -1 : 1;
	return (a->minor > b->minor) - (a->minor < b->minor);
}

/*
 * Merges two sorted neighbours, from [0, middle) and from [middle, n), into `into`. Rows come mostly
 * in order, or the last one first: then all keys of one stand before all of the other.
 */
static void merge(struct sort_key *into, const struct sort_key *from, size_t middle, size_t n)
{
	size_t left = 0, right = middle;

	if (middle == n || sort_compare(&from[middle - 1], &from[middle]) <= 0) {
		memcpy(into, from, n * sizeof(*from));
		return;
	}
	if (sort_compare(&from[n - 1], &from[0]) < 0) {
		memcpy(into, from + middle, (n - middle) * sizeof(*from));
		memcpy(into + (n - middle), from, middle * sizeof(*from));
		return;
	}
	for (size_t i = 0; i < n; i++)
		if (right == n || (left < middle && sort_compare(&from[left], &from[right]) <= 0))
			into[i] = from[left++];
		else
			into[i] = from[right++];
}

static bool is_in_order(const struct sort_key *keys, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (sort_compare(&keys[i - 1], &keys[i]) > 0)
			return false;
	return true;
}

int sort_keys(struct sort_list *list, struct sort_list *spare, size_t n)
{
	if (is_in_order(list->keys, n))
		return 0;
	if (sort_list_reserve(spare, list->cap))
		return -ENOMEM;
	for (size_t run = 1; run < n; run *= 2) {
		struct sort_list swap = *list;

		for (size_t at = 0; at < n; at += 2 * run) {
			size_t rest = n - at;

			merge(spare->keys + at, list->keys + at, rest < run ? rest : run,
			      rest < 2 * run ? rest : 2 * run);
		}
		*list = *spare;
		*spare = swap;
	}
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A stable merge sort of keys; see sort.h. Not qsort(): glibc's allocates in each call. */
#include "config.h"
#include "model/snapshot/sort.h"

#include <errno.h>
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
 * The end of the keys from `at` on that go up; those that go down are turned around. Rows come mostly in order, or the
 * last one first, or so from each CPU.
 */
static size_t turn_run(struct sort_key *keys, size_t at, size_t n)
{
	size_t end = at + 1;

	if (end == n || sort_compare(&keys[at], &keys[end]) <= 0) {
		while (end < n && sort_compare(&keys[end - 1], &keys[end]) <= 0)
			end++;
		return end;
	}
	while (end < n && sort_compare(&keys[end - 1], &keys[end]) > 0)
		end++;
	for (size_t low = at, high = end - 1; low < high; low++, high--) {
		const struct sort_key swap = keys[low];

		keys[low] = keys[high];
		keys[high] = swap;
	}
	return end;
}

/* Merges two sorted neighbours, from [0, middle) and from [middle, n). */
static void merge(struct sort_key *keys, struct sort_key *spare, size_t middle, size_t n)
{
	size_t left = 0, right = middle;

	if (sort_compare(&keys[middle - 1], &keys[middle]) <= 0)
		return;
	memcpy(spare, keys, middle * sizeof(*keys));
	for (size_t i = 0; left < middle; i++)
		if (right < n && sort_compare(&keys[right], &spare[left]) < 0)
			keys[i] = keys[right++];
		else
			keys[i] = spare[left++];
}

/* Runs wait on a stack, each more than twice as long as the one after it, so there are no more than bits in a size. */
int sort_keys(struct sort_list *list, struct sort_list *spare, size_t n)
{
	struct sort_key *keys = list->keys;
	size_t begin[8 * sizeof(size_t) + 2], runs = 0, end = n ? turn_run(keys, 0, n) : 0;

	begin[runs++] = 0;
	if (end < n && sort_list_reserve(spare, list->cap))
		return -ENOMEM;
	while (end < n) {
		begin[runs++] = end;
		end = turn_run(keys, end, n);
		for (; runs > 1; runs--) {
			const size_t at = begin[runs - 2], middle = begin[runs - 1] - at, last = end - begin[runs - 1];

			if (end < n && middle > 2 * last)
				break;
			merge(keys + at, spare->keys, middle, middle + last);
		}
	}
	return 0;
}

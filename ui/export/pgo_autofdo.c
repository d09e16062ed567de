/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * AutoFDO's text (google/autofdo, sample_reader.cc, TextSampleReaderWriter), for create_llvm_prof
 * and create_gcov with --profiler=text. Three lists, each after the number of its lines:
 *
 *   START-END:COUNT      what ran from START through the branch at END
 *   ADDRESS:COUNT        samples
 *   FROM->TO:COUNT       taken branches
 *
 * Numbers are hexadecimal, but counts decimal. An address is the offset in the file: the reader of
 * perf.data makes the same (address - start of the mapping + its offset), and symbol_map.h
 * get_static_vaddr() makes an address of it. Version 0.19 instead adds the address of the first
 * PT_LOAD, which is the same with GNU ld and wrong with lld, for perf.data too.
 */
#include "config.h"
#include "ui/export/pgo_autofdo.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

/* Lines, whose number stands before them. */
struct list {
	struct buffer lines;
	size_t n;
};

static void put_list(struct buffer *out, struct list *list)
{
	buffer_print(out, "%zu\n", list->n);
	if (list->n)
		buffer_put(out, list->lines.bytes, list->lines.n);
	out->broken |= list->lines.broken;
	buffer_done(&list->lines);
	list->n = 0;
}

static void put_ranges(struct list *list, const struct profile *profile, uint32_t object)
{
	for (size_t i = 0; i < profile->n_blocks; i++) {
		const struct profile_block *block = &profile->blocks[i];

		if (block->start.object != object || block->end.object != object)
			continue;
		buffer_print(&list->lines, "%" PRIx64 "-%" PRIx64 ":%" PRIu64 "\n",
			     block->start.offset, block->end.offset, block->executed);
		list->n++;
	}
}

static int compare_addresses(const void *a, const void *b)
{
	return place_compare((*(const struct profile_address *const *)a)->at,
			     (*(const struct profile_address *const *)b)->at);
}

/* Those of several processes together. 0 or -ENOMEM. */
static int put_addresses(struct list *list, const struct profile *profile, uint32_t object)
{
	const struct profile_address **sorted = calloc(profile->n_addresses + 1, sizeof(*sorted));
	size_t n = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < profile->n_addresses; i++)
		if (profile->addresses[i].at.object == object)
			sorted[n++] = &profile->addresses[i];
	qsort(sorted, n, sizeof(*sorted), compare_addresses);
	for (size_t i = 0, next; i < n; i = next) {
		uint64_t samples = 0;

		for (next = i; next < n && place_equal(sorted[next]->at, sorted[i]->at); next++)
			samples += sorted[next]->samples;
		buffer_print(&list->lines, "%" PRIx64 ":%" PRIu64 "\n", sorted[i]->at.offset, samples);
		list->n++;
	}
	free(sorted);
	return 0;
}

static void put_branches(struct list *list, const struct profile *profile, uint32_t object)
{
	for (size_t i = 0; i < profile->n_branches; i++) {
		const struct profile_branch *branch = &profile->branches[i];

		if (branch->from.object != object || branch->to.object != object)
			continue;
		buffer_print(&list->lines, "%" PRIx64 "->%" PRIx64 ":%" PRIu64 "\n",
			     branch->from.offset, branch->to.offset, branch->taken);
		list->n++;
	}
}

int pgo_put_autofdo(struct buffer *out, const struct profile *profile, uint32_t object,
		    size_t *branches, size_t *blocks)
{
	struct list list = { .n = 0 };
	int ret;

	put_ranges(&list, profile, object);
	*blocks = list.n;
	put_list(out, &list);
	ret = put_addresses(&list, profile, object);
	put_list(out, &list);
	put_branches(&list, profile, object);
	*branches = list.n;
	put_list(out, &list);
	return ret;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash table of labels and two lists of them, oldest first, in memory of fixed size; totals_parts.h. */
#include "config.h"
#include "model/totals/totals_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * Chains of its own: a pair_map cannot remove a label, and uthash would need 56 bytes a label for its handle, 336 KiB
 * of all, and allocate buckets. These have 8 bytes a label and 64 KiB of buckets, and never fail.
 */
#define BUCKETS 8192		/* a power of 2, not fewer than labels */
#define ALL (TOTALS_LABELS + LABELS_NEW)
#define LARGE 0x1p500		/* of a weight's unit: then all are made smaller */

/* Labels of one kind that are not in the top, by when they were seen. */
struct list {
	struct label *newest, *oldest;
};

struct labels {
	struct label *buckets[BUCKETS];
	struct label *unused;		/* that were used before */
	size_t n_used;			/* of `all`; the rest is memory that was never touched */
	struct list kept, fresh;
	size_t n_kept, n_fresh;		/* n_kept: with those of the top */
	uint64_t forgotten;
	double epoch_ns;		/* when a slot weighed 1 */
	struct label all[ALL];
};

struct labels *labels_new(void)
{
	return calloc(1, sizeof(struct labels));
}

void labels_free(struct labels *labels)
{
	free(labels);
}

const char *labels_cut(const char *text)
{
	size_t length = strlen(text);

	return length < TOTALS_LABEL_LEN ? text : text + length - (TOTALS_LABEL_LEN - 1);
}

static struct label **bucket_of(const struct labels *labels, uint64_t hash)
{
	/* The low bits of FNV-1a depend on few bits of the text. */
	return (struct label **)&labels->buckets[(hash ^ hash >> 32) % BUCKETS];
}

struct label *labels_find(const struct labels *labels, const char *text, uint64_t hash)
{
	struct label *label = *bucket_of(labels, hash);

	while (label && (label->hash != hash || strcmp(label->text, text) != 0))
		label = label->same_hash;
	return label;
}

static struct list *list_of(struct labels *labels, const struct label *label)
{
	return label->kept ? &labels->kept : &labels->fresh;
}

static void list_remove(struct list *list, struct label *label)
{
	if (label->newer)
		label->newer->older = label->older;
	else
		list->newest = label->older;
	if (label->older)
		label->older->newer = label->newer;
	else
		list->oldest = label->newer;
	label->newer = label->older = NULL;
}

static void list_append(struct list *list, struct label *label)
{
	label->newer = NULL;
	label->older = list->newest;
	if (list->newest)
		list->newest->newer = label;
	else
		list->oldest = label;
	list->newest = label;
}

void labels_see(struct labels *labels, struct label *label)
{
	struct list *list = list_of(labels, label);

	if (label->place != NOT_IN_TOP || list->newest == label)
		return;
	list_remove(list, label);
	list_append(list, label);
}

/* Forgets a label that is in a list. */
static void labels_forget(struct labels *labels, struct label *label)
{
	struct label **link = bucket_of(labels, label->hash);

	while (*link != label)
		link = &(*link)->same_hash;
	*link = label->same_hash;
	list_remove(list_of(labels, label), label);
	if (label->kept) {
		labels->n_kept--;
		labels->forgotten++;
	} else {
		labels->n_fresh--;
	}
	label->same_hash = labels->unused;
	labels->unused = label;
}

struct label *labels_add(struct labels *labels, const char *text, uint64_t hash)
{
	struct label **bucket = bucket_of(labels, hash);
	struct label *label;

	if (labels->n_fresh == LABELS_NEW)
		labels_forget(labels, labels->fresh.oldest);
	label = labels->unused ? labels->unused : &labels->all[labels->n_used++];
	labels->unused = labels->unused ? labels->unused->same_hash : NULL;
	*label = (struct label){ .hash = hash, .place = NOT_IN_TOP, .same_hash = *bucket };
	memcpy(label->text, text, strlen(text) + 1);
	*bucket = label;
	list_append(&labels->fresh, label);
	labels->n_fresh++;
	return label;
}

void labels_enter(struct labels *labels, struct label *label, int place)
{
	list_remove(list_of(labels, label), label);
	label->place = place;
	if (label->kept)
		return;
	label->kept = true;
	labels->n_fresh--;
	if (labels->n_kept++ == TOTALS_LABELS)
		labels_forget(labels, labels->kept.oldest);
}

void labels_leave(struct labels *labels, struct label *label)
{
	label->place = NOT_IN_TOP;
	list_append(&labels->kept, label);
}

uint64_t labels_known(const struct labels *labels)
{
	return labels->n_kept;
}

uint64_t labels_forgotten(const struct labels *labels)
{
	return labels->forgotten;
}

double labels_now(struct labels *labels, double now_ns)
{
	double unit = exp2((now_ns - labels->epoch_ns) / LABELS_HALF_NS);

	if (unit < LARGE)
		return unit;
	for (size_t i = 0; i < labels->n_used; i++)
		labels->all[i].weight /= unit;
	labels->epoch_ns = now_ns;
	return 1;
}

/* ---- those that contend ---- */

/* Puts an element into the heap of n at its top, from where it sinks. */
static void sink(struct contender *heap, size_t n, struct contender contender)
{
	size_t at = 0, child;

	while ((child = 2 * at + 1) < n) {
		if (child + 1 < n && heap[child + 1].weight < heap[child].weight)
			child++;
		if (!(heap[child].weight < contender.weight))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = contender;
}

void contenders_offer(struct contenders *contenders, const struct contender *contender)
{
	struct contender *heap = contenders->heap;
	size_t at = contenders->n;

	if (at == CONTENDERS) {
		if (contender->weight > heap[0].weight)
			sink(heap, CONTENDERS, *contender);
		return;
	}
	contenders->n++;
	for (; at && contender->weight < heap[(at - 1) / 2].weight; at = (at - 1) / 2)
		heap[at] = heap[(at - 1) / 2];
	heap[at] = *contender;
}

void contenders_sort(struct contenders *contenders)
{
	struct contender *heap = contenders->heap;

	for (size_t n = contenders->n; n > 1; n--) {
		struct contender lightest = heap[0];

		sink(heap, n - 1, heap[n - 1]);
		heap[n - 1] = lightest;
	}
}

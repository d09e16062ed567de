/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of totals.c: labels with counters of their own, and who may become one. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/totals/totals_view.h"

/*
 * labels.c: the labels that are known, each with its counters and its weight: TOTALS_LABELS that were in the
 * top at least once, and LABELS_NEW that were not, for their weight. When there is no room for one
 * more of a kind, the one that was not seen for longest is forgotten. All memory is allocated at
 * the start. Collector thread.
 */

#define LABELS_NEW 2048

#define NOT_IN_TOP (-1)

struct label {
	struct label *same_hash;	/* the next in its bucket, or of the free ones */
	struct label *newer, *older;	/* of its kind, by when they were seen; not in the top */
	uint64_t hash;
	double weight;			/* slots, old ones decayed; in the unit of labels_now() */
	double seen_ns;			/* counted time when it last had slots */
	int place;			/* in the top, or NOT_IN_TOP */
	bool kept;			/* was in the top: its counters are kept */
	struct total total;
	char text[TOTALS_LABEL_LEN];
};

struct labels;

struct labels *labels_new(void);	/* NULL without memory */
void labels_free(struct labels *labels);	/* NULL is fine */

/* The end of a text that is too long for a label. */
const char *labels_cut(const char *text);

/* The label with this text, which was cut; NULL: it is not known. */
struct label *labels_find(const struct labels *labels, const char *text, uint64_t hash);

/* A new one, which must not be known: it was never in the top. */
struct label *labels_add(struct labels *labels, const char *text, uint64_t hash);

/* It was seen now, so it is the last of its kind to be forgotten. */
void labels_see(struct labels *labels, struct label *label);

/* It enters the top at this place: its counters are kept from now on, at least until it leaves. */
void labels_enter(struct labels *labels, struct label *label, int place);
void labels_leave(struct labels *labels, struct label *label);

uint64_t labels_known(const struct labels *labels);	/* those whose counters are kept */
uint64_t labels_forgotten(const struct labels *labels);	/* whose counters were forgotten */

/*
 * Weights decay by half in LABELS_HALF_NS of counted time. Instead of making all old ones smaller,
 * those of now count more: what labels_now() returns for each slot. now_ns does not go back.
 */
#define LABELS_HALF_NS 60e9
double labels_now(struct labels *labels, double now_ns);

/*
 * The rows of an interval with the largest weight of those that are not in the top, found in one
 * pass over all rows. Collector thread.
 */

struct label;

#define CONTENDERS 128

struct contender {
	double weight;
	struct label *label;	/* NULL: not known yet */
	const char *text;
	uint64_t hash;
};

struct contenders {	/* zeroed: none */
	struct contender heap[CONTENDERS];	/* the lightest on top */
	size_t n;
};

/* Keeps it if it is one of the heaviest. */
void contenders_offer(struct contenders *contenders, const struct contender *contender);

/* Brings them into order, the heaviest first; after this none can be offered. */
void contenders_sort(struct contenders *contenders);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kinds of cores of a hybrid: each has a PMU and a group of its own, and one table of rows holds
 * both. A row's counts are those of all kinds together, and beside them what E-cores had of them
 * (EV_ATOM_*), so that each row can be taken apart again.
 */
#ifndef TDTOP_MODEL_KIND_H
#define TDTOP_MODEL_KIND_H

#include "model/counts.h"

enum core_kind {
	KIND_CORE,		/* P-cores; on all other machines the only kind */
	KIND_ATOM,		/* E-cores */
	KIND_LOWPOWER,		/* E-cores of the SoC tile, with a PMU of their own; counted as E-cores */
	KINDS
};

struct kind {
	const char *name;	/* in JSON; its PMU on a hybrid is "cpu_" and this */
	const char *title;	/* "P-cores" */
};

extern const struct kind core_kinds[KINDS];

/* The two sides that the counts of a row are taken apart into. */
static inline enum core_kind kind_side(enum core_kind kind)
{
	return kind == KIND_CORE ? KIND_CORE : KIND_ATOM;
}

/*
 * Of a hybrid's row the part that was counted on the P-cores (KIND_CORE) or on the E-cores
 * (KIND_ATOM), in the usual events, to be evaluated as any row. Nothing is present if it never ran there.
 * Instructions and cycles are not told apart.
 */
struct counts counts_of_kind(const struct counts *counts, enum core_kind side);

/* Share of the row's slots that E-cores had, 0..1; NAN without slots. 0 on machines of one kind. */
double counts_atom_share(const struct counts *counts);

#endif

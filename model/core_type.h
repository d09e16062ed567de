/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kinds of cores of a hybrid: each has a PMU and a group of its own, and one table of rows holds
 * both. A row's counts are those of all kinds together, and beside them what E-cores had of them
 * (EV_ATOM_*), so that each row can be taken apart again.
 */
#ifndef TDTOP_MODEL_CORE_TYPE_H
#define TDTOP_MODEL_CORE_TYPE_H

#include "model/counts.h"

enum core_type {
	TYPE_CORE,		/* P-cores; on all other machines the only kind */
	TYPE_ATOM,		/* E-cores */
	TYPE_LOWPOWER,		/* E-cores of the SoC tile, with a PMU of their own; counted as E-cores */
	CORE_TYPES
};

struct core_type_info {
	const char *name;	/* in JSON; its PMU on a hybrid is "cpu_" and this */
	const char *title;	/* "P-cores" */
};

extern const struct core_type_info core_types[CORE_TYPES];

/* The two sides that the counts of a row are taken apart into. */
static inline enum core_type core_type_side(enum core_type type)
{
	return type == TYPE_CORE ? TYPE_CORE : TYPE_ATOM;
}

/*
 * Of a hybrid's row the part that was counted on the P-cores (TYPE_CORE) or on the E-cores
 * (TYPE_ATOM), in the usual events, to be evaluated as any row. Nothing is present if it never ran there.
 * Instructions and cycles are not told apart.
 */
struct counts counts_of_core_type(const struct counts *counts, enum core_type side);

/* Share of the row's slots that E-cores had, 0..1; NAN without slots. 0 on machines of one kind. */
double counts_atom_share(const struct counts *counts);

#endif

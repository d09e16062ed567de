/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The core types of a hybrid machine. Each type has its own PMU and its own group of counters; one
 * table of rows holds them all. The counts of a row are those of all types together, and EV_ATOM_*
 * repeats the E-cores' part, so that each row can be split again.
 */
#pragma once

#include "model/counts.h"

enum core_type {
	TYPE_CORE,		/* P-cores; the only type on all other machines */
	TYPE_ATOM,		/* E-cores */
	TYPE_LOWPOWER,		/* E-cores of the SoC tile, with their own PMU; count as E-cores */
	CORE_TYPES
};

struct core_type_info {
	const char *name;	/* in JSON; on a hybrid the PMU is "cpu_" plus this */
	const char *title;	/* "P-cores" */
};

extern const struct core_type_info core_types[CORE_TYPES];

/* The side that a type counts for when a row is split: TYPE_CORE or TYPE_ATOM. */
static inline enum core_type core_type_side(enum core_type type)
{
	return type == TYPE_CORE ? TYPE_CORE : TYPE_ATOM;
}

/*
 * Returns the part of a hybrid's row that was counted on P-cores (TYPE_CORE) or E-cores
 * (TYPE_ATOM), in the usual events, so that it evaluates like any row. No event is present if the
 * row never ran on that side. Instructions and cycles are not split.
 */
struct counts counts_of_core_type(const struct counts *counts, enum core_type side);

/*
 * Share of the row's slots that E-cores counted, 0..1; 0 on a machine with one core type, NAN
 * without slots.
 */
double counts_atom_share(const struct counts *counts);

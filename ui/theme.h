/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Roles are what a cell means; the theme says how a meaning looks. One table. Nobody but term.c
 * turns this into terminal attributes.
 */
#ifndef TDTOP_UI_THEME_H
#define TDTOP_UI_THEME_H

#include <stdbool.h>
#include <stdint.h>

#include "model/metric.h"

enum role {
	ROLE_TEXT,
	ROLE_DIM,		/* there, but not worth a look: idle, too few slots, not counted */
	ROLE_LABEL,		/* names a value beside it */
	ROLE_TITLE,		/* the first line */
	ROLE_HEAD,		/* heads of columns */
	ROLE_SORTED,		/* the head of the column that orders the rows */
	ROLE_SCALED,		/* an extrapolated value */
	ROLE_RETIRING,		/* the four classes */
	ROLE_BAD_SPECULATION,
	ROLE_FRONTEND_BOUND,
	ROLE_BACKEND_BOUND,
	ROLE_NOTE,		/* what the reader must know about the numbers */
	ROLE_ALARM,		/* what makes the numbers wrong or incomplete */
	ROLE_KEY,		/* a key's name */
	ROLE_COUNT
};

enum theme_attribute {
	THEME_BOLD = 1,
	THEME_DIM = 2,
	THEME_REVERSE = 4,
	THEME_UNDERLINE = 8
};

struct theme_look {
	char letter;		/* for canvas_dump; lower case */
	int color;		/* of 256; -1: the terminal's own */
	int color8;		/* the same on a terminal of 8 colours */
	unsigned int attributes;	/* enum theme_attribute */
	unsigned int mono;	/* attributes when there are no colours */
};

extern const struct theme_look theme_looks[ROLE_COUNT];

/* The role of a node's class: that of its ancestor on level 1. */
enum role theme_metric_role(enum metric_id metric);

/* The glyph of a class in a bar: a pattern, or with ascii its letter. Level-1 nodes only. */
uint32_t theme_metric_glyph(enum metric_id metric, bool ascii);

#endif

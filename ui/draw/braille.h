/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What graphs are drawn with: braille, whose 2 x 4 dots make two columns of one cell; blocks of
 * eighths, for terminals without these glyphs; ASCII. The classes have textures of dots, as dense
 * as their patterns in bars. Constant data. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/metric.h"

#define BRAILLE_ROWS 4		/* of dots in a cell */

enum graphs_id {
	GRAPHS_BRAILLE,
	GRAPHS_BLOCKS,
	GRAPHS_ASCII,		/* replaces the others under --ascii; cannot be chosen */
	GRAPHS_COUNT
};

struct graphs {
	const char *name;	/* for --graphs */
	const char *help;	/* a few words */
	int values;		/* in the width of a cell */
};

extern const struct graphs graphs[GRAPHS_COUNT];

/* The name of a style for the table of options; NULL beyond the last that can be chosen. */
const char *graphs_name(int id);

/*
 * Has a terminal of this type ($TERM; NULL: none) no braille? The Linux console has blocks and
 * shades only, in its usual fonts.
 */
bool graphs_lack_braille(const char *terminal);

/*
 * The code point of one cell of a line graph with graphs[id].values values, from the left. Each is
 * 0..1 and has at least one dot; NAN has none.
 */
uint32_t graphs_spark(enum graphs_id id, const float *ratios);

/* Braille whose two columns are so many dots high (0 to BRAILLE_ROWS), from the bottom. */
uint32_t braille_columns(int left, int right);

/*
 * Braille of four rows of dots from the bottom, each in the texture of its class; M_NONE: blank.
 * Nodes of level 1 only.
 */
uint32_t braille_classes(const enum metric_id rows[BRAILLE_ROWS]);

/* SPDX-License-Identifier: GPL-2.0-only */
/* Graphs of dots, blocks and letters; see braille.h. UI thread. */
#include "config.h"
#include "ui/draw/braille.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "ui/draw/symbols.h"

#define BLANK 0x2800		/* braille without a dot */
#define LEFT 1U
#define RIGHT 2U
#define BOTH (LEFT | RIGHT)

const struct graphs graphs[GRAPHS_COUNT] = {
	[GRAPHS_BRAILLE] = { .name = "braille", .help = "dots, two columns in a cell",
			     .values = 2 },
	[GRAPHS_BLOCKS] = { .name = "blocks", .help = "for terminals without braille",
			    .values = 1 },
	[GRAPHS_ASCII] = { .name = "ascii", .help = "ASCII signs and letters only", .values = 1 },
};

/* The dots of each row from the bottom: U+2800 + bits, Unicode's chart "Braille Patterns". */
static const uint8_t left_dot[BRAILLE_ROWS] = { 0x40, 0x04, 0x02, 0x01 };
static const uint8_t right_dot[BRAILLE_ROWS] = { 0x80, 0x20, 0x10, 0x08 };

/* Odd and even rows; as dense as the patterns of bars[]: full, light, medium, dark. */
static const uint8_t textures[M_COUNT][2] = {
	[M_RETIRING] = { BOTH, BOTH },
	[M_BAD_SPECULATION] = { LEFT, LEFT },
	[M_FRONTEND_BOUND] = { LEFT, RIGHT },
	[M_BACKEND_BOUND] = { BOTH, LEFT },
};

const char *graphs_name(int id)
{
	return id >= 0 && id < GRAPHS_ASCII ? graphs[id].name : NULL;
}

bool graphs_lack_braille(const char *terminal)
{
	return terminal && (!strcmp(terminal, "linux") || !strncmp(terminal, "linux-", 6));
}

uint32_t braille_columns(int left, int right)
{
	uint32_t code = BLANK;

	for (int row = 0; row < BRAILLE_ROWS; row++)
		code |= (row < left ? left_dot[row] : 0U) | (row < right ? right_dot[row] : 0U);
	return code;
}

uint32_t braille_classes(const enum metric_id rows[BRAILLE_ROWS])
{
	uint32_t code = BLANK;

	for (int row = 0; row < BRAILLE_ROWS; row++) {
		unsigned int dots = rows[row] == M_NONE ? 0 : textures[rows[row]][row % 2];

		/* A class without a texture of its own: the right column. */
		if (rows[row] != M_NONE && !dots)
			dots = RIGHT;
		code |= (dots & LEFT ? left_dot[row] : 0U) | (dots & RIGHT ? right_dot[row] : 0U);
	}
	return code;
}

static int dots_of(double ratio)
{
	int dots;

	if (isnan(ratio))
		return 0;
	dots = 1 + (int)(ratio * BRAILLE_ROWS);
	return dots > BRAILLE_ROWS ? BRAILLE_ROWS : dots < 1 ? 1 : dots;
}

uint32_t graphs_spark(enum graphs_id id, const float *ratios)
{
	int left, right;

	if (id != GRAPHS_BRAILLE)
		return symbol_spark((double)ratios[0], id == GRAPHS_ASCII);
	left = dots_of((double)ratios[0]);
	right = dots_of((double)ratios[1]);
	return left || right ? braille_columns(left, right) : ' ';
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of signs; see symbols.h. UI thread. */
#include "config.h"
#include "ui/draw/symbols.h"

#include <math.h>

static const struct {
	const char *unicode, *ascii;
} table[SYMBOL_COUNT] = {
	[SYMBOL_DOT] = { " · ", " - " },
	[SYMBOL_WORST] = { "◀", "<" },
	[SYMBOL_GOOD] = { "✓", "+" },
	[SYMBOL_LARGEST_FIRST] = { "▼", "v" },
	[SYMBOL_SMALLEST_FIRST] = { "▲", "^" },
	[SYMBOL_LARGEST_RATIO_FIRST] = { "▽", "\\" },	/* values fall, */
	[SYMBOL_SMALLEST_RATIO_FIRST] = { "△", "/" },	/* or rise */
	[SYMBOL_COST_OF] = { "*", "*" },
	[SYMBOL_CUT] = { "…", "+" },
	[SYMBOL_CUT_BEFORE] = { "…", "<" },
	[SYMBOL_INTO] = { " › ", " > " },
	[SYMBOL_FOLDED] = { "▸", "+" },
	[SYMBOL_UNFOLDED] = { "▾", "-" },
	[SYMBOL_REGION] = { "▸", "+" },
	[SYMBOL_GAP] = { "┊", ":" },
	[SYMBOL_CHANGE] = { "◆", "!" },
	[SYMBOL_TAGGED] = { "*", "*" },
	[SYMBOL_FOLLOWED] = { "»", ">" },
	[SYMBOL_IDLE] = { "·", "." },
	[SYMBOL_RECORDING] = { "●", "*" },
	[SYMBOL_DONE] = { "█", "#" },
	[SYMBOL_TRUNK] = { "│  ", "|  " },
	[SYMBOL_NO_TRUNK] = { "   ", "   " },
	[SYMBOL_BRANCH] = { "├─ ", "|- " },
	[SYMBOL_BRANCH_LAST] = { "└─ ", "`- " },
};

const char *symbol(enum symbol which, bool ascii)
{
	return ascii ? table[which].ascii : table[which].unicode;
}

uint32_t symbol_spark(double ratio, bool ascii)
{
	static const char steps[] = "_.-:=+*#";
	int step;

	if (isnan(ratio))
		return ' ';
	step = (int)(ratio * 8);
	if (step > 7)
		step = 7;
	if (step < 0)
		step = 0;
	/* U+2581 to U+2588 are blocks of one to eight eighths. */
	return ascii ? (uint32_t)steps[step] : 0x2581 + (uint32_t)step;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Compares a text with what a column shows of it; see cut_text.h. UI thread. */
#include "config.h"
#include "ui/table/cut_text.h"

#include <string.h>

#include "ui/draw/format.h"
#include "ui/draw/symbols.h"

#define LEAST_CELLS 3		/* no text column is narrower than 4 cells with the sign */

/* The bytes of a text before the sign of a cut at its end; all if there is none. */
static size_t length_before_sign(const char *shown)
{
	size_t length = strlen(shown);

	for (int ascii = 0; ascii <= 1; ascii++) {
		const char *sign = symbol(SYMBOL_CUT, ascii);
		size_t n = strlen(sign);

		if (length > n && !strcmp(shown + length - n, sign))
			return length - n;
	}
	return length;
}

bool cut_text_is(const struct column *column, const char *text, const char *shown)
{
	size_t length = length_before_sign(shown);
	bool has_sign = shown[length];
	int cells = format_text_width(shown) - has_sign;

	if (strncmp(text, shown, length) != 0 || !text[length])
		return false;
	if (has_sign)
		return cells >= LEAST_CELLS;
	return !column->stretch && (cells == column->width || cells == column->width - 1);
}

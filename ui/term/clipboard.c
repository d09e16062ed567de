/* SPDX-License-Identifier: GPL-2.0-only */
/* The terminal's clipboard; see term_parts.h. Base64: RFC 4648, section 4. */
#include "config.h"
#include "ui/term/term_parts.h"

#include <stdint.h>
#include <string.h>

static void put_group(const unsigned char *from, size_t n, char to[4])
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = (uint32_t)from[0] << 16 | (n > 1 ? (uint32_t)from[1] << 8 : 0) |
			(n > 2 ? from[2] : 0);

	to[0] = digits[bits >> 18];
	to[1] = digits[bits >> 12 & 63];
	to[2] = '=';
	to[3] = '=';
	if (n > 1)
		to[2] = digits[bits >> 6 & 63];
	if (n > 2)
		to[3] = digits[bits & 63];
}

size_t clipboard_sequence(const char *text, char sequence[CLIPBOARD_SEQUENCE])
{
	static const char begin[] = "\033]52;c;";
	size_t n = strlen(text), used = sizeof(begin) - 1;

	if (!n || n > CLIPBOARD_TEXT)
		return 0;
	memcpy(sequence, begin, used);
	for (size_t i = 0; i < n; i += 3, used += 4)
		put_group((const unsigned char *)text + i, n - i, sequence + used);
	sequence[used++] = '\a';	/* ends it on every terminal, also on Linux' console */
	return used;
}

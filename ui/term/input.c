/* SPDX-License-Identifier: GPL-2.0-only */
/* A line of text that the user types; see input.h. UI thread. */
#include "config.h"
#include "ui/term/input.h"

#include <string.h>

#include "ui/draw/format.h"

/* UTF-8 of a code point below 0x110000; returns its length. */
static size_t encode(int code, char bytes[4])
{
	static const unsigned char heads[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
	size_t n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

	for (size_t i = n; i-- > 1; code >>= 6)
		bytes[i] = (char)(0x80 | (code & 0x3F));
	bytes[0] = (char)(heads[n] | code);
	return n;
}

bool input_add(char *text, size_t size, int code)
{
	size_t used = strlen(text), n;
	char bytes[4];

	if (code < 0 || code > 0x10FFFF || format_cell_width(code) < 1)
		return false;
	n = encode(code, bytes);
	if (used + n >= size)
		return false;
	memcpy(text + used, bytes, n);
	text[used + n] = '\0';
	return true;
}

bool input_remove(char *text)
{
	size_t n = strlen(text);

	if (!n)
		return false;
	while (--n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
		;
	text[n] = '\0';
	return true;
}

const char *input_tail(const char *text, int cells)
{
	size_t length;

	while (format_text_width(text) > cells) {
		(void)format_decode(text, &length);
		text += length;
	}
	return text;
}

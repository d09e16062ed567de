/* SPDX-License-Identifier: GPL-2.0-only */
/* Harmless texts; see code_text.h. */
#include "config.h"
#include "collect/code/code_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

/* Bytes of the UTF-8 character, which is in *code; 0: it is none (Unicode 15, table 3-7). */
static size_t decode(const unsigned char *text, size_t n, uint32_t *code)
{
	size_t length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2 :
		text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

	if (!length || length > n)
		return 0;
	*code = length == 1 ? text[0] : text[0] & (0xFFu >> (length + 1));
	for (size_t i = 1; i < length; i++) {
		if ((text[i] & 0xC0) != 0x80)
			return 0;
		*code = *code << 6 | (text[i] & 0x3Fu);
	}
	if (*code < least[length] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000))
		return 0;
	return length;
}

/* Marks of direction have no width, and turn what follows. */
static bool is_printable(uint32_t code)
{
	if (code < 0x80)
		return code >= 0x20 && code < 0x7F;
	return code >= 0xA0 && wcwidth((wchar_t)code) > 0;
}

void code_text(char *text, size_t size, const char *foreign, size_t n)
{
	const unsigned char *from = (const unsigned char *)foreign;
	size_t used = 0;

	for (size_t i = 0; i < n && from[i];) {
		uint32_t code = 0;
		size_t length = decode(from + i, n - i, &code);
		bool keep = length && is_printable(code);
		size_t take = keep ? length : code == '\t' ? 8 - used % 8 : 1;

		if (used + take >= size)
			break;
		if (keep)
			memcpy(text + used, from + i, take);
		else
			memset(text + used, code == '\t' ? ' ' : '?', take);
		used += take;
		i += length ? length : 1;
	}
	text[used] = '\0';
}

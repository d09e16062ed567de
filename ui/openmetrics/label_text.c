/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Any bytes as values of labels; see exposition_parts.h. That different names stay different: a name
 * without U+FFFD in its text is its text; from one with U+FFFD and the bytes behind it the name can
 * be told again.
 */
#include "config.h"
#include "ui/openmetrics/exposition_parts.h"

#include <stdbool.h>
#include <string.h>

#include "ui/draw/format.h"

#define REPLACEMENT "\xEF\xBF\xBD"
#define EMPTY "(none)"

struct pen {
	char *text;
	size_t size, n;
};

/* All of it, or nothing: half a character or half an escape would break the line. */
static void label_text_put(struct pen *pen, const char *bytes, size_t n)
{
	if (pen->n + n >= pen->size)
		return;
	memcpy(pen->text + pen->n, bytes, n);
	pen->n += n;
}

/* Broken UTF-8, a control character of the two sets, or U+FFFD itself. */
static bool is_replaced(int code)
{
	return code < 0 || (code < 0x20 && code != '\n') || (code >= 0x7F && code < 0xA0) ||
	       code == 0xFFFD;
}

/* " (e9 07)": the bytes of all characters that were replaced. */
static void put_replaced(struct pen *pen, const char *name)
{
	static const char digits[] = "0123456789abcdef";
	const char *before = " (";
	size_t length;

	for (int code = format_decode(name, &length); length; code = format_decode(name, &length)) {
		for (size_t i = 0; is_replaced(code) && i < length; i++) {
			unsigned char byte = (unsigned char)name[i];

			label_text_put(pen, before, strlen(before));
			label_text_put(pen, &digits[byte >> 4], 1);
			label_text_put(pen, &digits[byte & 0xF], 1);
			before = i + 1 < length ? "" : " ";
		}
		name += length;
	}
	label_text_put(pen, ")", 1);
}

size_t label_text(char *text, size_t size, const char *name)
{
	struct pen pen = { .text = text, .size = size };
	const char *at = *name ? name : EMPTY;
	bool replaced = false;
	size_t length;

	for (int code = format_decode(at, &length); length; code = format_decode(at, &length)) {
		if (code == '\n')
			label_text_put(&pen, "\\n", 2);
		else if (code == '\\')
			label_text_put(&pen, "\\\\", 2);
		else if (code == '"')
			label_text_put(&pen, "\\\"", 2);
		else if (is_replaced(code))
			label_text_put(&pen, REPLACEMENT, strlen(REPLACEMENT));
		else
			label_text_put(&pen, at, length);
		replaced = replaced || is_replaced(code);
		at += length;
	}
	if (replaced)
		put_replaced(&pen, name);
	text[pen.n] = '\0';
	return pen.n;
}

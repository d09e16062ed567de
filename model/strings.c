/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash of counted texts; see strings.h. */
#include "config.h"
#include "model/strings.h"

#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash leaves the element out; without this it calls exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct string {
	UT_hash_handle hh;
	size_t refs, length;
	char string[];
};

struct string *string_get(struct string *text)
{
	if (text)
		text->refs++;
	return text;
}

struct string *strings_get(struct strings *texts, const char *string, struct string *likely)
{
	size_t length = strlen(string);
	struct string *text = likely;

	if (!length)
		return NULL;
	if (text && text->length == length && !memcmp(text->string, string, length))
		return string_get(text);
	HASH_FIND(hh, texts->by_text, string, length, text);
	if (text)
		return string_get(text);
	text = calloc(1, sizeof(*text) + length + 1);
	if (!text)
		return NULL;
	text->refs = 1;
	text->length = length;
	memcpy(text->string, string, length);
	HASH_ADD_KEYPTR(hh, texts->by_text, text->string, length, text);
	if (!text->hh.tbl) {
		free(text);
		return NULL;
	}
	texts->bytes += sizeof(*text) + length;
	return text;
}

void strings_put(struct strings *texts, struct string *text)
{
	if (!text || --text->refs)
		return;
	texts->bytes -= sizeof(*text) + text->length;
	HASH_DEL(texts->by_text, text);
	free(text);
}

const char *string_text(const struct string *text)
{
	return text ? text->string : "";
}

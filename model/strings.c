/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash table of reference-counted strings; see strings.h. */
#include "config.h"
#include "model/strings.h"

#include <stdlib.h>
#include <string.h>

/* A failed allocation inside uthash then leaves the element out instead of calling exit(). */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct string {
	UT_hash_handle hh;
	size_t refs, length;
	uint64_t round;
	uint32_t mark;		/* in this round */
	char text[];
};

struct string *string_get(struct string *string)
{
	if (string)
		string->refs++;
	return string;
}

struct string *strings_get(struct strings *strings, const char *text, struct string *likely)
{
	size_t length = strlen(text);
	struct string *string = likely;

	if (!length)
		return NULL;
	if (string && string->length == length && !memcmp(string->text, text, length))
		return string_get(string);
	HASH_FIND(hh, strings->by_text, text, length, string);
	if (string)
		return string_get(string);
	string = calloc(1, sizeof(*string) + length + 1);
	if (!string)
		return NULL;
	string->refs = 1;
	string->length = length;
	memcpy(string->text, text, length);
	HASH_ADD_KEYPTR(hh, strings->by_text, string->text, length, string);
	if (!string->hh.tbl) {
		free(string);
		return NULL;
	}
	strings->bytes += sizeof(*string) + length;
	return string;
}

uint32_t *string_mark(struct string *string, uint64_t round)
{
	if (string->round != round) {
		string->round = round;
		string->mark = 0;
	}
	return &string->mark;
}

void strings_put(struct strings *strings, struct string *string)
{
	if (!string || --string->refs)
		return;
	strings->bytes -= sizeof(*string) + string->length;
	HASH_DEL(strings->by_text, string);
	free(string);
}

const char *string_text(const struct string *string)
{
	return string ? string->text : "";
}

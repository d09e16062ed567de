/* SPDX-License-Identifier: GPL-2.0-only */
/* Names by number; see region_names.h. */
#include "config.h"
#include "collect/region/region_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/region/region_note.h"

#define NAMES_MAX 65536

struct region_name {
	char text[REGION_NAME_LEN];
	uint32_t next;		/* in the bucket; 0: none */
};

static uint32_t bucket_of(const char *text)
{
	uint32_t hash = 2166136261U;	/* FNV-1a */

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 16777619U;
	return hash % REGION_NAME_BUCKETS;
}

uint32_t region_names_id(struct region_names *names, const char *text)
{
	char cut[REGION_NAME_LEN];
	uint32_t *first;

	(void)snprintf(cut, sizeof(cut), "%s", text);
	first = &names->first[bucket_of(cut)];
	for (uint32_t id = *first; id; id = names->name[id - 1].next)
		if (!strcmp(names->name[id - 1].text, cut))
			return id;
	if (names->n == NAMES_MAX)
		return NAMES_MAX;
	if (names->n == names->cap) {
		const uint32_t cap = names->cap ? 2 * names->cap : 64;
		struct region_name *more = realloc(names->name, cap * sizeof(*more));

		if (!more)
			return 0;
		names->name = more;
		names->cap = cap;
	}
	/* A hostile program makes them up. */
	if (names->n == NAMES_MAX - 1)
		(void)snprintf(cut, sizeof(cut), "(more names)");
	memcpy(names->name[names->n].text, cut, sizeof(cut));
	names->name[names->n].next = *first;
	*first = ++names->n;
	return *first;
}

const char *region_names_text(const struct region_names *names, uint32_t id)
{
	return id && id <= names->n ? names->name[id - 1].text : "";
}

void region_names_free(struct region_names *names)
{
	free(names->name);
	*names = (struct region_names){ .n = 0 };
}

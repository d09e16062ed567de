/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts that many things have in common, each kept once: command lines, users, cgroups. A store belongs to one
 * thread. A text is held by a pointer, NULL for "", as often as it was taken or shared.
 */
#ifndef TDTOP_MODEL_STRINGS_H
#define TDTOP_MODEL_STRINGS_H

#include <stddef.h>

struct text;

/* Zeroed: empty. */
struct strings {
	struct text *by_text;	/* a hash */
	size_t bytes;		/* of all texts */
};

/*
 * Takes hold of a text. `likely` is one that may well be the same, or NULL: it saves a look-up. NULL for
 * "" and without memory.
 */
struct text *strings_get(struct strings *texts, const char *string, struct text *likely);

/* One more that holds it. Returns it. */
struct text *string_get(struct text *text);

/* Lets go of it; the last one frees it. */
void strings_put(struct strings *texts, struct text *text);

/* Its characters, "" for NULL; valid as long as it is held. */
const char *text_string(const struct text *text);

#endif

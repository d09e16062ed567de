/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts that many things have in common, each kept once: command lines, users, cgroups. A store belongs to one
 * thread. A text is held by a pointer, NULL for "", as often as it was taken or shared.
 */
#ifndef TDTOP_MODEL_STRINGS_H
#define TDTOP_MODEL_STRINGS_H

#include <stddef.h>

struct string;

/* Zeroed: empty. */
struct strings {
	struct string *by_text;	/* a hash */
	size_t bytes;		/* of all texts */
};

/*
 * Takes hold of a text. `likely` is one that may well be the same, or NULL: it saves a look-up. NULL for
 * "" and without memory.
 */
struct string *strings_get(struct strings *strings, const char *text, struct string *likely);

/* One more that holds it. Returns it. */
struct string *string_get(struct string *string);

/* Lets go of it; the last one frees it. */
void strings_put(struct strings *strings, struct string *string);

/* Its characters, "" for NULL; valid as long as it is held. */
const char *string_text(const struct string *string);

#endif

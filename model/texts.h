/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Texts that many things have in common, each kept once: command lines, users, cgroups. A store belongs to one
 * thread. A text is held by a pointer, NULL for "", as often as it was taken or shared.
 */
#ifndef TDTOP_MODEL_TEXTS_H
#define TDTOP_MODEL_TEXTS_H

#include <stddef.h>

struct text;

/* Zeroed: empty. */
struct texts {
	struct text *by_text;	/* a hash */
	size_t bytes;		/* of all texts */
};

/*
 * Takes hold of a text. `likely` is one that may well be the same, or NULL: it saves a look-up. NULL for
 * "" and without memory.
 */
struct text *texts_take(struct texts *texts, const char *string, struct text *likely);

/* One more that holds it. Returns it. */
struct text *text_share(struct text *text);

/* Lets go of it; the last one frees it. */
void texts_give(struct texts *texts, struct text *text);

/* Its characters, "" for NULL; valid as long as it is held. */
const char *text_string(const struct text *text);

#endif

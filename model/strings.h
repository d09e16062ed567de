/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A pool of shared strings, each kept once: command lines, users, cgroups. Strings are counted by
 * reference; NULL stands for "". A pool belongs to one thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct string;

/* Zeroed: empty. */
struct strings {
	struct string *by_text;	/* a hash table */
	size_t bytes;		/* of all strings */
};

/*
 * Returns the string with this text, with a new reference; the caller puts it back. `likely` may be
 * a string that is probably the same, or NULL: it saves a look-up. NULL for "" and without memory.
 */
struct string *strings_get(struct strings *strings, const char *text, struct string *likely);

/* Takes another reference. Returns the string; NULL is fine. */
struct string *string_get(struct string *string);

/*
 * A number that its user keeps beside a string, not NULL, for one round: 0 at first in each. Rounds
 * are above 0, and one pool has one user of them.
 */
uint32_t *string_mark(struct string *string, uint64_t round);

/* Drops a reference; the last one frees the string. NULL is fine. */
void strings_put(struct strings *strings, struct string *string);

/* The characters, "" for NULL; valid as long as the caller holds a reference. */
const char *string_text(const struct string *string);

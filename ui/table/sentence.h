/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The bottleneck of the machine in plain words: "Memory: 25.7 % of all slots wait for loads or
 * stores = stream_c 10.1 + memcached 4.6 + rest 11.0. D: why". The numbers add up, and are those of
 * COST. For the head of the screen, -b and JSON. UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/snapshot/bottleneck.h"
#include "model/verdict/change_watch.h"

#define SENTENCE_TEXT 512
#define SENTENCE_WHOLE 1000	/* a width in which every sentence fits */

/*
 * Prints the longest form that fits into `width` cells; a shorter one leaves out what the slots do
 * first, then names. key: it ends with the key that tells more. Numbers are those of the snapshot.
 * The text is harmless, and "" before anything is counted. Returns how many bytes at its beginning
 * are the subject ("Memory").
 */
size_t sentence_print(const struct snapshot *snapshot, const struct bottleneck *bottleneck,
		      int width, bool key, char text[SENTENCE_TEXT]);

/*
 * What limits one row, in the words of LIMITED BY: "memory", "fetch latency", "none: good",
 * "several", "too short". "" where it is not known. A constant.
 */
const char *sentence_limit(const struct snapshot *snapshot, const struct row *row);

/* The same of values that are of no row; of UNKNOWN "". */
const char *sentence_of_limit(const struct limit *limit);

/*
 * ---- change points ----
 *
 * In plain words: "14:03:07 ± 5 s: memory bound of the machine 31 → 46 %; stream_c (2311) began, 24 % of
 * the slots". For the screen, --changes and its JSON. Any thread.
 */

#define CHANGE_TEXT 512

enum change_words {
	CHANGE_ASCII = 1,	/* "+-" and "->" */
	CHANGE_BRIEF = 2	/* "14:03:07 ± 5 s: memory bound 31 → 46 %; stream_c began" */
};

/* Prints the sentence, harmless. words: bits of enum change_words. */
void change_sentence_print(const struct change *change, unsigned int words, char text[CHANGE_TEXT]);

/* The cause's word in JSON: "began"; NULL: no command explains it. A constant. */
const char *change_cause_word(enum change_cause cause);

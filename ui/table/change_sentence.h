/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A change point in plain words: "14:03:07 ± 5 s: memory bound of the machine 31 → 46 %; stream_c
 * (2311) began, 24 % of the slots". For the screen, --changes and its JSON. Any thread.
 */
#pragma once

#include "model/verdict/change_watch.h"

#define CHANGE_TEXT 512

enum change_words {
	CHANGE_ASCII = 1,	/* "+-" and "->" */
	CHANGE_BRIEF = 2	/* "14:03:07 ± 5 s: memory bound 31 → 46 %; stream_c began" */
};

/* Prints the sentence, harmless. words: bits of enum change_words. */
void change_sentence_print(const struct change *change, unsigned int words, char text[CHANGE_TEXT]);

/* The cause's word in JSON: "began"; NULL: no command explains it. A constant. */
const char *change_cause_word(enum change_cause cause);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a reader of a profile must know of its numbers: what was dropped and why, what triggered the
 * samples and what that biases, what the CPU does not tell. Sentences for the screen and for
 * output; no state.
 */
#pragma once

#include <stddef.h>

#include "model/profile/profile.h"

/* What the numbers are about. Bits. */
enum profile_note_of {
	NOTES_OF_SAMPLES = 1 << 0,	/* functions, call stacks */
	NOTES_OF_BRANCHES = 1 << 1,	/* branches, blocks, paths */
	NOTES_OF_CALLS = 1 << 2		/* call stacks */
};

#define PROFILE_NOTE 400		/* bytes of a sentence, with its NUL */

/*
 * Sentence number i (from 0) of the ones that hold for this profile; false: there are no more. Not
 * a full stop at the end. The name of the event is foreign text, and was made harmless.
 */
bool profile_note(const struct profile *profile, unsigned int of, size_t i,
		  char text[PROFILE_NOTE]);

/* "cycles:u · 3,732 samples, one in 400,009 · 3,732 stacks of 32 · user mode · bias 2.1 %". */
void profile_headline(const struct profile *profile, char text[PROFILE_NOTE]);

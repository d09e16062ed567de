/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a reader of a profile must know of its numbers: what was dropped and why, what triggered the
 * samples and what that biases, what the CPU does not tell. Sentences for the screen and for
 * output; no state.
 */
#pragma once

#include <stddef.h>

#include "model/machine.h"
#include "model/profile/profile_exchange.h"

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

/* What the numbers of live samples rest on: whose code was sampled, how much of it, what it cost. */

/* "process", "machine": as JSON calls it; "nothing". */
const char *sampling_scope_name(enum live_scope scope);

/*
 * "sampled live: pid 2311 · 12 of 340 threads, 97 % of its slots · own cost 0.3 % of a CPU · 12
 * lost · SIMULATED: why". Parts that are not known are left out. machine: of the request.
 */
void sampling_headline(const struct live_request *request, const struct machine *machine,
		       const struct live_state *state, char text[PROFILE_NOTE]);

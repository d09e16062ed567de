/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Key E of the code views: the profile on the screen is written to a file, in a format that one
 * more key chooses. Another thread writes. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

struct code_export_format {
	int key;
	const char *word;	/* "bolt" */
	bool branches;		/* needs branch stacks; else call stacks */
};

extern const struct code_export_format code_export_formats[CODE_EXPORTS];

/* Asks for the format. False: there is no profile, or one is being written. */
bool code_export_open(struct code_screen *code);

/* The key that chooses it; any other key ends the question. */
void code_export_key(struct code_screen *code, int key);

/* Has a file been written? Then `code->said` has a sentence, and true is returned. */
bool code_export_take(struct code_screen *code);

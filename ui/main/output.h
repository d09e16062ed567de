/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a terminal or a pipe gets: the characters that it knows, and all that is printed at once.
 * Main thread.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "model/err.h"

/* A stream that writes to fd, which stays open. NULL with a sentence: no memory. */
FILE *output_open(int fd, struct err *err);

/*
 * Writes what is left; the stream can be used further. 0, also if a reader has stopped reading (as
 * "head -1" does), or a negative errno with a sentence.
 */
int output_finish(FILE *out, struct err *err);

/*
 * The characters of the user's terminal: UTF-8 or not. Main thread, before all others. Takes
 * LC_CTYPE from the environment. Not LC_NUMERIC: a decimal comma has no place in CSV and in --delay
 * 0.5. In a static binary any locale whose name says UTF-8 is the one that is inside, and all
 * others are ASCII: the machine's files are not read, which may be of another C library.
 */
void locale_begin(void);

/*
 * ---- "reading recording 1 of 2: 37 %" ----
 *
 * On standard error while something takes long; nothing unless that is a terminal.
 */

struct progress_line {
	const char *what;	/* "reading recording" */
	int number, of;		/* of: 1: not counted */
	bool shown;
	double shown_at;	/* seconds; first: the start. 0: stderr is no terminal */
};

struct progress_line progress_line_begin(const char *what, int number, int of);

/* Shows how much is done, 0..1 (else nothing), at most four times a second. */
void progress_line_show(struct progress_line *line, double part);

/* Erases the line before anything else is printed. */
void progress_line_end(const struct progress_line *line);

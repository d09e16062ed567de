/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "reading recording 1 of 2: 37 %" on standard error while something takes long; nothing unless
 * that is a terminal. Main thread.
 */
#pragma once

#include <stdbool.h>

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

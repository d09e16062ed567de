/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Standard output, for all that is printed at once: by which error its first write failed is known
 * at the end, when errno has long been another. Main thread; there can be one at a time.
 */
#ifndef TDTOP_UI_MAIN_OUTPUT_H
#define TDTOP_UI_MAIN_OUTPUT_H

#include <stdio.h>

#include "model/err.h"

/* A stream that writes to fd, which stays open. NULL with a sentence: no memory. */
FILE *output_open(int fd, struct err *err);

/*
 * Writes what is left; the stream can be used further. 0, also if a reader has stopped reading (as
 * "head -1" does), or a negative errno with a sentence.
 */
int output_finish(FILE *out, struct err *err);

#endif

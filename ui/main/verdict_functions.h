/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions as rows of a verdict: what a recording has of each name, in pieces of equal time. Its samples
 * are read twice: once for its events and names, and once for all pieces. Main thread.
 */
#pragma once

#include "model/err.h"
#include "ui/options/option_table.h"
#include "ui/table/changes.h"

/*
 * Adds the values of the terms to the rows of the functions, which are made: of a share the samples, of a
 * class the slots. What shares are of is added to the row `all`. Events: options->event, else TopDown
 * where it was sampled, else the one with the most branch stacks. *began: when the first sample was
 * taken, seconds since the machine started. 0, or a negative errno with a sentence; *warning says why
 * the recording is not complete, or names are in doubt.
 */
int verdict_functions_read(const char *path, const struct options *options, const struct changes *changes,
			   struct pieces *pieces, struct pieces_row *all, double *began, struct err *warning,
			   struct err *err);

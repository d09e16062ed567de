/* SPDX-License-Identifier: GPL-2.0-only */
/* A profile as one line of JSON, kind "profile" of schema tdtop/1. Main thread. */
#pragma once

#include <stdio.h>

#include "ui/profile/profile_rows.h"

/*
 * Prints the line: the head, and a list for each part that is asked for (null if the event cannot
 * have it). It is written in pieces: a large profile does not stand in memory twice. 0 or -ENOMEM;
 * then the line is not complete.
 */
int profile_print_json(const struct profile_rows *rows, FILE *out);

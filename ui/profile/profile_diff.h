/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What changed between two profiles, as text, CSV or JSON: "tdtop diff --functions", "--branches".
 * Waits for names. Main thread.
 */
#pragma once

#include <stdio.h>

#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "model/side.h"
#include "ui/profile/profile_rows.h"

struct profile_diff_config {
	struct profile_config common;	/* parts: functions or branches, or of text and JSON both;
					 * without a file */
	const char *file[SIDES];
	const char *warning[SIDES];	/* why a recording is not complete; NULL or "" */
};

/*
 * Waits for the names, or lines too, of all places of a profile: they decide what is the same in two of
 * them. 0 or -ENOMEM.
 */
int profile_diff_wait(const struct profile *profile, const struct code_names *names, bool lines);

/* Prints what changed. 0 or -ENOMEM; the caller checks ferror(out). */
int profile_diff_print(const struct profile_diff_config *config,
		       const struct profile *const of[SIDES],
		       const struct code_names *const names[SIDES], FILE *out);

/*
 * Can tables of these parts be sorted and filtered so, and have such columns (NULL: the usual ones)? 0, or -EINVAL
 * with a sentence. Each takes the filter and the columns, one of them the column to sort by.
 */
int diff_check(unsigned int parts, const struct row_choice *choice, const char *list, struct err *err);

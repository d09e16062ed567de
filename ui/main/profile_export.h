/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What of a recording's samples is written for other programs: --pgo FILE, and --stacks with
 * --stacks-format. Reads without a thread. Like main.c it includes collect and ui. Main thread.
 */
#ifndef TDTOP_UI_MAIN_PROFILE_EXPORT_H
#define TDTOP_UI_MAIN_PROFILE_EXPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "model/err.h"
#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/options/option_table.h"

/* Is that what the options ask for? */
bool profile_export_wanted(const struct options *options);

/*
 * Writes this profile, live or of options->replay, as the options say: the file of --pgo, or stacks to out.
 * Waits for names. *note: what was written and which command reads it, or "". Any thread. 0, or a
 * negative errno with a sentence.
 */
int profile_export_put(const struct options *options, const struct profile *profile,
		       const struct code_names *names, FILE *out, struct err *note, struct err *err);

/*
 * Writes the file of --pgo, or stacks to out. *note: what was written and which command reads it,
 * or "". *warning: the recording is not complete, or "". 0, or a negative errno with a sentence.
 */
int profile_export_run(const struct options *options, FILE *out, struct err *note,
		       struct err *warning, struct err *err);

#endif

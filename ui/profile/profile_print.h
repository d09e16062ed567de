/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A profile as text, CSV or JSON: --functions, --branches, --blocks, --stacks, --hot-paths. Waits
 * for the names of what it prints. Main thread.
 */
#pragma once

#include <stdio.h>

#include "model/profile/code_names.h"
#include "model/profile/profile.h"
#include "ui/profile/profile_rows.h"

/* What of a part is in a profile: PROFILE_... bits that have something to print. */
unsigned int profile_parts(const struct profile *profile);

/* The header line of CSV; of other formats nothing. Before the first profile. */
void profile_print_header(const struct profile_config *config, FILE *out);

/* Prints one profile. 0 or -ENOMEM; the caller checks ferror(out). */
int profile_print(const struct profile_config *config, const struct profile *profile,
		  const struct code_names *names, FILE *out);

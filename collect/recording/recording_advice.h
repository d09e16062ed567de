/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What to do with a recording that has no TopDown in it: a sentence that names what it has, and the
 * command that records what is missing on the CPU it comes from. Main thread.
 */
#pragma once

#include "collect/recording/recording_features.h"
#include "model/err.h"

/*
 * Returns -EINVAL with the sentence. name: the path of the recording, or RECORDING_FROM_STDIN.
 * family: as cpu_match_listed() found it, NULL: none.
 */
int recording_advice(const struct recording *recording, const char *name,
		     const struct family *family, struct err *err);

/*
 * What it has, as half a sentence: "has cycles with branch stacks, recorded on ... (x86_64)". Safe
 * for a terminal.
 */
void recording_advice_contents(const struct recording *recording, char *text, size_t size);

#define RECORDING_FROM_STDIN "standard input"

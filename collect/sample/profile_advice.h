/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What to do with a recording that has no samples of code, or no branch stacks. A sentence says
 * what it has, and a command records what is missing on the CPU it comes from. Pure. Any thread.
 */
#pragma once

#include "collect/recording/recording_features.h"
#include "model/err.h"
#include "model/profile/profile_exchange.h"

/* 0; or -EINVAL with a sentence, if no event can have samples of code. */
int profile_advice_of_attrs(const struct recording *recording, const char *name, struct err *err);

/* -ENODATA with a sentence: there are events, but no samples of code. */
int profile_advice_of_samples(const struct recording *recording, const char *name, struct err *err);

/* Sets the trouble of the news if no event of them has branch stacks; else "". */
void profile_advice_of_branches(const struct recording *recording, const char *name,
				struct profile_news *news);

/*
 * -ENOENT with a sentence: the recording has no TopDown of functions; the command that records it on the CPU
 * it comes from, or that none is known.
 */
int profile_advice_of_topdown(const struct recording *recording, const char *name, struct err *err);

/*
 * The command that records branch stacks on the CPU of the recording, as half a sentence: "record
 * them with 'perf record ...'"; or why there are none on it.
 */
void profile_advice_command(const struct recording *recording, char *text, size_t size);

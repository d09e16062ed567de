/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples of a thread, written to the stream. */
#pragma once

#include "tests/truth/plugin_thread.h"

/* n of these events happened in the code that the thread runs: takes the samples that are due. */
void samples_due(struct thread *thread, const struct recording *recording,
		 enum stream_event event, uint64_t n);

/* Parses "taken:4001:32:any" (event, period, depth, mode). False: it is something else. */
bool samples_parse(const char *text, struct stream_sampler *sampler);

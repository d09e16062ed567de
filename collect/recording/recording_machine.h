/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine on which a recording was made: whether its TopDown can be shown, its family and its
 * CPUs. Called once, on the main thread, when a recording is opened.
 */
#pragma once

#include "collect/recording/recording_features.h"
#include "model/err.h"
#include "model/machine.h"

/*
 * Matches the events with the family's table (recording_events_match()) and fills family, levels,
 * CPUs and host of the machine. `name` is the recording's, for messages. 0, or a negative errno
 * with a message that says what to record. The caller frees the machine's memory with
 * topology_done(), also on errors.
 */
int recording_machine(struct recording *recording, const char *name, struct machine *machine,
		      struct err *err);

/* The family of the recording's CPU: by its name, its model, else by its events. Never NULL. */
const struct family *recording_family(const struct recording *recording);

/*
 * What to do with a recording that has no TopDown in it: a sentence that names what it has, and the
 * command that records what is missing on the CPU it comes from. Main thread.
 */

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

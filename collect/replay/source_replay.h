/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The replay source: a recording in place of a machine. Its clock is the recording's, and it ends
 * the intervals itself.
 */
#pragma once

#include <stdint.h>

#include "collect/recording/recording_copy.h"
#include "collect/slice/source.h"

/*
 * Opens a perf.data file, or with "-" the stream on standard input, and reads as far as is
 * necessary to know the machine (waits for a pipe). interval_ns is the length of intervals; 0:
 * those of tdtop's own recording, otherwise seconds. What comes through a pipe goes to the copy,
 * too (borrowed; NULL: to none). 0 and *out, which the caller closes by its ops; or a negative
 * errno with a message. Main thread.
 */
int source_replay_open(const char *path, uint64_t interval_ns, struct recording_copy *copy, struct source **out,
		       struct err *err);

/*
 * A recording of a command or of processes has all tasks, and only those pass that were shown while it was recorded.
 * After this call all do. Before the first interval.
 */
void source_replay_show_all(struct source *source);

/* Were some processes watched while it was recorded? NULL, as of a recording of samples alone: no. */
bool source_replay_is_watched(const struct source *source);

struct replay_nodes;

/*
 * What the recording of this source says of opened nodes; borrowed. NULL, with a sentence: nothing.
 * A stream may say more later.
 */
struct replay_nodes *source_replay_nodes(struct source *source, struct err *err);

/* Are there regions in the recording? 0; -ENOENT with a sentence: no. In a stream they may come. */
int source_replay_has_regions(struct source *source, struct err *err);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The replay source: a recording in place of a machine. Its time is the recording's, and it ends the
 * intervals itself.
 */
#ifndef TDTOP_COLLECT_SOURCE_REPLAY_H
#define TDTOP_COLLECT_SOURCE_REPLAY_H

#include "collect/slice/source.h"

/*
 * Opens a perf.data file, or with "-" the stream on standard input, and reads as far as is needed to
 * know the machine (a pipe: waits for it). interval_ns: cuts the recording into intervals of this length;
 * 0: into those of tdtop's own recording, else into seconds. 0 and *out, or a negative errno with a sentence.
 * Main thread.
 */
int source_replay_open(const char *path, uint64_t interval_ns, struct source **out, struct err *err);

#endif

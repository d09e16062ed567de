/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Who counts opened nodes of a recording: yields what was counted while it was made, with the same
 * values. A request chooses among the nodes that were open then; it cannot open more. Opened by main,
 * then used by the collector thread.
 */
#pragma once

#include "collect/slice/node_counter.h"
#include "collect/slice/source.h"
#include "model/err.h"
#include "model/tree/tree_requests.h"

/*
 * source: a replay (source_replay.h), which must outlive the counter. 0 and *out; -ENOENT with a
 * sentence: nothing below level 2 was recorded, or the trees of its CPUs are not known.
 */
int replay_counter_new(struct source *source, struct tree_requests *requests, struct node_counter **out,
		       struct err *err);

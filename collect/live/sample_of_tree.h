/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The event of a node below level 2 as a choice to sample with: made when it is requested, because a
 * tree has more of them than there are choices. Pure; collector thread.
 */
#pragma once

#include "collect/live/sample_choice.h"
#include "model/tree/tree.h"

/*
 * Makes a choice of the event of a node below level 2, which is sampled like cycles are, without a
 * trial. 0; or -ENOENT: the node has no event, or this machine samples no such events.
 */
int sample_choice_of_tree(const struct sample_choices *choices, const struct tree *tree,
			  enum core_type type, int node, struct sample_choice *choice);

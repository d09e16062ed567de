/* SPDX-License-Identifier: GPL-2.0-only */
/* What the views call stacks and hot paths have made of a profile. UI thread. */
#ifndef TDTOP_UI_STATE_CODE_PARTS_H
#define TDTOP_UI_STATE_CODE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/call_tree.h"
#include "model/profile/code_names.h"
#include "ui/code/calls.h"
#include "ui/code/instructions.h"
#include "ui/code/paths.h"
#include "ui/draw/flame_graph.h"

/* Call stacks: a tree of functions, of which some are folded. */
struct code_stack_rows {
	struct call_tree *tree;		/* NULL: there is none yet */
	uint32_t root;			/* node that is zoomed; 0: all */
	bool gone;			/* the zoomed one is not in this profile */
	uint64_t *paths;		/* of each node: a hash of its functions from the root on */
	uint32_t *listed;		/* nodes that are not folded away, in their order */
	size_t n;
	bool *unfolded;			/* of nodes above listed ones */
	struct call_look look;		/* what the rows are in */
	uint64_t *toggled;		/* paths that the user folded or unfolded */
	size_t n_toggled, cap_toggled;
	enum call_direction direction;
	bool flame;			/* as a flame graph */
	struct flame_graph graph;	/* as drawn last */
	int scroll;			/* lines above it */
};

/* Hot paths: loops and paths, and the blocks of the one that is unfolded. */
struct code_path_rows {
	struct paths *found;	/* NULL: there are none yet */
	struct path_row *rows;
	size_t n, cap;
	struct code_row_id unfolded;
	bool unfolds;
};

#endif

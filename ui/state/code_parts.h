/* SPDX-License-Identifier: GPL-2.0-only */
/* What the views call stacks, hot paths and one block have made of a profile. UI thread. */
#ifndef TDTOP_UI_STATE_CODE_PARTS_H
#define TDTOP_UI_STATE_CODE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/call_tree.h"
#include "model/profile/code_names.h"
#include "model/profile/share.h"
#include "ui/code/paths.h"
#include "ui/draw/flame_graph.h"

/* Call stacks: a tree of functions, of which some are folded. */
struct code_stack_rows {
	struct call_tree *tree;		/* NULL: there is none yet */
	uint32_t root;			/* node that is zoomed; 0: all */
	bool gone;			/* the zoomed one is not in this profile */
	uint64_t *paths;		/* of each node: a hash of its functions from the root on */
	struct weighed all;		/* call stacks of the profile */
	uint32_t *listed;		/* nodes that are not folded away, in their order */
	size_t n;
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

/* One block: its instructions. */
struct code_instruction_row {
	struct code_instruction code;
	bool known;		/* else only the address, because it was sampled */
	uint64_t samples;
	struct weighed of;
};

struct code_instruction_rows {
	struct code_instruction_row *rows;
	size_t n, cap;
	struct weighed all;
	enum code_state state;		/* of the disassembly */
	const struct profile_block *block;	/* NULL: not in this profile */
};

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of the code views; see views.h. UI thread.
 *
 * A new code view is a value of enum code_view_id, a row here, a struct code_kind in ui/code/ for its
 * rows, and a row in ui/keys/keys_code.c for its key. By which event it is made live: needs in
 * code_live.c. A picture has a function in ui/screen/view_code.c.
 */
#include "config.h"
#include "ui/code_views/views.h"

#include "ui/code/kinds.h"

/* clang-format off */
const struct code_view code_views[CODE_VIEWS] = {
	[CODE_FUNCTIONS] = {
		.name = "functions",
		.kind = &function_rows, .adds_up = true,
		.make = code_functions_make, .nothing = code_functions_nothing, .done = code_functions_done },
	[CODE_BRANCHES] = {
		.name = "branches",
		.kind = &branch_rows, .adds_up = true,
		.make = code_branches_make, .fold = code_branches_fold,
		.nothing = code_branches_nothing, .done = code_branches_done },
	[CODE_BLOCKS] = {
		.name = "blocks", .below = true,
		.kind = &block_rows, .adds_up = true,
		.make = code_blocks_make, .count = code_blocks_count, .row = code_blocks_row,
		.nothing = code_blocks_nothing,
		.done = code_blocks_done },
	[CODE_BLOCK] = {
		.name = "code", .below = true,
		.kind = &instruction_rows, .adds_up = true,
		.sort = CODE_INSTRUCTION_ADDRESS, .make = code_block_make,
		.remark = code_block_remark,
		.nothing = code_block_nothing, .done = code_block_done },
	[CODE_PATHS] = {
		.name = "hot paths",
		.kind = &path_rows,
		.make = code_paths_make, .fold = code_paths_fold,
		.nothing = code_paths_nothing, .done = code_paths_done },
	[CODE_STACKS] = {
		.name = "call stacks",
		.kind = &call_rows,
		.make = code_stacks_make, .count = code_stacks_count, .row = code_stacks_row, .id = code_stacks_id,
		.enter = code_stacks_enter, .fold = code_stacks_fold, .key = code_stacks_key,
		.pictured = code_stacks_pictured, .remark = code_stacks_remark,
		.nothing = code_stacks_nothing, .done = code_stacks_done },
	[CODE_NODES] = {
		.name = "nodes", .below = true,
		.kind = &function_node_rows,
		.make = code_nodes_make, .note = code_nodes_note,
		.nothing = code_nodes_nothing },
};
/* clang-format on */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The table of the code views; see code_views.h. UI thread. */
#include "config.h"
#include "ui/state/code_views.h"

#include "ui/state/code_block.h"
#include "ui/state/code_blocks.h"
#include "ui/state/code_branches.h"
#include "ui/state/code_functions.h"
#include "ui/state/code_paths.h"
#include "ui/state/code_stacks.h"

/* Each view's columns are counted where they are: the table needs constants. */
/* clang-format off */
const struct code_view code_views[CODE_VIEWS] = {
	[CODE_FUNCTIONS] = {
		.name = "functions", .rows = "functions",
		.columns = code_function_columns, .n_columns = &code_function_columns_n,
		.make = code_functions_make, .count = code_functions_count,
		.id = code_functions_id, .row = code_functions_row, .enter = code_functions_enter,
		.nothing = code_functions_nothing, .done = code_functions_done },
	[CODE_BRANCHES] = {
		.name = "branches", .rows = "branches",
		.columns = code_branch_columns, .n_columns = &code_branch_columns_n,
		.make = code_branches_make, .count = code_branches_count,
		.id = code_branches_id, .row = code_branches_row, .enter = code_branches_enter,
		.fold = code_branches_fold,
		.nothing = code_branches_nothing, .done = code_branches_done },
	[CODE_BLOCKS] = {
		.name = "blocks", .rows = "blocks", .below = true,
		.columns = code_block_columns, .n_columns = &code_block_columns_n,
		.make = code_blocks_make, .count = code_blocks_count, .id = code_blocks_id,
		.row = code_blocks_row,
		.enter = code_blocks_enter, .nothing = code_blocks_nothing,
		.done = code_blocks_done },
	[CODE_BLOCK] = {
		.name = "code", .rows = "instructions", .below = true,
		.columns = code_instruction_columns, .n_columns = &code_instruction_columns_n,
		.sort = CODE_INSTRUCTION_ADDRESS, .make = code_block_make,
		.count = code_block_count, .id = code_block_id, .remark = code_block_remark,
		.nothing = code_block_nothing, .done = code_block_done },
	[CODE_PATHS] = {
		.name = "hot paths", .rows = "paths",
		.columns = code_path_columns, .n_columns = &code_path_columns_n,
		.make = code_paths_make, .count = code_paths_count, .id = code_paths_id,
		.enter = code_paths_enter, .fold = code_paths_fold,
		.nothing = code_paths_nothing, .done = code_paths_done },
	[CODE_STACKS] = {
		.name = "call stacks", .rows = "frames",
		.columns = code_stack_columns, .n_columns = &code_stack_columns_n,
		.make = code_stacks_make, .count = code_stacks_count, .id = code_stacks_id,
		.enter = code_stacks_enter, .fold = code_stacks_fold, .key = code_stacks_key,
		.pictured = code_stacks_pictured, .remark = code_stacks_remark,
		.nothing = code_stacks_nothing, .done = code_stacks_done },
};
/* clang-format on */

/* SPDX-License-Identifier: GPL-2.0-only */
/* How the tables of collect/demo/demo_program.h are written; included by those who write them. */
#ifndef TDTOP_COLLECT_DEMO_DEMO_CODE_TABLE_H
#define TDTOP_COLLECT_DEMO_DEMO_CODE_TABLE_H

#include "collect/demo/demo_program.h"

/* clang-format off */
/* What ends a block. IF: taken in so many of 1000 executions, and mispredicted in so many. */
#define IF(to, of_1000, wrong) .kind = BRANCH_CONDITIONAL, .jump = { to }, .n_targets = 1, \
	.taken = (of_1000), .missed = (wrong)
#define GOTO(to) .kind = BRANCH_JUMP, .jump = { to }, .n_targets = 1
#define SWITCH(a, b, c, of_1000, wrong) .kind = BRANCH_INDIRECT_JUMP, .jump = { a, b, c }, \
	.n_targets = 3, .taken = (of_1000), .missed = (wrong)
#define CALL(name) .kind = BRANCH_CALL, .call = { name }, .n_targets = 1
#define CALL_ANY(a, b, of_1000, wrong) .kind = BRANCH_INDIRECT_CALL, .call = { a, b }, \
	.n_targets = 2, .taken = (of_1000), .missed = (wrong)
#define RETURN .kind = BRANCH_RETURN
#define THEN .kind = BRANCH_NONE
/* Cycles of a block; or of so many of 1000 executions more. */
#define TAKES(usual) .cycles = (usual)
#define TAKES_OR(usual, rarely, of_1000) .cycles = (usual), .slow = (rarely), .slow_part = (of_1000)

#define FUNCTION(object, name, file, blocks) \
	{ object, name, file, blocks, sizeof(blocks) / sizeof((blocks)[0]) }
#define PROGRAM(functions) { functions, sizeof(functions) / sizeof((functions)[0]) }
/* clang-format on */

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What code of the simulated machine is made of: blocks, with what ends each of them and how long it
 * takes; functions of blocks, programs of functions. The tables of demo_code_*.c are written so.
 * Constant data, any thread.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "model/profile/profile.h"

#define DEMO_TARGETS 3

/* What runs up to a branch, or up to a place that another branch goes to. */
struct demo_block {
	uint32_t line;
	const char *source;	/* the text of this line; NULL: not known */
	/*
	 * Instructions, one a line; '*' before the one that waits for data. The last one is the
	 * branch, without its target.
	 */
	const char *code;
	enum branch_kind kind;	/* BRANCH_NONE: the next block follows */
	/* Blocks of this function, or names of functions; of an indirect one several. */
	uint8_t jump[DEMO_TARGETS];
	const char *call[DEMO_TARGETS];
	uint8_t n_targets;
	uint16_t taken;		/* per mille; of an indirect branch: of its first target */
	uint16_t missed;	/* per mille of the executions: mispredicted */
	uint16_t cycles;	/* usually */
	uint16_t slow;		/* cycles, where the data come from far away: */
	uint16_t slow_part;	/* per mille of the executions */
};

enum demo_object {
	DEMO_STREAM,
	DEMO_PYTHON,
	DEMO_TREES,
	DEMO_GZIP,
	DEMO_POSTGRES,
	DEMO_LIBC,
	DEMO_JIT,
	DEMO_JVM,
	DEMO_MEMCACHED,
	DEMO_X264,
	DEMO_CC1PLUS,
	DEMO_OBJECTS
};

struct demo_function {
	enum demo_object object;
	const char *name, *file;	/* file "": lines are not known */
	const struct demo_block *blocks;
	size_t n;
};

struct demo_program {
	const struct demo_function *functions;
	size_t n;
};

/* Functions are in the order of their objects. */
extern const struct demo_program demo_code_loops, demo_code_postgres, demo_code_java,
	demo_code_more;

/* How these tables are written. */

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

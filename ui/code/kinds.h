/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of rows (rows.h), each in a file of this folder, and what a row of each is. Constant data, any thread. */
#pragma once

#include "model/metric.h"
#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "model/profile/paths.h"
#include "model/profile/profile.h"
#include "model/self_regions.h"
#include "model/tree/opened.h"
#include "model/tree/tree.h"
#include "ui/code/rows.h"
#include "ui/draw/graphs.h"

/* Of struct profile_function, profile_branch, profile_block. */
extern const struct code_kind function_rows, branch_rows, block_rows;

/* ---- frames of call stacks, struct call_node ---- */

/* Of frames on the screen and in comparisons: the tree that they are in. Other printed ones are of the profile. */
struct call_look {
	const struct call_node *nodes;
	struct weighed all;		/* call stacks of the profile */
	uint32_t top;			/* depth of the outermost one listed */
	bool callers;			/* below a frame is what calls it */
	const bool *unfolded;		/* of each node: is listed what is below it? */
	const char *filter;		/* not "": nothing is folded */
};

extern const struct code_kind call_rows;

/* The share of a frame of all call stacks, with everything below or by itself. */
struct estimate call_share(const struct rows_of *of, const struct call_node *call, bool self);

/*
 * The node that limits it with all that it calls, by which a flame graph colours it; retiring, if nothing does. M_NONE:
 * several, or too few samples to tell.
 */
enum metric_id call_node_of_colour(const struct call_node *call);

/* Its function, harmless: "hash_probe"; of older frames that were lost: "...". */
void call_name(const struct rows_of *of, const struct call_node *call, char *text, size_t size);

/*
 * The names of its callers and its own, from the outermost on: "main;parse;hash_probe"; "...;" where there is no room
 * for all. of->in: the tree.
 */
void call_path(const struct rows_of *of, const struct call_node *call, char *text, size_t size);

/* ---- instructions, struct code_instruction_row ---- */

struct code_instruction_row {
	struct code_instruction code;
	bool known;		/* else only the address, because it was sampled */
	uint64_t samples;
	struct weighed of;
};

/* Those of a block or function; rows_of.in. */
struct code_instruction_rows {
	struct code_instruction_row *rows;
	size_t n, cap;
	struct weighed all;
	enum code_state state;		/* of the disassembly */
	const struct profile_block *block;	/* NULL: not in this profile */
};

#define CODE_INSTRUCTION_ADDRESS 2	/* the column that orders them at first */

extern const struct code_kind instruction_rows;

/* ---- hot paths and loops, struct path_row ---- */

/* A loop, a path, or a block of a path. Belongs to the paths and the profile. */
struct path_row {
	const struct paths *found;
	const struct hot_loop *loop;	/* NULL: it is none; with a path: an iteration is this path */
	const struct hot_path *path;	/* NULL: a loop alone */
	const struct profile_block *first, *last;	/* of the path; NULL: of a loop alone */
	double follows;		/* of a block: how often it comes after the one before; NAN */
	bool is_block;		/* of the path: first and last are this one */
	bool unfolded;		/* the path's blocks stand below it */
};

/* On the screen loops and paths together; JSON has the blocks of a path, too; loops alone. */
extern const struct code_kind path_rows, path_block_rows, loop_rows;

/* Of indices; LOOP_NONE: none. Not both are. */
struct path_row path_row_of(const struct profile *profile, const struct paths *found, uint32_t loop,
			    uint32_t path);

/* Block i of a path, which has path->n of them. */
struct path_row path_row_block(const struct profile *profile, const struct path_row *row, uint32_t i);

/* ---- nodes of TopDown of one function, and its hottest lines ---- */

struct function_node {
	const struct estimate *classes;	/* of the function, by metric; borrowed */
	enum metric_id node;
	const struct function_line *line;	/* a line of the function in place of a node; NULL */
};

extern const struct code_kind function_node_rows;

/* A row of this node, or line, for the cursor. */
struct code_row_id function_node_id(enum metric_id node);

/* ---- rows that are of no profile ---- */

/* Regions that a program has counted itself, struct self_region; rows_of.in are its self_regions. */
extern const struct code_kind self_region_rows;

/* A node that is opened, or a parent of one; on the screen each line of a tree. */
struct opened_line {
	const struct tree *tree;
	enum core_type type;		/* whose tree it is */
	const struct tree_node *node, *parent;	/* parent NULL: it is of level 1 */
	struct opened_node value;	/* of a parent that is not counted: that of the row */
	/* On the screen only: */
	const char *title;		/* with the core type, if there are several */
	enum metric_id colour;		/* the node of metrics[] that it is, or is below */
	int indent;			/* cells before its name; its sign stands in the two before it */
	bool can_open, open, worst;	/* worst: on the worst path */
	bool awaited, impossible;	/* no value has come yet; more than all, or than its class has */
	float difference_points;	/* to the baseline; NAN: not known */
	char difference[16];		/* the same in words; "": it has none */
	bool differs;			/* by much */
};

/* What those of the screen are in: the cells that their longest texts need. */
struct opened_look {
	enum bars_id bars;
	int title, sample_with;
};
#define OPENED_NAME_LEAST 18		/* cells of a name */

extern const struct code_kind opened_node_rows;

/* "~44.0", "·", "-": a percentage on the screen; "…": it is awaited. */
void opened_line_value(const struct rows_of *of, const struct opened_line *line, char text[16]);

/* Is it good if the node is over its threshold? */
bool opened_line_is_good(const struct opened_line *line);

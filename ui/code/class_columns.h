/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * TopDown of a row of a profile, a function or a frame: what limits it, and the columns of its classes.
 * `classes` are class_estimates(), by metric; NULL: it has none. Pure; any thread.
 */
#pragma once

#include "model/profile/class_samples.h"
#include "model/snapshot/bottleneck.h"
#include "ui/code/rows.h"

/* Are there classes? Columns of them are wanted then. */
bool row_has_classes(const struct rows_of *of);

/* As of a row of counts, for a bar. */
struct values class_values(const struct estimate *classes);

/*
 * What limits it, as of a row of counts; but a node is named only if it is over its threshold, and larger than those
 * beside it, by more than twice the errors. UNKNOWN: too few samples to tell.
 */
struct limit class_limit(const struct estimate *classes);

/* The node that limits it; M_NONE: none, or not known. Is it this one, or on the way to it? */
enum metric_id class_limited_node(const struct estimate *classes);
bool class_is_limited_by(const struct estimate *classes, enum metric_id node);

/* The slug of the node, or words; and a cell of it. */
void class_limit_text(const struct estimate *classes, char text[CODE_ROW_TEXT]);
void class_limit_cell(const struct rows_of *of, const struct estimate *classes, struct code_cell *cell);

/* Define what CLASS_COLUMNS() and CLASS_OWN() of this name read; of(row) are its classes. */
#define CLASS_OWN_READERS(name, of)								\
	static struct estimate name##_class(const void *row, enum metric_id node)		\
	{											\
		return class_shown(of(row), node, NULL);					\
	}											\
	static bool name##_limits(const void *row, enum metric_id node)				\
	{											\
		return class_is_limited_by(of(row), node);					\
	}											\
	static void name##_limit_text(const struct rows_of *all, const void *row, char text[CODE_ROW_TEXT]) \
	{											\
		(void)all;									\
		class_limit_text(of(row), text);						\
	}											\
	static void name##_limit_cell(const struct rows_of *all, const void *row, struct code_cell *cell) \
	{											\
		class_limit_cell(all, of(row), cell);						\
	}
#define CLASS_READERS(name, of)									\
	CLASS_OWN_READERS(name, of)								\
	static struct values name##_values(const void *row)					\
	{											\
		return class_values(of(row));							\
	}

/* clang-format off */
#define CLASS_NODE(name, place_, metric, is_wanted) \
	.place = (place_), .unit = VALUE_PERCENT, \
	.wanted = (is_wanted), .of_node = name##_class, .node = (metric), .limits = name##_limits
#define CLASS_LEVEL1(name, place_, metric, its_priority, of_both, its_help) \
	{ CLASS_NODE(name, place_, metric, row_has_classes), .width = 10, .printed = 6, .error = 4, \
	  .priority = (its_priority), .compared = true, .of_compared = (of_both), .help = its_help }
#define CLASS_LEVEL2(name, place_, metric, its_priority, its_help) \
	{ CLASS_NODE(name, place_, metric, row_has_classes), .printed = 6, .error = 4, \
	  .priority = (its_priority), .help = its_help }

/*
 * The columns of a row that is called so ("function"): at level 2 nodes stand there in place of their class.
 * Their places as fields are the 15 from `first`. "tdtop diff" has the classes of level 1.
 */
#define CLASS_COLUMNS(name, first, called) \
	CLASS_LEVEL1(name, (first), M_RETIRING, 90, COMPARED_RETIRING, \
		     "of the " called "'s slots, those that retired; \"·\": too few samples, the error is over " \
		     "5 points"), \
	CLASS_LEVEL2(name, (first) + 4, M_LIGHT_OPERATIONS, 82, \
		     "light operations of the " called), \
	CLASS_LEVEL2(name, (first) + 5, M_HEAVY_OPERATIONS, 81, \
		     "heavy operations of the " called), \
	CLASS_LEVEL1(name, (first) + 1, M_BAD_SPECULATION, 89, \
		     COMPARED_BAD_SPECULATION, "bad speculation of the " called), \
	CLASS_LEVEL2(name, (first) + 6, M_BRANCH_MISPREDICTS, 86, \
		     "mispredicted branches of the " called), \
	CLASS_LEVEL2(name, (first) + 7, M_MACHINE_CLEARS, 80, \
		     "machine clears of the " called), \
	CLASS_LEVEL1(name, (first) + 2, M_FRONTEND_BOUND, 88, \
		     COMPARED_FRONTEND_BOUND, "frontend bound, of the " called), \
	CLASS_LEVEL2(name, (first) + 8, M_FETCH_LATENCY, 87, \
		     "fetch latency of the " called), \
	CLASS_LEVEL2(name, (first) + 9, M_FETCH_BANDWIDTH, 85, \
		     "fetch bandwidth of the " called), \
	CLASS_LEVEL1(name, (first) + 3, M_BACKEND_BOUND, 91, \
		     COMPARED_BACKEND_BOUND, "backend bound, of the " called), \
	CLASS_LEVEL2(name, (first) + 10, M_MEMORY_BOUND, 89, \
		     "memory bound, of the " called), \
	CLASS_LEVEL2(name, (first) + 11, M_CORE_BOUND, 88, \
		     "core bound, of the " called), \
	CLASS_LEVEL2(name, (first) + 12, M_RESOURCE_BOUND, 84, \
		     "resource bound, of the " called), \
	CLASS_LEVEL2(name, (first) + 13, M_SMT_CONTENTION, 83, \
		     "slots of the " called " that the other thread of the core had"), \
	{ .title = "LIMITED BY", .field = "limited_by", .place = (first) + 14, \
	  .text = name##_limit_text, .cell = name##_limit_cell, .wanted = row_has_classes, .width = 15, \
	  .priority = 45, .left = true, .ascending = true, \
	  .help = "the node that most slots of the " called " are lost in, if it is the largest beyond its error; " \
		  "\"·\": too few samples to tell" }, \
	{ .title = "TOPDOWN", .values = name##_values, .wanted = row_has_classes, .width = 12, .roomy = 4, \
	  .priority = 35, .left = true, .help = "the four classes as one bar, in the order of the columns" }

#define CLASS_SELF(name, head, place_, metric, is_wanted) \
	{ .title = (head), CLASS_NODE(name, place_, metric, is_wanted), .group = "self", .priority = 60, \
	  .help = "of the frame's own slots, without what it calls" }

/* Its own classes, if those above are with all that it calls: .group "self", columns that are chosen only. */
#define CLASS_OWN(name, first, is_wanted) \
	CLASS_SELF(name, "OWN RET", (first), M_RETIRING, is_wanted), \
	CLASS_SELF(name, "OWN BAD", (first) + 1, M_BAD_SPECULATION, is_wanted), \
	CLASS_SELF(name, "OWN FE", (first) + 2, M_FRONTEND_BOUND, is_wanted), \
	CLASS_SELF(name, "OWN BE", (first) + 3, M_BACKEND_BOUND, is_wanted), \
	CLASS_SELF(name, "OWN LIGHT", (first) + 4, M_LIGHT_OPERATIONS, is_wanted), \
	CLASS_SELF(name, "OWN HEAVY", (first) + 5, M_HEAVY_OPERATIONS, is_wanted), \
	CLASS_SELF(name, "OWN MISP", (first) + 6, M_BRANCH_MISPREDICTS, is_wanted), \
	CLASS_SELF(name, "OWN CLEARS", (first) + 7, M_MACHINE_CLEARS, is_wanted), \
	CLASS_SELF(name, "OWN LAT", (first) + 8, M_FETCH_LATENCY, is_wanted), \
	CLASS_SELF(name, "OWN BW", (first) + 9, M_FETCH_BANDWIDTH, is_wanted), \
	CLASS_SELF(name, "OWN MEM", (first) + 10, M_MEMORY_BOUND, is_wanted), \
	CLASS_SELF(name, "OWN CORE", (first) + 11, M_CORE_BOUND, is_wanted), \
	CLASS_SELF(name, "OWN RESRC", (first) + 12, M_RESOURCE_BOUND, is_wanted), \
	CLASS_SELF(name, "OWN SMT", (first) + 13, M_SMT_CONTENTION, is_wanted), \
	{ .title = "ITSELF", .group = "self", .field = "limited_by", .place = (first) + 14, \
	  .text = name##_limit_text, .cell = name##_limit_cell, .wanted = (is_wanted), .width = 15, \
	  .priority = 34, .left = true, .ascending = true, \
	  .help = "what limits the frame itself, without what it calls" }
/* clang-format on */

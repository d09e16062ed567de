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
#define CLASS_NODE(name, group_, head, slug, place_, metric, is_wanted) \
	.title = (head), .group = (group_), .field = (slug), .place = (place_), .unit = VALUE_PERCENT, \
	.wanted = (is_wanted), .of_node = name##_class, .node = (metric), .limits = name##_limits

/*
 * The columns of a row that is called so ("function"): at level 2 nodes stand there in place of their class.
 * Their places as fields are the 15 from `first`. more: of the classes of level 1.
 */
#define CLASS_COLUMNS(name, group_, first, called, ...) \
	{ CLASS_NODE(name, group_, "RET", "tma_retiring", (first), M_RETIRING, row_has_classes), .width = 10, .priority = 90, \
	  .of_compared = COMPARED_RETIRING, .printed = 6, .error = 4, __VA_ARGS__, \
	  .help = "of the " called "'s slots, those that retired; \"·\": too few samples, the error is over 5 points" }, \
	LEVEL2(name, group_, "LIGHT", "tma_light_operations", (first) + 4, M_LIGHT_OPERATIONS, 82, \
	       "light operations of the " called), \
	LEVEL2(name, group_, "HEAVY", "tma_heavy_operations", (first) + 5, M_HEAVY_OPERATIONS, 81, \
	       "heavy operations of the " called), \
	{ CLASS_NODE(name, group_, "BAD", "tma_bad_speculation", (first) + 1, M_BAD_SPECULATION, row_has_classes), .width = 10, \
	  .priority = 89, .of_compared = COMPARED_BAD_SPECULATION, .printed = 6, .error = 4, __VA_ARGS__, \
	  .help = "bad speculation of the " called }, \
	LEVEL2(name, group_, "MISP", "tma_branch_mispredicts", (first) + 6, M_BRANCH_MISPREDICTS, 86, \
	       "mispredicted branches of the " called), \
	LEVEL2(name, group_, "CLEARS", "tma_machine_clears", (first) + 7, M_MACHINE_CLEARS, 80, \
	       "machine clears of the " called), \
	{ CLASS_NODE(name, group_, "FE", "tma_frontend_bound", (first) + 2, M_FRONTEND_BOUND, row_has_classes), .width = 10, \
	  .priority = 88, .of_compared = COMPARED_FRONTEND_BOUND, .printed = 6, .error = 4, __VA_ARGS__, \
	  .help = "frontend bound, of the " called }, \
	LEVEL2(name, group_, "LAT", "tma_fetch_latency", (first) + 8, M_FETCH_LATENCY, 87, \
	       "fetch latency of the " called), \
	LEVEL2(name, group_, "BW", "tma_fetch_bandwidth", (first) + 9, M_FETCH_BANDWIDTH, 85, \
	       "fetch bandwidth of the " called), \
	{ CLASS_NODE(name, group_, "BE", "tma_backend_bound", (first) + 3, M_BACKEND_BOUND, row_has_classes), .width = 10, \
	  .priority = 91, .of_compared = COMPARED_BACKEND_BOUND, .printed = 6, .error = 4, __VA_ARGS__, \
	  .help = "backend bound, of the " called }, \
	LEVEL2(name, group_, "MEM", "tma_memory_bound", (first) + 10, M_MEMORY_BOUND, 89, \
	       "memory bound, of the " called), \
	LEVEL2(name, group_, "CORE", "tma_core_bound", (first) + 11, M_CORE_BOUND, 88, \
	       "core bound, of the " called), \
	LEVEL2(name, group_, "RESRC", "tma_resource_bound", (first) + 12, M_RESOURCE_BOUND, 84, \
	       "resource bound, of the " called), \
	LEVEL2(name, group_, "SMT", "tma_smt_contention", (first) + 13, M_SMT_CONTENTION, 83, \
	       "slots of the " called " that the other thread of the core had"), \
	{ .title = "LIMITED BY", .group = (group_), .field = "limited_by", .place = (first) + 14, \
	  .text = name##_limit_text, .cell = name##_limit_cell, .wanted = row_has_classes, .width = 15, \
	  .priority = 45, .left = true, .ascending = true, \
	  .help = "the node that most slots of the " called " are lost in, if it is the largest beyond its error; " \
		  "\"·\": too few samples to tell" }, \
	{ .title = "TOPDOWN", .values = name##_values, .wanted = row_has_classes, .width = 12, .roomy = 4, \
	  .priority = 35, .left = true, .help = "the four classes as one bar, in the order of the columns" }

/* Its own classes, if those above are with all that it calls: .group "self", columns that are chosen only. */
#define CLASS_OWN(name, first, is_wanted) \
	OWN(name, "OWN RET", "tma_retiring", (first), M_RETIRING, is_wanted), \
	OWN(name, "OWN BAD", "tma_bad_speculation", (first) + 1, M_BAD_SPECULATION, is_wanted), \
	OWN(name, "OWN FE", "tma_frontend_bound", (first) + 2, M_FRONTEND_BOUND, is_wanted), \
	OWN(name, "OWN BE", "tma_backend_bound", (first) + 3, M_BACKEND_BOUND, is_wanted), \
	OWN(name, "OWN LIGHT", "tma_light_operations", (first) + 4, M_LIGHT_OPERATIONS, is_wanted), \
	OWN(name, "OWN HEAVY", "tma_heavy_operations", (first) + 5, M_HEAVY_OPERATIONS, is_wanted), \
	OWN(name, "OWN MISP", "tma_branch_mispredicts", (first) + 6, M_BRANCH_MISPREDICTS, is_wanted), \
	OWN(name, "OWN CLEARS", "tma_machine_clears", (first) + 7, M_MACHINE_CLEARS, is_wanted), \
	OWN(name, "OWN LAT", "tma_fetch_latency", (first) + 8, M_FETCH_LATENCY, is_wanted), \
	OWN(name, "OWN BW", "tma_fetch_bandwidth", (first) + 9, M_FETCH_BANDWIDTH, is_wanted), \
	OWN(name, "OWN MEM", "tma_memory_bound", (first) + 10, M_MEMORY_BOUND, is_wanted), \
	OWN(name, "OWN CORE", "tma_core_bound", (first) + 11, M_CORE_BOUND, is_wanted), \
	OWN(name, "OWN RESRC", "tma_resource_bound", (first) + 12, M_RESOURCE_BOUND, is_wanted), \
	OWN(name, "OWN SMT", "tma_smt_contention", (first) + 13, M_SMT_CONTENTION, is_wanted), \
	{ .title = "ITSELF", .group = "self", .field = "limited_by", .place = (first) + 14, \
	  .text = name##_limit_text, .cell = name##_limit_cell, .wanted = (is_wanted), .width = 15, \
	  .priority = 34, .left = true, .ascending = true, \
	  .help = "what limits the frame itself, without what it calls" }
#define OWN(name, head, slug, place_, metric, is_wanted) \
	{ CLASS_NODE(name, "self", head, slug, place_, metric, is_wanted), .priority = 60, \
	  .help = "of the frame's own slots, without what it calls" }
#define LEVEL2(name, group_, head, slug, place_, metric, its_priority, its_help) \
	{ CLASS_NODE(name, group_, head, slug, place_, metric, row_has_classes), .printed = 6, .error = 4, \
	  .priority = (its_priority), .help = (its_help) }
/* clang-format on */

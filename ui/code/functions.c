/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions: their columns; see rows.h. What they are compared with is a struct functions, by place.
 *
 * A new column is a row here, at its place on the screen. For CSV and JSON it has the next free .place,
 * for text .printed, for "tdtop diff" .compared. So it is in the other files of this folder.
 */
#include "config.h"
#include "ui/code/functions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/bottleneck.h"
#include "ui/code/code_text.h"
#include "ui/table/sentence.h"

/* ---- numbers ---- */

ROW_COUNT(function_pid, profile_function, pid, from->pid != 0)
ROW_COUNT(function_samples, profile_function, samples, true)
ROW_COUNT(function_events, profile_function, weight, true)
ROW_COUNT(function_hottest_events, profile_function, hottest_weight, true)
ROW_ESTIMATE(function_share, profile_function, share)

static struct estimate function_latency(const struct rows_of *of, const void *row)
{
	(void)of;
	return row_exact(functions_latency(row));
}

static bool function_has_latency(const struct rows_of *of)
{
	return of->profile && of->profile->event.has_latency;
}

static struct estimate function_stall(const struct rows_of *of, const void *row)
{
	return row_exact(functions_stall(&of->profile->event, row));
}

/* Of an event that counts cycles there is none. */
static bool function_has_stall(const struct rows_of *of)
{
	return function_has_latency(of) && of->profile->event.trigger != TRIGGER_CYCLES &&
	       of->profile->event.trigger != TRIGGER_TIME;
}

/* ---- TopDown ---- */

static bool function_has_classes(const struct rows_of *of)
{
	return of->profile && of->profile->classes.table;
}

/* Of a profile with TopDown the share of samples is SLOTS%. */
static bool function_has_no_classes(const struct rows_of *of)
{
	return !function_has_classes(of);
}

static struct estimate function_slots(const struct rows_of *of, const void *row)
{
	const struct profile_function *function = row;

	return row_exact(function_has_classes(of) ? (double)function->weight : (double)NAN);
}

static struct estimate function_slots_share(const struct rows_of *of, const void *row)
{
	return function_has_classes(of) ? function_share(of, row) : row_exact((double)NAN);
}

/* Slots of a function that ended in a node. */
static struct estimate function_class(const void *row, enum metric_id node)
{
	return functions_class(row, node, NULL);
}

static struct values function_values(const void *row)
{
	struct values values = { .ipc_quality = Q_MISSING };

	for (enum metric_id node = 0; node < M_COUNT; node++) {
		enum class_known known;
		const struct estimate estimate = functions_class(row, node, &known);

		values.quality[node] = known == CLASS_KNOWN ? Q_COUNTED :
				       known == CLASS_ROUGH ? Q_LOW_SLOTS : Q_MISSING;
		values.percent[node] = known == CLASS_KNOWN ? (float)(100 * estimate.value) : 0;
	}
	return values;
}

/* Is it over its threshold, and larger than each node beside it, by more than twice the errors? */
static bool stands_out(const struct profile_function *function, enum metric_id node)
{
	const struct estimate of = function->classes[node];

	if (of.value - 2 * of.error <= metrics[node].threshold)
		return false;
	for (enum metric_id other = 0; other < M_COUNT; other++) {
		const struct estimate beside = functions_class(function, other, NULL);

		if (other != node && metrics[other].parent == metrics[node].parent &&
		    of.value - beside.value <= 2 * hypot(of.error, beside.error))
			return false;
	}
	return true;
}

/* As of a row of counts; but what is within its error is not named. */
static struct limit function_limit(const void *row)
{
	const struct values values = function_values(row);
	struct limit limit = limit_of_values(&values, 2);
	const enum metric_id parent = limit.kind == BOTTLENECK_NODE ? metrics[limit.node].parent : M_NONE;

	if (limit.kind != BOTTLENECK_NODE)
		return limit;
	if (parent != M_NONE && !stands_out(row, limit.node))
		limit.node = parent;
	if (!stands_out(row, parent != M_NONE ? parent : limit.node))
		return (struct limit){ .kind = BOTTLENECK_UNKNOWN, .node = M_NONE };
	return limit;
}

enum metric_id function_limited_node(const struct profile_function *function)
{
	const struct limit limit = function_limit(function);

	return limit.kind == BOTTLENECK_NODE ? limit.node : M_NONE;
}

bool function_is_limited_by(const void *row, enum metric_id node)
{
	const struct profile_function *function = row;
	enum metric_id limit;

	if (!function->classes || !stands_out(function, node))
		return false;	/* as most nodes: what limits stands out, and its class */
	limit = function_limited_node(function);
	return limit != M_NONE && (node == limit || node == metrics[limit].parent);
}

static void function_limit_text(const struct rows_of *of, const void *row, char text[CODE_ROW_TEXT])
{
	const struct limit limit = function_limit(row);

	(void)of;
	(void)snprintf(text, CODE_ROW_TEXT, "%s", limit.kind == BOTTLENECK_NODE ? metrics[limit.node].slug :
						  sentence_of_limit(&limit));
}

static void function_limit_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct limit limit = function_limit(row);
	const char *words = sentence_of_limit(&limit);

	if (!words[0]) {
		code_text_missing(of, cell);
		return;
	}
	(void)snprintf(cell->text, sizeof(cell->text), "%s", words);
	cell->role = limit.kind == BOTTLENECK_NODE ? theme_metric_role(limit.node) : ROLE_DIM;
}

static int function_by_start(const void *a, const void *b)
{
	const struct profile_function *x = a, *y = b;

	return place_compare(x->start, y->start);
}

/* Points of percent since the baseline, with the doubt of both. */
static struct estimate function_difference(const struct rows_of *of, const void *row)
{
	const struct functions *before = of->before;
	const struct profile_function *now = row, *was = NULL;

	if (before && before->n)
		was = bsearch(now, before->rows, before->n, sizeof(*now), function_by_start);
	return (struct estimate){
		now->share.value - (was ? was->share.value : 0),
		was ? hypot(now->share.error, was->share.error) : now->share.error,
	};
}

/* ---- places ---- */

ROW_AT(function_start, profile_function, start)

/* The address with most samples: that is where to look. */
ROW_AT(function_hottest, profile_function, hottest)

static void function_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	const struct place start = function_start(row);
	struct code_name name;
	const enum code_state state = code_text_ask(of, start, false, &name);

	code_text_function(of, start, &name, cell->text, sizeof(cell->text));
	if (cell->width && !name.symbol[0])
		code_text_shorten(of, cell->text, sizeof(cell->text), cell->width);
	if (state == CODE_PENDING)
		cell->role = ROLE_DIM;
}

static void function_print(const struct rows_of *of, const void *row, char text[CODE_ROW_LINE])
{
	code_text_whole(of, function_start(row), false, text);
}

static void function_object_cell(const struct rows_of *of, const void *row, struct code_cell *cell)
{
	code_text_object(of, function_start(row), cell->text, sizeof(cell->text));
}

/* ---- the table ---- */

/* clang-format off */
#define SLOTS(head, slug, place_) \
	.title = (head), .field = (slug), .place = (place_), .unit = VALUE_PERCENT, \
	.printed = 6, .error = 4, .wanted = function_has_classes
#define NODE(head, slug, place_, metric) \
	SLOTS(head, slug, place_), .of_node = function_class, .node = (metric), .limits = function_is_limited_by
/* A class: on the screen at level 1, and compared. */
#define CLASS_NODE(head, slug, place_, metric, of, its_priority, its_help) \
	{ NODE(head, slug, place_, metric), .width = 10, .priority = (its_priority), \
	  .compared = true, .of_compared = (of), .help = (its_help) }
/* At level 2 they stand there in place of their class. */
#define LEVEL2(head, slug, place_, metric, its_priority, its_help) \
	{ NODE(head, slug, place_, metric), .priority = (its_priority), .help = (its_help) }
static const struct row_column columns[] = {
	{ .title = "SHARE%", .field = "percent", .place = 10, .unit = VALUE_PERCENT, .number = function_share,
	  .width = 10, .priority = 100, .printed = 6, .error = 4, .compared = true, .of_compared = COMPARED_SHARE,
	  .wanted = function_has_no_classes,
	  .help = "of the samples of the event that are in the function, with the error of counting them" },
	{ SLOTS("SLOTS%", "slots_percent", 18), .number = function_slots_share, .width = 10, .priority = 100,
	  .help = "of the slots of all samples, those of the function, with the error of counting them" },
	CLASS_NODE("RET", "tma_retiring", 19, M_RETIRING, COMPARED_RETIRING, 90,
		   "of the function's slots, those that retired; \"·\": too few samples, the error is over 5 points"),
	LEVEL2("LIGHT", "tma_light_operations", 23, M_LIGHT_OPERATIONS, 82,
	       "light operations of the function"),
	LEVEL2("HEAVY", "tma_heavy_operations", 24, M_HEAVY_OPERATIONS, 81,
	       "heavy operations of the function"),
	CLASS_NODE("BAD", "tma_bad_speculation", 20, M_BAD_SPECULATION, COMPARED_BAD_SPECULATION, 89,
		   "bad speculation of the function"),
	LEVEL2("MISP", "tma_branch_mispredicts", 25, M_BRANCH_MISPREDICTS, 86,
	       "mispredicted branches of the function"),
	LEVEL2("CLEARS", "tma_machine_clears", 26, M_MACHINE_CLEARS, 80,
	       "machine clears of the function"),
	CLASS_NODE("FE", "tma_frontend_bound", 21, M_FRONTEND_BOUND, COMPARED_FRONTEND_BOUND, 88,
		   "frontend bound, of the function"),
	LEVEL2("LAT", "tma_fetch_latency", 27, M_FETCH_LATENCY, 87,
	       "fetch latency of the function"),
	LEVEL2("BW", "tma_fetch_bandwidth", 28, M_FETCH_BANDWIDTH, 85,
	       "fetch bandwidth of the function"),
	CLASS_NODE("BE", "tma_backend_bound", 22, M_BACKEND_BOUND, COMPARED_BACKEND_BOUND, 91,
		   "backend bound, of the function"),
	LEVEL2("MEM", "tma_memory_bound", 29, M_MEMORY_BOUND, 89,
	       "memory bound, of the function"),
	LEVEL2("CORE", "tma_core_bound", 30, M_CORE_BOUND, 88,
	       "core bound, of the function"),
	LEVEL2("RESRC", "tma_resource_bound", 31, M_RESOURCE_BOUND, 84,
	       "resource bound, of the function"),
	LEVEL2("SMT", "tma_smt_contention", 32, M_SMT_CONTENTION, 83,
	       "slots of the function that the other thread of the core had"),
	{ .title = "LIMITED BY", .field = "limited_by", .place = 33, .text = function_limit_text,
	  .cell = function_limit_cell, .wanted = function_has_classes, .width = 15, .priority = 45, .left = true,
	  .ascending = true, .help = "the node that most slots of the function are lost in, if it is the largest "
				     "beyond its error; \"·\": too few samples to tell" },
	{ .title = "TOPDOWN", .values = function_values, .wanted = function_has_classes, .width = 12, .roomy = 4,
	  .priority = 35, .left = true, .help = "the four classes as one bar, in the order of the columns" },
	{ .title = "DIFF", .unit = VALUE_POINTS, .number = function_difference,
	  .width = 6, .priority = 90, .wanted = row_is_compared,
	  .help = "change of SHARE% since the baseline (key x); strong: more than twice its error" },
	{ .title = "SAMPLES", .field = "samples", .place = 8, .unit = VALUE_COUNT, .number = function_samples,
	  .width = 8, .priority = 40, .printed = 8, .help = "samples in it" },
	{ .title = "LATENCY", .field = "retire_latency_mean", .place = 11, .unit = VALUE_NUMBER, .shown = 1, .decimals = 2,
	  .number = function_latency, .width = 8, .priority = 50, .wanted = function_has_latency,
	  .help = "mean retire latency of its samples, cycles" },
	{ .title = "STALL", .field = "exposed_cycles", .place = 12, .unit = VALUE_LARGE, .number = function_stall,
	  .width = 8, .priority = 60, .wanted = function_has_stall, .printed = 6,
	  .help = "cycles that instructions waited at its events until they retired: LATENCY times events" },
	{ .title = "PID", .field = "pid", .place = 1, .unit = VALUE_COUNT, .number = function_pid, .printed = 8 },
	{ .title = "FUNCTION", .cell = function_cell, .print = function_print,
	  .width = 20, .flex = true, .priority = 100, .left = true, .ascending = true,
	  .help = "name; object and offset while it is not known, or has none" },
	{ .title = "OBJECT", .at = function_start, .part = PLACE_OBJECT, .place = 2, .compared = true,
	  .cell = function_object_cell, .width = 14, .roomy = 6, .priority = 30, .left = true, .ascending = true,
	  .printed = 20, .help = "file that has the code, [kernel.kallsyms], [vdso]" },
	{ .title = "LINE", .former = "SOURCE", .at = function_hottest, .part = PLACE_SOURCE,
	  .width = 16, .roomy = 10, .priority = 20, .left = true, .ascending = true,
	  .help = "source line of the address with most samples" },

	/* Fields that are no columns until they are chosen; the offset is of comparisons only */
	ROW_PART(NULL, 3, function_start, PLACE_BUILD_ID),
	ROW_PART(NULL, 4, function_start, PLACE_ADDRESS),
	ROW_PART(NULL, 5, function_start, PLACE_SYMBOL),
	ROW_PART(NULL, 0, function_start, PLACE_OFFSET),
	ROW_PART(NULL, 6, function_start, PLACE_FILE),
	ROW_PART(NULL, 7, function_start, PLACE_LINE),
	{ .field = "events", .place = 9, .unit = VALUE_COUNT, .number = function_events },
	{ .group = "hottest", .place = 13, .at = function_hottest, .part = PLACE_ADDRESS },
	{ .group = "hottest", .place = 14, .at = function_hottest, .part = PLACE_FILE },
	{ .group = "hottest", .place = 15, .at = function_hottest, .part = PLACE_LINE },
	{ .field = "slots", .place = 17, .unit = VALUE_COUNT, .number = function_slots },
	{ .group = "hottest", .field = "events", .place = 16, .unit = VALUE_COUNT, .number = function_hottest_events },
};
/* clang-format on */

/* ---- the kind ---- */

static struct code_row_id function_id(const void *row)
{
	return (struct code_row_id){ function_start(row), code_no_place() };
}

static struct code_row_id function_places(const void *row)
{
	return (struct code_row_id){ function_start(row), function_hottest(row) };
}

static enum row_below function_enter(const struct rows_of *of, const void *row,
				     struct code_row_id *where)
{
	(void)of;
	*where = function_id(row);
	return BELOW_FUNCTION;
}

const struct code_kind function_rows = {
	.name = "functions",
	.columns = columns, .n = sizeof(columns) / sizeof(columns[0]),
	.id = function_id, .places = function_places, .enter = function_enter,
};

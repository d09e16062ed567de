/* SPDX-License-Identifier: GPL-2.0-only */
/* Values of nodes, made of sums over the last intervals; see tree_values.h. */
#include "config.h"
#include "model/tree/tree_values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/tree/tree_parts.h"

#define BUSY_MIN 0.001		/* of the intervals, as row_has_low_slots() */
#define RUNNING_MIN 5.0		/* percent of an interval, in all that are known: with less,
				 * no value is shown */
#define RUNNING_ALL 99.0	/* percent: counted all the time */

struct tree_values {
	const struct tree *tree[CORE_TYPES];
	struct tree_code *code[CORE_TYPES];
	struct tree_window *window;
	struct tree_latencies *latencies;
	struct tree_follow follow;
	struct tree_request request;	/* whose row is looked at */
	uint64_t end_ns;		/* of the newest interval */
	double value[CORE_TYPES][TREE_NODES_MAX];	/* the newest ones, ratios; NAN */
	double part[CORE_TYPES][M_COUNT];	/* level 2: of level 1, when last counted; NAN */
	/* Scratch, of one node: */
	struct window_node counts;
	struct window_sums sums;
	double latency[TREE_EVENTS_MAX];
};

/* A node while it is evaluated. */
struct subject {
	enum core_type type;
	size_t node;
	bool pmem, own_level_2;	/* as in struct tree_machine */
	struct tree_event_set events, timed;
};

struct tree_values *tree_values_new(const struct tree *const trees[CORE_TYPES])
{
	struct tree_values *values = calloc(1, sizeof(*values));

	if (!values)
		return NULL;
	values->latencies = tree_latencies_new();
	for (int type = 0; type < CORE_TYPES; type++)
		if (trees[type] && !tree_compile(trees[type], &values->code[type], NULL))
			values->tree[type] = trees[type];
	values->window = tree_window_new(values->tree);
	if (!values->window || !values->latencies) {
		tree_values_free(values);
		return NULL;
	}
	tree_values_begin(values);
	return values;
}

void tree_values_free(struct tree_values *values)
{
	if (!values)
		return;
	for (int type = 0; type < CORE_TYPES; type++)
		tree_code_free(values->code[type]);
	tree_window_free(values->window);
	tree_latencies_free(values->latencies);
	free(values);
}

const struct tree_code *tree_values_code(const struct tree_values *values, enum core_type type)
{
	return values->code[type];
}

void tree_values_begin(struct tree_values *values)
{
	tree_window_clear(values->window);
	tree_latencies_clear(values->latencies);
	tree_follow_clear(&values->follow);
	values->end_ns = 0;
	for (int type = 0; type < CORE_TYPES; type++)
		for (size_t i = 0; i < TREE_NODES_MAX; i++)
			values->value[type][i] = NAN;
	for (int type = 0; type < CORE_TYPES; type++)
		for (int m = 0; m < M_COUNT; m++)
			values->part[type][m] = NAN;
}

/* ---- the value of a node ---- */

/* The sums are made; the latencies are in values->latency. */
static double evaluate_sums(const struct tree_values *values, const struct subject *subject)
{
	const struct tree_known known = {
		.count = values->sums.count,
		.latency = values->latency,
		.node = values->sums.ratio,
		.smt = tree_window_smt(values->window, subject->type),
		.ghz = tree_window_ghz(values->window, subject->type),
		.pmem = subject->pmem,
	};

	return tree_eval(values->code[subject->type], subject->node, &known);
}

/* Without one of the intervals; -1: all. */
static double evaluate(struct tree_values *values, const struct subject *subject, int without)
{
	const struct tree *tree = values->tree[subject->type];

	tree_window_sum(values->window, subject->type, &values->counts, without, &values->sums);
	for (size_t i = 0; subject->own_level_2 && i < tree->n_nodes; i++)
		if (tree_node(tree, i)->level == 2)
			values->sums.ratio[i] = NAN;	/* of some time ago */
	return evaluate_sums(values, subject);
}

/* Puts the retire latencies that the node needs where they are found; the first one is shown. */
static void find_latencies(struct tree_values *values, const struct subject *subject,
			   struct opened_node *into)
{
	const struct tree *tree = values->tree[subject->type];
	bool first = true;

	into->latency = into->latency_error = into->latency_table = NAN;
	for (size_t e = 0; e < tree->n_events; e++) {
		struct mean_latency mean;

		if (!tree_event_set_has(&subject->timed, e))
			continue;
		mean = tree_latencies_mean(values->latencies, tree, subject->type, e,
					   values->request.latency);
		values->latency[e] = mean.mean;
		into->latency_default |= mean.by_default;
		if (!first)
			continue;
		first = false;
		into->latency = (float)mean.mean;
		into->latency_error = (float)mean.error;
		into->latency_table = (float)mean.table;
		into->latency_samples = mean.samples;
		into->latency_saturated = mean.saturated;
	}
}

/* Percent of the time in which its events were counted: the smallest of them. */
static double running_of(const struct window_node *counts)
{
	double running = 100;

	for (size_t i = 0; i < counts->n; i++) {
		double enabled = 0, counted = 0;

		for (size_t age = 0; age < counts->intervals; age++) {
			const struct window_count *count = &counts->count[age][i];

			enabled += counts->weight[age] * count->enabled;
			counted += counts->weight[age] * count->enabled * count->share;
		}
		running = fmin(running, enabled > 0 ? 100 * counted / enabled : 0);
	}
	return running;
}

/* Did the row run long enough to tell? */
static bool is_too_short(const struct tree_values *values, const struct subject *subject)
{
	const struct window_node *counts = &values->counts;
	double busy_ns = 0;

	for (size_t age = 0; age < counts->intervals && counts->n; age++) {
		double longest = 0;

		for (size_t i = 0; i < counts->n; i++)
			longest = fmax(longest, counts->count[age][i].enabled);
		busy_ns += longest;
	}
	return (counts->n && busy_ns < counts->length_ns * BUSY_MIN) ||
	       tree_window_slots(values->window, subject->type, counts) < COUNTS_SLOTS_MIN;
}

static enum quality quality_of(const struct tree_values *values, const struct subject *subject,
			       double value, double running, double part)
{
	if (running <= 0)
		return Q_MISSING;
	if (is_too_short(values, subject) ||
	    running * (double)values->counts.intervals < RUNNING_MIN)
		return Q_LOW_SLOTS;
	if (isnan(value))
		return Q_MISSING;
	if (running < RUNNING_ALL || tree_window_scaled(values->window, subject->type))
		return Q_SCALED;
	return part < RUNNING_ALL / 100 ? Q_PARTIAL : Q_COUNTED;
}

/* ---- its error ---- */

/* The node of level 1 or 2 that it is below. */
static enum metric_id metric_above(const struct tree *tree, size_t node)
{
	for (int i = (int)node; i >= 0; i = tree_parent(tree, i))
		if (tree_node(tree, i)->metric != M_NONE)
			return tree_node(tree, i)->metric;
	return M_NONE;
}

/* Of the sum over intervals, ratio; NAN: there are too few of them. */
static double error_of_intervals(struct tree_values *values, const struct subject *subject,
				 double value)
{
	const enum metric_id above = metric_above(values->tree[subject->type], subject->node);
	struct error_interval intervals[WINDOW_INTERVALS];
	const size_t n = values->counts.intervals;

	for (size_t age = 0; age < n; age++) {
		struct error_interval *interval = &intervals[age];

		*interval = (struct error_interval){ .used = values->counts.used[age] };
		if (!interval->used)
			continue;
		interval->share = tree_window_share(values->window, subject->type, &values->counts,
						    (int)age);
		interval->without = evaluate(values, subject, (int)age);
		interval->level2 = tree_window_metric_at(values->window, subject->type, above, age);
	}
	return tree_error(intervals, n, value);
}

/* What the errors of its retire latencies do to it, ratio. */
static double error_of_latencies(struct tree_values *values, const struct subject *subject,
				 double value)
{
	const struct tree *tree = values->tree[subject->type];
	double sum = 0;

	for (size_t e = 0; e < tree->n_events; e++) {
		struct mean_latency mean;
		double moves;

		if (!tree_event_set_has(&subject->timed, e))
			continue;
		mean = tree_latencies_mean(values->latencies, tree, subject->type, e,
					   values->request.latency);
		if (isnan(mean.error))
			continue;
		values->latency[e] = mean.mean + mean.error;
		moves = evaluate_sums(values, subject) - value;
		values->latency[e] = mean.mean;
		sum += moves * moves;
	}
	return sqrt(sum);
}

/*
 * counted: the part of the row's time that was counted, 0..1. It is known, and has no error (finite
 * population correction).
 */
static double error_of(struct tree_values *values, const struct subject *subject, double value,
		       double counted)
{
	double of_intervals = error_of_intervals(values, subject, value), of_latencies;

	(void)evaluate(values, subject, -1);
	of_latencies = error_of_latencies(values, subject, value);
	return sqrt(of_intervals * of_intervals * (1 - counted) + of_latencies * of_latencies);
}

/* ---- all nodes ---- */

static void see_node(struct tree_values *values, const struct subject *subject, double part,
		     struct opened_node *into)
{
	const struct window_node *counts = &values->counts;
	double value, running, counted, error = NAN;

	*into = (struct opened_node){ .core_type = (uint8_t)subject->type,
				      .node = (uint16_t)subject->node };
	into->of_parent = into->slots = NAN;
	tree_window_gather(values->window, subject->type, &subject->events, &values->counts);
	find_latencies(values, subject, into);
	value = evaluate(values, subject, -1);
	running = running_of(counts);
	into->running = (float)running;
	into->at_once = running >= RUNNING_ALL ||
			(counts->whole && (counts->own_cycles || !counts->needs_cycles));
	into->quality = (uint8_t)quality_of(values, subject, value, running, part);
	counted = running / 100 * part *
		  tree_window_coverage(values->window, subject->type, counts);
	if (into->quality > Q_LOW_SLOTS) {
		error = error_of(values, subject, value, counted);
		into->percent = (float)(value * 100) + 0.0F;	/* no -0 */
		values->value[subject->type][subject->node] = value;
	}
	into->error = (float)(error * 100);
}

/* The sum of the node and its siblings without what is below 0, ratio; NAN: one is not known. */
static double siblings_of(const struct tree_values *values, enum core_type type, size_t node)
{
	const struct tree *tree = values->tree[type];
	const int parent = tree_parent(tree, node);
	double sum = 0;

	for (int i = tree_child(tree, parent, -1); i >= 0; i = tree_child(tree, parent, i)) {
		const double value = values->value[type][i];

		sum += isnan(value) ? NAN : fmax(0, value);
	}
	return sum;
}

/*
 * What of_parent is a share of. Slots of the parent have slots of the node in them. Shares of
 * clocks may add up to more than the parent, as several things stall a cycle. Then they are shares
 * of their sum (so does Intel, in its metrics of bottlenecks). Else what is left is the parent's
 * own.
 */
static double whole_of(const struct tree_values *values, enum core_type type, size_t node)
{
	const struct tree *tree = values->tree[type];
	const int parent = tree_parent(tree, node);
	const double above = values->value[type][parent];
	double siblings;

	if (tree_node(tree, node)->unit == TREE_OF_PARENT)
		return 1;
	if (tree_node(tree, node)->unit == TREE_OF_SLOTS && tree_node(tree, parent)->unit == TREE_OF_SLOTS)
		return above;
	siblings = siblings_of(values, type, node);
	return siblings < above ? above : siblings;
}

static struct follow_tree tree_of(const struct tree_values *values, enum core_type type)
{
	return (struct follow_tree){ .tree = values->tree[type],
				     .code = values->code[type],
				     .type = type,
				     .value = values->value[type] };
}

/* What needs the values of all nodes; parents come before their children. */
static void finish_node(const struct tree_values *values, const struct opened *opened,
			struct opened_node *into)
{
	const enum core_type type = (enum core_type)into->core_type;
	const struct tree *tree = values->tree[type];
	const int parent = tree_parent(tree, into->node);
	const struct opened_node *above = opened_find(opened, type, parent);
	const struct follow_tree whole = tree_of(values, type);
	const double value = values->value[type][into->node];
	double all, slots;

	if (isnan(value))
		return;
	all = whole_of(values, type, into->node);
	slots = above ? (double)above->slots : 100 * values->value[type][parent];
	into->of_parent = (float)(all > 0 ? 100 * fmax(0, value) / all : all);
	into->slots = (float)(tree_node(tree, into->node)->unit == TREE_OF_SLOTS ? 100 * fmax(0, value) :
			      (double)into->of_parent / 100 * slots);
	into->over = tree_node(tree, into->node)->threshold[0] && follow_is_over(&whole, into->node);
}

/*
 * Level 1 or 2 of the row, for thresholds. Some CPUs leave their counters to opened nodes and stop
 * counting level 2 (collect/slice/room.h): then it has the same part of level 1 as when it was last
 * counted.
 */
static double level12(struct tree_values *values, enum core_type type, enum metric_id metric)
{
	const enum metric_id parent = metrics[metric].parent;
	const double newest = tree_window_metric_at(values->window, type, metric, 0);
	double level1;

	if (parent == M_NONE)
		return tree_window_metric(values->window, type, metric);
	level1 = tree_window_metric_at(values->window, type, parent, 0);
	if (!isnan(newest)) {
		values->part[type][metric] = level1 > 0 ? newest / level1 : NAN;
		return newest;
	}
	if (!isnan(level1) && !isnan(values->part[type][metric]))
		return level1 * values->part[type][metric];
	return tree_window_metric(values->window, type, metric);
}

/* Does the newest interval have level 1 without level 2? */
static bool lacks_level_2(const struct tree_values *values, enum core_type type)
{
	const struct tree *tree = values->tree[type];
	bool known = false, lacks = false;

	for (size_t i = 0; i < tree->n_nodes; i++) {
		const struct tree_node *node = tree_node(tree, i);
		const double ratio = tree_window_metric_at(values->window, type, node->metric, 0);

		known |= node->level == 1 && !isnan(ratio);
		lacks |= node->level == 2 && !tree_is_counted(tree, i) && isnan(ratio);
	}
	return known && lacks;
}

static void see_type(struct tree_values *values, const struct tree_readings *readings,
		     enum core_type type, bool pmem, struct opened *opened)
{
	const struct tree *tree = values->tree[type];
	const double part = (double)readings->part;
	const struct tree_machine machine = {
		.known = true, .smt = tree_window_smt(values->window, type), .pmem = pmem,
		.own_level_2 = lacks_level_2(values, type) };
	struct subject subject = { .type = type, .pmem = pmem,
				   .own_level_2 = machine.own_level_2 };

	for (size_t i = 0; i < tree->n_nodes; i++)
		values->value[type][i] = tree_node(tree, i)->metric == M_NONE ? NAN :
			level12(values, type, tree_node(tree, i)->metric);
	for (subject.node = 0; subject.node < tree->n_nodes; subject.node++) {
		if (!tree_is_counted(tree, subject.node) || opened->n == OPENED_MAX ||
		    !tree_bit(readings->request.open[type], (size_t)tree_parent(tree, subject.node)))
			continue;
		tree_events_on(values->code[type], subject.node, &machine, &subject.events,
			       &subject.timed);
		see_node(values, &subject, part > 0 && part < 1 ? part : 1,
			 &opened->node[opened->n++]);
	}
}

static void copy_head(const struct tree_readings *readings, struct opened *opened)
{
	const struct tree_request *request = &readings->request;

	*opened = (struct opened){
		.serial = request->serial,
		.scope = request->scope,
		.id = request->id,
		.region = request->region,
		.start_ns = request->start_ns,
		.groups = readings->groups,
		.threads = readings->threads,
		.counted = readings->counted,
		.cpus = readings->cpus,
		.part = readings->part,
		.own_percent = readings->own_percent,
	};
	memcpy(opened->open, request->open, sizeof(opened->open));
	memcpy(opened->remark, readings->remark, sizeof(opened->remark));
}

void tree_values_see(struct tree_values *values, const struct tree_readings *readings,
		     const struct tree_row row[CORE_TYPES], struct opened *opened)
{
	if (readings->request.scope == LIVE_NOTHING) {
		*opened = (struct opened){ .scope = LIVE_NOTHING };
		return;
	}
	if (!tree_request_same_row(&values->request, &readings->request) || readings->end_ns < values->end_ns)
		tree_values_begin(values);
	values->request = readings->request;
	values->end_ns = readings->end_ns;
	tree_window_add(values->window, readings, row);
	tree_latencies_add(values->latencies, readings);
	copy_head(readings, opened);
	for (enum core_type type = 0; type < CORE_TYPES; type++)
		if (values->code[type])
			see_type(values, readings, type, row[type].pmem, opened);
	for (size_t i = 0; i < opened->n; i++)
		finish_node(values, opened, &opened->node[i]);
}

bool tree_values_follow(struct tree_values *values, const struct opened *opened,
			uint64_t open[CORE_TYPES][TREE_NODE_WORDS])
{
	bool changed = false;

	for (enum core_type type = 0; type < CORE_TYPES; type++) {
		const struct follow_tree tree = tree_of(values, type);

		if (values->code[type])
			changed |= tree_follow(&values->follow, &tree, opened->serial, open[type]);
	}
	return changed;
}

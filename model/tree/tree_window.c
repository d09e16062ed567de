/* SPDX-License-Identifier: GPL-2.0-only */
/* Sums over the readings of the last intervals; see tree_parts.h. */
#include "config.h"
#include "model/tree/tree_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS_MAX 192

struct group {			/* of one interval */
	uint8_t core_type, number;
	bool own_cycles;	/* it counts them */
	double enabled, running;	/* ns */
	double cycles;		/* of all of enabled; 0: not known */
	uint16_t first, n;	/* its counts */
};

struct count {
	uint16_t event;
	double count;		/* of all of enabled */
};

/* What the window keeps of the row. */
struct part {
	bool known, smt, scaled;
	double slots, whole;	/* EV_SLOTS; the denominator of level 1 */
	double cycles, instructions;	/* NAN: not known */
	double ghz;
	double ratio[M_COUNT];		/* NAN: not known */
};

struct interval {
	uint64_t began_ns, end_ns;
	double counted;		/* part of the row's slots whose threads are counted */
	size_t n_groups;
	struct group group[GROUPS_MAX];
	struct count count[TREE_READINGS_MAX];
	struct part part[CORE_TYPES];
};

struct tree_window {
	const struct tree *tree[CORE_TYPES];
	size_t n, newest;
	struct interval interval[WINDOW_INTERVALS];
};

struct tree_window *tree_window_new(const struct tree *const trees[CORE_TYPES])
{
	struct tree_window *window = calloc(1, sizeof(*window));

	if (window)
		memcpy(window->tree, trees, sizeof(window->tree));
	return window;
}

void tree_window_free(struct tree_window *window)
{
	free(window);
}

void tree_window_clear(struct tree_window *window)
{
	window->n = 0;
}

/* The interval before the newest one by so many. */
static const struct interval *interval_at(const struct tree_window *window, size_t age)
{
	return &window->interval[(window->newest + WINDOW_INTERVALS - age) % WINDOW_INTERVALS];
}

/* ---- an interval ---- */

static void keep_row(struct part *part, const struct tree_row *row)
{
	*part = (struct part){ .known = row->known, .smt = row->smt, .ghz = row->ghz };
	part->cycles = part->instructions = NAN;
	for (int m = 0; m < M_COUNT; m++)
		part->ratio[m] = NAN;
	if (!row->known)
		return;
	part->scaled = counts_are_rough(&row->counts);
	part->slots = counts_get(&row->counts, EV_SLOTS);
	part->whole = counts_whole(&row->counts);
	part->cycles = counts_get(&row->counts, EV_CYCLES);
	part->instructions = counts_get(&row->counts, EV_INSTRUCTIONS);
	for (int m = 0; m < M_COUNT; m++)
		if (row->values.quality[m] > Q_LOW_SLOTS)
			part->ratio[m] = (double)row->values.percent[m] / 100;
}

/* Recordings may have anything. */
static bool makes_sense(const struct tree_window *window, const struct tree_reading *reading)
{
	const struct tree *tree =
		reading->core_type < CORE_TYPES ? window->tree[reading->core_type] : NULL;

	return tree && reading->event < tree->n_events && isfinite(reading->count) &&
	       reading->count >= 0;
}

static struct group *find_group(struct interval *interval, const struct tree_reading *reading)
{
	struct group *group;

	for (size_t i = 0; i < interval->n_groups; i++) {
		group = &interval->group[i];
		if (group->core_type == reading->core_type && group->number == reading->group)
			return group;
	}
	if (interval->n_groups == GROUPS_MAX)
		return NULL;
	group = &interval->group[interval->n_groups++];
	*group = (struct group){ .core_type = reading->core_type, .number = reading->group };
	return group;
}

static void keep_count(struct interval *interval, const struct tree_reading *reading)
{
	struct group *group = find_group(interval, reading);
	double scale = 0;

	if (!group)
		return;
	if (reading->running_ns)
		scale = fmax(1, (double)reading->enabled_ns / (double)reading->running_ns);
	interval->count[group->first + group->n++] =
		(struct count){ .event = reading->event, .count = reading->count * scale };
}

/* Groups, and how many counts each has; then their counts, one group after the other. */
static void keep_readings(const struct tree_window *window, struct interval *interval,
			  const struct tree_readings *readings)
{
	const size_t n = readings->n < TREE_READINGS_MAX ? readings->n : TREE_READINGS_MAX;
	uint16_t at = 0;

	interval->n_groups = 0;
	for (size_t i = 0; i < n; i++) {
		const struct tree_reading *reading = &readings->reading[i];
		struct group *group =
			makes_sense(window, reading) ? find_group(interval, reading) : NULL;

		if (!group)
			continue;
		group->n++;
		group->enabled = fmax(group->enabled, (double)reading->enabled_ns);
		group->running = fmax(group->running, (double)reading->running_ns);
		group->running = fmin(group->running, group->enabled);
	}
	for (size_t i = 0; i < interval->n_groups; i++) {
		interval->group[i].first = at;
		at = (uint16_t)(at + interval->group[i].n);
		interval->group[i].n = 0;
	}
	for (size_t i = 0; i < n; i++)
		if (makes_sense(window, &readings->reading[i]))
			keep_count(interval, &readings->reading[i]);
}

static const struct count *count_in(const struct interval *interval, const struct group *group,
				    uint16_t event)
{
	for (size_t i = group->first; i < (size_t)group->first + group->n; i++)
		if (interval->count[i].event == event)
			return &interval->count[i];
	return NULL;
}

/* The count of cycles in this group; NULL. */
static const struct count *cycles_in(const struct tree *tree, const struct interval *interval,
				     const struct group *group)
{
	for (size_t i = group->first; i < (size_t)group->first + group->n; i++)
		if (tree_event(tree, interval->count[i].event)->origin == TREE_CYCLES)
			return &interval->count[i];
	return NULL;
}

/* Finds the cycles of all of the time that each group was open, and of the row. */
static void find_cycles(const struct tree_window *window, struct interval *interval)
{
	double most[CORE_TYPES] = { 0 };

	for (size_t i = 0; i < interval->n_groups; i++) {
		struct group *group = &interval->group[i];
		const struct part *part = &interval->part[group->core_type];
		const struct count *own =
			cycles_in(window->tree[group->core_type], interval, group);

		group->own_cycles = own;
		if (group->running <= 0)
			group->cycles = 0;
		else if (own)
			group->cycles = own->count;
		else if (part->ghz > 0)
			group->cycles = group->enabled * part->ghz;
		else
			group->cycles = fmax(0, part->cycles * interval->counted);
		most[group->core_type] = fmax(most[group->core_type], group->cycles);
	}
	for (int type = 0; type < CORE_TYPES; type++)
		if (isnan(interval->part[type].cycles) && most[type] > 0)
			interval->part[type].cycles = most[type] / interval->counted;
}

void tree_window_add(struct tree_window *window, const struct tree_readings *readings,
		     const struct tree_row row[CORE_TYPES])
{
	const double part = (double)readings->part;
	struct interval *interval;

	window->newest = window->n ? (window->newest + 1) % WINDOW_INTERVALS : 0;
	interval = &window->interval[window->newest];
	interval->began_ns = readings->began_ns;
	interval->end_ns = readings->end_ns;
	interval->counted = part > 0 && part < 1 ? part : 1;
	for (int type = 0; type < CORE_TYPES; type++)
		keep_row(&interval->part[type], &row[type]);
	keep_readings(window, interval, readings);
	find_cycles(window, interval);
	window->n += window->n < WINDOW_INTERVALS;
	while (window->n > WINDOW_MIN &&
	       interval_at(window, window->n - 1)->end_ns + WINDOW_NS <= interval->end_ns)
		window->n--;
}

/* ---- a node ---- */

/* Does the group count all events of the node? */
static bool is_whole(const struct interval *interval, const struct group *group,
		     const struct window_node *node)
{
	for (size_t i = 0; i < node->n; i++)
		if (!count_in(interval, group, node->event[i]))
			return false;
	return true;
}

static void add_group(const struct interval *interval, const struct group *group,
		      const struct window_node *node, struct window_count *counts)
{
	for (size_t i = 0; i < node->n; i++) {
		const struct count *count = count_in(interval, group, node->event[i]);
		double share = group->enabled > 0 ? group->running / group->enabled : 0;

		if (!count)
			continue;
		counts[i].enabled = fmax(counts[i].enabled, group->enabled);
		counts[i].share = fmax(counts[i].share, share);
		if (group->cycles <= 0)
			continue;
		counts[i].count += count->count;
		counts[i].cycles += group->cycles;
	}
}

static void gather_interval(const struct interval *interval, enum core_type type, size_t age,
			    struct window_node *node)
{
	struct window_count *counts = node->count[age];
	bool any_whole = false;

	memset(counts, 0, node->n * sizeof(counts[0]));
	for (size_t i = 0; i < interval->n_groups && !any_whole; i++)
		any_whole = interval->group[i].core_type == type &&
			    interval->group[i].running > 0 &&
			    is_whole(interval, &interval->group[i], node);
	for (size_t i = 0; i < interval->n_groups; i++) {
		const struct group *group = &interval->group[i];

		if (group->core_type != type || (any_whole && !is_whole(interval, group, node)))
			continue;
		add_group(interval, group, node, counts);
		if (group->cycles > 0 && any_whole && !group->own_cycles)
			node->own_cycles = false;
	}
	node->used[age] = node->n == 0 && interval->part[type].known;
	for (size_t i = 0; i < node->n; i++)
		if (counts[i].cycles > 0)
			node->used[age] = true;
	if (node->used[age] && node->n && !any_whole)
		node->whole = false;
}

/* Cycles and instructions that no group counts come from the slices. */
static bool is_counted(const struct tree_window *window, enum core_type type, uint16_t event)
{
	for (size_t age = 0; age < window->n; age++) {
		const struct interval *interval = interval_at(window, age);

		for (size_t i = 0; i < interval->n_groups; i++)
			if (interval->group[i].core_type == type &&
			    interval->group[i].running > 0 &&
			    count_in(interval, &interval->group[i], event))
				return true;
	}
	return false;
}

void tree_window_gather(const struct tree_window *window, enum core_type type,
			const struct tree_event_set *events, struct window_node *node)
{
	const struct tree *tree = window->tree[type];
	double weight = 1;

	node->intervals = window->n;
	node->n = 0;
	node->needs_cycles = false;
	node->own_cycles = node->whole = true;
	node->length_ns = 0;
	for (size_t e = 0; e < tree->n_events; e++) {
		const enum tree_origin origin = tree_event(tree, e)->origin;

		if (!tree_event_set_has(events, e))
			continue;
		if (origin == TREE_CYCLES)
			node->needs_cycles = true;
		if (origin == TREE_COUNTED || origin == TREE_FIXED ||
		    (origin == TREE_INSTRUCTIONS && is_counted(window, type, (uint16_t)e)))
			node->event[node->n++] = (uint16_t)e;
	}
	for (size_t age = 0; age < window->n; age++, weight *= WINDOW_OLDER) {
		const struct interval *interval = interval_at(window, age);

		node->weight[age] = weight;
		node->length_ns += (double)(interval->end_ns - interval->began_ns);
		gather_interval(interval, type, age, node);
	}
}

/* ---- sums ---- */

/* The cycles that an interval counts for: the mean of those of its events. */
static double cycles_of(const struct tree_window *window, enum core_type type,
			const struct window_node *node, size_t age)
{
	const double row = interval_at(window, age)->part[type].cycles;
	const double whole = interval_at(window, age)->part[type].whole;
	double sum = 0;

	if (!node->used[age])
		return 0;
	if (!node->n)
		return row > 0 ? row : whole;
	for (size_t i = 0; i < node->n; i++)
		sum += node->count[age][i].cycles;
	return sum / (double)node->n;
}

static double ratio_of(const struct tree_window *window, enum core_type type,
		       const struct window_node *node, int without, enum metric_id metric)
{
	double sum = 0, whole = 0;

	for (size_t age = 0; age < node->intervals; age++) {
		const struct part *part = &interval_at(window, age)->part[type];

		if ((int)age == without || !node->used[age] || isnan(part->ratio[metric]))
			continue;
		sum += node->weight[age] * part->ratio[metric] * part->whole;
		whole += node->weight[age] * part->whole;
	}
	return whole > 0 ? sum / whole : NAN;
}

/* A count of the slices for each cycle; NAN. */
static double per_cycle(const struct tree_window *window, enum core_type type,
			const struct window_node *node, int without, enum tree_origin origin)
{
	double sum = 0, cycles = 0;

	for (size_t age = 0; age < node->intervals; age++) {
		const struct part *part = &interval_at(window, age)->part[type];
		double count = origin == TREE_SLOTS ? part->slots : part->instructions;

		if ((int)age == without || !node->used[age] || isnan(count) || isnan(part->cycles))
			continue;
		sum += node->weight[age] * count;
		cycles += node->weight[age] * part->cycles;
	}
	return cycles > 0 ? sum / cycles : NAN;
}

static void sum_slices(const struct tree_window *window, enum core_type type,
		       const struct window_node *node, int without, double cycles,
		       struct window_sums *sums)
{
	const struct tree *tree = window->tree[type];
	const double slots = per_cycle(window, type, node, without, TREE_SLOTS);
	const double instructions = per_cycle(window, type, node, without, TREE_INSTRUCTIONS);

	for (size_t e = 0; e < tree->n_events; e++) {
		const enum tree_origin origin = tree_event(tree, e)->origin;

		sums->count[e] = origin == TREE_CYCLES	     ? cycles :
				 origin == TREE_SLOTS	     ? slots * cycles :
				 origin == TREE_INSTRUCTIONS ? instructions * cycles :
							       NAN;
	}
	for (size_t i = 0; i < tree->n_nodes; i++) {
		const enum metric_id metric = tree_node(tree, i)->metric;

		sums->ratio[i] = metric == M_NONE ? NAN :
						    ratio_of(window, type, node, without, metric);
	}
}

void tree_window_sum(const struct tree_window *window, enum core_type type,
		     const struct window_node *node, int without, struct window_sums *sums)
{
	double cycles = 0;

	for (size_t age = 0; age < node->intervals; age++)
		if ((int)age != without)
			cycles += cycles_of(window, type, node, age);
	sum_slices(window, type, node, without, cycles, sums);
	for (size_t i = 0; i < node->n; i++) {
		double count = 0, of = 0;

		for (size_t age = 0; age < node->intervals; age++) {
			if ((int)age == without)
				continue;
			count += node->weight[age] * node->count[age][i].count;
			of += node->weight[age] * node->count[age][i].cycles;
		}
		sums->count[node->event[i]] = of > 0 ? count / of * cycles : NAN;
	}
}

double tree_window_share(const struct tree_window *window, enum core_type type,
			 const struct window_node *node, int interval)
{
	double sum = 0;

	for (size_t age = 0; age < node->intervals; age++)
		sum += node->weight[age] * cycles_of(window, type, node, age);
	return sum > 0 ? node->weight[interval] *
			 cycles_of(window, type, node, (size_t)interval) / sum : 0;
}

double tree_window_slots(const struct tree_window *window, enum core_type type,
			 const struct window_node *node)
{
	double slots = 0, cycles = 0;

	for (size_t age = 0; age < node->intervals; age++) {
		if (!node->used[age])
			continue;
		slots += interval_at(window, age)->part[type].whole;
		cycles += cycles_of(window, type, node, age);
	}
	return slots > 0 ? slots : cycles;
}

double tree_window_coverage(const struct tree_window *window, enum core_type type,
			    const struct window_node *node)
{
	double open = 0, cycles = 0;

	for (size_t age = 0; age < node->intervals; age++) {
		const double row = interval_at(window, age)->part[type].cycles;

		if (!node->used[age] || !(row > 0))
			continue;
		open += node->weight[age] * cycles_of(window, type, node, age);
		cycles += node->weight[age] * row;
	}
	return cycles > 0 && open < cycles ? open / cycles : 1;
}

double tree_window_metric(const struct tree_window *window, enum core_type type,
			  enum metric_id metric)
{
	for (size_t age = 0; age < window->n; age++) {
		const double ratio = interval_at(window, age)->part[type].ratio[metric];

		if (!isnan(ratio))
			return ratio;
	}
	return NAN;
}

double tree_window_metric_at(const struct tree_window *window, enum core_type type,
			     enum metric_id metric, size_t age)
{
	return metric == M_NONE ? NAN : interval_at(window, age)->part[type].ratio[metric];
}

double tree_window_ghz(const struct tree_window *window, enum core_type type)
{
	for (size_t age = 0; age < window->n; age++) {
		const double ghz = interval_at(window, age)->part[type].ghz;

		if (ghz > 0)
			return ghz;
	}
	return NAN;
}

bool tree_window_smt(const struct tree_window *window, enum core_type type)
{
	return window->n && interval_at(window, 0)->part[type].smt;
}

bool tree_window_scaled(const struct tree_window *window, enum core_type type)
{
	return window->n && interval_at(window, 0)->part[type].scaled;
}

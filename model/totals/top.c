/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds the rows of an interval to the labels of the top and to the others; see top.h.
 *
 * Several rows may have one label, and all others are one anyway: so counts are added first and
 * divided among the nodes afterwards, which is done for the top and once for all others.
 */
#include "config.h"
#include "model/totals/top.h"

#include <stdlib.h>
#include <string.h>

#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "model/snapshot/sort.h"
#include "model/totals/contenders.h"
#include "model/totals/labels.h"
#include "model/totals/total.h"

#define UNKNOWN "(unknown)"

struct top {
	enum totals_by by;
	struct labels *labels;
	struct label *top[TOTALS_TOP];	/* in the order in which they came */
	size_t n;
	bool leaving[TOTALS_TOP];	/* this was its last interval */
	bool begun;			/* an interval was added */
	struct contenders contenders;	/* these and the rest: of one interval */
	struct row sum[TOTALS_TOP], others;
	double unit, now_ns, slots;
	bool by_time;			/* no slots are counted here: time decides */
};

struct top *top_new(enum totals_by by)
{
	struct top *top = calloc(1, sizeof(*top));

	if (!top)
		return NULL;
	top->by = by;
	top->labels = labels_new();
	if (top->labels)
		return top;
	free(top);
	return NULL;
}

void top_free(struct top *top)
{
	if (!top)
		return;
	labels_free(top->labels);
	free(top);
}

/* A task without a known name is called ":1234" (collect/collector/task_rows.c): never by its pid. */
static bool is_number(const char *text)
{
	return text[0] == ':' && text[1] && !text[1 + strspn(text + 1, "0123456789")];
}

static const char *label_of(const struct top *top, const struct snapshot *snapshot,
			    const struct row *row)
{
	const char *text = snapshot_text(snapshot, top->by == TOTALS_BY_PATH ? row->cgroup
									     : row->name);

	if (!text[0] || (top->by == TOTALS_BY_COMMAND && is_number(text)))
		return UNKNOWN;
	return labels_cut(text);
}

static const struct row_table *table_of(const struct top *top, const struct snapshot *snapshot)
{
	return &snapshot->table[top->by == TOTALS_BY_COMMAND ? ROW_NAME : ROW_CGROUP];
}

/* The label of a row that is not in the top may enter it. */
static void offer(struct top *top, struct label *label, const char *text, uint64_t hash,
		  double weight)
{
	const struct contender contender = {
		.weight = weight + (label ? label->weight : 0),
		.label = label, .text = text, .hash = hash,
	};

	if (label)
		label->weight = contender.weight;
	contenders_offer(&top->contenders, &contender);
}

/* Returns where the row is added up; NULL: with all others. `weigh`: this pass adds weights. */
static struct row *find_sum(struct top *top, const struct snapshot *snapshot,
			    const struct row *row, bool weigh)
{
	const char *text = label_of(top, snapshot, row);
	const uint64_t hash = sort_hash(text);
	struct label *label = labels_find(top->labels, text, hash);
	const double slots = top->by_time ? (double)row->busy_ns : total_row_slots(snapshot, row);

	if (label && weigh && slots > 0) {
		label->seen_ns = top->now_ns;
		labels_see(top->labels, label);
	}
	if (label && label->place != NOT_IN_TOP) {
		label->weight += weigh ? slots * top->unit : 0;
		return &top->sum[label->place];
	}
	if (weigh && slots > 0 && strcmp(text, TOTALS_OTHER) != 0)
		offer(top, label, text, hash, slots * top->unit);
	return NULL;
}

/* A number that is none would make the sum of all others none. */
static bool is_sane(const struct snapshot *snapshot, const struct row *row)
{
	return !(row->counts.present & 1U << EV_SLOTS) ||
	       total_row_slots(snapshot, row) >= row->counts.value[EV_SLOTS];
}

static void add_rows(struct top *top, const struct snapshot *snapshot, bool weigh)
{
	const struct row_table *table = table_of(top, snapshot);

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		struct row *sum = find_sum(top, snapshot, row, weigh);

		sum = sum ? sum : &top->others;
		if (is_sane(snapshot, row))
			row_sum(sum, row);
		else
			sum->busy_ns += row->busy_ns;
	}
}

static void weigh_rows(struct top *top, const struct snapshot *snapshot)
{
	const struct row_table *table = table_of(top, snapshot);

	for (size_t i = 0; i < table->n; i++)
		(void)find_sum(top, snapshot, &table->rows[i], true);
}

/* Those that were to leave are gone; the others move up. */
static void leave(struct top *top)
{
	size_t n = 0;

	for (size_t i = 0; i < top->n; i++) {
		if (top->leaving[i]) {
			labels_leave(top->labels, top->top[i]);
			continue;
		}
		top->top[n] = top->top[i];
		top->top[n]->place = (int)n;
		n++;
	}
	top->n = n;
	memset(top->leaving, 0, sizeof(top->leaving));
}

static void dismiss_idle(struct top *top)
{
	for (size_t i = 0; i < top->n; i++)
		top->leaving[i] = top->now_ns - top->top[i]->seen_ns >= TOP_STAY_NS;
}

/* Lets the lightest leave, if this weight is larger by enough. */
static bool dismiss_lightest(struct top *top, double weight)
{
	size_t lightest = TOTALS_TOP;

	for (size_t i = 0; i < top->n; i++)
		if (!top->leaving[i] && (lightest == TOTALS_TOP ||
					 top->top[i]->weight < top->top[lightest]->weight))
			lightest = i;
	if (lightest == TOTALS_TOP || weight < TOP_HYSTERESIS * top->top[lightest]->weight)
		return false;
	top->leaving[lightest] = true;
	return true;
}

static struct label *known(struct top *top, const struct contender *contender)
{
	struct label *label = labels_find(top->labels, contender->text, contender->hash);

	if (label)
		return label;
	label = labels_add(top->labels, contender->text, contender->hash);
	label->weight = contender->weight;
	label->seen_ns = top->now_ns;
	return label;
}

/* The heaviest that are not in the top enter it, or make room there for the end of the next one. */
static void enter(struct top *top)
{
	struct contenders *contenders = &top->contenders;
	bool dismisses = true;

	contenders_sort(contenders);
	/* They are not those that are forgotten for one that was not known. */
	for (size_t i = contenders->n; i-- > 0;)
		if (contenders->heap[i].label)
			labels_see(top->labels, contenders->heap[i].label);
	for (size_t i = 0; i < contenders->n; i++) {
		struct label *label = known(top, &contenders->heap[i]);

		if (label->place != NOT_IN_TOP)
			continue;	/* a second row with this label */
		if (top->n == TOTALS_TOP) {
			dismisses = dismisses && dismiss_lightest(top, label->weight);
			continue;
		}
		labels_enter(top->labels, label, (int)top->n);
		top->top[top->n++] = label;
	}
	contenders->n = 0;
}

static void add_sum(struct top *top, const struct snapshot *snapshot, struct total *total,
		    struct row *sum)
{
	sum->kind = ROW_CGROUP;	/* a sum of tasks */
	sum->parent = -1;
	row_evaluate(snapshot, sum);
	total_add_row(total, snapshot, sum);
	top->slots += total_row_slots(snapshot, sum);
}

void top_add(struct top *top, const struct snapshot *snapshot, double now_ns, struct total *other,
	     double *slots)
{
	const bool first = !top->begun;

	top->begun = true;
	top->now_ns = now_ns;
	top->unit = labels_now(top->labels, now_ns);
	top->by_time = total_row_slots(snapshot, snapshot_machine(snapshot)) <= 0;
	top->slots = 0;
	leave(top);
	memset(&top->others, 0, sizeof(top->others));
	if (first) {
		weigh_rows(top, snapshot);
		enter(top);
	}
	memset(top->sum, 0, top->n * sizeof(top->sum[0]));
	add_rows(top, snapshot, !first);
	for (size_t i = 0; i < top->n; i++)
		add_sum(top, snapshot, &top->top[i]->total, &top->sum[i]);
	add_sum(top, snapshot, other, &top->others);
	*slots = top->slots;
	dismiss_idle(top);
	enter(top);
}

void top_write(const struct top *top, struct totals_view *view)
{
	view->by = top->by;
	view->labels = labels_known(top->labels);
	view->forgotten = labels_forgotten(top->labels);
	view->n_top = top->n;
	for (size_t i = 0; i < top->n; i++) {
		memcpy(view->top[i].label, top->top[i]->text, TOTALS_LABEL_LEN);
		view->top[i].total = top->top[i]->total;
	}
}

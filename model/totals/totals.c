/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Adds snapshots to the counters of the machine, its sockets and labels, and hands them over in a
 * triple buffer (model/swap.h); see totals.h.
 */
#include "config.h"
#include "model/totals/totals.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/hash.h"
#include "model/machine.h"
#include "model/snapshot/row.h"
#include "model/snapshot/snapshot.h"
#include "model/swap.h"
#include "model/totals/total.h"
#include "model/totals/totals_parts.h"

/*
 * ---- the labels with counters of their own, and all others as one ----
 *
 * Adds the rows of an interval, then decides who is in the top from the next one on. A label enters at
 * once while there is room, the heaviest first. Else it must weigh TOP_HYSTERESIS times the lightest in
 * the top, which then leaves, and there is room one interval later. A label without slots for
 * TOP_STAY_NS of counted time leaves.
 */

#define TOP_HYSTERESIS 1.5
#define TOP_STAY_NS 300e9

struct top {
	enum totals_by by;
	struct labels *labels;
	struct label *top[TOTALS_TOP];	/* in the order in which they came */
	size_t n;
	bool leaving[TOTALS_TOP];	/* this was its last interval */
	bool begun;			/* an interval was added */
	struct contenders contenders;	/* these and the rest: of one interval */
	struct lone_row sum[TOTALS_TOP], others;
	double unit, now_ns, slots;
	bool by_time;			/* no slots are counted here: time decides */
};

static struct top *top_new(enum totals_by by)
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

static void top_free(struct top *top)
{
	if (!top)
		return;
	labels_free(top->labels);
	free(top);
}

static const char *label_of(const struct top *top, const struct snapshot *snapshot,
			    const struct row *row)
{
	const char *text = snapshot_text(snapshot, top->by == TOTALS_BY_PATH ? row->cgroup
									     : row->name);

	return text[0] ? labels_cut(text) : NAME_UNKNOWN;
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
static struct lone_row *find_sum(struct top *top, const struct snapshot *snapshot,
				 const struct row *row, bool weigh)
{
	const char *text = label_of(top, snapshot, row);
	const uint64_t hash = hash_text(text);
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
	return !(row->numbers->counts.present & 1U << EV_SLOTS) ||
	       total_row_slots(snapshot, row) >= row->numbers->counts.value[EV_SLOTS];
}

static void add_rows(struct top *top, const struct snapshot *snapshot, bool weigh)
{
	const struct row_table *table = table_of(top, snapshot);

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		struct lone_row *sum = find_sum(top, snapshot, row, weigh);

		sum = sum ? sum : &top->others;
		if (is_sane(snapshot, row))
			row_sum(sum, row);
		else
			sum->row.busy_ns += row->busy_ns;
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

/*
 * Adds the rows of this interval; now_ns is the counted time at its end. *slots: of all rows. What
 * belongs to no label that is in the top is added to *other.
 *
 * Whoever reads the counters after each interval sees all that was added. A label comes at what it
 * had when it left, and grows from the next interval on. One that leaves is there once more with
 * what it had in its last interval. Before the first interval no counter was read: so what is added
 * is counted to the labels that enter with it.
 */
static void top_add(struct top *top, const struct snapshot *snapshot, double now_ns, struct total *other,
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
		add_sum(top, snapshot, &top->top[i]->total, lone_row(&top->sum[i]));
	add_sum(top, snapshot, other, lone_row(&top->others));
	*slots = top->slots;
	dismiss_idle(top);
	enter(top);
}

/* Writes the series, in the order in which they came, and what is known of labels. */
static void top_write(const struct top *top, struct totals_view *view)
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

/* ---- the counters ---- */

#define ROUNDING 1e-9	/* of the machine's slots: such a difference of sums is none */

struct totals {
	struct swap swap;
	struct totals_view views[3];
	_Alignas(64) struct totals_view now;	/* writer only; without the top */
	struct top *top;
	double owed;		/* slots that the machine has and no row, or below 0 */
	int wake;
	_Alignas(64) bool taken;	/* reader only: the one in its hand was published */
};

struct totals *totals_new(enum totals_by by, int wake)
{
	struct totals *totals = aligned_alloc(64, sizeof(*totals));

	if (!totals)
		return NULL;
	*totals = (struct totals){ .wake = wake };
	swap_init(&totals->swap);
	totals->top = top_new(by);
	if (totals->top)
		return totals;
	free(totals);
	return NULL;
}

void totals_free(struct totals *totals)
{
	if (!totals)
		return;
	top_free(totals->top);
	free(totals);
}

int totals_wake(const struct totals *totals)
{
	return totals->wake;
}

static double not_negative(double number)
{
	return isfinite(number) && number > 0 ? number : 0;
}

static void add_cpus(struct totals_cpus *cpus, const struct snapshot *snapshot,
		     const struct row *row)
{
	const double slots = total_row_slots(snapshot, row);

	total_add_row(&cpus->total, snapshot, row);
	/* Never more than the row has, also in a damaged recording. */
	if (slots > 0) {
		cpus->idle_slots += fmin(not_negative(row->extra->idle_slots), slots);
		cpus->unaccounted_slots += fmin(not_negative(row->extra->unaccounted_slots), slots);
	}
	cpus->idle_ns += (double)row->extra->idle_ns;
	cpus->unknown_ns += (double)row->extra->unknown_ns;
}

static void add_sockets(struct totals_view *now, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_SOCKET];

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		size_t at = 0;

		while (at < now->n_sockets && now->sockets[at].id != row->id)
			at++;
		if (at == TOTALS_SOCKETS)
			continue;
		if (at == now->n_sockets)
			now->sockets[now->n_sockets++].id = row->id;
		add_cpus(&now->sockets[at], snapshot, row);
	}
}

/* The counters of this name, or of all others, among which is a region of that name. */
static struct totals_region *region_of(struct totals_view *now, const char *name)
{
	size_t at = 0;

	while (at < now->n_regions && strncmp(now->regions[at].name, name, TOTALS_REGION_LEN - 1) != 0)
		at++;
	if (at < now->n_regions)
		return &now->regions[at];
	if (at >= TOTALS_REGIONS && strcmp(name, TOTALS_OTHER) != 0)
		return region_of(now, TOTALS_OTHER);
	now->n_regions++;
	(void)snprintf(now->regions[at].name, TOTALS_REGION_LEN, "%s", name);
	return &now->regions[at];
}

static void add_regions(struct totals_view *now, const struct snapshot *snapshot)
{
	const struct row_table *table = &snapshot->table[ROW_REGION];

	for (size_t i = 0; i < table->n; i++) {
		const struct row *row = &table->rows[i];
		struct totals_region *region;

		if (row->durations_n <= 0)
			continue;
		region = region_of(now, snapshot_text(snapshot, row->name));
		for (int32_t k = 0; k < row->durations_n; k++) {
			const struct kept_duration *kept = &snapshot->durations.list[row->durations_at + k];

			region->entries[kept->class] += kept->of.entries;
			region->ns += (double)kept->of.ns;
		}
	}
}

/* Slots of the CPUs, or of watched tasks, whose counts stand for more time than they were on. */
static double extrapolated_slots(const struct snapshot *snapshot)
{
	const enum row_kind kind = snapshot->machine->watched[0] ? ROW_MACHINE : ROW_CPU;
	const struct row_table *table = &snapshot->table[kind];
	double slots = 0;

	for (size_t i = 0; i < table->n; i++)
		if (table->rows[i].numbers->counts.scaled)
			slots += total_row_slots(snapshot, &table->rows[i]);
	return slots;
}

static void add_head(struct totals_view *now, const struct snapshot *snapshot)
{
	const struct self_cost *self = &snapshot->self;
	const double all_ns = (double)snapshot->interval_ns *
			      (double)(self->cpus ? self->cpus : snapshot->machine->n_cpus);

	now->intervals++;
	now->time = snapshot->time;
	now->counted_ns += (double)snapshot->interval_ns;
	now->machine = machine_published(snapshot->machine);
	now->counted_ratio = fmin(not_negative(snapshot->running_ratio), 1);
	now->lost += (double)snapshot->lost;
	now->unsound_intervals += snapshot->soundness != SOUND;
	now->extrapolated_slots += extrapolated_slots(snapshot);
	if (!self->known)
		return;
	now->estimated_intervals += self->duty < 1;
	now->own_known = true;
	now->own_ns += not_negative(self->own_percent) / 100 * all_ns;
	now->kernel_ns += not_negative(self->kernel_percent) / 100 * all_ns;
}

/*
 * What the machine has, without what idles and is unaccounted, is what the rows have, exactly
 * (collect/collector/aggregate.h), but where slots are counted per core: there those of a task are an
 * estimate. What rows have less goes to the others; what they have more is taken off that later.
 */
static void settle(struct totals *totals, const struct snapshot *snapshot, double of_rows)
{
	const struct row *machine = snapshot_machine(snapshot);
	const double slots = total_row_slots(snapshot, machine);

	if (slots <= 0)
		return;
	totals->owed += slots - fmin(not_negative(machine->extra->idle_slots), slots) -
			fmin(not_negative(machine->extra->unaccounted_slots), slots) - of_rows;
	if (totals->owed <= slots * ROUNDING)
		return;
	total_add_undivided(&totals->now.other, totals->owed);
	totals->owed = 0;
}

/* Hands all over. The views are in three places, so each is written whole. */
static void publish(struct totals *totals)
{
	struct totals_view *draft = &totals->views[totals->swap.draft];

	*draft = totals->now;
	top_write(totals->top, draft);
	swap_give(&totals->swap);
}

void totals_add(struct totals *totals, const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	double slots;

	if (!machine)
		return;
	add_head(&totals->now, snapshot);
	add_cpus(&totals->now.all, snapshot, machine);
	add_sockets(&totals->now, snapshot);
	add_regions(&totals->now, snapshot);
	top_add(totals->top, snapshot, totals->now.counted_ns, &totals->now.other, &slots);
	settle(totals, snapshot, slots);
	publish(totals);
}

const struct totals_view *totals_latest(struct totals *totals, bool *fresh)
{
	const bool took = swap_take(&totals->swap);

	totals->taken |= took;
	if (fresh)
		*fresh = took;
	return totals->taken ? &totals->views[totals->swap.in_hand] : NULL;
}

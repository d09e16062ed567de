/* SPDX-License-Identifier: GPL-2.0-only */
/* Evaluates a family's table of formulas over counts, and finds the worst path. Any thread. */
#include "config.h"
#include "model/formula.h"

#include <math.h>
#include <string.h>

#define ANY_THREAD (1ULL << 21)	/* bit "any" of sysfs' format/, where it exists */
#define MUX_SHARE_MIN 0.02	/* a smaller part of the row could be any moment of it */
#define MUX_WHOLE 0.99		/* with this part of a row it counted all of it, but for moments */

const struct formula *family_formula(const struct family *family, enum metric_id metric)
{
	for (size_t i = 0; i < family->n_formulas; i++)
		if (family->formulas[i].metric == metric)
			return &family->formulas[i];
	return NULL;
}

bool family_has_node(const struct family *family, enum metric_id metric)
{
	if (family && family_formula(family, metric))
		return true;
	if (!family)
		return !metrics[metric].optional;
	/* Below the levels it counts, but part of a class that it has. */
	return !metrics[metric].optional && metric_level(metric) > family->levels &&
	       family_has_node(family, metrics[metric].parent);
}

enum metric_id family_node_for(const struct family *family, enum metric_id metric)
{
	static const struct {
		enum metric_id node, instead;
	} table[] = {
		{ M_BACKEND_BOUND, M_BACKEND_OR_BAD }, { M_BACKEND_BOUND, M_BACKEND_STALLED },
		{ M_BAD_SPECULATION, M_BACKEND_OR_BAD },
		{ M_FRONTEND_BOUND, M_FRONTEND_STALLED },
	};

	if (family_has_node(family, metric))
		return metric;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].node == metric && family_has_node(family, table[i].instead))
			return table[i].instead;
	return M_NONE;
}

bool family_node_is_on(const struct family *family, enum metric_id metric, int level)
{
	if (!family_has_node(family, metric) || metric_level(metric) > level)
		return false;
	for (enum metric_id child = 0; child < M_COUNT; child++)
		if (metrics[child].parent == metric && metric_level(child) <= level &&
		    family_has_node(family, child))
			return false;
	return true;
}

const char *family_unit(const struct family *family)
{
	return family && family->unit ? family->unit : "slots";
}

int family_nodes(const struct family *family, enum metric_id nodes[M_COUNT])
{
	int n = 0;

	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (family_has_node(family, m))
			nodes[n++] = m;
	return n;
}

int family_classes(const struct family *family, enum metric_id classes[FAMILY_CLASSES])
{
	enum metric_id nodes[M_COUNT];
	int n = 0, n_nodes = family_nodes(family, nodes);

	for (int i = 0; i < n_nodes && n < FAMILY_CLASSES; i++)
		if (metrics[nodes[i]].parent == M_NONE)
			classes[n++] = nodes[i];
	return n;
}

/* Is the node represented by M_BACKEND_OR_BAD, because the two cannot be told apart? */
static bool is_merged(const struct values *values, enum metric_id metric)
{
	return (metric == M_BACKEND_BOUND || metric == M_BAD_SPECULATION) &&
	       values->quality[M_BACKEND_OR_BAD] > Q_LOW_SLOTS;
}

bool values_are_whole(const struct values *values)
{
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (metrics[m].parent == M_NONE && values->quality[m] <= Q_LOW_SLOTS &&
		    !(metrics[m].optional && values->quality[m] == Q_MISSING) &&
		    !is_merged(values, m))
			return false;
	return true;
}

/* Presence of events decides what is missing, not their values: 0/0 only means "too few slots". */
static bool is_missing(double (*eval)(const struct counts *c), const struct counts *counts)
{
	/* Values 3, 2 and 1: each core type and each group of a hybrid then has a part above 0. */
	static const struct counts values = {
		.value = { [0 ... EV_ATOM_X1 - 1] = 3, [EV_ATOM_X1 ... EV_ATOM_SLOTS_1 - 1] = 2,
			   [EV_ATOM_SLOTS_1 ... EV_COUNT - 1] = 1 },
	};
	struct counts probe = values;	/* copied, as most rows have too few slots */

	probe.present = counts->present;
	return !isfinite(eval(&probe));	/* SUM is 0 if one of its four events is missing */
}

bool family_event_counts_cores(const struct family_event *event, uint64_t config)
{
	return event->of_core && config & ANY_THREAD;
}

int family_levels_at_once(const struct family *family, enum core_type type)
{
	int levels = family->levels;

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->mux && event->core_type == type && event->level <= levels)
			levels = event->level - 1;
	}
	return levels;
}

int family_mux_groups(const struct family *family)
{
	int groups = 0;

	for (size_t i = 0; i < family->n_events; i++)
		if (family->events[i].mux > groups)
			groups = family->events[i].mux;
	return groups;
}

/* On a hybrid each side has its own rotation; all other machines have one side. */
static int sides_of(const struct family *family)
{
	return family->hybrid ? TYPE_ATOM + 1 : TYPE_CORE + 1;
}

static double side_slots(const struct family *family, const struct counts *counts, int side)
{
	double all = counts_or_0(counts, EV_SLOTS);
	double atom = family->hybrid ? counts_or_0(counts, EV_ATOM_SLOTS) : 0;

	return side == TYPE_CORE ? all - atom : atom;
}

static bool is_on_side(const struct family_event *event, int side)
{
	return core_type_side(event->core_type) == (enum core_type)side;
}

/* The events that this side counts in this group only. */
static uint32_t mux_events(const struct family *family, int side, int mux)
{
	uint32_t events = 0;

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->mux != mux || event->fixed || !is_on_side(event, side))
			continue;
		events |= event->id == EV_SLOTS ? 0 : 1U << event->id;
		/* E-cores count their slots in each of their groups. */
		if (event->also && !(family->hybrid && event->also == EV_ATOM_SLOTS))
			events |= 1U << event->also;
	}
	return events;
}

/* The slots of a group are counted by its leader; group 0 has those that no other group has. */
static double mux_slots(const struct family *family, const struct counts *counts, int side, int mux)
{
	double slots = side_slots(family, counts, side);
	int last = 0;

	for (size_t i = 1; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];

		if (event->mux <= last || !is_on_side(event, side))
			continue;
		last = event->mux;
		if (last == mux)
			return counts_or_0(counts, event->id);
		if (!mux)
			slots -= counts_or_0(counts, event->id);
	}
	return slots;
}

double family_share(const struct family *family, const struct counts *counts, uint32_t events)
{
	double all = counts_or_0(counts, EV_SLOTS), counted = 0;

	for (int side = 0; side < sides_of(family); side++) {
		double least = side_slots(family, counts, side);

		for (int mux = family_mux_groups(family); mux >= 0; mux--) {
			double slots = mux_slots(family, counts, side, mux);

			if (events & counts->present & mux_events(family, side, mux) &&
			    slots < least)
				least = slots;
		}
		counted += least > 0 ? least : 0;
	}
	return all > 0 ? counted / all : 1;
}

/* Rotating events of a row: those with too few slots, and those that stand for the whole row. */
struct rotation {
	uint32_t low, rough;
};

/*
 * Adds a side's rotating events. A side with next to no part of the row says nothing about it and
 * is ignored.
 */
static void add_rotating_events(const struct family *family, const struct counts *counts, int side,
				struct rotation *rotation)
{
	double of_side = side_slots(family, counts, side);
	bool matters = of_side >= MUX_SHARE_MIN * counts_or_0(counts, EV_SLOTS);
	uint32_t rotating = 0;

	for (int mux = family_mux_groups(family); mux > 0 || (mux == 0 && rotating); mux--) {
		uint32_t events = mux_events(family, side, mux) & counts->present;
		double slots = mux_slots(family, counts, side, mux);
		bool low = slots < COUNTS_SLOTS_MIN || slots < MUX_SHARE_MIN * of_side;

		if (low && matters)
			rotation->low |= events;
		else if (low || slots < MUX_WHOLE * of_side)
			rotation->rough |= events;
		rotating |= low || slots < MUX_WHOLE * of_side ? events : 0;
	}
}

bool formula_is_uncorrected(const struct formula *formula, const struct counts *counts)
{
	return formula->rough_without && !(counts->present & 1U << formula->rough_without);
}

uint32_t formula_events(const struct formula *formula)
{
	uint32_t all = (1U << EV_COUNT) - 1, needed = 0;

	for (int event = 0; event < EV_COUNT; event++) {
		struct counts counts = { .present = all & ~(1U << event) };

		if (is_missing(formula->eval, &counts))
			needed |= 1U << event;
	}
	return needed;
}

/* Does the result change with this event, if all others are there? */
static bool changes(const struct formula *formula, enum event_id event, double unit)
{
	struct counts with = { .present = (1U << EV_COUNT) - 1 }, without;
	double a, b;

	/* Counts that all differ, so that no difference of two is 0. */
	for (int i = 0; i < EV_COUNT; i++)
		with.value[i] = 1000 + 37 * i + (i % 3) * 11;
	with.value[event] *= unit;
	without = with;
	without.value[event] = 0;
	without.present &= ~(1U << event);
	a = formula->eval(&with);
	b = formula->eval(&without);
	return isfinite(a) && isfinite(b) && a != b;
}

uint32_t formula_corrections(const struct formula *formula)
{
	uint32_t needed = formula_events(formula), corrections = 0;

	/* A large or a small count: one may vanish where a result is limited. */
	for (int event = 0; event < EV_COUNT; event++)
		if (!(needed & 1U << event) &&
		    (changes(formula, (enum event_id)event, 1) ||
		     changes(formula, (enum event_id)event, 0.01)))
			corrections |= 1U << event;
	return corrections;
}

/* IPC is not a node of the tree; it is the same for every family. */
static double instructions_per_cycle(const struct counts *c)
{
	return EV(INSTRUCTIONS) / EV(CYCLES);
}

/*
 * Cycles that are also slots are counted in each group, instructions in one: brings both to the
 * same part of the time. Nodes need no such correction, because they are shares of the slots of
 * their own group.
 */
static double cycles_per_instructions_share(const struct family *family,
					    const struct counts *counts)
{
	double share = family_share(family, counts, 1U << EV_INSTRUCTIONS);

	return share > 0 ? family_share(family, counts, 1U << EV_CYCLES) / share : 0;
}

#define IPC_BIT (1U << M_COUNT)	/* among the bits of formulas */
_Static_assert(M_COUNT < 32, "a bit for each formula, and one for the IPC");

/* The formulas that are missing with these events. */
static uint32_t missing_formulas(const struct family *family, uint32_t present)
{
	const struct counts counts = { .present = present };
	uint32_t missing = is_missing(instructions_per_cycle, &counts) ? IPC_BIT : 0;

	for (size_t i = 0; i < family->n_formulas; i++)
		if (is_missing(family->formulas[i].eval, &counts))
			missing |= 1U << family->formulas[i].metric;
	return missing;
}

/* The same, remembered; the oldest set makes room. */
static uint32_t missing_with(struct evaluator *evaluator, uint32_t present)
{
	unsigned int known = evaluator->n_sets < EVALUATOR_SETS ? evaluator->n_sets : EVALUATOR_SETS;
	unsigned int at = evaluator->n_sets % EVALUATOR_SETS;

	for (unsigned int i = 0; i < known; i++)
		if (evaluator->set[i].present == present)
			return evaluator->set[i].missing;
	evaluator->n_sets++;
	evaluator->set[at].present = present;
	evaluator->set[at].missing = missing_formulas(evaluator->family, present);
	return evaluator->set[at].missing;
}

/* The formulas that depend on one of these events, and have it. */
static uint32_t needing(struct evaluator *evaluator, uint32_t present, uint32_t events)
{
	return present & events ? missing_with(evaluator, present & ~events) : 0;
}

/* A row while it is evaluated; formulas are bits 1 << metric. */
struct evaluation {
	struct evaluator *evaluator;
	const struct counts *counts;
	struct counts whole;	/* counts without partial events; only if `partial` */
	uint32_t low;		/* formulas that have too few slots */
	uint32_t partial;	/* that depend on an event that was not counted in the whole row */
	uint32_t rough;		/* that depend on an event that stands for the whole row */
};

static uint8_t quality_of_low(uint32_t missing, uint32_t bit)
{
	return missing & bit ? Q_MISSING : Q_LOW_SLOTS;
}

/* Evaluates one formula: its quality, and its result if the quality allows one, else 0. */
static enum quality evaluate(const struct evaluation *row, double (*eval)(const struct counts *c),
			     uint32_t bit, double *result)
{
	bool partial = row->partial & bit;

	if (!(row->low & bit)) {
		*result = eval(partial ? &row->whole : row->counts);
		if (isfinite(*result))
			return partial ? Q_PARTIAL : counts_are_rough(row->counts) ? Q_SCALED :
			       row->rough & bit ? Q_PARTIAL : Q_COUNTED;
	}
	*result = 0;
	return (enum quality)quality_of_low(missing_with(row->evaluator, row->counts->present), bit);
}

struct evaluator evaluator_of(const struct family *family)
{
	return (struct evaluator){ .family = family, .mux_groups = family_mux_groups(family) };
}

/* Most rows have too few slots for any ratio. */
static void set_low(struct evaluator *evaluator, const struct counts *counts, struct values *values)
{
	const struct family *family = evaluator->family;
	const uint32_t missing = missing_with(evaluator, counts->present);

	for (size_t i = 0; i < family->n_formulas; i++) {
		enum metric_id metric = family->formulas[i].metric;

		values->quality[metric] = quality_of_low(missing, 1U << metric);
	}
	values->ipc_quality = quality_of_low(missing, IPC_BIT);
}

void evaluator_evaluate(struct evaluator *evaluator, const struct counts *counts, bool low_slots,
			struct values *values)
{
	const struct family *family = evaluator->family;
	struct rotation rotation = { 0, 0 };
	struct evaluation row;
	double result;

	memset(values, 0, sizeof(*values));
	if (low_slots) {
		set_low(evaluator, counts, values);
		return;
	}
	for (int side = 0; evaluator->mux_groups && side < sides_of(family); side++)
		add_rotating_events(family, counts, side, &rotation);
	row.evaluator = evaluator;
	row.counts = counts;
	row.low = needing(evaluator, counts->present, rotation.low);
	row.rough = needing(evaluator, counts->present, rotation.rough);
	row.partial = counts->partial ?
		missing_with(evaluator, counts->present & ~counts->partial) : 0;
	if (row.partial)
		row.whole = counts_complete(counts);
	for (size_t i = 0; i < family->n_formulas; i++) {
		const struct formula *formula = &family->formulas[i];
		enum metric_id metric = formula->metric;
		enum quality quality = evaluate(&row, formula->eval, 1U << metric, &result);

		if (quality == Q_COUNTED && (formula->in_rotation ||
					     formula_is_uncorrected(formula, counts)))
			quality = Q_PARTIAL;
		values->quality[metric] = (uint8_t)quality;
		values->percent[metric] = result > 0 ? (float)(result * 100) : 0;
	}
	values->ipc_quality = (uint8_t)evaluate(&row, instructions_per_cycle, IPC_BIT, &result);
	if (rotation.rough)
		result *= cycles_per_instructions_share(family, counts);
	values->ipc = (float)result;
}

void family_evaluate(const struct family *family, const struct counts *counts, bool low_slots,
		     struct values *values)
{
	struct evaluator evaluator = evaluator_of(family);

	evaluator_evaluate(&evaluator, counts, low_slots, values);
}

bool metric_is_over(const struct values *values, enum metric_id metric)
{
	return values->quality[metric] > Q_LOW_SLOTS &&
	       values->percent[metric] > (float)(metrics[metric].threshold * 100);
}

/*
 * Returns the largest child of parent among those over their thresholds; M_NONE if there is none,
 * or if another one is close. Sorted by share, not by how far it exceeds its threshold: the share
 * is what an improvement can win.
 */
static enum metric_id worst_child(const struct values *values, enum metric_id parent)
{
	enum metric_id worst = M_NONE;
	float best = 0, second = 0;

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		float percent = values->percent[id];

		if (metrics[id].parent != parent || !metric_is_over(values, id))
			continue;
		if (percent > best) {
			second = best;
			best = percent;
			worst = id;
		} else if (percent > second) {
			second = percent;
		}
	}
	return best - second < WORST_TOO_CLOSE ? M_NONE : worst;
}

int worst_path(const struct values *values, int levels, enum metric_id path[2])
{
	enum metric_id at = M_NONE;
	int length = 0;

	while (length < levels && length < 2) {
		at = worst_child(values, at);
		if (at == M_NONE)
			break;
		path[length++] = at;
	}
	return length;
}

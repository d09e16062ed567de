/* SPDX-License-Identifier: GPL-2.0-only */
/* TopDown of a function from samples; see class_samples.h. */
#include "config.h"
#include "model/profile/class_samples.h"

#include <math.h>

/*
 * Samples more of each event, in the errors of a table with differences: to choose what is shown, and to state its
 * error. With these, 90 to 98 % of shown values are within two errors (tests/model/profile/test-class_samples).
 */
#define DIFFERENCE_MORE 2
#define DIFFERENCE_MORE_SHOWN 7

static double worth(const struct class_samples *samples, size_t row)
{
	return samples->unit[row] * samples->running[row];
}

static bool is_sampled(const struct class_samples *samples, size_t row)
{
	return samples->events & 1U << row;
}

/* The slots that an event of this row stands for; 0: it is for formulas only, or not sampled. */
static double class_weight(const struct class_samples *samples, size_t row)
{
	return is_sampled(samples, row) && samples->table->events[row].slots ?
		       worth(samples, row) : 0;
}

struct weighed class_slots(const struct class_samples *samples, const struct weighed *of)
{
	struct weighed slots = { 0, 0 };

	for (size_t i = 0; i < samples->table->n_events; i++) {
		const double w = class_weight(samples, i);

		slots.weight += of[i].weight * w;
		slots.squares += of[i].squares * w * w;
	}
	return slots;
}

static void count(struct counts *counts, enum event_id id, double n)
{
	counts->present |= 1U << id;
	counts->value[id] += n;
}

/* Adds n of the row's EV_x, and what they are beside that. */
static void count_row(struct counts *counts, const struct class_samples *samples, size_t row, double n)
{
	const struct class_table *table = samples->table;
	const struct class_event *event = &table->events[row];
	const bool e_cores = event->event.core_type != TYPE_CORE;

	count(counts, event->event.id, n);
	if (event->event.also)
		count(counts, event->event.also, n);
	if (event->event.cycles)
		count(counts, EV_CYCLES, n / samples->unit[row]);
	if (event->slots && event->event.id != EV_SLOTS)
		count(counts, EV_SLOTS, n);
	if (event->slots && e_cores && event->event.also != EV_ATOM_SLOTS)
		count(counts, EV_ATOM_SLOTS, n);
	for (uint32_t left = event->slots ? table->also_slots : 0; left; left &= left - 1)
		count(counts, (enum event_id)__builtin_ctz(left), n);
	for (uint32_t left = event->stalls ? table->stalls : 0; left; left &= left - 1)
		count(counts, (enum event_id)__builtin_ctz(left), n);
}

/* All formulas of counts that differ by n EV_x of a row; row n_events: that do not differ. */
static void evaluate(const struct class_samples *samples, const struct counts *counts, size_t row, double n,
		     double values[M_COUNT])
{
	const struct class_table *table = samples->table;
	struct counts other = *counts;

	if (row < table->n_events)
		count_row(&other, samples, row, n);
	for (size_t i = 0; i < table->n_formulas; i++)
		values[i] = table->formulas[i].eval(&other);
}

/*
 * The squares of what the error of a row with so many samples more makes of formulas, added. `counts` have a sample
 * more: none is below 0.
 */
static void add_errors(const struct class_samples *samples, const struct counts *counts, const struct weighed *of,
		       size_t row, int more_samples, double squares[M_COUNT])
{
	const double period = samples->period[row];
	const double error = worth(samples, row) * sqrt(of[row].squares + more_samples * period * period);
	double more[M_COUNT], less[M_COUNT];

	evaluate(samples, counts, row, error, more);
	evaluate(samples, counts, row, -error, less);
	for (size_t i = 0; i < samples->table->n_formulas; i++)
		squares[i] += (more[i] - less[i]) * (more[i] - less[i]) / 4;
}

/* The errors of formulas with these values, given their counts. */
static void find_errors(const struct class_samples *samples, const struct counts *counts, const struct weighed *of,
			const double values[M_COUNT], int more_samples, double errors[M_COUNT])
{
	const size_t n = samples->table->n_events;
	struct counts likely = *counts;
	double mean[M_COUNT], squares[M_COUNT];

	for (size_t row = 0; row < n; row++)
		if (is_sampled(samples, row))
			count_row(&likely, samples, row, samples->period[row] * worth(samples, row));
	evaluate(samples, &likely, n, 0, mean);
	for (size_t i = 0; i < samples->table->n_formulas; i++)
		squares[i] = (mean[i] - values[i]) * (mean[i] - values[i]);
	for (size_t row = 0; row < n; row++)
		if (is_sampled(samples, row))
			add_errors(samples, &likely, of, row, more_samples, squares);
	for (size_t i = 0; i < samples->table->n_formulas; i++)
		errors[i] = fmin(sqrt(squares[i]), 1);
}

/* The errors that are stated. */
static void state_errors(const struct class_samples *samples, const struct counts *counts, const struct weighed *of,
			 const double values[M_COUNT], double errors[M_COUNT])
{
	const bool differences = samples->table->differences;
	bool some_shown = false;
	double wide[M_COUNT];

	find_errors(samples, counts, of, values, differences ? DIFFERENCE_MORE : 1, errors);
	for (size_t i = 0; i < samples->table->n_formulas; i++)
		some_shown |= errors[i] <= CLASS_ERROR_MOST;
	if (!differences || !some_shown)
		return;
	find_errors(samples, counts, of, values, DIFFERENCE_MORE_SHOWN, wide);
	for (size_t i = 0; i < samples->table->n_formulas; i++)
		if (errors[i] <= CLASS_ERROR_MOST)
			errors[i] = fmin(wide[i], CLASS_ERROR_MOST);
}

void class_estimates(const struct class_samples *samples, const struct weighed *of,
		     struct estimate estimates[M_COUNT])
{
	const struct class_table *table = samples->table;
	double values[M_COUNT], errors[M_COUNT];
	struct counts counts = { .present = 0 };

	for (int metric = 0; metric < M_COUNT; metric++)
		estimates[metric] = (struct estimate){ NAN, NAN };
	if (!(class_slots(samples, of).weight > 0))
		return;
	for (size_t row = 0; row < table->n_events; row++)
		if (is_sampled(samples, row))
			count_row(&counts, samples, row, of[row].weight * worth(samples, row));
	evaluate(samples, &counts, table->n_events, 0, values);
	state_errors(samples, &counts, of, values, errors);
	for (size_t i = 0; i < table->n_formulas; i++)
		if (isfinite(values[i]))
			estimates[table->formulas[i].metric] = (struct estimate){
				fmin(fmax(values[i], 0), 1), errors[i]
			};
}

void class_rough(const struct class_samples *samples, struct estimate estimates[M_COUNT])
{
	struct weighed one[CLASS_EVENTS_MAX];

	for (size_t i = 0; i < samples->table->n_events; i++)
		one[i] = (struct weighed){ samples->period[i], samples->period[i] * samples->period[i] };
	class_estimates(samples, one, estimates);
	for (int metric = 0; metric < M_COUNT; metric++)
		if (isfinite(estimates[metric].value))
			estimates[metric] = (struct estimate){ 0, 1 };
}

/* The class that all slots are of, if there are only samples of this row; M_NONE: none. */
static enum metric_id class_of_row(const struct class_samples *samples, size_t row)
{
	struct weighed one[CLASS_EVENTS_MAX] = { { 0, 0 } };
	struct estimate estimates[M_COUNT];

	one[row] = (struct weighed){ samples->period[row], samples->period[row] * samples->period[row] };
	class_estimates(samples, one, estimates);
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		if (metric_level(metric) == 1 && estimates[metric].value > 1 - 1e-9)
			return metric;
	return M_NONE;
}

bool class_rows(const struct class_samples *samples, enum metric_id class[CLASS_EVENTS_MAX])
{
	bool all = samples->table != NULL;

	for (size_t row = 0; all && row < samples->table->n_events; row++) {
		const bool counts = is_sampled(samples, row) && samples->table->events[row].event.level == 1;

		class[row] = counts && samples->table->events[row].slots ? class_of_row(samples, row) : M_NONE;
		all &= !counts || class[row] != M_NONE;
	}
	return all;
}

double class_row_slots(const struct class_samples *samples, const enum metric_id class[CLASS_EVENTS_MAX],
		       const struct weighed *of, enum metric_id metric)
{
	double slots = 0;

	for (size_t row = 0; row < samples->table->n_events; row++)
		if (class[row] == metric)
			slots += of[row].weight * class_weight(samples, row);
	return slots;
}

/* Rows of one number share a counter with those of another. */
static bool takes_turns(const struct class_samples *samples)
{
	int mux = 0;

	if (samples->scaled)
		return false;
	for (size_t i = 0; i < samples->table->n_events; i++) {
		const int of_row = samples->table->events[i].event.mux;

		if (!is_sampled(samples, i) || !of_row || samples->running[i] > 1)
			continue;
		if (mux && mux != of_row)
			return true;
		mux = of_row;
	}
	return false;
}

bool class_samples_suffice(const struct class_samples *samples)
{
	struct weighed one[CLASS_EVENTS_MAX];
	struct estimate classes[M_COUNT];

	if (takes_turns(samples))
		return false;
	for (size_t i = 0; i < samples->table->n_events; i++)
		one[i] = (struct weighed){ samples->period[i], samples->period[i] };
	class_estimates(samples, one, classes);
	for (size_t i = 0; i < samples->table->n_formulas; i++) {
		const enum metric_id metric = samples->table->formulas[i].metric;

		if (metric_level(metric) == 1 && !isfinite(classes[metric].value))
			return false;
	}
	return true;
}

enum class_known class_known(struct estimate estimate)
{
	if (!isfinite(estimate.value) || !isfinite(estimate.error))
		return CLASS_MISSING;
	return estimate.error > CLASS_ERROR_MOST ? CLASS_ROUGH : CLASS_KNOWN;
}

struct estimate class_shown(const struct estimate *classes, enum metric_id metric, enum class_known *known)
{
	const struct estimate none = { NAN, NAN };
	const struct estimate estimate = classes ? classes[metric] : none;
	const enum class_known is = class_known(estimate);

	if (known)
		*known = is;
	return is == CLASS_KNOWN ? estimate : none;
}

int class_table_levels(const struct class_table *table)
{
	int levels = 0;

	for (size_t i = 0; i < table->n_events; i++)
		if (table->events[i].event.level > levels)
			levels = table->events[i].event.level;
	return levels;
}

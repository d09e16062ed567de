/* SPDX-License-Identifier: GPL-2.0-only */
/* TopDown of a function from samples; see class_samples.h. */
#include "config.h"
#include "model/profile/class_samples.h"

#include <math.h>

#include "model/profile/share.h"

static double worth(const struct class_samples *samples, size_t row)
{
	return samples->unit[row] * samples->running[row];
}

static bool is_sampled(const struct class_samples *samples, size_t row)
{
	return samples->events & 1U << row;
}

double class_weight(const struct class_samples *samples, size_t row)
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
	for (int id = 0; id < EV_COUNT; id++) {
		if (event->slots && table->also_slots & 1U << id)
			count(counts, (enum event_id)id, n);
		if (event->stalls && table->stalls & 1U << id)
			count(counts, (enum event_id)id, n);
	}
}

/* The formula where the samples of one row are n EV_x; row n_events: as they are. */
static double evaluate(const struct class_samples *samples, const struct weighed *of, size_t row,
		       double n, double (*eval)(const struct counts *counts))
{
	struct counts counts = { .present = 0 };

	for (size_t i = 0; i < samples->table->n_events; i++)
		if (is_sampled(samples, i))
			count_row(&counts, samples, i,
				  i == row ? n : of[i].weight * worth(samples, i));
	return eval(&counts);
}

/* What an error of the row's count makes of the result. */
static double error_by(const struct class_samples *samples, const struct weighed *of, size_t row,
		       double value, double (*eval)(const struct counts *counts))
{
	const double w = worth(samples, row), n = of[row].weight * w;
	const double error = of[row].weight > 0 ? sqrt(of[row].squares) * w :
						  SEEN_BY_NONE * samples->period[row] * w;
	const double more = evaluate(samples, of, row, n + error, eval);
	const double less = n >= error ? evaluate(samples, of, row, n - error, eval) : NAN;

	/* Of a few samples only the upper side exists. */
	return isfinite(less) ? (more - less) / 2 : more - value;
}

static struct estimate estimate(const struct class_samples *samples, const struct weighed *of,
				double (*eval)(const struct counts *counts))
{
	const size_t n = samples->table->n_events;
	struct estimate result = { evaluate(samples, of, n, 0, eval), NAN };
	double squares = 0;

	if (!isfinite(result.value))
		return (struct estimate){ NAN, NAN };
	for (size_t i = 0; i < n; i++) {
		double error = is_sampled(samples, i) ?
				       error_by(samples, of, i, result.value, eval) : 0;

		squares += error * error;
	}
	result.error = fmin(sqrt(squares), 1);
	result.value = fmin(fmax(result.value, 0), 1);
	return result;
}

void class_estimates(const struct class_samples *samples, const struct weighed *of,
		     struct estimate estimates[M_COUNT])
{
	const struct class_table *table = samples->table;

	for (int metric = 0; metric < M_COUNT; metric++)
		estimates[metric] = (struct estimate){ NAN, NAN };
	if (!(class_slots(samples, of).weight > 0))
		return;
	for (size_t i = 0; i < table->n_formulas; i++)
		estimates[table->formulas[i].metric] =
			estimate(samples, of, table->formulas[i].eval);
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

int class_table_levels(const struct class_table *table)
{
	int levels = 0;

	for (size_t i = 0; i < table->n_events; i++)
		if (table->events[i].event.level > levels)
			levels = table->events[i].event.level;
	return levels;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples of retire latencies by seconds; see tree_parts.h. */
#include "config.h"
#include "model/tree/tree_parts.h"

#include <math.h>
#include <stdlib.h>

#define SECONDS 10
#define NS_PER_S 1000000000ULL

struct second {
	uint64_t number;	/* of the clock */
	size_t n;
	struct tree_latency latency[TREE_LATENCIES_MAX];
};

struct tree_latencies {
	uint64_t newest;	/* number of the newest second */
	struct second second[SECONDS];
};

struct tree_latencies *tree_latencies_new(void)
{
	return calloc(1, sizeof(struct tree_latencies));
}

void tree_latencies_free(struct tree_latencies *latencies)
{
	free(latencies);
}

void tree_latencies_clear(struct tree_latencies *latencies)
{
	for (size_t i = 0; i < SECONDS; i++)
		latencies->second[i].n = 0;
}

static void latencies_add(struct second *second, const struct tree_latency *latency)
{
	struct tree_latency *sum = NULL;

	for (size_t i = 0; i < second->n; i++)
		if (second->latency[i].core_type == latency->core_type &&
		    second->latency[i].event == latency->event)
			sum = &second->latency[i];
	if (!sum) {
		if (second->n == TREE_LATENCIES_MAX)
			return;
		sum = &second->latency[second->n++];
		*sum = *latency;
		return;
	}
	sum->samples += latency->samples;
	sum->saturated += latency->saturated;
	sum->sum += latency->sum;
	sum->squares += latency->squares;
}

void tree_latencies_add(struct tree_latencies *latencies, const struct tree_readings *readings)
{
	const uint64_t number = readings->end_ns / NS_PER_S;
	struct second *second = &latencies->second[number % SECONDS];

	if (second->number != number)
		second->n = 0;
	second->number = latencies->newest = number;
	for (size_t i = 0; i < readings->n_latencies && i < TREE_LATENCIES_MAX; i++)
		if (isfinite(readings->latency[i].sum) && isfinite(readings->latency[i].squares))
			latencies_add(second, &readings->latency[i]);
}

static struct tree_latency sum_of(const struct tree_latencies *latencies, enum core_type type,
				  size_t event)
{
	struct tree_latency sum = { 0 };

	for (size_t s = 0; s < SECONDS; s++) {
		const struct second *second = &latencies->second[s];

		if (second->number + SECONDS <= latencies->newest)
			continue;
		for (size_t i = 0; i < second->n; i++) {
			const struct tree_latency *latency = &second->latency[i];

			if (latency->core_type != type || latency->event != event)
				continue;
			sum.samples += latency->samples;
			sum.saturated += latency->saturated;
			sum.sum += latency->sum;
			sum.squares += latency->squares;
		}
	}
	return sum;
}

struct mean_latency tree_latencies_mean(const struct tree_latencies *latencies,
					const struct tree *tree, enum core_type type, size_t event,
					enum retire_latency how)
{
	const struct tree_latency sum = sum_of(latencies, type, event);
	const double by_default = (double)tree_event(tree, event)->latency, n = sum.samples;
	struct mean_latency mean = { .mean = NAN, .error = NAN, .samples = sum.samples,
				     .saturated = sum.saturated,
				     .table = by_default > 0 ? by_default : NAN };
	double variance;

	if (how == RETIRE_OFF)
		return mean;
	if (how == RETIRE_DEFAULT || sum.samples < LATENCY_SAMPLES_MIN) {
		mean.by_default = true;
		mean.mean = mean.table;
		return mean;
	}
	mean.mean = sum.sum / n;
	variance = fmax(0, (sum.squares - sum.sum * mean.mean) / (n - 1));
	mean.error = sqrt(variance / n);
	return mean;
}

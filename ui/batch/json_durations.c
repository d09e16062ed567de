/* SPDX-License-Identifier: GPL-2.0-only */
/* Durations of entries as JSON; see json_durations.h. */
#include "config.h"
#include "ui/batch/json_durations.h"

#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "ui/batch/json_value.h"
#include "ui/lists/duration_text.h"

/* Percentiles of one of the two durations. NULL without memory. */
static json_t *make_quantiles(const struct durations *durations, enum duration_of of)
{
	static const struct {
		const char *name;
		double part;
	} quantiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 } };
	json_t *object = json_object();
	int bad = json_object_set_new(object, "entries", json_make_count(durations_entries(durations, of)));

	bad |= json_object_set_new(object, "mean_ns", json_make_percent(durations_mean(durations, of)));
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(quantiles[0]); i++) {
		const struct duration_quantile q = durations_quantile(durations, of, quantiles[i].part);
		char name[16];

		(void)snprintf(name, sizeof(name), "%s_ns", quantiles[i].name);
		bad |= json_object_set_new(object, name, json_make_percent(q.ns));
		(void)snprintf(name, sizeof(name), "%s_from_ns", quantiles[i].name);
		bad |= json_object_set_new(object, name, json_make_percent(q.from));
		(void)snprintf(name, sizeof(name), "%s_to_ns", quantiles[i].name);
		bad |= json_object_set_new(object, name, json_make_percent(q.to));
	}
	return json_whole(object, bad);
}

static json_t *make_class(const struct duration_class *of, int class, const struct family *family)
{
	const double to = duration_class_to(class);
	json_t *object = json_object();
	int bad = json_object_set_new(object, "from_ns", json_make_count((uint64_t)duration_class_from(class)));

	bad |= json_object_set_new(object, "to_ns", isinf(to) ? json_null() : json_make_count((uint64_t)to));
	bad |= json_object_set_new(object, "entries", json_make_count(of->entries));
	bad |= json_object_set_new(object, "wall_ns", json_make_count(of->ns));
	bad |= json_object_set_new(object, "cpu_entries", json_make_count(of->cpu_entries));
	bad |= json_object_set_new(object, "cpu_ns", json_make_count(of->cpu_ns));
	bad |= json_object_set_new(object, "slots", of->slots > 0 ? json_make_count((uint64_t)of->slots) : json_null());
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (family_has_node(family, m))
			bad |= json_object_set_new(object, metrics[m].slug,
						   json_make_percent(duration_class_percent(of, m)));
	return json_whole(object, bad);
}

static json_t *make_classes(const struct durations *durations, const struct family *family)
{
	json_t *array = json_array();
	int bad = 0;

	for (int class = 0; class < DURATION_CLASSES; class++)
		if (durations->of[class].entries || durations->of[class].cpu_entries)
			bad |= json_array_append_new(array, make_class(&durations->of[class], class, family));
	return json_whole(array, bad);
}

static json_t *make_slow(const struct durations *durations, const struct region_state *regions)
{
	const struct slow_part slow = durations_slow_part(durations);
	const double above = slow.first ? duration_class_from(slow.first) : (double)NAN;
	char text[DURATION_TEXT], doubt[DURATION_TEXT];
	json_t *object = json_object();
	int bad = json_object_set_new(object, "verdict", json_string(duration_text_verdict(slow.verdict)));

	duration_text_slow(&slow, text);
	duration_text_doubt(&slow, regions, doubt);
	bad |= json_object_set_new(object, "above_ns", json_make_percent(above));
	bad |= json_object_set_new(object, "entries", json_make_count(slow.entries));
	bad |= json_object_set_new(object, "slots_percent", json_make_percent(slow.slots_percent));
	bad |= json_object_set_new(object, "node",
				   slow.node == M_NONE ? json_null() : json_string(metrics[slow.node].slug));
	bad |= json_object_set_new(object, "node_percent", json_make_percent(slow.percent));
	bad |= json_object_set_new(object, "others_node_percent", json_make_percent(slow.others));
	bad |= json_object_set_new(object, "on_cpu_percent", json_make_percent(slow.on_cpu));
	bad |= json_object_set_new(object, "others_on_cpu_percent", json_make_percent(slow.others_on_cpu));
	bad |= json_object_set_new(object, "sentence", json_make_text(text));
	bad |= json_object_set_new(object, "doubt", json_make_text(doubt));
	return json_whole(object, bad);
}

json_t *json_make_durations(const struct snapshot *snapshot, const struct row *row)
{
	struct durations durations;
	json_t *object;
	int bad;

	if (!snapshot_durations(snapshot, row, &durations))
		return json_null();
	object = json_object();
	bad = json_object_set_new(object, "wall", make_quantiles(&durations, DURATION_WALL));
	bad |= json_object_set_new(object, "cpu", make_quantiles(&durations, DURATION_CPU));
	bad |= json_object_set_new(object, "classes", make_classes(&durations, snapshot->machine->family));
	bad |= json_object_set_new(object, "slow", make_slow(&durations, &snapshot->regions));
	return json_whole(object, bad);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of metric families; see exposition_parts.h. tdtop-metrics.7 lists them too (METRICS), and
 * tests/check-manual.sh compares. Slots, instructions and cycles are whole numbers: a fraction of a
 * slot tells nothing, and makes each number three times as long.
 *
 * A new family is a row here and one in METRICS of tdtop-metrics.7; then SCREENS=update make check.
 */
#include "config.h"
#include "ui/openmetrics/exposition_parts.h"

#include <math.h>
#include <string.h>

#include "model/formula.h"
#include "model/machine.h"

#define NS 1e9

static const char *class_name(int part)
{
	return part == M_COUNT ? "unknown" : slug_bare(metrics[part].slug);
}

static const char *mode_name(int part)
{
	static const char *const modes[] = { "busy", "idle" };

	return modes[part];
}

static const char *cost_name(int part)
{
	static const char *const parts[] = { "tdtop", "kernel" };

	return parts[part];
}

static const struct metric_split by_class = { "class", M_COUNT + 1, class_name };
static const struct metric_split by_mode = { "mode", 2, mode_name };
static const struct metric_split by_cost = { "part", 2, cost_name };

/* Slots of a node, of this level; M_COUNT: those that are not divided. */
static double slots_of(const struct metric_place *place, int part, int level)
{
	if (part == M_COUNT)
		return round(place->total->undivided[level]);
	return place->source->on_level[level][part] ? round(place->total->slots[part]) : NAN;
}

static double level1_slots(const struct metric_place *place, int part)
{
	return slots_of(place, part, 0);
}

static double level2_slots(const struct metric_place *place, int part)
{
	return slots_of(place, part, 1);
}

static double cpu_seconds(const struct metric_place *place, int part)
{
	(void)part;
	return place->total->cpu_ns / NS;
}

static double mode_seconds(const struct metric_place *place, int part)
{
	return (part ? place->cpus->idle_ns : place->total->cpu_ns) / NS;
}

static double unknown_seconds(const struct metric_place *place, int part)
{
	(void)part;
	return place->cpus->unknown_ns / NS;
}

static double instructions(const struct metric_place *place, int part)
{
	(void)part;
	return round(place->total->instructions);
}

static double cycles(const struct metric_place *place, int part)
{
	(void)part;
	return round(place->total->cycles);
}

static double idle_slots(const struct metric_place *place, int part)
{
	(void)part;
	return round(place->cpus->idle_slots);
}

static double unaccounted_slots(const struct metric_place *place, int part)
{
	(void)part;
	return round(place->cpus->unaccounted_slots);
}

static double extrapolated_slots(const struct metric_place *place, int part)
{
	(void)part;
	return round(place->source->view->extrapolated_slots);
}

static double counted_ratio(const struct metric_place *place, int part)
{
	(void)part;
	return place->source->view->counted_ratio;
}

static double lost(const struct metric_place *place, int part)
{
	(void)part;
	return place->source->view->lost;
}

static double intervals(const struct metric_place *place, int part)
{
	(void)part;
	return (double)place->source->view->intervals;
}

static double counted_seconds(const struct metric_place *place, int part)
{
	(void)part;
	return place->source->view->counted_ns / NS;
}

static double unsound_intervals(const struct metric_place *place, int part)
{
	(void)part;
	return place->source->view->unsound_intervals;
}

static double estimated_intervals(const struct metric_place *place, int part)
{
	(void)part;
	return place->source->view->estimated_intervals;
}

static double self_seconds(const struct metric_place *place, int part)
{
	const struct totals_view *view = place->source->view;

	return (part ? view->kernel_ns : view->own_ns) / NS;
}

static double labels(const struct metric_place *place, int part)
{
	(void)part;
	return (double)place->source->view->labels;
}

static double forgotten_labels(const struct metric_place *place, int part)
{
	(void)part;
	return (double)place->source->view->forgotten;
}

static bool slots_counted(const struct totals_view *view)
{
	double slots = view->all.total.undivided[0] + view->all.total.undivided[1];

	for (int i = 0; i < M_COUNT; i++)
		slots += view->all.total.slots[i];
	return slots > 0;
}

static bool level2_counted(const struct totals_view *view)
{
	return view->machine && view->machine->levels >= 2 && slots_counted(view);
}

static bool instructions_counted(const struct totals_view *view)
{
	return view->all.total.instructions > 0;
}

static bool cycles_counted(const struct totals_view *view)
{
	return view->all.total.cycles > 0;
}

static bool regions_timed(const struct totals_view *view)
{
	return view->n_regions > 0;
}

static bool self_counted(const struct totals_view *view)
{
	return view->own_known;
}

static bool machine_known(const struct totals_view *view)
{
	return view->machine != NULL;
}

static const char *version_text(const struct totals_view *view)
{
	(void)view;
	return PACKAGE_VERSION;
}

static const char *cpu_text(const struct totals_view *view)
{
	return view->machine->family ? view->machine->family->name : NULL;
}

static const char *source_text(const struct totals_view *view)
{
	return view->machine->source;
}

static const char *engine_text(const struct totals_view *view)
{
	return machine_engine_name(view->machine->engine);
}

static const char *guests_text(const struct totals_view *view)
{
	return view->machine->without_guests ? "false" : NULL;
}

static const char *simulated_text(const struct totals_view *view)
{
	return view->machine->simulated ? "true" : "false";
}

static const char *levels_text(const struct totals_view *view)
{
	return view->machine->levels >= 2 ? "2" : "1";
}

static const char *watched_text(const struct totals_view *view)
{
	return view->machine->watched[0] ? view->machine->watched : NULL;
}

/* Neoverse N1 counts cycles in place of slots. */
static const char *unit_text(const struct totals_view *view)
{
	return view->machine->family ? view->machine->family->unit : NULL;
}

#define COUNTER(family) .name = "tdtop_" family, .type = METRIC_COUNTER
#define GAUGE(family) .name = "tdtop_" family, .type = METRIC_GAUGE
#define INFO(family) .name = "tdtop_" family, .type = METRIC_INFO
#define TASKS .scope = SCOPE_TASKS
#define SOCKETS .scope = SCOPE_SOCKETS
#define LEVEL1 .split = &by_class, .value = level1_slots, .counted = slots_counted
#define LEVEL2 .split = &by_class, .value = level2_slots, .counted = level2_counted

const struct metric_family metric_families[] = {
	{ COUNTER("slots"), .unit = "slots", TASKS, LEVEL1,
	  .help = "Pipeline slots that the tasks of a label had, by class of level 1; class unknown: "
		  "slots that could not be divided." },
	{ COUNTER("level2_slots"), .unit = "slots", TASKS, LEVEL2,
	  .help = "The same slots by node of level 2; class unknown: slots that could not be divided "
		  "that far." },
	{ COUNTER("cpu_seconds"), .unit = "seconds", TASKS, .value = cpu_seconds,
	  .help = "Seconds that the tasks of a label spent on a CPU." },
	{ COUNTER("instructions"), .unit = "instructions", TASKS, .value = instructions,
	  .counted = instructions_counted,
	  .help = "Instructions that the tasks of a label retired." },
	{ COUNTER("cycles"), .unit = "cycles", TASKS, .value = cycles, .counted = cycles_counted,
	  .help = "Core cycles that the tasks of a label ran for." },
	{ COUNTER("machine_slots"), .unit = "slots", LEVEL1,
	  .help = "Pipeline slots of all CPUs by class of level 1, with those of the idle task and "
		  "unaccounted ones." },
	{ COUNTER("machine_level2_slots"), .unit = "slots", LEVEL2,
	  .help = "The same slots of all CPUs by node of level 2." },
	{ COUNTER("machine_idle_slots"), .unit = "slots", .value = idle_slots,
	  .counted = slots_counted,
	  .help = "The part of the machine's slots that the idle task had." },
	{ COUNTER("machine_unaccounted_slots"), .unit = "slots", .value = unaccounted_slots,
	  .counted = slots_counted,
	  .help = "The part of the machine's slots that no known task had." },
	{ COUNTER("machine_extrapolated_slots"), .unit = "slots", .value = extrapolated_slots,
	  .counted = slots_counted,
	  .help = "Slots of CPUs whose counters were on for a part of an interval only, as others had "
		  "them too: they are scaled up." },
	{ COUNTER("machine_cpu_seconds"), .unit = "seconds", .split = &by_mode,
	  .value = mode_seconds,
	  .help = "Seconds of all CPUs, busy or idle: the two modes are disjoint and add up to the "
		  "whole time." },
	{ COUNTER("machine_unknown_cpu_seconds"), .unit = "seconds", .value = unknown_seconds,
	  .help = "The part of both modes of the machine's CPU seconds in which it is not known who "
		  "ran, or whether the CPU idled." },
	{ COUNTER("machine_instructions"), .unit = "instructions", .value = instructions,
	  .counted = instructions_counted,
	  .help = "Instructions that all CPUs retired." },
	{ COUNTER("machine_cycles"), .unit = "cycles", .value = cycles, .counted = cycles_counted,
	  .help = "Core cycles of all CPUs." },
	{ COUNTER("socket_slots"), .unit = "slots", SOCKETS, LEVEL1,
	  .help = "Pipeline slots of the CPUs of a socket by class of level 1, as of the machine." },
	{ COUNTER("socket_level2_slots"), .unit = "slots", SOCKETS, LEVEL2,
	  .help = "The same slots of a socket by node of level 2." },
	{ COUNTER("socket_cpu_seconds"), .unit = "seconds", SOCKETS, .split = &by_mode,
	  .value = mode_seconds,
	  .help = "Seconds of the CPUs of a socket, busy or idle: the two modes are disjoint and add "
		  "up to the whole time." },
	{ .name = "tdtop_region_duration_seconds", .type = METRIC_HISTOGRAM, .unit = "seconds",
	  .scope = SCOPE_REGIONS, .counted = regions_timed,
	  .help = "Wall time of entries into regions of a name that ended while markers were watched, of "
		  "all processes." },
	{ GAUGE("counted_ratio"), .unit = "ratio", .value = counted_ratio, .counted = slots_counted,
	  .help = "Part of the last interval in which the counters were counting; below 1 others "
		  "had them as well, and counts are scaled up." },
	{ COUNTER("lost"), .value = lost,
	  .help = "Records of task switches that the kernel could not hand over; slots around them "
		  "are unaccounted." },
	{ COUNTER("intervals"), .unit = "intervals", .value = intervals, .without_view = true,
	  .help = "Intervals that were counted." },
	{ COUNTER("counted_seconds"), .unit = "seconds", .value = counted_seconds,
	  .without_view = true,
	  .help = "Length in seconds of all intervals that were counted." },
	{ COUNTER("unsound_intervals"), .unit = "intervals", .value = unsound_intervals,
	  .help = "Intervals whose counts cannot be right; their slots have class unknown, or are "
		  "left out." },
	{ COUNTER("estimated_intervals"), .unit = "intervals", .value = estimated_intervals,
	  .counted = self_counted,
	  .help = "Intervals in which the budget let switches of some CPU be sampled in windows only: "
		  "what labels have of them is an estimate, what the machine has is exact." },
	{ COUNTER("self_cpu_seconds"), .unit = "seconds", .split = &by_cost, .value = self_seconds,
	  .counted = self_counted,
	  .help = "Seconds on a CPU that counting cost: of tdtop itself, and of the kernel for it." },
	{ GAUGE("labels"), .value = labels,
	  .help = "Labels (cgroups or commands) that are known; only the top ones are exported, the "
		  "tasks of all others count for the label other." },
	{ COUNTER("forgotten_labels"), .unit = "labels", .value = forgotten_labels,
	  .help = "Labels whose counters were dropped to make room; if they return they begin at 0." },
	{ INFO("machine"), .counted = machine_known,
	  .info = { { "cpu", cpu_text }, { "source", source_text }, { "engine", engine_text },
		    { "simulated", simulated_text }, { "levels", levels_text },
		    { "watched", watched_text }, { "unit", unit_text },
		    { "guests", guests_text } },
	  .help = "The CPU family, and what counts; simulated true: the numbers are invented; "
		  "watched: only these tasks are counted; unit: of slots, where it is another; "
		  "guests false: what virtual machines do is not counted." },
	{ INFO("build"), .info = { { "version", version_text } }, .without_view = true,
	  .help = "The version of tdtop." },
};

const size_t metric_families_n = sizeof(metric_families) / sizeof(metric_families[0]);

const char *metric_suffix(enum metric_type type)
{
	static const char *const suffixes[] = {
		[METRIC_COUNTER] = "_total", [METRIC_GAUGE] = "", [METRIC_INFO] = "_info",
		[METRIC_HISTOGRAM] = "",
	};

	return suffixes[type];
}

const char *metric_type_name(enum metric_type type)
{
	static const char *const names[] = {
		[METRIC_COUNTER] = "counter", [METRIC_GAUGE] = "gauge", [METRIC_INFO] = "info",
		[METRIC_HISTOGRAM] = "histogram",
	};

	return names[type];
}

const char *metric_task_label(enum totals_by by)
{
	return by == TOTALS_BY_COMMAND ? "command" : "cgroup";
}

void metric_source_of(struct metric_source *source, const struct totals_view *view)
{
	const struct family *family = view->machine ? view->machine->family : NULL;

	source->view = view;
	for (int id = 0; id < M_COUNT; id++)
		for (int level = 1; level <= 2; level++)
			source->on_level[level - 1][id] =
				family_node_is_on(family, (enum metric_id)id, level);
}

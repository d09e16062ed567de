/* SPDX-License-Identifier: GPL-2.0-only */
/* The events of a class table on this machine; see sample_request.h. */
#include "config.h"
#include "collect/live/sample_request.h"

#include <errno.h>

#include "collect/cpu/counters.h"

static const struct pmu *pmu_of(const struct sample_machine *machine, enum core_type type)
{
	for (size_t i = 0; i < machine->cores->n; i++)
		if (machine->cores->group[i].pmu.core_type == type)
			return &machine->cores->group[i].pmu;
	return NULL;
}

/* 0 or -ENOENT: what it counts there is not what the table says, or nothing. */
static int classes_add_row(const struct sample_machine *machine, const struct pmu *pmu, uint8_t row,
			   struct sample_classes *classes)
{
	const struct class_event *of = &classes->table->events[row];
	struct pmu_encoding encoding;
	struct sample_class *event = &classes->event[classes->n];

	/* What both threads of a core do cannot be given to the function of one. */
	if ((of->event.only_counters && pmu_is_generic(pmu)) || of->event.both_threads ||
	    perf_event_encode(pmu, &of->event, &encoding, NULL) ||
	    family_event_counts_cores(&of->event, encoding.config))
		return -ENOENT;
	*event = (struct sample_class){
		.row = row, .core_type = pmu->core_type, .type = encoding.type,
		.config = encoding.config, .config1 = encoding.config1, .config2 = encoding.config2,
		.unit = perf_event_worth(pmu, machine->family, &of->event), .mux = of->event.mux,
		.pace = 1,
	};
	if (classes->n)
		event->pace = (double)of->period /
			      (double)classes->table->events[classes->event[0].row].period;
	if (!(event->unit > 0))
		return -ENOENT;
	classes->n++;
	return 0;
}

/* Of events that take turns, one at a time. */
static uint32_t counters_of(const struct sample_classes *classes, enum core_type type)
{
	uint32_t n = 0, in_turn[4] = { 0 }, most = 0;

	for (int i = 0; i < classes->n; i++) {
		const struct sample_class *event = &classes->event[i];
		uint32_t *turn = &in_turn[event->mux & 3];

		if (event->core_type != type)
			continue;
		if (!event->mux)
			n++;
		else if (++*turn > most)
			most = *turn;
	}
	return n + most;
}

static bool suffice(const struct sample_classes *classes)
{
	struct class_samples samples = { .table = classes->table, .scaled = true };

	for (int i = 0; i < classes->n; i++) {
		const struct sample_class *event = &classes->event[i];

		samples.events |= 1U << event->row;
		samples.unit[event->row] = event->unit;
		samples.running[event->row] = 1;
		samples.period[event->row] = (double)classes->table->events[event->row].period;
	}
	return class_samples_suffice(&samples);
}

/* All of a level; NULL, or the event that is not here. */
static const char *add_level(const struct sample_machine *machine, int level, struct sample_classes *classes)
{
	const struct class_table *table = classes->table;

	for (size_t i = 0; i < table->n_events && classes->n < CLASS_EVENTS_MAX; i++) {
		const struct family_event *event = &table->events[i].event;
		const struct pmu *pmu = pmu_of(machine, event->core_type);

		if (pmu && event->level == level && classes_add_row(machine, pmu, (uint8_t)i, classes))
			return event->name;
	}
	for (int type = 0; type < CORE_TYPES; type++) {
		const uint32_t n = counters_of(classes, (enum core_type)type);

		if (n > classes->counters)
			classes->counters = n;
	}
	return NULL;
}

static const char *cpu_name(const struct sample_machine *machine)
{
	return machine->family ? machine->family->name : "this CPU";
}

int sample_classes_make(const struct sample_machine *machine, struct sample_classes *classes,
			struct err *err)
{
	*classes = (struct sample_classes){ .table = machine->family ? machine->family->classes : NULL };
	if (classes->table && !add_level(machine, 1, classes) && classes->n && suffice(classes))
		return 0;
	*classes = (struct sample_classes){ .table = NULL };
	return err_set(err, ENOENT, "TopDown of functions needs an event for each class, which %s does not have "
		       "here", cpu_name(machine));
}

int sample_classes_add_level2(const struct sample_machine *machine, struct sample_classes *classes,
			      struct err *err)
{
	struct sample_classes both = *classes;
	const char *lacking;

	if (!both.table || class_table_levels(both.table) < 2)
		return err_set(err, ENOENT, "functions have TopDown of level 1 only on %s", cpu_name(machine));
	lacking = add_level(machine, 2, &both);
	if (lacking || both.n == classes->n || !suffice(&both))
		return err_set(err, ENOENT, "level 2 of functions needs %s, which %s does not have here",
			       lacking ? lacking : "events of all nodes", cpu_name(machine));
	*classes = both;
	return 0;
}

bool sample_classes_fit(const struct sample_machine *machine, const struct sample_classes *classes)
{
	const struct family *family = machine->family;
	const bool watchdog = machine->facts->nmi_watchdog != 0;

	for (size_t i = 0; family && i < machine->cores->n; i++) {
		const enum core_type type = machine->cores->group[i].pmu.core_type;

		if (counters_needed(family, type, 0, true, watchdog) + (int)counters_of(classes, type) >
		    family->counters)
			return false;
	}
	return family && family->counters;
}

struct request sample_class_request(const struct sample_classes *classes, int event)
{
	const struct sample_class *of = &classes->event[event];
	const struct class_event *row = &classes->table->events[of->row];

	return (struct request){
		.name = row->event.name, .type = of->type, .config = of->config, .config1 = of->config1,
		.period = row->period, .kind = SAMPLE_PLAIN,
	};
}

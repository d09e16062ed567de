/* SPDX-License-Identifier: GPL-2.0-only */
/* The events of a class table on this machine; see sample_classes.h. */
#include "config.h"
#include "collect/sample/sample_classes.h"

#include <errno.h>

#define LEVEL 1

static const struct pmu *pmu_of(const struct sample_machine *machine, enum core_type type)
{
	for (size_t i = 0; i < machine->cores->n; i++)
		if (machine->cores->group[i].pmu.core_type == type)
			return &machine->cores->group[i].pmu;
	return NULL;
}

/* 0 or -ENOENT: what it counts there is not what the table says, or nothing. */
static int add_row(const struct sample_machine *machine, const struct pmu *pmu, uint8_t row,
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
	struct class_samples samples = { .table = classes->table };

	for (int i = 0; i < classes->n; i++) {
		const struct sample_class *event = &classes->event[i];

		samples.events |= 1U << event->row;
		samples.unit[event->row] = event->unit;
		samples.running[event->row] = 1;
		samples.period[event->row] = (double)classes->table->events[event->row].period;
	}
	return class_samples_suffice(&samples);
}

int sample_classes_make(const struct sample_machine *machine, struct sample_classes *classes,
			struct err *err)
{
	const struct class_table *table = machine->family ? machine->family->classes : NULL;

	*classes = (struct sample_classes){ .table = table };
	for (size_t i = 0; table && i < table->n_events && classes->n < CLASS_EVENTS_MAX; i++) {
		const struct pmu *pmu = pmu_of(machine, table->events[i].event.core_type);

		if (pmu && table->events[i].event.level <= LEVEL && add_row(machine, pmu, (uint8_t)i, classes))
			break;
	}
	for (int type = 0; type < CORE_TYPES; type++) {
		const uint32_t n = counters_of(classes, (enum core_type)type);

		if (n > classes->counters)
			classes->counters = n;
	}
	if (classes->n && suffice(classes))
		return 0;
	*classes = (struct sample_classes){ .table = NULL };
	return err_set(err, ENOENT, "TopDown of functions needs an event for each class, which %s does not have "
		       "here", machine->family ? machine->family->name : "this CPU");
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

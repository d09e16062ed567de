/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The events of a family's class table (model/class_table.h) as this machine samples them: what they are for
 * perf_event_open(2), what a count is worth, and which take turns. At level 1 an event for each class, at level 2
 * those of its nodes too.
 */
#ifndef TDTOP_COLLECT_LIVE_SAMPLE_CLASSES_H
#define TDTOP_COLLECT_LIVE_SAMPLE_CLASSES_H

#include <stdint.h>

#include "collect/live/sample_request.h"
#include "model/err.h"
#include "model/profile/class_samples.h"

struct sample_class {
	uint8_t row;		/* of the table */
	enum core_type core_type;
	uint32_t type;		/* of attr */
	uint64_t config, config1, config2;
	double unit;		/* EV_x per count */
	double pace;		/* its period, where that of the first event is 1 */
	int mux;		/* events of different numbers other than 0 take turns */
};

#define CLASS_LEVELS 2

/* Stays as it is after it was made; any thread. */
struct sample_classes {
	const struct class_table *table;	/* NULL: there are none */
	struct sample_class event[CLASS_EVENTS_MAX];
	int n;
	uint32_t counters;	/* general ones that a core needs for what is on at once */
};

/*
 * Encodes those of level 1 for the PMUs of this machine. 0, or -ENOENT with a sentence: why its functions have no
 * TopDown live. No event is opened. Main's thread.
 */
int sample_classes_make(const struct sample_machine *machine, struct sample_classes *classes,
			struct err *err);

/* Adds those of level 2 behind them. The same; after an error they are as they were. */
int sample_classes_add_level2(const struct sample_machine *machine, struct sample_classes *classes,
			      struct err *err);

/* Do they have counters beside all that is counted at level 1, so that this gives no time away? */
bool sample_classes_fit(const struct sample_machine *machine, const struct sample_classes *classes);

/* The request that the event is tried with; `period` is that of the first event. */
struct request sample_class_request(const struct sample_classes *classes, int event);

#endif

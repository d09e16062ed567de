/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the events of a recording count: each is a row of the family's table, found by its name, as recorders
 * spell it, or by its number where they tell no names. Collector thread, but for open.
 */
#include "config.h"
#include "collect/perfdata/recording.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "collect/perf/perf_open.h"

/*
 * Intel's events by their numbers, for recordings that do not tell names: EVENT_ATTR_STR()s of
 * arch/x86/events/intel/core.c.
 */
static const struct {
	uint64_t config;
	const char *name;
} intel_events[] = {
	{ 0x0400, "slots" },
	{ 0x8000, "topdown-retiring" },
	{ 0x8100, "topdown-bad-spec" },
	{ 0x8200, "topdown-fe-bound" },
	{ 0x8300, "topdown-be-bound" },
	{ 0x8400, "topdown-heavy-ops" },
	{ 0x8500, "topdown-br-mispredict" },
	{ 0x8600, "topdown-fetch-lat" },
	{ 0x8700, "topdown-mem-bound" },
};

/* "cpu/slots/", "cpu_core/topdown-retiring/u", "slots:S": is what is between this name? */
static bool is_called(const char *recorded, const char *name)
{
	const char *slash = strchr(recorded, '/');
	const char *bare = slash ? slash + 1 : recorded;
	size_t n = strcspn(bare, "/:");

	return strlen(name) == n && !strncmp(bare, name, n);
}

static bool is_event(const struct recorded_event *event, const char *name)
{
	if (is_called(event->name, name))
		return true;
	for (size_t i = 0; i < sizeof(intel_events) / sizeof(intel_events[0]); i++)
		if (event->type == PERF_TYPE_RAW && intel_events[i].config == event->config)
			return !strcmp(intel_events[i].name, name);
	return false;
}

/* Of a hybrid: recorders name an event after its PMU. */
static enum core_type kind_of(const struct recorded_event *event)
{
	if (event->told)
		return event->core_type;
	for (enum core_type kind = TYPE_ATOM; kind < CORE_TYPES; kind++) {
		char prefix[24];
		int n = snprintf(prefix, sizeof(prefix), "cpu_%s/", core_types[kind].name);

		if (!strncmp(event->name, prefix, (size_t)n))
			return kind;
	}
	return TYPE_CORE;
}

bool recording_has_e_cores(const struct recording *recording)
{
	for (size_t i = 0; i < recording->n_events; i++)
		if (kind_of(&recording->events[i]) != TYPE_CORE)
			return true;
	return false;
}

bool recording_has_event(const struct recording *recording, const char *name)
{
	for (size_t i = 0; i < recording->n_events; i++)
		if (kind_of(&recording->events[i]) == TYPE_CORE && is_event(&recording->events[i], name))
			return true;
	return false;
}

/* Some are counted in each turn. */
static bool is_of_mux(const struct family_event *row, uint32_t mux)
{
	return row->mux == (int)mux || row->fixed;
}

static const struct family_event *row_of(const struct recorded_event *event, const struct family *family)
{
	enum core_type kind = kind_of(event);

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *row = &family->events[i];

		if (is_of_mux(row, event->mux) && row->core_type == kind && is_event(event, row->name))
			return row;
	}
	return NULL;
}

/* What sysfs would say, if the recorder had asked it; 0: not known. */
static double documented_scale(const struct recorded_event *event, const struct family *family)
{
	const struct family_event *row = event->row;
	double scale = family_event_scale(row);

	if (row->id == EV_SLOTS && family->slots_from_caps)
		return scale * family->slots;
	if (row->sysfs_scale > 0)
		scale *= row->sysfs_scale;
	return family_event_counts_cores(row, event->config) ? scale / 2 : scale;
}

bool recording_match(struct recording *recording, const struct family *family)
{
	bool known = true;

	for (size_t i = 0; i < recording->n_events; i++) {
		struct recorded_event *event = &recording->events[i];

		event->row = row_of(event, family);
		event->core_type = kind_of(event);
		event->leads = event->row && event->row == group_leader(family, event->core_type, (int)event->mux);
		/* Its name first: in tests/machines/software slots are a software event, too. */
		if (event->row && !(event->scale > 0))
			event->scale = documented_scale(event, family);
		known &= !event->row || event->scale > 0;
		event->switches = !event->row && event->type == PERF_TYPE_SOFTWARE &&
				  event->config == PERF_COUNT_SW_CONTEXT_SWITCHES;
	}
	return known;
}

const struct recorded_event *recording_find(const struct recording *recording, enum event_id id)
{
	for (size_t i = 0; i < recording->n_events; i++)
		if (recording->events[i].row && recording->events[i].row->id == id)
			return &recording->events[i];
	return NULL;
}

void recording_name_event(struct recorded_event *event, const char *name)
{
	(void)snprintf(event->name, sizeof(event->name), "%s", name);
}

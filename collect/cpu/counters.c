/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * See counters.h. The counters: arch/x86/events/intel/core.c and amd/core.c,
 * drivers/perf/arm_pmuv3.c.
 */
#include "config.h"
#include "collect/cpu/counters.h"

#include <string.h>

/*
 * Events with a counter of their own. There is one for cycles: the first event that wants it has
 * it.
 */
static const struct {
	const char *name;
	bool cycles;
} own_counters[] = {
	{ "slots", false },
	{ "instructions", false },
	{ "cpu-cycles", true },
	{ "cpu_cycles", true },		/* Arm */
	{ "topdown-total-slots", true },	/* before Ice Lake: cycles, scaled */
};

static bool has_own(const struct family *family, const struct family_event *event, bool *cycles)
{
	*cycles = false;
	for (size_t i = 0; i < sizeof(own_counters) / sizeof(own_counters[0]); i++)
		if (!strcmp(own_counters[i].name, event->name)) {
			*cycles = own_counters[i].cycles;
			return true;
		}
	/* Metrics of the register; on E-cores and older cores these names are general events. */
	return event->core_type == TYPE_CORE && !strcmp(family->events[0].name, "slots") &&
	       !strncmp(event->name, "topdown-", strlen("topdown-"));
}

bool counters_is_general(const struct family *family, const struct family_event *event)
{
	bool cycles;

	return !has_own(family, event, &cycles);
}

/* False on AMD's CPUs: they have general counters only. */
static bool has_own_counters(const struct family *family)
{
	bool cycles;

	for (size_t i = 0; i < family->n_events; i++)
		if (has_own(family, &family->events[i], &cycles))
			return true;
	return false;
}

int counters_needed(const struct family *family, enum core_type core_type, int mux, bool optional,
		    bool watchdog)
{
	bool cycles_free = !watchdog;
	int needed = watchdog && !has_own_counters(family);

	for (size_t i = 0; i < family->n_events; i++) {
		const struct family_event *event = &family->events[i];
		bool cycles;

		if (event->core_type != core_type ||
		    (event->mux != mux && !(mux && event->fixed)) ||
		    (event->use != USE_TOPDOWN && !optional))
			continue;
		if (!has_own(family, event, &cycles) || (cycles && !cycles_free))
			needed++;
		else if (cycles)
			cycles_free = false;
	}
	return needed;
}

bool counters_fit(const struct family *family, enum core_type core_type, bool watchdog)
{
	return !family->counters ||
	       counters_needed(family, core_type, 0, false, watchdog) <= family->counters;
}

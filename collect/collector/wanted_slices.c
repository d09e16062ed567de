/* SPDX-License-Identifier: GPL-2.0-only */
/* Single slices for the UI; see wanted_slices.h. Collector thread. */
#include "config.h"
#include "collect/collector/wanted_slices.h"

#include <stdio.h>

#include "collect/collector/cell_sums.h"

void wanted_slices_done(struct wanted_slices *wanted)
{
	cell_sums_free(wanted->cells);
	wanted->cells = NULL;
}

const struct sink *wanted_slices_sink(struct wanted_slices *wanted, const struct sink *to)
{
	return wanted->cells ? cell_sums_sink(wanted->cells) : to;
}

/* Why has the source no single slices? NULL: it has. */
static const char *find_reason(const struct source *source)
{
	if (source->no_slices.text[0])
		return source->no_slices.text;
	if (source->ops->opens_tasks)
		return "tasks are counted one by one here, and read once in each interval";
	return NULL;
}

void wanted_slices_begin(struct wanted_slices *wanted, const struct source *source, bool on,
			 const struct sink *to)
{
	/* BPF yields sums until samples have taken its place. */
	const bool sums = source->machine.engine == ENGINE_BPF || find_reason(source);

	if (!on || sums)
		wanted_slices_done(wanted);
	else if (!wanted->cells)
		wanted->cells = cell_sums_new(&source->machine, to);
}

void wanted_slices_fill(struct wanted_slices *wanted, const struct source *source, bool on,
			const struct sink *to, struct slice_cells *into)
{
	const char *why_not = on ? find_reason(source) : NULL;

	if (wanted->cells)
		cell_sums_fill(wanted->cells, into);
	wanted_slices_begin(wanted, source, on, to);
	if (on && !why_not && !wanted->cells && source->machine.engine != ENGINE_BPF)
		why_not = "not enough memory for the slices of an interval";
	if (why_not)
		(void)snprintf(into->why_not, sizeof(into->why_not), "%s", why_not);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Regions on the screen; see shown_regions.h. UI thread. */
#include "config.h"
#include "ui/lists/shown_regions.h"

#include "ui/draw/format.h"
#include "ui/state/state.h"

bool shown_regions_wanted(const struct ui_state *state)
{
	const enum row_kind kind = state->detail.name.kind;

	if (state->keeps_regions)
		return true;
	if (state->detail.open)
		return kind == ROW_PROCESS || kind == ROW_REGION;
	return state->inside || state_lists_threads(state) || state_kind(state) == ROW_REGION;
}

bool shown_regions_tell(const struct ui_state *state, struct control *control)
{
	const bool wanted = shown_regions_wanted(state);

	/* relaxed, both: the value stands alone, see model/control.h */
	if (atomic_load_explicit(&control->regions, memory_order_relaxed) == wanted)
		return false;
	atomic_store_explicit(&control->regions, wanted, memory_order_relaxed);
	return true;
}

const struct row *shown_regions_of(const struct snapshot *snapshot, const struct row *process,
				   size_t *n)
{
	const struct row *regions = snapshot_regions(snapshot, process, n);

	for (size_t i = 0; i < *n; i++)
		if (regions[i].id != REGION_OTHER)
			return regions;
	*n = 0;
	return NULL;
}

void shown_regions_name(const struct snapshot *snapshot, const struct row *region, bool ascii,
			char *text, size_t size)
{
	format_harmless(text, size, snapshot_text(snapshot, region->name));
	if (ascii)
		format_ascii(text);
}

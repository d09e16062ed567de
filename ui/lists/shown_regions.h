/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether the screen shows regions of programs, and how they are told apart. UI thread. */
#pragma once

#include "ui/state/ui_state.h"

/*
 * Must markers be watched? The view of regions is open, a process is unfolded, or a detail shows
 * regions; also behind what lies over these for a while (help, a frozen screen), and always with
 * --regions.
 */
bool shown_regions_wanted(const struct ui_state *state);

/* Tells the collector so in control->regions. True: that has changed, and it must be woken. */
bool shown_regions_tell(const struct ui_state *state, struct control *control);

/*
 * The regions of a process that is shown: all, or NULL. A process that did nothing but "(other)"
 * has none.
 */
const struct row *shown_regions_of(const struct snapshot *snapshot, const struct row *process,
				   size_t *n);

/* "parse"; harmless text. */
void shown_regions_name(const struct snapshot *snapshot, const struct row *region, bool ascii,
			char *text, size_t size);

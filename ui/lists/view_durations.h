/* SPDX-License-Identifier: GPL-2.0-only */
/* How long the entries into a region took, and what the slow ones do, in its detail. UI thread. */
#pragma once

#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

/*
 * Percentiles, the sentence about slow entries with its doubt, and a bar for each class of durations: as long
 * as its part of the slots, divided by class of the tree. Nothing for other rows.
 */
void view_durations_put(struct page *page, const struct ui_state *state);

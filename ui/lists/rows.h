/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows a list has, and in which order. Called by state_show.c when a snapshot, the view, the
 * order, a fold or a filter changed; UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

/*
 * Fills state->rows from state->snapshot, sorted. 0, or -ENOMEM: the list is shorter or unsorted.
 */
int rows_list(struct ui_state *state);

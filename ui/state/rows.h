/* SPDX-License-Identifier: GPL-2.0-only */
/* Which rows a view lists, in which order. Called by state.c when these changed; UI thread. */
#ifndef TDTOP_UI_ROWS_H
#define TDTOP_UI_ROWS_H

#include "ui/state/ui_state.h"

/* Fills state->rows from state->snapshot, sorted. 0 or -ENOMEM: the list is shorter or unsorted. */
int rows_list(struct ui_state *state);

#endif

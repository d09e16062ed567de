/* SPDX-License-Identifier: GPL-2.0-only */
/* The rows of the tree of sockets, nodes, cores and CPUs. Called by screen.c; UI thread. */
#ifndef TDTOP_UI_LISTS_VIEW_CPUS_H
#define TDTOP_UI_LISTS_VIEW_CPUS_H

#include "ui/draw/canvas.h"
#include "ui/lists/table_fit.h"

void view_cpus_draw_row(const struct ui_state *state, const struct table *table,
			struct canvas *canvas, int y, size_t index);

/* The head of the labels, before the columns. */
void view_cpus_draw_head(const struct ui_state *state, struct canvas *canvas, int y);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of flat tables: tasks, users, cgroups, exited processes. Called by screen.c; UI thread.
 */
#ifndef TDTOP_UI_LISTS_VIEW_TASKS_H
#define TDTOP_UI_LISTS_VIEW_TASKS_H

#include "ui/draw/canvas.h"
#include "ui/lists/table_fit.h"

void view_tasks_draw_row(const struct ui_state *state, const struct table *table,
			 struct canvas *canvas, int y, size_t index);

#endif

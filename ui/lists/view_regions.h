/* SPDX-License-Identifier: GPL-2.0-only */
/* What is told of regions outside of their table: why there are none, and details. UI thread. */
#ifndef TDTOP_UI_LISTS_VIEW_REGIONS_H
#define TDTOP_UI_LISTS_VIEW_REGIONS_H

#include "ui/draw/page.h"
#include "ui/draw/segments.h"
#include "ui/state/ui_state.h"

/* The view is empty: why, and how a program is marked. */
void view_regions_draw_none(const struct ui_state *state, struct canvas *canvas, struct rect rect);

/* The regions of the process in the detail, the most expensive first; nothing if it has none. */
void view_regions_put(struct page *page, const struct ui_state *state);

/* What the detail of a region knows beside load and levels. */
void view_regions_put_facts(struct page *page, const struct ui_state *state);

/* Into the status line: that regions were watched for a part of the time only. */
void view_regions_add_status(struct segments *line, const struct ui_state *state, bool brief);

#endif

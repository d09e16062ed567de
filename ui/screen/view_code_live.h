/* SPDX-License-Identifier: GPL-2.0-only */
/* How sampling goes, on the state line and in the path of the code views. UI thread. */
#ifndef TDTOP_UI_SCREEN_VIEW_CODE_LIVE_H
#define TDTOP_UI_SCREEN_VIEW_CODE_LIVE_H

#include "ui/draw/page.h"
#include "ui/draw/segments.h"
#include "ui/state/ui_state.h"

/* Whom: "sampling 8 of 340 threads, 97 % of its slots". */
void view_code_live_add(struct segments *line, const struct ui_state *state, bool brief);

/* What it costs, what was lost. */
void view_code_live_add_cost(struct segments *line, const struct ui_state *state, bool brief);

/* What gave way, what is not possible. */
void view_code_live_put_remark(struct page *page, const struct code_screen *code);

/* The node whose event takes the samples. */
void view_code_live_add_path(struct segments *line, const struct ui_state *state);
/* What shares of functions are of: " by L3 misses". */
void view_code_live_join_counted(struct segments *line, const struct code_screen *code);

#endif

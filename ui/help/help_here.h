/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The first page of the help: the keys of the screen that it covers, and the signs that can be seen
 * there. Called by view_help.c; UI thread.
 */
#ifndef TDTOP_UI_HELP_HELP_HERE_H
#define TDTOP_UI_HELP_HELP_HERE_H

#include "ui/draw/page.h"
#include "ui/state/ui_state.h"

#define HELP_HERE_LINES 20	/* at most, in two columns: it fits a screen of 80x24 */

void help_here_put(struct page *page, const struct ui_state *state);

#endif

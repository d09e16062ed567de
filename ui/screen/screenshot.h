/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The screen as a file, for a ticket: what is shown when key G is pressed, or with --screenshot a
 * screen that no terminal shows. UI thread.
 */
#pragma once

#include "model/err.h"
#include "ui/draw/canvas.h"
#include "ui/screen/state_options.h"

struct control;
struct exchange;

#define SCREENSHOT_INTERVALS 2	/* the first one is short */

/*
 * Key G: writes the canvas as SVG into the current directory, as "tdtop-2026-11-22-121005.svg" of
 * the local time `now` (seconds since 1970); a number is appended if there is one. It overwrites
 * nothing. 0 or a negative errno; err has the sentence for the state line in both cases.
 */
int screenshot_save(const struct canvas *canvas, enum theme_id theme, double now,
		    struct err *err);

/*
 * --screenshot: shows options->iterations intervals (0: SCREENSHOT_INTERVALS; of a recording or a
 * command all), and writes the screen to `path`, in the format of its suffix. The screen has
 * $COLUMNS x $LINES cells, else it is as large as the terminal, else 132 x 40. Catches signals as
 * batch mode does, see batch_catch_signals(). 0, or a negative errno with a sentence; then a new
 * file is empty, and one that was there is as it was.
 */
int screenshot_run(const char *path, struct exchange *exchange, struct control *control,
		   const struct ui_options *options, struct err *err);

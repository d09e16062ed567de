/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interactive program: draws snapshots and answers keys until the user quits. main calls it on
 * the main thread, which is the UI thread from then on. The collector must block all signals.
 */
#pragma once

#include "model/err.h"
#include "ui/screen/state_options.h"

struct control;
struct exchange;

/* Is there a terminal to draw on? 0; -ENOTTY with a sentence. Any thread. */
int ui_check(struct err *err);

/*
 * Takes the terminal, draws at once, and returns when the user quits, on SIGINT, SIGQUIT, SIGTERM or
 * SIGHUP, or after `iterations` intervals. It also returns when the terminal hangs up or cannot be
 * read any more. 0 in all these cases. Returns a negative errno, with a sentence in err, if the
 * terminal cannot be used, or what options->opening opens cannot be opened. The terminal and the
 * signals are restored in any case. Changes control->interval_ns, never control->stop.
 */
int ui_run(struct exchange *exchange, struct control *control, const struct ui_options *options,
	   struct err *err);

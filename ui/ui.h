/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interactive program: draws snapshots and answers keys until the user quits. main calls it on
 * its own thread, which is the UI thread from then on; the collector must block all signals.
 */
#ifndef TDTOP_UI_UI_H
#define TDTOP_UI_UI_H

#include "model/err.h"
#include "ui/state/ui_options.h"

struct control;
struct exchange;

/*
 * Takes the terminal, draws at once, and returns when the user quits, on SIGINT, SIGTERM or SIGHUP,
 * when the terminal is gone, or after `iterations` (all 0), or a negative errno with a sentence when
 * the terminal cannot be used. The terminal is restored and the signals are as before in any case.
 * Changes control->interval_ns, never control->stop.
 */
int ui_run(struct exchange *exchange, struct control *control, const struct ui_options *options,
	   struct err *err);

#endif

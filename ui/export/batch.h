/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batch mode: prints each interval when it is published, as text, CSV or JSON, with one write. This is
 * the UI thread's loop in place of the screen.
 */
#ifndef TDTOP_UI_BATCH_H
#define TDTOP_UI_BATCH_H

#include <stdbool.h>

#include "model/err.h"
#include "ui/export/batch_print.h"

struct control;
struct exchange;

/*
 * From now on SIGTERM, SIGINT and SIGHUP end batch_run instead of the process, unless they were
 * ignored before (nohup). With a command the first Ctrl-C is the command's alone: it shares the terminal.
 * Before the first thread is made.
 */
void batch_catch_signals(bool command);

/* The signal that came, 0: none did; by_terminal: all of its foreground has got it, too. */
int batch_signal(bool *by_terminal);

/*
 * UI thread: prints intervals until there were `iterations` of them, a signal came, the reader of
 * a pipe went away or a recording is over (all 0; a sentence then says that the recording is cut off), or
 * until it cannot go on: a negative errno with a sentence. SIGPIPE must
 * be ignored. Never leaves half a line behind, but when the output cannot take the rest.
 */
int batch_run(const struct batch_config *config, struct exchange *exchange,
	      struct control *control, struct err *err);

#endif

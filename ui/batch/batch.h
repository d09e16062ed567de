/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Batch mode: prints each interval when it is published, as text, CSV or JSON, with one write. This
 * is the UI thread's loop in place of the screen.
 */
#pragma once

#include <stdbool.h>

#include "model/err.h"
#include "ui/batch/batch_print.h"

struct control;
struct exchange;

/*
 * Makes SIGTERM, SIGINT, SIGHUP and SIGQUIT end batch_run() instead of the process, unless they were
 * ignored before (nohup). With a command the first Ctrl-C is left to the command, which shares the
 * terminal. Call it before the first thread is created.
 */
void batch_catch_signals(bool command);

/*
 * The signal that came, 0: none. *by_terminal: the terminal sent it to its whole foreground group.
 */
int batch_signal(bool *by_terminal);

/* Gives the signals of batch_catch_signals() back their default action. */
void batch_release_signals(void);

/*
 * UI thread: prints intervals until `iterations` of them are printed, a signal came, the reader of
 * a pipe closed it or a recording is over. Then 0 (err has a sentence if the recording is cut off).
 * A negative errno with a sentence if it cannot continue. SIGPIPE must be ignored. Never leaves
 * half a line, unless the output does not take the rest. With BATCH_NOTHING it ends with the
 * recording that is written to `out`, and err says what was dropped.
 */
int batch_run(const struct batch_config *config, struct exchange *exchange,
	      struct control *control, struct err *err);

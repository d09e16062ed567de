/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The next step from a node of the detail, as commands for a shell: perf record with this row and
 * this CPU's own event, and the line of perf stat that prints the same number. Called by the views
 * and keys on the UI thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/tree/tree.h"
#include "ui/state/ui_state.h"

#define NEXT_STEP_SECONDS 10	/* that the commands run for */

/*
 * Print a command in ASCII, quoted for a shell. False, and text is "": there is none for this row,
 * node or CPU, or it does not fit.
 */
bool next_step_record(const struct ui_state *state, char *text, size_t size);
bool next_step_stat(const struct ui_state *state, char *text, size_t size);

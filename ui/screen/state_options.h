/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the screen made from options and freed, and the user's choices as options, for
 * key W. Called by ui.c on the UI thread.
 */
#pragma once

#include "ui/setup/ui_options.h"
#include "ui/state/ui_state.h"

/* Sets all of *state. options->columns is copied; options->machine is borrowed. */
void state_init(struct ui_state *state, const struct ui_options *options, uint64_t interval_ns);

/* What was opened after state_init(), before any snapshot: code, nodes, machine, notice. */
void state_opened(struct ui_state *state, const struct ui_options *options);
void state_done(struct ui_state *state);

/*
 * Sets those options that the user can change on the screen, so that tdtop starts as it is now.
 * options->columns borrows state->columns; other options stay as they are.
 */
void state_choices(const struct ui_state *state, struct ui_options *options);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the screen made from options and freed, and the user's choices as options, for
 * key W. Called by ui.c on the UI thread.
 */
#pragma once

#include "ui/setup/ui_options.h"
#include "ui/state/ui_state.h"

/* Sets all of *state. options->look is copied; options->machine is borrowed. */
void state_init(struct ui_state *state, const struct ui_options *options, uint64_t interval_ns);

/* What was opened after state_init(), before any snapshot: code, nodes, machine, notice. */
void state_opened(struct ui_state *state, const struct ui_options *options);
void state_done(struct ui_state *state);

/* What the user has chosen, so that tdtop starts as the screen is now. */
void state_choices(const struct ui_state *state, struct look *look);

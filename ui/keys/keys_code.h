/* SPDX-License-Identifier: GPL-2.0-only */
/* The keys of the code views: functions, branches, blocks, paths, stacks. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_CODE_H
#define TDTOP_UI_KEYS_KEYS_CODE_H

#include "ui/keys/key.h"

extern const struct key code_keys[];
extern const size_t code_keys_n;

/* Do keys go to the code views? */
bool keys_code_takes(const struct ui_state *state);

/* Key b of lists and details: opens a view of the selected process. */
unsigned int act_code(struct ui_state *state, int view);

/* Says where a key works that only code views have. False: it is not one of theirs. */
bool keys_code_refuse(struct ui_state *state, int code, const char *name);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* Pasted text; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/code_views/code_find.h"
#include "ui/state/find.h"
#include "ui/state/state.h"
#include "ui/term/input.h"
#include "ui/term/keycode.h"

bool keys_paste_takes(int code)
{
	return code == KEYCODE_PASTE_BEGIN || code == KEYCODE_PASTE_END || code >= KEYCODE_PASTED;
}

static bool is_typed_in_code(const struct ui_state *state)
{
	const enum code_find_mode mode = state->code.find.mode;

	return state->code.open && (mode == CODE_FIND_FILTER || mode == CODE_FIND_SEARCH);
}

unsigned int keys_paste(struct ui_state *state, int code)
{
	const bool in_code = is_typed_in_code(state);
	char *text = in_code ? state->code.find.text : state->find.text;
	const size_t size = in_code ? sizeof(state->code.find.text) : sizeof(state->find.text);

	if (!in_code && state->find.mode == FIND_NOTHING) {
		if (code != KEYCODE_PASTE_BEGIN)
			return R_NONE;
		state_say(state,
			  "pasted text does nothing here: paste it into a filter (\\) or search (/)");
		return R_DRAW;
	}
	if (code == KEYCODE_PASTE_BEGIN)
		return R_NONE;
	if (code >= KEYCODE_PASTED) {
		(void)input_add(text, size, code - KEYCODE_PASTED);
		return R_DRAW;
	}
	if (!in_code)
		return find_try(state);
	code_find_try(&state->code);
	return R_DRAW;
}

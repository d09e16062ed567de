/* SPDX-License-Identifier: GPL-2.0-only */
/* Key E of the code views; see keys_export.h. The file is written by ui.c. UI thread. */
#include "config.h"
#include "ui/keys/keys_export.h"

#include "ui/state/state.h"

static const struct {
	int code;
	enum code_export export;
} answers[] = {
	{ 'b', EXPORT_BOLT }, { 'a', EXPORT_AUTOFDO }, { 'f', EXPORT_FOLDED },
	{ 's', EXPORT_SPEEDSCOPE },
};

unsigned int keys_export_ask(struct ui_state *state, int argument)
{
	(void)argument;
	if (!state->code.profile) {
		state_say(state, "there is no profile yet");
		return R_DRAW;
	}
	state->code.export = EXPORT_ASKED;
	state_say(state, "write for: b BOLT, a AutoFDO; call stacks: f folded, s speedscope");
	return R_DRAW;
}

bool keys_export_takes(const struct ui_state *state)
{
	return state->code.open && state->code.export == EXPORT_ASKED;
}

unsigned int keys_export_answer(struct ui_state *state, int code)
{
	state->code.export = EXPORT_NOTHING;
	for (size_t i = 0; i < sizeof(answers) / sizeof(answers[0]); i++)
		if (answers[i].code == code)
			state->code.export = answers[i].export;
	if (state->code.export != EXPORT_NOTHING)
		return R_EXPORT;
	state_say(state, "nothing is written");
	return R_DRAW;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A word on keys that do nothing here; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include <stdio.h>
#include <wchar.h>

#include "ui/draw/format.h"
#include "ui/setup/setup.h"
#include "ui/state/state.h"

static const struct {
	int code;
	const char *name;
} names[] = {
	{ '\t', "Tab" },
	{ ' ', "Space" },
	{ KEYCODE_ENTER, "Enter" },
	{ KEYCODE_ESCAPE, "Esc" },
	{ KEYCODE_BACKSPACE, "Backspace" },
	{ KEYCODE_UP, "Up" },
	{ KEYCODE_DOWN, "Down" },
	{ KEYCODE_LEFT, "Left" },
	{ KEYCODE_RIGHT, "Right" },
	{ KEYCODE_PAGE_UP, "PgUp" },
	{ KEYCODE_PAGE_DOWN, "PgDn" },
	{ KEYCODE_HOME, "Home" },
	{ KEYCODE_END, "End" },
	{ KEYCODE_SHIFT_HOME, "Shift-Home" },
	{ KEYCODE_SHIFT_END, "Shift-End" },
	{ KEYCODE_WHEEL_UP, "wheel" },
	{ KEYCODE_WHEEL_DOWN, "wheel" },
};

void keys_name(int code, char text[KEYS_NAME])
{
	char letter[KEYS_NAME] = "";

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].code == code) {
			(void)snprintf(text, KEYS_NAME, "%s", names[i].name);
			return;
		}
	if (code >= KEYCODE_F1 && code <= KEYCODE_F12)
		(void)snprintf(text, KEYS_NAME, "F%d", code - KEYCODE_F1 + 1);
	else if (code < ' ')
		(void)snprintf(text, KEYS_NAME, "Ctrl-%c", code + '@');
	else if (snprintf(letter, sizeof(letter), "%lc", (wint_t)code) > 0)
		format_harmless(text, KEYS_NAME, letter);
	else
		(void)snprintf(text, KEYS_NAME, "U+%04X", (unsigned int)code);
}

unsigned int keys_refuse(struct ui_state *state, const struct key *key, int code)
{
	char name[KEYS_NAME];

	keys_name(code, name);
	if (key && setup_takes(state))
		state_say(state, "key \"%s\" does nothing in the setup: Esc leaves it", name);
	else if (key && state->code.open && !state->help)
		state_say(state, "key \"%s\" does nothing in the code views: Esc leaves them", name);
	else if (key)
		state_say(state, "key \"%s\" acts on the list: Esc leaves the detail", name);
	else if (!state->help && !setup_takes(state) && keys_code_refuse(state, code, name))
		return R_DRAW;
	else if (state->help)
		state_say(state, "no key \"%s\": this help lists the keys", name);
	else
		state_say(state, "no key \"%s\" here: ? lists the keys", name);
	return R_DRAW;
}

unsigned int keys_refuse_uncounted(struct ui_state *state, int code)
{
	char name[KEYS_NAME];

	keys_name(code, name);
	state_say(state, "key \"%s\" needs TopDown counters, and there are none here", name);
	return R_DRAW;
}

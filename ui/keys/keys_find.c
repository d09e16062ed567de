/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Find", and pasted text; see actions.h. UI thread. */
#include "config.h"
#include "ui/keys/actions.h"

#include "ui/code_views/code_keys.h"
#include "ui/setup/menu.h"
#include "ui/setup/settings.h"
#include "ui/state/find.h"
#include "ui/state/state.h"
#include "ui/term/keycode.h"

unsigned int act_find(struct ui_state *state, int mode)
{
	return find_open(state, (enum find_mode)mode);
}

unsigned int act_menu(struct ui_state *state, int id)
{
	return menu_open(state, (enum menu_id)id);
}

unsigned int act_next_match(struct ui_state *state, int direction)
{
	return find_next(state, direction);
}

/* A process, a thread or a region. */
static const struct row *selected_task(struct ui_state *state)
{
	const struct row *row = state->help ? NULL : state_selected(state);

	return row && (filter_is_task(row->kind) || row->kind == ROW_REGION) ? row : NULL;
}

unsigned int keys_find_lost(struct ui_state *state)
{
	if (follow_where(state) <= FOLLOWED_HERE)
		return R_NONE;
	state_say(state, "the followed task is not in the list: f ends following");
	return R_DRAW;
}

unsigned int act_follow(struct ui_state *state, int argument)
{
	struct cursor *cursor = &state_current(state)->cursor;
	bool follow = !cursor->follow;

	(void)argument;
	if (follow && !selected_task(state))
		return R_NONE;
	if (follow)
		state_move(state, 0);	/* pins the cursor to the row */
	cursor->follow = follow;
	cursor->exit_seq = 0;
	if (follow)
		follow_see(state, state->snapshot);
	return R_DRAW;
}

/* Lists of tasks say all the time what they hide; the others say it once. */
unsigned int act_hide(struct ui_state *state, int setting)
{
	unsigned int reaction = settings[setting].step(state, +1);
	bool kernel = setting == SETTING_HIDE_KERNEL;
	unsigned int bit = kernel ? HIDE_KERNEL : HIDE_EXITED;
	bool hidden = state_hidden(state) & bit;

	if (!(state_filter_shown(state)->hidden & bit))
		state_say(state, "%s: %s", kernel ? "kernel threads" : "exited tasks",
			  hidden ? "hidden in lists of tasks" : "shown");
	return reaction;
}

unsigned int act_tag(struct ui_state *state, int argument)
{
	const struct row *row = selected_task(state);

	(void)argument;
	if (!row)
		return keys_find_lost(state);
	tags_toggle(&state->tags, row);
	if (!state_current(state)->cursor.follow)
		state_move(state, +1);
	return R_DRAW;
}

unsigned int act_untag(struct ui_state *state, int argument)
{
	(void)argument;
	tags_clear(&state->tags);
	return R_DRAW;
}

/* ---- pasted text ---- */

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

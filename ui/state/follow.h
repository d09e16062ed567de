/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The followed task (key f): is it in the list, and if not, why? No other row stands for it.
 * UI thread.
 */
#pragma once

#include "ui/state/ui_state.h"

enum followed {
	FOLLOWED_NONE,		/* no task is followed in this list */
	FOLLOWED_HERE,		/* the cursor is on it */
	FOLLOWED_HIDDEN,	/* the interval has it, the list has not: a filter, a fold */
	FOLLOWED_ABSENT,	/* it did not run */
	FOLLOWED_EXITED		/* it has exited, as far as tdtop saw */
};

/* Of the list on the screen. */
enum followed follow_where(const struct ui_state *state);

/*
 * Notes if followed tasks exit in this snapshot; called for each new one, also while the screen is
 * frozen.
 */
void follow_see(struct ui_state *state, const struct snapshot *snapshot);

/* "following 2311 memhog", "followed task 2311 has exited"; "" if none is. */
void follow_print(const struct ui_state *state, char *text, size_t size);

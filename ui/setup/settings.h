/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The settings of tdtoprc that can be changed on the screen: ONE table, used by their keys and by
 * the setup screen. UI thread.
 */
#pragma once

struct ui_state;

enum setting_id {
	SETTING_VIEW,
	SETTING_LEVEL,
	SETTING_SORT,
	SETTING_REVERSE,
	SETTING_COST,
	SETTING_HIDE_KERNEL,
	SETTING_HIDE_EXITED,
	SETTING_UNITS,
	SETTING_DELAY,
	SETTING_THEME,
	SETTING_BARS,
	SETTING_METERS,
	SETTING_BESIDE,
	SETTING_GRAPHS,
	SETTING_ASCII,
	SETTING_MOUSE,
	SETTING_COUNT
};

struct setting_value {
	char text[32];		/* as in tdtoprc */
	char help[96];		/* what it means; "": nothing to say */
};

struct setting {
	const char *name;	/* its key in tdtoprc, also its name on the screen */
	void (*get)(const struct ui_state *state, struct setting_value *value);
	/* Steps to the next value, or with -1 to the previous one. Returns enum reaction bits. */
	unsigned int (*step)(struct ui_state *state, int direction);
};

extern const struct setting settings[SETTING_COUNT];

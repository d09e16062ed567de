/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the screen looks: by options, the settings file, and the user (F2). One struct is in all
 * three. A new such setting is a field here, a row of ui/options/option_table.c, and one of
 * ui/setup/settings.c.
 */
#pragma once

#include <stdbool.h>

struct look {
	bool ascii;		/* draw with ASCII characters only */
	bool mouse;		/* false: it is the terminal's */
	bool meters;		/* of the CPUs, in the head */
	bool beside;		/* the row's detail beside the list, where there is room */
	int theme;		/* enum theme_id */
	int units;		/* enum units_id, of the TopDown columns */
	int bars;		/* enum bars_id; without .ascii */
	int graphs;		/* enum graphs_id; without .ascii, and where the terminal has the glyphs */
};

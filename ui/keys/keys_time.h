/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Time" for the table in keys.c. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_TIME_H
#define TDTOP_UI_KEYS_KEYS_TIME_H

#define KEYS_TIME_ALL 1000000	/* more steps than any history has */

struct ui_state;

/* Each returns enum reaction bits. */
unsigned int keys_time_freeze(struct ui_state *state, int argument);
unsigned int keys_time_step(struct ui_state *state, int steps);
unsigned int keys_time_compare(struct ui_state *state, int argument);
unsigned int keys_time_end(struct ui_state *state, int argument);
unsigned int keys_time_play(struct ui_state *state, int argument);
unsigned int keys_time_average(struct ui_state *state, int argument);
unsigned int keys_time_summary(struct ui_state *state, int argument);
unsigned int keys_time_change(struct ui_state *state, int direction);
unsigned int keys_time_chart(struct ui_state *state, int argument);

#endif

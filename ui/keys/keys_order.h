/* SPDX-License-Identifier: GPL-2.0-only */
/* Actions of the group "Order" for the table in keys.c. UI thread. */
#ifndef TDTOP_UI_KEYS_KEYS_ORDER_H
#define TDTOP_UI_KEYS_KEYS_ORDER_H

struct ui_state;

/* Each returns enum reaction bits. */
unsigned int act_sort_metric(struct ui_state *state, int metric);
unsigned int act_sort_cpu(struct ui_state *state, int argument);
unsigned int act_sort_number(struct ui_state *state, int argument);
unsigned int act_sort_beside(struct ui_state *state, int direction);

#endif

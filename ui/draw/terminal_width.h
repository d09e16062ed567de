/* SPDX-License-Identifier: GPL-2.0-only */
/* How wide printed lines may be. Any thread. */
#ifndef TDTOP_UI_DRAW_TERMINAL_WIDTH_H
#define TDTOP_UI_DRAW_TERMINAL_WIDTH_H

/* Width of the terminal in cells; 0: no terminal, lines are not limited. */
int terminal_width(int fd);

#endif

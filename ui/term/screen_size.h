/* SPDX-License-Identifier: GPL-2.0-only */
/* How large is a screen? For one on a terminal, and for a picture of one. UI thread. */
#pragma once

#include <stdbool.h>

/*
 * More lines or columns are a mistake, of a serial console or an expect script for one. curses
 * counts in shorts, and crashes beyond.
 */
#define SCREEN_SIZE_MAX 1000

/* Of the terminal, at most SCREEN_SIZE_MAX. False: it has none, or is no terminal. */
bool screen_size_of_terminal(int fd, int *w, int *h);

/* $COLUMNS and $LINES, at most SCREEN_SIZE_MAX. One that is not set, or is no size, stays. */
void screen_size_of_environment(int *w, int *h);

/* Width of the terminal in cells; 0: no terminal, lines are not limited. */
int terminal_width(int fd);

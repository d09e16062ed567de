/* SPDX-License-Identifier: GPL-2.0-only */
/* How wide printed lines may be. Any thread. */
#pragma once

/* Width of the terminal in cells; 0: no terminal, lines are not limited. */
int terminal_width(int fd);

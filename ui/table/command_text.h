/* SPDX-License-Identifier: GPL-2.0-only */
/* What the column COMMAND shows of a name and a command line. No state, no allocation. UI thread. */
#ifndef TDTOP_UI_TABLE_COMMAND_TEXT_H
#define TDTOP_UI_TABLE_COMMAND_TEXT_H

#include <stdbool.h>

/*
 * The command line without the path before the program's name, which takes the room of the
 * arguments; the name, if the command line is "". A part of one of the two.
 */
const char *command_text(const char *name, const char *command);

/*
 * Has the process another name than its program? Then the name is worth its cells: it was set by
 * prctl(2), or the process was forked for work that is not its parent's. command: command_text().
 */
bool command_is_renamed(const char *name, const char *command);

#endif

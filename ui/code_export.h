/* SPDX-License-Identifier: GPL-2.0-only */
/* Key E: the profile on the screen as a file for other programs. UI thread. */
#ifndef TDTOP_UI_CODE_EXPORT_H
#define TDTOP_UI_CODE_EXPORT_H

#include "model/err.h"
#include "ui/state/code_screen.h"

/*
 * Writes what code->export says into the current directory, as "tdtop-2026-11-22-121005.bolt.txt" of
 * the local time `now`. Waits for names, at most a second. 0 or a negative errno; err has the
 * sentence for the state line in both cases.
 */
int code_export_save(const struct code_screen *code, double now, struct err *err);

#endif

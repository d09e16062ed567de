/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The view "hot paths": loops, and blocks that run one after the other. Row of the table in
 * code_views.c. UI thread.
 */
#pragma once

#include "ui/state/code_screen.h"

bool code_paths_make(struct code_screen *code);
void code_paths_done(struct code_screen *code);
bool code_paths_fold(struct code_screen *code, size_t row);
const char *code_paths_nothing(const struct code_screen *code);

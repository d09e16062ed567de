/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The line in which a filter or a search of the code views is typed; rows follow while it is. UI
 * thread.
 */
#pragma once

#include "ui/state/code_screen.h"

/* Opens the line. False: the view on the screen has no rows. */
bool code_find_open(struct code_screen *code, enum code_find_mode mode);

/* Does this key go to the line? Arrows move the list behind it. */
bool code_find_takes(const struct code_screen *code, int key);
/* Types it; the screen is to be drawn. */
void code_find_key(struct code_screen *code, int key);
/* The rows of the text as it is; half-typed text leaves the last filter in use. */
void code_find_try(struct code_screen *code);

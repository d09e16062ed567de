/* SPDX-License-Identifier: GPL-2.0-only */
/* The view "functions": the samples by function. Row of the table in code_views.c. UI thread. */
#pragma once

#include "ui/state/code_screen.h"

bool code_functions_make(struct code_screen *code);
void code_functions_done(struct code_screen *code);
const char *code_functions_nothing(const struct code_screen *code);

/* Fills a step of the function that covers a place: its start and end, and its name. */
void code_functions_step(const struct code_screen *code, struct place at, struct code_step *step);

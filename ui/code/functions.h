/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of functions, struct profile_function. */
#ifndef TDTOP_UI_CODE_FUNCTIONS_H
#define TDTOP_UI_CODE_FUNCTIONS_H

#include "ui/code/rows.h"

extern const struct code_kind function_rows;

#endif

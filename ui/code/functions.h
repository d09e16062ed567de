/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of functions, struct profile_function. */
#pragma once

#include "ui/code/rows.h"

extern const struct code_kind function_rows;

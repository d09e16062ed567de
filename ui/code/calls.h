/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of call stacks, struct call_node: a function below its caller. Of text, CSV and JSON. */
#ifndef TDTOP_UI_CODE_CALLS_H
#define TDTOP_UI_CODE_CALLS_H

#include "ui/code/rows.h"

extern const struct code_kind call_rows;

#endif

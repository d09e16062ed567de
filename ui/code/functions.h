/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of functions, struct profile_function. */
#ifndef TDTOP_UI_CODE_FUNCTIONS_H
#define TDTOP_UI_CODE_FUNCTIONS_H

#include "ui/code/rows.h"

extern const struct code_kind function_rows;

/*
 * The node that limits it, over its threshold and larger than those beside it by more than twice the errors;
 * M_NONE: none, or too few samples to tell. And: is this that node, or on the way to it?
 */
enum metric_id function_limited_node(const struct profile_function *function);
bool function_is_limited_by(const void *row, enum metric_id node);

#endif

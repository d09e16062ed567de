/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of branches, struct profile_branch: what was taken, and how well it was predicted. */
#pragma once

#include "ui/code/rows.h"

extern const struct code_kind branch_rows;

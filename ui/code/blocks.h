/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of blocks, struct profile_block. */
#pragma once

#include "ui/code/rows.h"

extern const struct code_kind block_rows;

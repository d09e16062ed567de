/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of blocks, struct profile_block. */
#ifndef TDTOP_UI_CODE_BLOCKS_H
#define TDTOP_UI_CODE_BLOCKS_H

#include "ui/code/rows.h"

extern const struct code_kind block_rows;

#endif

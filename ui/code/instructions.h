/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of instructions, struct code_instruction_row. */
#pragma once

#include "model/profile/share.h"
#include "ui/code/rows.h"

struct code_instruction_row {
	struct code_instruction code;
	bool known;		/* else only the address, because it was sampled */
	uint64_t samples;
	struct weighed of;
};

/* Those of a block or function; rows_of.in. */
struct code_instruction_rows {
	struct code_instruction_row *rows;
	size_t n, cap;
	struct weighed all;
	enum code_state state;		/* of the disassembly */
	const struct profile_block *block;	/* NULL: not in this profile */
};

#define CODE_INSTRUCTION_ADDRESS 2	/* the column that orders them at first */

extern const struct code_kind instruction_rows;

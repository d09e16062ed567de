/* SPDX-License-Identifier: GPL-2.0-only */
/* What an instruction does to the flow of control: x86-64 and arm64. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum code_kind {
	CODE_STRAIGHT,		/* no branch of the program's own: also system calls, and the end
				 * of a translated block in the middle of straight code */
	CODE_CONDITIONAL,
	CODE_JUMP,
	CODE_INDIRECT_JUMP,
	CODE_CALL,
	CODE_INDIRECT_CALL,
	CODE_RETURN,
	CODE_KINDS
};

enum code_machine { MACHINE_X86_64, MACHINE_AARCH64 };

/*
 * Decodes the instruction at `address`. *target: where a direct branch goes if taken; 0: not
 * direct. Bytes after the instruction are not read.
 */
enum code_kind code_kind(enum code_machine machine, const uint8_t *bytes, size_t size,
			 uint64_t address, uint64_t *target);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which kind of branch an instruction is, and where it goes, by its encoding: for x86-64 (Intel SDM
 * volume 2, appendix A) and arm64 (Arm ARM, C4.1). Needs no disassembler: a profile asks for each
 * of its branches. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/profile/profile.h"

/*
 * The kind of the instruction in n bytes of code. BRANCH_NONE: no branch; BRANCH_UNKNOWN: bytes are
 * missing, or the machine (e_machine of ELF) is not known. Of a direct branch *has_target and
 * *target (an address) are set, else *has_target is false.
 */
enum branch_kind branch_decode(uint16_t machine, const unsigned char *code, size_t n,
			       uint64_t address, bool *has_target, uint64_t *target);

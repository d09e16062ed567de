/* SPDX-License-Identifier: GPL-2.0-only */
/* Branches by their encoding; see branch_decode.h. */
#include "config.h"
#include "collect/elf/branch_decode.h"

#include <elf.h>
#include <string.h>

/* ---- x86-64 ---- */

#define ANY_REG 8

/* opcode: from..to, behind 0F if it is of two bytes; reg: of ModRM (/2), or ANY_REG. */
static const struct x86_branch {
	bool two_bytes;
	uint8_t from, to, reg;
	uint8_t displacement;	/* bytes of a relative target; 0: none */
	enum branch_kind kind;
} x86_branches[] = {
	{ false, 0x70, 0x7F, ANY_REG, 1, BRANCH_CONDITIONAL },	/* Jcc */
	{ true, 0x80, 0x8F, ANY_REG, 4, BRANCH_CONDITIONAL },
	{ false, 0xE0, 0xE3, ANY_REG, 1, BRANCH_CONDITIONAL },	/* LOOPcc, JRCXZ */
	{ false, 0xEB, 0xEB, ANY_REG, 1, BRANCH_JUMP },
	{ false, 0xE9, 0xE9, ANY_REG, 4, BRANCH_JUMP },
	{ false, 0xE8, 0xE8, ANY_REG, 4, BRANCH_CALL },
	{ false, 0xFF, 0xFF, 2, 0, BRANCH_INDIRECT_CALL },
	{ false, 0xFF, 0xFF, 3, 0, BRANCH_INDIRECT_CALL },	/* far */
	{ false, 0xFF, 0xFF, 4, 0, BRANCH_INDIRECT_JUMP },
	{ false, 0xFF, 0xFF, 5, 0, BRANCH_INDIRECT_JUMP },	/* far */
	{ false, 0xC2, 0xC3, ANY_REG, 0, BRANCH_RETURN },
	{ false, 0xCA, 0xCB, ANY_REG, 0, BRANCH_RETURN },	/* far */
	{ false, 0xCC, 0xCD, ANY_REG, 0, BRANCH_SYSCALL },	/* INT3, INT */
	{ true, 0x05, 0x05, ANY_REG, 0, BRANCH_SYSCALL },
	{ true, 0x34, 0x34, ANY_REG, 0, BRANCH_SYSCALL },	/* SYSENTER */
	{ true, 0x07, 0x07, ANY_REG, 0, BRANCH_SYSTEM_RETURN },	/* SYSRET */
	{ true, 0x35, 0x35, ANY_REG, 0, BRANCH_SYSTEM_RETURN },	/* SYSEXIT */
	{ false, 0xCF, 0xCF, ANY_REG, 0, BRANCH_SYSTEM_RETURN },	/* IRET */
};

/* Segments (as branch hints too), sizes, LOCK, REPs (BND, NOTRACK), REX. */
static bool is_prefix(uint8_t byte)
{
	static const uint8_t prefixes[] = { 0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65,
					    0x66, 0x67, 0xF0, 0xF2, 0xF3 };

	return (byte & 0xF0) == 0x40 || memchr(prefixes, byte, sizeof(prefixes));
}

static int64_t displacement(const unsigned char *code, size_t size)
{
	int32_t four;

	if (size == 1)
		return (int8_t)code[0];
	memcpy(&four, code, sizeof(four));
	return four;
}

static enum branch_kind decode_x86(const unsigned char *code, size_t n, uint64_t address,
				   bool *has_target, uint64_t *target)
{
	bool two_bytes;
	size_t i = 0;

	while (i < n && i < 14 && is_prefix(code[i]))
		i++;
	two_bytes = i < n && code[i] == 0x0F;
	i += two_bytes;
	if (i >= n)
		return BRANCH_UNKNOWN;
	for (size_t row = 0; row < sizeof(x86_branches) / sizeof(x86_branches[0]); row++) {
		const struct x86_branch *branch = &x86_branches[row];

		if (branch->two_bytes != two_bytes || code[i] < branch->from ||
		    code[i] > branch->to)
			continue;
		if (branch->reg != ANY_REG && i + 1 >= n)
			return BRANCH_UNKNOWN;
		if (branch->reg != ANY_REG && (code[i + 1] >> 3 & 7) != branch->reg)
			continue;
		if (branch->displacement && i + 1 + branch->displacement > n)
			return BRANCH_UNKNOWN;
		*has_target = branch->displacement;
		if (*has_target)
			*target = address + i + 1 + branch->displacement +
				(uint64_t)displacement(code + i + 1, branch->displacement);
		return branch->kind;
	}
	return BRANCH_NONE;
}

/* ---- arm64 ---- */

/* (word & mask) == value; bits of the displacement in words, from bit `at` on. */
static const struct arm64_branch {
	uint32_t mask, value;
	uint8_t at, bits;
	enum branch_kind kind;
} arm64_branches[] = {
	{ 0xFF000000, 0x54000000, 5, 19, BRANCH_CONDITIONAL },	/* B.cond, BC.cond */
	{ 0x7E000000, 0x34000000, 5, 19, BRANCH_CONDITIONAL },	/* CBZ, CBNZ */
	{ 0x7E000000, 0x36000000, 5, 14, BRANCH_CONDITIONAL },	/* TBZ, TBNZ */
	{ 0xFC000000, 0x14000000, 0, 26, BRANCH_JUMP },		/* B */
	{ 0xFC000000, 0x94000000, 0, 26, BRANCH_CALL },		/* BL */
	{ 0xFEFFF000, 0xD61F0000, 0, 0, BRANCH_INDIRECT_JUMP },	/* BR, BRAA, BRAB and their Z */
	{ 0xFEFFF000, 0xD63F0000, 0, 0, BRANCH_INDIRECT_CALL },	/* BLR, BLRAA … */
	{ 0xFFFFF000, 0xD65F0000, 0, 0, BRANCH_RETURN },		/* RET, RETAA, RETAB */
	{ 0xFFFFF000, 0xD69F0000, 0, 0, BRANCH_SYSTEM_RETURN },	/* ERET … */
	{ 0xFFE0001C, 0xD4000000, 0, 0, BRANCH_SYSCALL },	/* SVC, HVC, SMC */
};

static enum branch_kind decode_arm64(const unsigned char *code, size_t n, uint64_t address,
				     bool *has_target, uint64_t *target)
{
	uint32_t word;

	if (n < 4)
		return BRANCH_UNKNOWN;
	word = (uint32_t)code[0] | (uint32_t)code[1] << 8 | (uint32_t)code[2] << 16 |
		(uint32_t)code[3] << 24;
	for (size_t row = 0; row < sizeof(arm64_branches) / sizeof(arm64_branches[0]); row++) {
		const struct arm64_branch *branch = &arm64_branches[row];
		int64_t words;

		if ((word & branch->mask) != branch->value)
			continue;
		*has_target = branch->bits;
		if (*has_target) {
			/* to the top, and back with its sign */
			words = (int64_t)((uint64_t)word >> branch->at << (64 - branch->bits));
			*target = address + (uint64_t)((words >> (64 - branch->bits)) * 4);
		}
		return branch->kind;
	}
	return BRANCH_NONE;
}

enum branch_kind branch_decode(uint16_t machine, const unsigned char *code, size_t n,
			       uint64_t address, bool *has_target, uint64_t *target)
{
	*has_target = false;
	*target = 0;
	switch (machine) {
	case EM_X86_64:
		return decode_x86(code, n, address, has_target, target);
	case EM_AARCH64:
		return decode_arm64(code, n, address, has_target, target);
	default:
		return BRANCH_UNKNOWN;
	}
}

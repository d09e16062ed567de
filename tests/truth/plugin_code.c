/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * x86-64: Intel SDM vol. 2, "Opcode Map". arm64: Arm ARM DDI 0487, C4.1, "Branches, Exception
 * Generating and System instructions".
 */
#include "tests/truth/plugin_code.h"

#include <string.h>

/* The size of legacy prefixes and REX. */
static size_t x86_prefixes(const uint8_t *bytes, size_t size)
{
	static const uint8_t legacy[] = { 0x66, 0x67, 0x2e, 0x36, 0x3e, 0x26, 0x64, 0x65, 0xf0, 0xf2, 0xf3 };
	size_t n = 0;

	while (n < size && memchr(legacy, bytes[n], sizeof(legacy)))
		n++;
	if (n < size && (bytes[n] & 0xf0) == 0x40)
		n++;
	return n;
}

/* The number in the last n bytes, with its sign. */
static int64_t displacement(const uint8_t *bytes, size_t size, size_t n)
{
	int32_t wide;

	if (n == 1)
		return (int8_t)bytes[size - 1];
	memcpy(&wide, bytes + size - sizeof(wide), sizeof(wide));
	return wide;
}

static enum code_kind x86_kind(const uint8_t *bytes, size_t size, uint64_t address,
			       uint64_t *target)
{
	size_t n = x86_prefixes(bytes, size), width = 0;
	enum code_kind kind = CODE_STRAIGHT;
	uint8_t opcode, next;

	if (n >= size)
		return CODE_STRAIGHT;
	opcode = bytes[n];
	next = n + 1 < size ? bytes[n + 1] : 0;
	if ((opcode & 0xf0) == 0x70 || (opcode >= 0xe0 && opcode <= 0xe3)) {
		kind = CODE_CONDITIONAL;	/* jcc, loop, jrcxz */
		width = 1;
	} else if (opcode == 0x0f && (next & 0xf0) == 0x80) {
		kind = CODE_CONDITIONAL;
		width = 4;
	} else if (opcode == 0xeb || opcode == 0xe9) {
		kind = CODE_JUMP;
		width = opcode == 0xeb ? 1 : 4;
	} else if (opcode == 0xe8) {
		kind = CODE_CALL;
		width = 4;
	} else if (opcode == 0xc3 || opcode == 0xc2) {
		kind = CODE_RETURN;
	} else if (opcode == 0xff && (next >> 3 & 7) == 2) {
		kind = CODE_INDIRECT_CALL;
	} else if (opcode == 0xff && (next >> 3 & 7) == 4) {
		kind = CODE_INDIRECT_JUMP;
	}
	if (width && size >= n + 1 + width)
		*target = address + size + (uint64_t)displacement(bytes, size, width);
	return kind;
}

/* The `bits` bits of a word from `low` on, times 4, with sign. */
static uint64_t words(uint32_t word, unsigned int low, unsigned int bits)
{
	int32_t number = (int32_t)(word << (32 - low - bits)) >> (32 - bits);

	return (uint64_t)((int64_t)number * 4);
}

static enum code_kind aarch64_kind(const uint8_t *bytes, uint64_t address, uint64_t *target)
{
	uint32_t word;

	memcpy(&word, bytes, sizeof(word));
	if ((word & 0xff000000) == 0x54000000 || (word & 0x7e000000) == 0x34000000) {
		*target = address + words(word, 5, 19);	/* b.cond, cbz, cbnz */
		return CODE_CONDITIONAL;
	}
	if ((word & 0x7e000000) == 0x36000000) {
		*target = address + words(word, 5, 14);	/* tbz, tbnz */
		return CODE_CONDITIONAL;
	}
	if ((word & 0x7c000000) == 0x14000000) {
		*target = address + words(word, 0, 26);
		return word >> 31 ? CODE_CALL : CODE_JUMP;
	}
	if ((word & 0xfe000000) == 0xd6000000) {	/* br, blr, ret, and with authentication */
		switch (word >> 21 & 7) {
		case 0:
			return CODE_INDIRECT_JUMP;
		case 1:
			return CODE_INDIRECT_CALL;
		case 2:
			return CODE_RETURN;
		}
	}
	return CODE_STRAIGHT;
}

enum code_kind code_kind(enum code_machine machine, const uint8_t *bytes, size_t size,
			 uint64_t address, uint64_t *target)
{
	*target = 0;
	if (machine == MACHINE_AARCH64)
		return size == 4 ? aarch64_kind(bytes, address, target) : CODE_STRAIGHT;
	return x86_kind(bytes, size, address, target);
}

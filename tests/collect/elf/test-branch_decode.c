/* SPDX-License-Identifier: GPL-2.0-only */
/* Branches by their encoding, as objdump prints them. */
#include "config.h"
#include "collect/elf/branch_decode.h"

#include <elf.h>

#include "tests/fixtures/test_main.h"

struct row {
	const char *text;
	unsigned char code[15];
	size_t n;
	enum branch_kind kind;
	uint64_t target;	/* of code at 0x1000; 0: none */
};

static void assert_rows(uint16_t machine, const struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		bool has_target;
		uint64_t target;
		enum branch_kind kind = branch_decode(machine, rows[i].code, rows[i].n, 0x1000, &has_target, &target);

		if (kind != rows[i].kind || has_target != !!rows[i].target ||
		    (has_target && target != rows[i].target))
			fail_msg("%s: kind %d, target %#lx", rows[i].text, (int)kind, (unsigned long)target);
	}
}

#define N(rows) (sizeof(rows) / sizeof(rows[0]))

TEST(branches_of_x86_have_their_kinds_and_targets)
{
	static const struct row rows[] = {
		{ "jne", { 0x75, 0xFE }, 2, BRANCH_CONDITIONAL, 0x1000 },
		{ "jne near", { 0x0F, 0x85, 0, 1, 0, 0 }, 6, BRANCH_CONDITIONAL, 0x1106 },
		{ "jne, hint taken", { 0x3E, 0x75, 0x10 }, 3, BRANCH_CONDITIONAL, 0x1013 },
		{ "loop", { 0xE2, 0xFE }, 2, BRANCH_CONDITIONAL, 0x1000 },
		{ "jrcxz", { 0xE3, 0x02 }, 2, BRANCH_CONDITIONAL, 0x1004 },
		{ "jmp", { 0xEB, 0x02 }, 2, BRANCH_JUMP, 0x1004 },
		{ "bnd jmp", { 0xF2, 0xE9, 0xF0, 0xFF, 0xFF, 0xFF }, 6, BRANCH_JUMP, 0xFF6 },
		{ "call", { 0xE8, 0xFB, 0xFF, 0xFF, 0xFF }, 5, BRANCH_CALL, 0x1000 },
		{ "call *%rax", { 0xFF, 0xD0 }, 2, BRANCH_INDIRECT_CALL, 0 },
		{ "call *%r13", { 0x41, 0xFF, 0xD5 }, 3, BRANCH_INDIRECT_CALL, 0 },
		{ "notrack jmp *%rax", { 0x3E, 0xFF, 0xE0 }, 3, BRANCH_INDIRECT_JUMP, 0 },
		{ "jmp *x(%rip)", { 0xFF, 0x25, 1, 2, 3, 4 }, 6, BRANCH_INDIRECT_JUMP, 0 },
		{ "ret", { 0xC3 }, 1, BRANCH_RETURN, 0 },
		{ "repz ret", { 0xF3, 0xC3 }, 2, BRANCH_RETURN, 0 },
		{ "syscall", { 0x0F, 0x05 }, 2, BRANCH_SYSCALL, 0 },
		{ "sysretq", { 0x48, 0x0F, 0x07 }, 3, BRANCH_SYSTEM_RETURN, 0 },
		{ "iretq", { 0x48, 0xCF }, 2, BRANCH_SYSTEM_RETURN, 0 },
		{ "push x(%rip)", { 0xFF, 0x35, 1, 2, 3, 4 }, 6, BRANCH_NONE, 0 },
		{ "inc %eax", { 0xFF, 0xC0 }, 2, BRANCH_NONE, 0 },
		{ "mov", { 0x89, 0xC3 }, 2, BRANCH_NONE, 0 },
		{ "nop", { 0x0F, 0x1F, 0x40, 0x75 }, 4, BRANCH_NONE, 0 },
		{ "endbr64", { 0xF3, 0x0F, 0x1E, 0xFA }, 4, BRANCH_NONE, 0 },
		{ "half of a call", { 0xE8, 0xFB }, 2, BRANCH_UNKNOWN, 0 },
		{ "prefixes only", { 0x66, 0x66 }, 2, BRANCH_UNKNOWN, 0 },
	};

	assert_rows(EM_X86_64, rows, N(rows));
}

TEST(branches_of_arm64_have_their_kinds_and_targets)
{
	static const struct row rows[] = {
		{ "b.ne", { 0xA1, 0xFF, 0xFF, 0x54 }, 4, BRANCH_CONDITIONAL, 0xFF4 },
		{ "tbz", { 0x80, 0x00, 0x00, 0x36 }, 4, BRANCH_CONDITIONAL, 0x1010 },
		{ "cbnz", { 0x40, 0x00, 0x00, 0xB5 }, 4, BRANCH_CONDITIONAL, 0x1008 },
		{ "b", { 0xFF, 0xFF, 0xFF, 0x17 }, 4, BRANCH_JUMP, 0xFFC },
		{ "bl", { 0xEC, 0xFF, 0xFF, 0x97 }, 4, BRANCH_CALL, 0xFB0 },
		{ "blr x22", { 0xC0, 0x02, 0x3F, 0xD6 }, 4, BRANCH_INDIRECT_CALL, 0 },
		{ "br x16", { 0x00, 0x02, 0x1F, 0xD6 }, 4, BRANCH_INDIRECT_JUMP, 0 },
		{ "braa x0, x1", { 0x01, 0x08, 0x1F, 0xD7 }, 4, BRANCH_INDIRECT_JUMP, 0 },
		{ "ret", { 0xC0, 0x03, 0x5F, 0xD6 }, 4, BRANCH_RETURN, 0 },
		{ "retaa", { 0xFF, 0x0B, 0x5F, 0xD6 }, 4, BRANCH_RETURN, 0 },
		{ "eret", { 0xE0, 0x03, 0x9F, 0xD6 }, 4, BRANCH_SYSTEM_RETURN, 0 },
		{ "svc", { 0x01, 0x00, 0x00, 0xD4 }, 4, BRANCH_SYSCALL, 0 },
		{ "brk", { 0x00, 0x00, 0x20, 0xD4 }, 4, BRANCH_NONE, 0 },
		{ "add", { 0x00, 0x14, 0x00, 0x11 }, 4, BRANCH_NONE, 0 },
		{ "half", { 0xC0, 0x03 }, 2, BRANCH_UNKNOWN, 0 },
	};

	assert_rows(EM_AARCH64, rows, N(rows));
}

TEST(of_other_machines_no_kind_is_known)
{
	static const struct row row = { "jne", { 0x75, 0xFE, 0, 0 }, 4, BRANCH_UNKNOWN, 0 };

	assert_rows(EM_RISCV, &row, 1);
}

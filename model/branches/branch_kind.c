/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of the kinds of branches; see profile.h. */
#include "config.h"
#include "model/profile/profile.h"

const char *branch_kind_name(enum branch_kind kind)
{
	static const char *const names[BRANCH_KINDS] = {
		[BRANCH_UNKNOWN] = "unknown",
		[BRANCH_CONDITIONAL] = "conditional",
		[BRANCH_JUMP] = "jump",
		[BRANCH_INDIRECT_JUMP] = "indirect jump",
		[BRANCH_CALL] = "call",
		[BRANCH_INDIRECT_CALL] = "indirect call",
		[BRANCH_RETURN] = "return",
		[BRANCH_SYSCALL] = "system call",
		[BRANCH_SYSTEM_RETURN] = "system return",
		[BRANCH_INTERRUPT] = "interrupt",
		[BRANCH_NONE] = "none",
	};

	return names[kind < BRANCH_KINDS ? kind : BRANCH_UNKNOWN];
}

const char *branch_kind_brief(enum branch_kind kind)
{
	static const char *const names[BRANCH_KINDS] = {
		[BRANCH_UNKNOWN] = "?", [BRANCH_CONDITIONAL] = "cond", [BRANCH_JUMP] = "jump",
		[BRANCH_INDIRECT_JUMP] = "ind", [BRANCH_CALL] = "call",
		[BRANCH_INDIRECT_CALL] = "icall", [BRANCH_RETURN] = "ret",
		[BRANCH_SYSCALL] = "sysc", [BRANCH_SYSTEM_RETURN] = "sret",
		[BRANCH_INTERRUPT] = "int", [BRANCH_NONE] = "none",
	};

	return names[kind < BRANCH_KINDS ? kind : BRANCH_UNKNOWN];
}

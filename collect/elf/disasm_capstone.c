/* SPDX-License-Identifier: GPL-2.0-only */
/* Instructions by capstone; see disasm.h. */
#include "config.h"
#include "collect/elf/disasm.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>

#include <capstone/capstone.h>

#include "model/late_library.h"

#ifdef STATIC_BINARY

/*
 * Where capstone enters the processors that the table below does not name: as they are here, the
 * linker leaves the library's own out, which are 6 MB. A name that a version of the library does
 * not have is no harm, and one that is missing here makes the program larger.
 */
#define WITHOUT(name) \
	unsigned int name##_global_init(void *handle); \
	unsigned int name##_option(void *handle, unsigned int type, size_t value); \
	unsigned int name##_global_init(void *handle) \
	{ \
		(void)handle; \
		return CS_ERR_ARCH; \
	} \
	unsigned int name##_option(void *handle, unsigned int type, size_t value) \
	{ \
		(void)handle, (void)type, (void)value; \
		return CS_ERR_ARCH; \
	}

WITHOUT(ARM)
WITHOUT(EVM)
WITHOUT(M680X)
WITHOUT(M68K)
WITHOUT(Mips)
WITHOUT(PPC)
WITHOUT(SH)
WITHOUT(Sparc)
WITHOUT(SystemZ)
WITHOUT(TMS320C64x)
WITHOUT(TRICORE)
WITHOUT(WASM)
WITHOUT(XCore)
WITHOUT(BPF)
WITHOUT(MOS65XX)
WITHOUT(RISCV)

#endif

/* What is called of the library. */
#define FUNCTIONS(of) of(open) of(option) of(malloc) of(free) of(close) of(disasm_iter)
#define POINTER(name) __typeof__(cs_##name) *(name);
#define BEFORE(name) LATE(cs_##name),
#define FUNCTION(name) { &capstone.name, "cs_" #name },

static struct {
	FUNCTIONS(POINTER)
} capstone = { FUNCTIONS(BEFORE) };

struct disasm {
	csh handle;
	cs_insn *instruction;
};

static const struct {
	uint16_t machine;
	cs_arch arch;
	cs_mode mode, mode_64;
} machines[] = {
	{ EM_X86_64, CS_ARCH_X86, CS_MODE_32, CS_MODE_64 },
	{ EM_386, CS_ARCH_X86, CS_MODE_32, CS_MODE_64 },
	{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_ARM, CS_MODE_ARM },
};

bool disasm_load(void)
{
	static const struct late_function functions[] = { FUNCTIONS(FUNCTION) };

	return late_library(CAPSTONE_SONAME, functions, sizeof(functions) / sizeof(functions[0]));
}

struct disasm *disasm_new(uint16_t machine, bool is_64, bool is_little)
{
	struct disasm *disasm = disasm_load() ? calloc(1, sizeof(*disasm)) : NULL;

	for (size_t i = 0; disasm && i < sizeof(machines) / sizeof(machines[0]); i++) {
		if (machines[i].machine != machine || !is_little ||
		    capstone.open(machines[i].arch, is_64 ? machines[i].mode_64 : machines[i].mode,
			    &disasm->handle) != CS_ERR_OK)
			continue;
		(void)capstone.option(disasm->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
		disasm->instruction = capstone.malloc(disasm->handle);
		if (disasm->instruction)
			return disasm;
		(void)capstone.close(&disasm->handle);
	}
	free(disasm);
	return NULL;
}

void disasm_free(struct disasm *disasm)
{
	if (!disasm)
		return;
	capstone.free(disasm->instruction, 1);
	(void)capstone.close(&disasm->handle);
	free(disasm);
}

size_t disasm_one(struct disasm *disasm, const unsigned char *code, size_t n, uint64_t address,
		  char *text, size_t size)
{
	cs_insn *instruction = disasm->instruction;

	if (!capstone.disasm_iter(disasm->handle, &code, &n, &address, instruction))
		return 0;
	if (text && instruction->op_str[0])
		(void)snprintf(text, size, "%s %s", instruction->mnemonic, instruction->op_str);
	else if (text)
		(void)snprintf(text, size, "%s", instruction->mnemonic);
	return instruction->size;
}

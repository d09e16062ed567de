/* SPDX-License-Identifier: GPL-2.0-only */
/* No disassembler: configure --without-capstone; see disasm.h. */
#include "config.h"
#include "collect/elf/disasm.h"

bool disasm_load(void)
{
	return false;
}

struct disasm *disasm_new(uint16_t machine, bool is_64, bool is_little)
{
	(void)machine;
	(void)is_64;
	(void)is_little;
	return NULL;
}

void disasm_free(struct disasm *disasm)
{
	(void)disasm;
}

size_t disasm_one(struct disasm *disasm, const unsigned char *code, size_t n, uint64_t address,
		  char *text, size_t size)
{
	(void)disasm;
	(void)code;
	(void)n;
	(void)address;
	(void)text;
	(void)size;
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Machine code as instructions: by capstone, or (configure --without-capstone) not at all. For the
 * helper process. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct disasm;

/* Loads the library: before a process may open no more files. False: there is none. */
bool disasm_load(void);

/* For this e_machine. NULL: it is not known, or there is no disassembler. */
struct disasm *disasm_new(uint16_t machine, bool is_64, bool is_little);
void disasm_free(struct disasm *disasm);	/* NULL is fine */

/*
 * The size of the instruction in n bytes of code at an address; 0: it is none. text: "jne 0x1957";
 * NULL: it is not wanted.
 */
size_t disasm_one(struct disasm *disasm, const unsigned char *code, size_t n, uint64_t address,
		  char *text, size_t size);

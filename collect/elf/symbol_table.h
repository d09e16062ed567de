/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols sorted by address. Several tables (.symtab, .dynsym, kallsyms, a perf map) can be added;
 * of symbols at one address one is kept, as perf chooses. Names are not copied. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which one of several symbols at an address is shown: the lowest. */
enum symbol_rank {
	SYMBOL_GLOBAL,
	SYMBOL_WEAK,
	SYMBOL_LOCAL,
	SYMBOL_LABEL,	/* without a type: a label of assembly; none inside of a function */
	SYMBOL_RANKS	/* and higher: in an order of the caller's */
};

struct symbol {
	uint64_t address;
	const char *name;
	uint32_t size;		/* 0: not known, it reaches to the next one */
	uint32_t rank;
};

struct symbol_table {
	struct symbol *symbols;
	size_t n, room;
	bool sorted;
	uint64_t end;		/* the last symbol, if it has no size, reaches to it; 0: 4 kB */
};

/* rank: enum symbol_rank, or more. 0, -ENOMEM or -E2BIG (too many). Sizes above 4 GB are cut. */
int symbol_table_add(struct symbol_table *table, uint64_t address, uint64_t size,
		     uint32_t rank, const char *name);

/* To be called after the last symbol was added. */
void symbol_table_sort(struct symbol_table *table);

/* The innermost symbol that covers the address; NULL: none. */
const struct symbol *symbol_table_find(const struct symbol_table *table, uint64_t address);

void symbol_table_clear(struct symbol_table *table);

/*
 * Symbols in text files: /proc/kallsyms, and the perf map that a JIT compiler writes
 * (linux/tools/perf/Documentation/jit-interface.txt). For the helper process. One thread.
 */
struct text_symbols {
	char *text;		/* the file, ends with NUL; names are cut out of it */
	size_t bytes;
};

/* Reads all of the file, up to 64 MB, and closes it. Without memory there is no text. */
void text_symbols_read(struct text_symbols *text, int fd);
void text_symbols_clear(struct text_symbols *text);

/*
 * Adds the functions of kallsyms, with modules; names belong to the text, which is used up. Returns
 * the number; 0 with symbols in the text: their addresses are hidden from this user.
 */
size_t text_symbols_kallsyms(struct text_symbols *text, struct symbol_table *table);

/*
 * Adds the functions of a perf map: "start size name". Of overlapping ones the last was written
 * last.
 */
size_t text_symbols_perf_map(struct text_symbols *text, struct symbol_table *table);

/*
 * The name as in the source, C++ and Rust, by libiberty; or the name itself. Cut to fit; always ends
 * with NUL. Not for several threads at once.
 */
void demangle(const char *name, char *text, size_t size);

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols in text files: /proc/kallsyms, and the perf map that a JIT compiler writes
 * (linux/tools/perf/Documentation/jit-interface.txt). For the helper process. One thread.
 */
#ifndef TDTOP_COLLECT_ELF_TEXT_SYMBOLS_H
#define TDTOP_COLLECT_ELF_TEXT_SYMBOLS_H

#include <stddef.h>

#include "collect/elf/symbol_table.h"

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

#endif

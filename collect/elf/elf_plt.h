/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols for the procedure linkage table of an ELF file, which has none: "printf@plt", as objdump
 * and perf name them. For the helper process. One thread.
 */
#ifndef TDTOP_COLLECT_ELF_ELF_PLT_H
#define TDTOP_COLLECT_ELF_ELF_PLT_H

#include "collect/elf/elf_image.h"
#include "collect/elf/symbol_table.h"

/*
 * Adds a symbol for each entry that jumps through a slot whose relocation names a function (x86-64,
 * arm64). *names holds the names: free() it after the table. Returns how many.
 */
int elf_plt_symbols(struct elf_image *image, struct symbol_table *table, char **names);

#endif

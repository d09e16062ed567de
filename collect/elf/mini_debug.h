/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols of .gnu_debugdata: a compressed ELF file in a section, as Fedora has it
 * ("MiniDebugInfo"). libdwfl unpacks it. For the helper process. One thread.
 */
#ifndef TDTOP_COLLECT_ELF_MINI_DEBUG_H
#define TDTOP_COLLECT_ELF_MINI_DEBUG_H

#include "collect/elf/symbol_table.h"

struct mini_debug;

/*
 * Adds the functions to the table; *mini holds their names. fd: of the ELF file, stays the
 * caller's. Returns how many.
 */
int mini_debug_symbols(int fd, struct symbol_table *table, struct mini_debug **mini);
void mini_debug_free(struct mini_debug *mini);	/* NULL is fine */

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The symbols of the running kernel, from /proc/kallsyms: names are for every user, addresses are 0
 * for those who may not know them (kernel.kptr_restrict). Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Calls back for each symbol of the kernel itself, not of modules, in the order of the file below
 * root ("": the real machine), until the callback returns false. type: as nm(1) prints it. The name
 * is valid during the call. Reading all takes some 20 ms; nothing happens if it cannot be read.
 */
void kallsyms_each(const char *root,
		   bool (*symbol)(void *data, uint64_t address, char type, const char *name),
		   void *data);

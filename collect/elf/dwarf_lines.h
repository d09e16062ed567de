/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Source lines and inlined functions of addresses, from DWARF, by libdw. For the helper process:
 * the DWARF may be anything. One thread.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <libelf.h>

#include "model/profile/place.h"

struct dwarf_lines;

/* Of an open ELF file, which must live longer. NULL: it has no DWARF that libdw can read. */
struct dwarf_lines *dwarf_lines_new(Elf *elf);
void dwarf_lines_free(struct dwarf_lines *lines);	/* NULL is fine */

/*
 * The file with what several files share (dwz, .gnu_debugaltlink): its name, "" if none is needed,
 * and its build-id. Then the file itself, which must live longer.
 */
uint8_t dwarf_lines_alt(const struct dwarf_lines *lines, const char **name,
			unsigned char build_id[BUILD_ID_MAX]);
void dwarf_lines_set_alt(struct dwarf_lines *lines, Elf *elf);

/* The path of the source file and the line. false: not known. */
bool dwarf_lines_at(struct dwarf_lines *lines, uint64_t address, const char **path,
		    uint32_t *line);

/* The innermost inlined function at the address; NULL: none. Not demangled: as DWARF names it. */
const char *dwarf_lines_inlined(struct dwarf_lines *lines, uint64_t address);

/*
 * The path of the source file with this base name, in the compilation unit of the address; or NULL.
 */
const char *dwarf_lines_path(struct dwarf_lines *lines, uint64_t address, const char *base);

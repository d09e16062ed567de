/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An ELF file: its build-id, where its bytes are loaded, its symbols. For the helper process: the
 * file may be anything. One thread.
 */
#pragma once

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/elf/symbol_table.h"
#include "model/profile/place.h"

#define ELF_SEGMENTS 64

struct elf_image {
	Elf *elf;
	int fd;
	uint16_t machine;	/* e_machine */
	bool is_64, is_little;
	uint64_t bytes;		/* of the file */
	unsigned char build_id[BUILD_ID_MAX];
	uint8_t build_id_len;	/* 0: it has none */
	size_t n_segments;
	struct elf_segment {	/* PT_LOAD */
		uint64_t offset, address, size;	/* size: in the file */
		bool runs;
	} segments[ELF_SEGMENTS];
};

/* Takes over the descriptor. 0; -ENOEXEC: no ELF file; -ENOMEM. */
int elf_image_open(int fd, struct elf_image **out);
void elf_image_close(struct elf_image *image);	/* NULL is fine */

/*
 * The address that objdump prints for a byte of the file, and back: by the program headers
 * (PT_LOAD, those with code first; the kernel maps whole pages, so a segment begins with its page).
 */
bool elf_image_address(const struct elf_image *image, uint64_t offset, uint64_t *address);
bool elf_image_offset(const struct elf_image *image, uint64_t address, uint64_t *offset);

/* The bytes at an address, up to *size, which is set; NULL: none are in the file. */
const unsigned char *elf_image_code(struct elf_image *image, uint64_t address, size_t *size);

/*
 * Adds the functions of .symtab (type SHT_SYMTAB) or .dynsym (SHT_DYNSYM); names belong to the
 * image. Returns the number, or -ENOMEM.
 */
int elf_image_symbols(struct elf_image *image, uint32_t type, struct symbol_table *table);

/* The name in .gnu_debuglink, "" if it has none. */
void elf_image_debuglink(struct elf_image *image, char *name, size_t size);

/* Is this the debug file of the image? By build-id; without one, by the CRC in .gnu_debuglink. */
bool elf_image_belongs(struct elf_image *image, struct elf_image *debug);

/* Has a section of this name with content in the file? */
bool elf_image_has(struct elf_image *image, const char *section);

/*
 * Symbols for the procedure linkage table of an ELF file, which has none: "printf@plt", as objdump
 * and perf name them. For the helper process. One thread. Adds a symbol for each entry that jumps
 * through a slot whose relocation names a function (x86-64, arm64). *names holds the names: free()
 * it after the table. Returns how many.
 */
int elf_plt_symbols(struct elf_image *image, struct symbol_table *table, char **names);

/*
 * Symbols of .gnu_debugdata: a compressed ELF file in a section, as Fedora has it
 * ("MiniDebugInfo"). libdwfl unpacks it. For the helper process. One thread.
 */
struct mini_debug;

/*
 * Adds the functions to the table; *mini holds their names. fd: of the ELF file, stays the
 * caller's. Returns how many.
 */
int mini_debug_symbols(int fd, struct symbol_table *table, struct mini_debug **mini);
void mini_debug_free(struct mini_debug *mini);	/* NULL is fine */

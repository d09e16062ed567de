/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An ELF file: its build-id, where its bytes are loaded, its symbols. For the helper process: the
 * file may be anything. One thread.
 */
#ifndef TDTOP_COLLECT_ELF_ELF_IMAGE_H
#define TDTOP_COLLECT_ELF_ELF_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libelf.h>

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

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel tells of an ELF file that a program maps: its code segments and build-id. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define ELF_SEGMENTS 4

struct elf_segments {
	struct {
		uint64_t offset, size;	/* in the file, whole pages */
	} code[ELF_SEGMENTS];
	int n_code;
	unsigned char build_id[20];
	uint8_t build_id_len;
};

/* False: it is no 64-bit ELF file of this byte order. */
bool elf_segments(const char *path, struct elf_segments *segments);

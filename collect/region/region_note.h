/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What an ELF file says about its regions: notes that region/tdtop_region.h puts into it. Reads
 * program headers and notes only, in bounds, with pread(2): the file is a stranger's. Any thread.
 *
 * Notes are in sections .note.tdtop (in a PT_NOTE segment, in memory with the program), owner
 * "tdtop\0". All offsets in them are signed 32 bits from the first byte of the descriptor.
 *
 *   type 1, a region:  int32 to tdtop_region_mark(); the name, NUL-terminated
 *   type 2, a pool:    int32 to tdtop_region_mark(); int32 to an array in memory; uint32 bytes an
 *                      entry; uint32 entries: each has a name that the program wrote when it ran
 *
 * A marker is a call of tdtop_region_mark(), which begins with a 2-byte NOP (x86-64) or a NOP
 * (arm64). Its first argument is the address of the descriptor, or of the pool's entry, of the
 * region that goes on; bit 0 is set when it is entered; 0: none of this object goes on.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define REGION_NOTE_OWNER "tdtop"
#define REGION_NOTE_REGION 1
#define REGION_NOTE_POOL 2
#define REGION_NAME_LEN 48		/* with its NUL; longer ones are cut */
#define REGION_SITES_MAX 4096		/* of one object */

/* A region in the program's text; or a pool. */
struct region_site {
	int32_t from_mark;		/* from tdtop_region_mark() to the descriptor or the pool */
	char name[REGION_NAME_LEN];	/* "" of a pool */
	uint32_t entry_size, entries;	/* of a pool; else 0 */
};

/* The regions of one object. */
struct region_notes {
	uint64_t mark_offset;		/* of tdtop_region_mark() in the file */
	struct region_site *sites;	/* by from_mark; owned */
	size_t n;
};

/*
 * Reads the regions of the ELF file `fd` (64 bits, of this machine's architecture). 0; -ENOENT: it
 * has none, or is no ELF file; -EINVAL: its notes are damaged; -ENOMEM, or what pread(2) says.
 */
int region_notes_read(int fd, struct region_notes *notes);
void region_notes_free(struct region_notes *notes);	/* zeroed is fine */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A place in code: an object (an ELF file, the kernel, a module, the code of a JIT compiler) and an
 * offset in it. It does not depend on where the object is mapped, so the places of several processes
 * can be added up. Pure.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PLACE_NO_OBJECT UINT32_MAX

/*
 * object: index into the objects of the profile; PLACE_NO_OBJECT: no mapping is known, and offset
 * is a virtual address. offset: of an ELF file the offset in the file (not the address that objdump
 * prints: that needs the program headers, see code_names.h). Of the kernel, a module and of code
 * that is in no file, the virtual address.
 */
struct place {
	uint64_t offset;
	uint32_t object;
};

enum object_kind {
	OBJECT_FILE,		/* an ELF file */
	OBJECT_KERNEL,		/* the kernel itself: [kernel.kallsyms]_text */
	OBJECT_MODULE,		/* a module of the kernel: [xfs] */
	OBJECT_VDSO,
	OBJECT_JIT		/* executable memory of one process without a file: //anon, [heap] */
};

#define BUILD_ID_MAX 20

/* What a recording tells of a file whose build-id it does not have. */
struct recorded_file {
	uint64_t device, inode;	/* device: major << 32 | minor; inode 0: not recorded */
	uint32_t generation;	/* of the inode; 0: not recorded */
	bool elsewhere;		/* on a machine of another name */
	uint64_t before_ns;	/* it was mapped before this time, since 1970; 0: not known */
};

struct profile_object {
	const char *path;	/* as the kernel or perf named it: "/usr/bin/x", "[vdso]"; owned by
				 * the table that it is in; may hold control characters */
	enum object_kind kind;
	int32_t pid;		/* OBJECT_JIT: of this process; else that of the first that mapped it:
				 * its root directory and /proc/PID/map_files find the file */
	unsigned char build_id[BUILD_ID_MAX];
	uint8_t build_id_len;	/* 0: not recorded */
	struct recorded_file file;
};

static inline bool place_equal(struct place a, struct place b)
{
	return a.object == b.object && a.offset == b.offset;
}

/* <0, 0, >0 by object, then offset. */
static inline int place_compare(struct place a, struct place b)
{
	if (a.object != b.object)
		return a.object < b.object ? -1 : 1;
	return (a.offset > b.offset) - (a.offset < b.offset);
}

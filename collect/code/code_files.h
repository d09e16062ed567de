/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds and opens the files of objects for the helper, which may open none: the file that a process
 * mapped, kallsyms, perf maps, separate debug files, source files. Parses none of them. Only
 * regular files are opened, and nothing blocks. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/code/code_wire.h"
#include "model/profile/place.h"

/*
 * Is a file that was found by its path the one that a recording tells of, where no build-id says
 * so? Any thread.
 */

/* What the kernel says of a file that is open. */
struct file_identity {
	uint64_t device, inode;		/* as in struct recorded_file */
	uint32_t generation;		/* of the inode; 0: the file system does not tell */
	uint64_t modified_ns;		/* since 1970 */
	bool layered;			/* overlayfs: a mapping tells the file of a layer */
};

/* 0 or -errno. */
int file_identity_of(int fd, struct file_identity *identity);

enum file_match { FILE_SAME, FILE_OTHER, FILE_UNKNOWN };

/* Pure. */
enum file_match file_identity_match(const struct recorded_file *recorded,
				    const struct file_identity *found);

/* Where to look. Tests have roots of their own. */
struct code_places {
	const char *root;	/* "": the real machine */
	const char *home;	/* that has .debug, perf's cache of build-ids; NULL: none */
	bool recorded;		/* perhaps of another machine: no /proc/PID */
	const char *sysroot;	/* files of that machine, sought here first; NULL: none */
};

/* What is to be told about an object's file. */
struct code_files_remarks {
	char trouble[WIRE_TROUBLE];	/* why there is none; "" if there is one */
	bool unverified;		/* it may be another one than was mapped */
};

/*
 * The file of an object: of the process that mapped it (/proc/PID/map_files, which finds deleted
 * files and those of containers; then its root directory), then its path; of a recording perf's
 * cache first. Where a recording has no build-id, only a file that is not known to be another one
 * (file_identity_match()). A descriptor that the caller owns; or -errno.
 */
int code_files_object(const struct code_places *places, const struct profile_object *object,
		      struct code_files_remarks *remarks);

/*
 * Changes when the perf map of an object (OBJECT_JIT) has: a JIT compiler appends to it while it
 * runs. 0: there is none now, or the object has no such file.
 */
uint64_t code_files_version(const struct code_places *places, const struct profile_object *object);

/* The attempt-th file that may be what is wanted of this object. A descriptor, or -1. */
int code_files_debug(const struct code_places *places, const struct profile_object *object,
		     const struct wire_want *want);

/*
 * Reads code that is in no file (OBJECT_JIT) from the memory of a process that runs. Returns the
 * bytes read; 0 of other objects, of recordings, and without the right to trace the process.
 */
size_t code_files_memory(const struct code_places *places, const struct profile_object *object,
			 uint64_t address, unsigned char *code, size_t n);

/* A source file, as DWARF names it, in the process' root directory or here. A descriptor, or -1. */
int code_files_source(const struct code_places *places, const struct profile_object *object,
		      const char *path);

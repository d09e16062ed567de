/* SPDX-License-Identifier: GPL-2.0-only */
/* A mapping of a file, or of memory without one, into a process. Pure data. */
#ifndef TDTOP_COLLECT_CODE_CODE_MAPPING_H
#define TDTOP_COLLECT_CODE_CODE_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

/* A mapping, as PERF_RECORD_MMAP and MMAP2 tell it. */
struct code_mapping {
	int32_t pid;
	bool kernel;			/* of the kernel or a module: in the maps of all processes */
	uint64_t start, size, offset;	/* bytes; offset in the file */
	const char *path;		/* copied */
	uint64_t device, inode;		/* 0: not recorded */
	const unsigned char *build_id;
	uint8_t build_id_len;		/* 0: not recorded; more than BUILD_ID_MAX is damage */
};

#endif

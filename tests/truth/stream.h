/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the truth plugin writes while the program runs: samples and mappings, as records of one
 * file. Read by to_perfdata.c. Records are in the byte order of the machine; times in ns.
 */
#pragma once

#include <stdint.h>

#define STREAM_MAGIC 0x3168747572747474ULL	/* "tttruth1" */
#define STREAM_SAMPLERS 64
#define STREAM_PATH 512
#define STREAM_DEPTH 127	/* the most frames of a sample, as of perf_event_max_stack */

enum stream_type { STREAM_SAMPLE = 1, STREAM_MAP, STREAM_THREAD };

/* What takes a sample. */
enum stream_event {
	BY_TAKEN,		/* retired branches that were taken */
	BY_BRANCHES,	/* retired branches, taken or not */
	BY_INSTRUCTIONS,
	BY_CYCLES,
	BY_NTAKEN,		/* mispredicted branches that were not taken */
	STREAM_EVENTS
};

/* What is in it beside the address. */
enum stream_mode {
	MODE_PLAIN,
	MODE_ANY,		/* the last taken branches */
	MODE_CALLS,		/* call-stack mode: the calls that have not returned */
	MODE_FRAMES,		/* the return addresses, as frame pointers would give them */
	MODES
};

struct stream_sampler {
	uint32_t event, mode;
	uint32_t depth;		/* of stacks */
	uint32_t unused;
	uint64_t period;
};

/* The file begins with this. */
struct stream_header {
	uint64_t magic;
	char target[16];	/* "x86_64", "aarch64" */
	char program[STREAM_PATH];
	int32_t pid;
	uint32_t n_samplers;
	struct stream_sampler samplers[STREAM_SAMPLERS];
};

struct stream_record {
	uint32_t type, size;	/* with what follows */
	uint64_t time_ns;
	int32_t tid;
	uint32_t sampler;	/* of samples */
	uint64_t address;	/* of a sample; first of a mapping */
};

/* n of them follow a sample, the newest first. */
struct stream_branch {
	uint64_t from;		/* MODE_FRAMES: the return address; to: 0 */
	uint64_t to;
	uint32_t cycles;
	uint8_t mispredicted;
	uint8_t kind;		/* enum code_kind */
	uint8_t unused[2];
};

/* Follows STREAM_MAP. */
struct stream_map {
	uint64_t length, offset, inode;
	uint32_t major, minor;
	char path[STREAM_PATH];	/* "" without a file */
};

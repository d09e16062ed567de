/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The format of perf.data, as perf and tdtop write and read it: structures and numbers only, shared
 * by the reader and the writer. All numbers are in the byte order of the machine that recorded.
 * Source: tools/perf/Documentation/perf.data-file-format.txt, tools/perf/util/header.h and
 * tools/lib/perf/include/perf/event.h of Linux 6.12.
 */
#pragma once

#include <stdint.h>

#define PERFDATA_MAGIC 0x32454c4946524550ULL	/* "PERFILE2" */
#define PERFDATA_RECORD_MAX 65535U		/* perf_event_header.size is 16 bits wide */

struct perfdata_section {
	uint64_t offset;	/* from the start of the file */
	uint64_t size;
};

/* The start of a file. The sections of features follow the data, one per bit that is set. */
struct perfdata_header {
	uint64_t magic;
	uint64_t size;			/* of this header */
	uint64_t attr_size;		/* of a struct perfdata_attr in attrs */
	struct perfdata_section attrs;	/* array of: perf_event_attr, section of its ids */
	struct perfdata_section data;
	struct perfdata_section event_types;	/* no longer used */
	uint64_t features[4];		/* bitmap */
};

/* The start of a stream (perf record -o -): magic, and 16. */
struct perfdata_pipe_header {
	uint64_t magic;
	uint64_t size;
};

/* A part of enum perf_user_event_type of libperf; types below 64 are the kernel's. */
enum perfdata_type {
	PERFDATA_USER_TYPES = 64,
	PERFDATA_ATTR = 64,		/* perf_event_attr, then the ids: the attrs of a stream */
	PERFDATA_TRACING_DATA = 66,	/* u32 size: of bytes after the record, padded to 8 */
	PERFDATA_BUILD_ID_RECORD = 67,	/* an entry of PERFDATA_BUILD_ID, in a stream */
	PERFDATA_FINISHED_ROUND = 68,	/* see struct perfdata_mark */
	PERFDATA_ID_INDEX = 69,		/* u64 n; n times: u64 id, index, CPU, tid */
	PERFDATA_AUXTRACE = 71,		/* u64 size: of bytes after the record */
	PERFDATA_EVENT_UPDATE = 78,	/* u64 what, u64 id of an event; see enum perfdata_update */
	PERFDATA_FEATURE = 80,		/* u64 number, then its section: the features of a stream */
	PERFDATA_COMPRESSED = 81,	/* a piece of one zstd stream of records */
	PERFDATA_COMPRESSED2 = 83	/* u64 size of the piece, the piece, padding to 8 */
};

/* HEADER_* of tools/perf/util/header.h. */
enum perfdata_feature {
	PERFDATA_BUILD_ID = 2,		/* records: i32 pid, id of 20 bytes, u8 size, path */
	PERFDATA_HOSTNAME = 3,
	PERFDATA_OSRELEASE = 4,
	PERFDATA_VERSION = 5,
	PERFDATA_ARCH = 6,
	PERFDATA_NRCPUS = 7,
	PERFDATA_CPUDESC = 8,
	PERFDATA_CPUID = 9,
	PERFDATA_TOTAL_MEM = 10,
	PERFDATA_CMDLINE = 11,
	PERFDATA_EVENT_DESC = 12,
	PERFDATA_CPU_TOPOLOGY = 13,
	PERFDATA_NUMA_TOPOLOGY = 14,
	PERFDATA_BRANCH_STACK = 15,
	PERFDATA_PMU_MAPPINGS = 16,
	PERFDATA_GROUP_DESC = 17,
	PERFDATA_SAMPLE_TIME = 21,
	PERFDATA_CLOCKID = 23,
	PERFDATA_DIR_FORMAT = 24,
	PERFDATA_IS_COMPRESSED = 27,
	PERFDATA_CPU_PMU_CAPS = 28,
	PERFDATA_CLOCK_DATA = 29,
	PERFDATA_HYBRID_TOPOLOGY = 30,
	PERFDATA_FEATURES = 256,	/* bits in the bitmap */
	/* tdtop's, only inside of PERFDATA_UPDATE_FEATURE: */
	PERFDATA_TDTOP = 1000,		/* string list of enum perfdata_origin */
	PERFDATA_TDTOP_EVENTS = 1001	/* u32 n, u32 size; n struct perfdata_event of this size */
};

/* What the attr of an event lacks; in the order of attrs. Later versions may append fields. */
struct perfdata_event {
	double scale;		/* units per count: sysfs' .scale, slots per cycle */
	uint32_t core_type;	/* enum core_type; for its CPUs see PERFDATA_HYBRID_TOPOLOGY */
	uint32_t mux;		/* of its group */
};

/* The strings of PERFDATA_TDTOP, in this order. */
enum perfdata_origin {
	ORIGIN_VERSION,		/* "tdtop 0.1" */
	ORIGIN_FAMILY,		/* family->name */
	ORIGIN_SIMULATED_BY,	/* machine->simulated_by, "" if real */
	ORIGIN_SOURCE,		/* machine->source: "switch" */
	ORIGIN_MANUAL_SLOTS,	/* machine->manual_slots, "" if 0; not of the first versions */
	ORIGIN_COUNT
};

/*
 * What a replay needs and perf does not record, tdtop puts into records of perf's types, where perf
 * ignores what it does not know (tested with perf 6.1; read in the source of 6.12):
 *
 *  - PERF_RECORD_READ is a group that was read by read(2), at its place among the records of its
 *    CPU: { header; u32 pid, tid; fields of read_format; sample_id }. The kernel also writes such
 *    records.
 *  - PERFDATA_FINISHED_ROUND ends each interval, with a struct perfdata_mark after its header.
 *  - PERFDATA_EVENT_UPDATE with a `what` of enum perfdata_update: features, so that a file without
 *    an end (power cut) has them, and answers of /proc about tasks. Its id is that of any event of
 *    the file.
 */
struct perfdata_mark {
	uint64_t magic;		/* PERFDATA_MARK_MAGIC */
	uint64_t seq;		/* of the snapshot; 0: there is none, as not all CPUs counted yet */
	uint64_t began_ns, end_ns;	/* the interval; clock of records */
	uint64_t wall_ns;	/* since 1970, at its end */
	uint64_t tasks;		/* that exist on the machine; 0: unknown */
};
#define PERFDATA_MARK_MAGIC 0x646e65706f746474ULL	/* "tdtopend" */

/* What an update tells; its fields: updates.c. */
enum perfdata_update {
	PERFDATA_UPDATE_NAME = 2,			/* perf's: the event's name */
	/* "tdtop" and a number. */
	PERFDATA_UPDATE_FEATURE = 0x706f74647401,
	PERFDATA_UPDATE_PROCESS = 0x706f74647402,	/* an answer of /proc */
	PERFDATA_UPDATE_THREAD = 0x706f74647403,	/* the same */
	PERFDATA_UPDATE_EXITED = 0x706f74647404,	/* the same; it exited before the file */
	/* Rotation of groups (collect/slice/rotation.h): */
	PERFDATA_UPDATE_MUX = 0x706f74647405,
	PERFDATA_UPDATE_ROTATION = 0x706f74647406,
	PERFDATA_UPDATE_SWITCH = 0x706f74647407,	/* the file begins in the middle of a switch */
	/* Opened nodes (recorder_parts.h): */
	PERFDATA_UPDATE_NODE_EVENT = 0x706f74647408,
	PERFDATA_UPDATE_OPENED = 0x706f74647409,
	PERFDATA_UPDATE_NODES = 0x706f7464740a,
	/* Regions (recorder_parts.h); its id is that of the event of the object's markers: */
	PERFDATA_UPDATE_REGIONS = 0x706f7464740b,
	PERFDATA_UPDATE_REGION_SITES = 0x706f7464740c,
	PERFDATA_UPDATE_REGION_NAME = 0x706f7464740d,
	PERFDATA_UPDATE_REGION_TASK = 0x706f7464740e,	/* in which regions it is */
	PERFDATA_UPDATE_REGIONS_WATCHED = 0x706f7464740f,	/* in the interval that the next mark ends */
	PERFDATA_UPDATE_WATCHED = 0x706f74647410	/* only some processes were shown while it was recorded */
};

/* Ids of the events of opened nodes, from here on: the kernel's begin at 1. */
#define PERFDATA_NODE_ID 0x7464746f00000000ULL
/* The same of the markers of regions: plus the number of their object. */
#define PERFDATA_REGION_ID 0x7464747200000000ULL

/* Of PERFDATA_UPDATE_SWITCH, as in struct slicer_now. */
#define PERFDATA_SWITCH_SAMPLED 1U
#define PERFDATA_SWITCH_NAMED 2U
#define PERFDATA_SWITCH_LEAVES 4U

/* In misc of PERF_RECORD_READ: ends no slice; the next slice of the group begins with it. */
#define PERFDATA_READ_BASE (1U << 13)

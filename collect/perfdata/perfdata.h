/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perf.data as it lies on the disk: what perf record writes and tdtop reads, and the other way
 * round. Structures and numbers only, shared by the reader and the writer. All numbers are in the
 * byte order of the machine that recorded. Source:
 * tools/perf/Documentation/perf.data-file-format.txt, tools/perf/util/header.h and
 * tools/lib/perf/include/perf/event.h of Linux 6.12.
 */
#ifndef TDTOP_COLLECT_PERFDATA_H
#define TDTOP_COLLECT_PERFDATA_H

#include <stdint.h>

#define PERFDATA_MAGIC 0x32454c4946524550ULL	/* "PERFILE2" */
#define PERFDATA_RECORD_MAX 65535U		/* perf_event_header.size is 16 bits wide */

struct perfdata_section {
	uint64_t offset;	/* from the start of the file */
	uint64_t size;
};

/* The start of a file. After the data come the sections of the features, one per set bit. */
struct perfdata_header {
	uint64_t magic;
	uint64_t size;			/* of this header */
	uint64_t attr_size;		/* of a struct perfdata_attr in attrs */
	struct perfdata_section attrs;	/* an array of: perf_event_attr, then the section of its ids */
	struct perfdata_section data;
	struct perfdata_section event_types;	/* unused since long */
	uint64_t features[4];		/* bitmap */
};

/* The start of a stream (perf record -o -): magic, and 16. */
struct perfdata_pipe_header {
	uint64_t magic;
	uint64_t size;
};

/* enum perf_user_event_type of libperf, as far as it concerns us; below 64 is the kernel's. */
enum perfdata_type {
	PERFDATA_USER_TYPES = 64,
	PERFDATA_ATTR = 64,		/* perf_event_attr, then the ids: the attrs of a stream */
	PERFDATA_TRACING_DATA = 66,	/* u32 size; so many bytes follow the record, padded to 8 */
	PERFDATA_FINISHED_ROUND = 68,	/* see struct perfdata_mark */
	PERFDATA_ID_INDEX = 69,		/* u64 n; n times: u64 id, index, CPU, tid */
	PERFDATA_AUXTRACE = 71,		/* u64 size; so many bytes follow the record */
	PERFDATA_EVENT_UPDATE = 78,	/* u64 what, u64 id of an event; see enum perfdata_update */
	PERFDATA_FEATURE = 80,		/* u64 number, then its section: the features of a stream */
	PERFDATA_COMPRESSED = 81,	/* a piece of one zstd stream of records */
	PERFDATA_COMPRESSED2 = 83	/* u64 size of it, the piece, padding to 8 */
};

/* HEADER_* of tools/perf/util/header.h. */
enum perfdata_feature {
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
	/* Ours, only inside of PERFDATA_UPDATE_FEATURE: */
	PERFDATA_TDTOP = 1000,		/* string list of enum perfdata_origin */
	PERFDATA_TDTOP_EVENTS = 1001	/* u32 n, u32 size; n times: struct perfdata_event, of that size */
};

/* What attrs do not tell of an event; in their order. Later versions may append to it. */
struct perfdata_event {
	double scale;		/* of what it counts in one count: sysfs' .scale, slots per cycle */
	uint32_t kind;		/* enum core_type, which CPUs it counts on: PERFDATA_HYBRID_TOPOLOGY */
	uint32_t mux;		/* of its group */
};

/* The strings of PERFDATA_TDTOP, in this order. */
enum perfdata_origin {
	ORIGIN_VERSION,		/* of tdtop: "tdtop 0.1" */
	ORIGIN_FAMILY,		/* family->name */
	ORIGIN_SIMULATED_BY,	/* machine->simulated_by, "" if real */
	ORIGIN_SOURCE,		/* machine->source: "switch" */
	ORIGIN_COUNT
};

/*
 * What perf does not record and a replay wants, tdtop puts into records that perf knows and of
 * which it ignores what it does not know (tried with perf 6.1; read in 6.12):
 *
 *  - PERF_RECORD_READ is a group that was read by read(2), at its place among the records of its
 *    CPU: { header; u32 pid, tid; what read_format says; sample_id }. The kernel writes such
 *    records, too.
 *  - PERFDATA_FINISHED_ROUND ends each interval, and carries a struct perfdata_mark behind its
 *    header.
 *  - PERFDATA_EVENT_UPDATE with a `what` of enum perfdata_update: features, so that a file without
 *    an end (power cut) has them, and answers of /proc about tasks. Its id is that of some event of
 *    the file.
 */
struct perfdata_mark {
	uint64_t magic;		/* PERFDATA_MARK_MAGIC */
	uint64_t seq;		/* struct snapshot's */
	uint64_t began_ns, end_ns;	/* the interval, clock of the records */
	uint64_t wall_ns;	/* since 1970, at its end */
	uint64_t tasks;		/* that exist on the machine, 0 if not known */
};
#define PERFDATA_MARK_MAGIC 0x646e65706f746474ULL	/* "tdtopend" */

enum perfdata_update {
	PERFDATA_UPDATE_NAME = 2,		/* perf's: the event's name */
	/* "tdtop" and a number. */
	PERFDATA_UPDATE_FEATURE = 0x706f74647401,	/* u64 number, then its section */
	PERFDATA_UPDATE_PROCESS = 0x706f74647402,	/* struct perfdata_process, four texts */
	PERFDATA_UPDATE_THREAD = 0x706f74647403,	/* struct perfdata_thread, its name */
	PERFDATA_UPDATE_EXITED = 0x706f74647404,		/* the same of one that ended before the file began */
	/* Groups in turn (collect/percpu/rotation.h): */
	PERFDATA_UPDATE_MUX = 0x706f74647405,		/* i32 CPU, u32 the turn that begins there */
	PERFDATA_UPDATE_ROTATION = 0x706f74647406		/* u32 kind of core, u32 1: turns are taken; 0: not */
};

/* In the misc of PERF_RECORD_READ: nobody ran until then; what comes counts from here. */
#define PERFDATA_READ_BASE (1U << 13)

/* Texts end with NUL; the record is padded to 8 bytes with NULs. */
struct perfdata_process {
	int32_t pid;
	int32_t ppid;
	uint32_t threads;
	uint32_t known;		/* 0: /proc had no such process any more: nothing else counts */
	/* comm, user, cgroup, command */
};

struct perfdata_thread {
	int32_t pid, tid;
	/* comm; "": no such thread any more */
};

#endif

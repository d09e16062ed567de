/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The offsets of the fields in the records of an event. They follow from the attr of the event and
 * are computed once, for record.c and for samples, below. Any thread.
 */
#pragma once

#include <byteswap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/*
 * Numbers of <linux/perf_event.h> that are newer than the headers of some distributions, with the
 * kernel that has them first; and those that perf alone uses (tools/lib/perf/include/perf/event.h).
 */
#define RECORD_KSYMBOL 17		/* PERF_RECORD_KSYMBOL: Linux 5.1 */
#define RECORD_CGROUP 19		/* PERF_RECORD_CGROUP: Linux 5.7 */

/* In misc of a record: */
#define MISC_FORK_EXEC (1U << 13)	/* PERF_RECORD_MISC_FORK_EXEC, of perf: synthesized */
#define MISC_MMAP_BUILD_ID (1U << 14)	/* PERF_RECORD_MISC_MMAP_BUILD_ID: Linux 5.12 */
#define MISC_BUILD_ID_SIZE (1U << 15)	/* PERF_RECORD_MISC_BUILD_ID_SIZE, of perf: the length is told */
#define MISC_LOST_BY_FILTER (1U << 15)	/* PERF_RECORD_MISC_LOST_SAMPLES_BPF, of perf */

#define SAMPLE_WEIGHT_STRUCT (1ULL << 24)	/* PERF_SAMPLE_WEIGHT_STRUCT: Linux 5.12 */
#define BRANCH_HW_INDEX (1ULL << 17)	/* PERF_SAMPLE_BRANCH_HW_INDEX: Linux 5.7 */
#define BRANCH_COUNTERS (1ULL << 19)	/* PERF_SAMPLE_BRANCH_COUNTERS: Linux 6.8 */
#define FORMAT_LOST (1ULL << 4)		/* PERF_FORMAT_LOST: Linux 6.0 */

enum record_field {
	FIELD_ID,		/* of the event */
	FIELD_TASK,		/* pid, tid */
	FIELD_TIME,
	FIELD_CPU,
	FIELD_IP,		/* of the sampled instruction */
	FIELD_PERIOD,
	FIELD_OTHER,		/* not used */
	FIELDS
};

/* The paths by which records are decoded. */
enum byte_order_path {
	ANY_LAYOUT,		/* our byte order */
	NATIVE_ENDIAN,		/* our byte order, and as tdtop itself asks for them: with all
				 * fields, nothing else in sample_id, task, time and CPU last in a
				 * sample, and groups with nothing but two times and values; */
	NATIVE_FIELDS,		/* the same, but any group: files have ids, perf's no times */
	SWAPPED_ENDIAN		/* any layout, the other byte order */
};

#define NATIVE_SAMPLE_ID_SIZE (5 * sizeof(uint64_t))	/* with the word before it */

/* The attr, and what follows from it. Only record_layout_make() fills it. */
struct record_layout {
	uint64_t sample_type;	/* PERF_SAMPLE_*; record.h: behind READ only CGROUP, if it follows */
	uint64_t read_format;	/* PERF_FORMAT_*; readings need GROUP */
	uint64_t branch_type;	/* attr.branch_sample_type, set by the caller; 0: none, or not recorded */
	bool sample_id_all;	/* records other than samples also carry tid, time, cpu */
	bool swapped;		/* recorded on a machine of the other byte order */

	enum byte_order_path order;
	bool sample_has_group, sample_has_cgroup;	/* in this order, behind all fields */
	uint16_t sample_size;	/* bytes of a sample before those two; 0: no layout */
	uint16_t sample[FIELDS];	/* offset from its beginning; 0: no such field */
	uint16_t sample_id_size;	/* bytes of sample_id at the end of all other records,
					 * plus the word before it (at least the header) */
	uint16_t sample_id[FIELDS];	/* offset from that word; 0 likewise */
	uint16_t group_size;	/* bytes of a group before its first member; 0: no group */
	uint16_t group_enabled, group_running;	/* offset from its beginning; 0 likewise */
	uint16_t member_size;	/* bytes; the value is the first word */
	uint16_t member_id;	/* offset from the beginning of the member; 0 likewise */
};

/* The layout of an event with these fields of its attr; swapped: see above. */
struct record_layout record_layout_make(uint64_t sample_type, uint64_t read_format,
					bool sample_id_all, bool swapped);

/*
 * ---- one PERF_RECORD_SAMPLE, decoded for a profile ----
 *
 * Call chain, branch stack, weight. The order of the fields is the kernel's ABI (perf_output_sample() of
 * kernel/events/core.c, Linux 6.12); every length is checked. Pure.
 */

/* Fields that the layout does not have are 0, pid and tid -1. */
struct sample_record {
	uint64_t id, ip, time_ns;
	int32_t pid, tid;
	uint64_t period;	/* 1 without PERF_SAMPLE_PERIOD */
	bool has_weight;
	uint64_t weight;
	const unsigned char *chain;	/* words, in the order of the recorder; may be unaligned */
	size_t n_chain;
	const unsigned char *branches;	/* entries of three words */
	size_t n_branches;
};

/*
 * Decodes a sample of `size` bytes, header included. The record points into bytes. 0; -EINVAL: it
 * is shorter than its layout.
 */
int sample_record_decode(const struct record_layout *layout, const unsigned char *bytes,
			 size_t size, struct sample_record *record);

static inline uint64_t sample_record_word(bool swapped, const unsigned char *words, size_t i)
{
	uint64_t word;

	memcpy(&word, words + i * sizeof(word), sizeof(word));
	return swapped ? bswap_64(word) : word;
}

/* The word at this index of the chain. */
static inline uint64_t sample_record_chain(const struct record_layout *layout,
					   const struct sample_record *record, size_t i)
{
	return sample_record_word(layout->swapped, record->chain, i);
}

/* Bits of perf_branch_entry, as a little-endian machine has them. */
struct sample_branch {
	uint64_t from, to;
	bool mispredicted, predicted;
	uint32_t cycles;
	uint8_t type, spec;	/* PERF_BR_* */
};

/* A bit field; on big-endian machines the first one has the highest bits. */
static inline uint64_t sample_record_field(bool swapped, uint64_t flags, unsigned int at, unsigned int bits)
{
	const bool big_endian = (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != swapped;

	return flags >> (big_endian ? 64 - at - bits : at) & ((1ULL << bits) - 1);
}

/* The entry at this index of the branch stack; inline, as a recording has millions. */
static inline struct sample_branch sample_record_branch(bool swapped, const struct sample_record *record,
							size_t i)
{
	const uint64_t flags = sample_record_word(swapped, record->branches, 3 * i + 2);

	return (struct sample_branch){
		.from = sample_record_word(swapped, record->branches, 3 * i),
		.to = sample_record_word(swapped, record->branches, 3 * i + 1),
		.mispredicted = sample_record_field(swapped, flags, 0, 1),
		.predicted = sample_record_field(swapped, flags, 1, 1),
		.cycles = (uint32_t)sample_record_field(swapped, flags, 4, 16),
		.type = (uint8_t)sample_record_field(swapped, flags, 20, 4),
		.spec = (uint8_t)sample_record_field(swapped, flags, 24, 2),
	};
}

/*
 * ---- a cursor over untrusted bytes ----
 *
 * Nothing is read beyond the end: missing numbers are 0, missing texts "", and `bad` remains true
 * afterwards. The returned pointers point into the bytes.
 */

struct bytes {
	const unsigned char *at, *end;
	bool swapped;		/* numbers are in the other byte order */
	bool bad;
};

size_t bytes_left(const struct bytes *bytes);
uint32_t bytes_u32(struct bytes *bytes);
uint64_t bytes_u64(struct bytes *bytes);

/* The next n bytes, or NULL. */
const unsigned char *bytes_next(struct bytes *bytes, size_t n);

/* A text that ends with NUL; "" if the NUL is missing. */
const char *bytes_text(struct bytes *bytes);

/* struct perf_header_string: u32 size, then as many bytes, with a NUL among them; "" if not. */
const char *bytes_string(struct bytes *bytes);

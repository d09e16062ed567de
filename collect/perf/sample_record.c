/* SPDX-License-Identifier: GPL-2.0-only */
/* Decoding of samples, word by word; see sample_record.h. */
#include "config.h"
#include "collect/perf/sample_record.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#define WORD sizeof(uint64_t)
#define ENTRY (3 * WORD)

/* Newer than the headers of some distributions. */
#define SAMPLE_WEIGHT_STRUCT (1ULL << 24)
#define BRANCH_HW_INDEX (1ULL << 17)
#define BRANCH_COUNTERS (1ULL << 19)
#define FORMAT_LOST (1ULL << 4)

struct cursor {
	const unsigned char *at, *end;
	bool swapped, bad;
};

static uint64_t load(const unsigned char *at, bool swapped)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return swapped ? bswap_64(word) : word;
}

static int32_t load_half(const unsigned char *at, bool swapped)
{
	uint32_t half;

	memcpy(&half, at, sizeof(half));
	return (int32_t)(swapped ? bswap_32(half) : half);
}

/* n bytes; a pointer behind what there is, never NULL, if they are missing. */
static const unsigned char *skip(struct cursor *cursor, uint64_t n)
{
	const unsigned char *at = cursor->at;

	if (n > (uint64_t)(cursor->end - at)) {
		cursor->bad = true;
		return at;
	}
	cursor->at += n;
	return at;
}

static uint64_t take(struct cursor *cursor)
{
	const unsigned char *at = skip(cursor, WORD);

	return cursor->bad ? 0 : load(at, cursor->swapped);
}

/* n things of `size` bytes. */
static const unsigned char *skip_all(struct cursor *cursor, uint64_t n, uint64_t size)
{
	if (n > (uint64_t)(cursor->end - cursor->at) / size) {
		cursor->bad = true;
		return cursor->at;
	}
	return skip(cursor, n * size);
}

static void take_first_fields(struct cursor *cursor, uint64_t type, struct sample_record *record)
{
	const unsigned char *at;

	if (type & PERF_SAMPLE_IDENTIFIER)
		record->id = take(cursor);
	if (type & PERF_SAMPLE_IP)
		record->ip = take(cursor);
	if (type & PERF_SAMPLE_TID) {
		at = skip(cursor, WORD);
		if (!cursor->bad) {
			record->pid = load_half(at, cursor->swapped);
			record->tid = load_half(at + WORD / 2, cursor->swapped);
		}
	}
	if (type & PERF_SAMPLE_TIME)
		record->time_ns = take(cursor);
	if (type & PERF_SAMPLE_ADDR)
		(void)take(cursor);
	if (type & PERF_SAMPLE_ID)
		record->id = take(cursor);
	if (type & PERF_SAMPLE_STREAM_ID)
		(void)take(cursor);
	if (type & PERF_SAMPLE_CPU)
		(void)take(cursor);
	if (type & PERF_SAMPLE_PERIOD)
		record->period = take(cursor);
}

/* perf_output_read(): one value, or those of a group. */
static void skip_reading(struct cursor *cursor, uint64_t format)
{
	uint64_t n = format & PERF_FORMAT_GROUP ? take(cursor) : 1;
	const uint64_t words = 1U + !!(format & PERF_FORMAT_ID) + !!(format & FORMAT_LOST);

	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		(void)take(cursor);
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		(void)take(cursor);
	(void)skip_all(cursor, n, words * WORD);
}

static void skip_raw(struct cursor *cursor)
{
	const unsigned char *at = skip(cursor, sizeof(uint32_t));

	if (!cursor->bad)
		(void)skip(cursor, (uint32_t)load_half(at, cursor->swapped));
}

/* The words of the fields behind the branch stack, if their number follows from the layout. */
static bool words_behind(uint64_t type, uint64_t *words)
{
	static const uint64_t one_word[] = {
		PERF_SAMPLE_WEIGHT, SAMPLE_WEIGHT_STRUCT, PERF_SAMPLE_DATA_SRC,
		PERF_SAMPLE_TRANSACTION, PERF_SAMPLE_PHYS_ADDR, PERF_SAMPLE_CGROUP,
		PERF_SAMPLE_DATA_PAGE_SIZE, PERF_SAMPLE_CODE_PAGE_SIZE,
	};

	*words = 0;
	for (size_t i = 0; i < sizeof(one_word) / sizeof(one_word[0]); i++)
		*words += !!(type & one_word[i]);
	return !(type & (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR |
			 PERF_SAMPLE_AUX));
}

/*
 * Is there a hw_idx between the number of entries and the entries? The attr says so. But perf
 * inject (5.7 to 5.18) wrote the word and not the bit: then the record is one word longer than its
 * attr says.
 */
static bool has_hw_index(const struct cursor *cursor, const struct sample_layout *layout,
			 uint64_t n)
{
	uint64_t left = (uint64_t)(cursor->end - cursor->at), behind;

	if (layout->branch_type & BRANCH_HW_INDEX)
		return true;
	if (layout->branch_type & BRANCH_COUNTERS || n > left / ENTRY ||
	    !words_behind(layout->sample_type, &behind))
		return false;
	return left == n * ENTRY + (behind + 1) * WORD;
}

static void take_branches(struct cursor *cursor, const struct sample_layout *layout,
			  struct sample_record *record)
{
	uint64_t n = take(cursor);

	if (has_hw_index(cursor, layout, n))
		(void)take(cursor);
	record->branches = skip_all(cursor, n, ENTRY);
	record->n_branches = cursor->bad ? 0 : (size_t)n;
	if (layout->branch_type & BRANCH_COUNTERS)
		(void)skip_all(cursor, n, WORD);
}

/* What stands between branch stack and weight. Registers: their number is in the attr only. */
static bool skip_to_weight(struct cursor *cursor, uint64_t type)
{
	if (type & PERF_SAMPLE_REGS_USER)
		return false;
	if (type & PERF_SAMPLE_STACK_USER) {
		uint64_t n = take(cursor);

		(void)skip(cursor, n);
		if (n)
			(void)take(cursor);	/* dynamic size */
	}
	return true;
}

int sample_record_decode(const struct sample_layout *layout, const unsigned char *bytes,
			 size_t size, struct sample_record *record)
{
	const uint64_t type = layout->sample_type;
	struct cursor cursor = { .at = bytes, .end = bytes + size, .swapped = layout->swapped };

	*record = (struct sample_record){ .pid = -1, .tid = -1, .period = 1 };
	(void)skip(&cursor, sizeof(struct perf_event_header));
	take_first_fields(&cursor, type, record);
	if (type & PERF_SAMPLE_READ)
		skip_reading(&cursor, layout->read_format);
	if (type & PERF_SAMPLE_CALLCHAIN) {
		uint64_t n = take(&cursor);

		record->chain = skip_all(&cursor, n, WORD);
		record->n_chain = cursor.bad ? 0 : (size_t)n;
	}
	if (type & PERF_SAMPLE_RAW)
		skip_raw(&cursor);
	if (type & PERF_SAMPLE_BRANCH_STACK)
		take_branches(&cursor, layout, record);
	if (type & (PERF_SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT) && skip_to_weight(&cursor, type)) {
		record->weight = take(&cursor);
		record->has_weight = type & SAMPLE_WEIGHT_STRUCT;
	}
	return cursor.bad ? -EINVAL : 0;
}

uint64_t sample_record_chain(const struct sample_layout *layout, const struct sample_record *record,
			     size_t i)
{
	return load(record->chain + i * WORD, layout->swapped);
}

/* A bit field; on big-endian machines the first one has the highest bits. */
static uint64_t field(uint64_t flags, unsigned int at, unsigned int bits, bool big_endian)
{
	return flags >> (big_endian ? 64 - at - bits : at) & ((1ULL << bits) - 1);
}

struct sample_branch sample_record_branch(const struct sample_layout *layout,
					  const struct sample_record *record, size_t i)
{
	const unsigned char *at = record->branches + i * ENTRY;
	const uint64_t flags = load(at + 2 * WORD, layout->swapped);
	const bool big = layout->big_endian;

	return (struct sample_branch){
		.from = load(at, layout->swapped),
		.to = load(at + WORD, layout->swapped),
		.mispredicted = field(flags, 0, 1, big),
		.predicted = field(flags, 1, 1, big),
		.cycles = (uint32_t)field(flags, 4, 16, big),
		.type = (uint8_t)field(flags, 20, 4, big),
		.spec = (uint8_t)field(flags, 24, 2, big),
		.new_type = (uint8_t)field(flags, 26, 4, big),
	};
}

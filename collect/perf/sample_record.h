/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One PERF_RECORD_SAMPLE, decoded for a profile: call chain, branch stack, weight. The order of the
 * fields is the kernel's ABI (perf_output_sample() of kernel/events/core.c, Linux 6.12); every
 * length is checked. Pure. Any thread.
 */
#pragma once

#include <byteswap.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "collect/perf/record_layout.h"

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

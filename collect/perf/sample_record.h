/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One PERF_RECORD_SAMPLE, decoded for a profile: call chain, branch stack, weight. The order of the
 * fields is the kernel's ABI (perf_output_sample() of kernel/events/core.c, Linux 6.12); every
 * length is checked. Pure. Any thread.
 */
#ifndef TDTOP_COLLECT_PERF_SAMPLE_RECORD_H
#define TDTOP_COLLECT_PERF_SAMPLE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What of an event's attr decides the layout of its samples. */
struct sample_layout {
	uint64_t sample_type, read_format, branch_type;	/* as in perf_event_attr */
	bool swapped;		/* recorded in the other byte order */
	bool big_endian;	/* by a big-endian machine: bit fields begin at the high bit */
};

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
int sample_record_decode(const struct sample_layout *layout, const unsigned char *bytes,
			 size_t size, struct sample_record *record);

/* The word at this index of the chain. */
uint64_t sample_record_chain(const struct sample_layout *layout, const struct sample_record *record,
			     size_t i);

/* Bits of perf_branch_entry, as a little-endian machine has them. */
struct sample_branch {
	uint64_t from, to;
	bool mispredicted, predicted;
	uint32_t cycles;
	uint8_t type, spec, new_type;	/* PERF_BR_* */
};
struct sample_branch sample_record_branch(const struct sample_layout *layout,
					  const struct sample_record *record, size_t i);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* A set of processes and of events for each part of a file; see sample_index.h. */
#include "config.h"
#include "collect/sample/sample_index.h"

#include <stdlib.h>

#define PART_BYTES (16ULL << 10)	/* at first: 20 samples with 32 branches, 340 without any */
#define PARTS_MAX 65536			/* twice as long then: 1 GB at first */
#define EVERY_PASS (1U << 31)		/* in .events */
#define PROCESS_WORDS 4

struct indexed_part {
	uint64_t offset;		/* of its first record, in the file */
	uint64_t from_ns, to_ns;	/* of its first and last sample */
	uint64_t processes[PROCESS_WORDS];	/* a bit of each: some share one */
	uint32_t events;
};

void sample_index_begin(struct sample_index *index)
{
	/* At once, before profiles take memory: what lay behind them would keep theirs from being given back. */
	if (!index->parts)
		index->parts = calloc(PARTS_MAX, sizeof(*index->parts));
	index->n = 0;
	index->part_bytes = PART_BYTES;
	index->begun = true;
	index->failed = !index->parts;
	index->complete = false;
}

void sample_index_end(struct sample_index *index)
{
	index->complete = index->begun && !index->failed && index->n;
	index->begun = false;
}

void sample_index_done(struct sample_index *index)
{
	free(index->parts);
	*index = (struct sample_index){ .parts = NULL };
}

/* Of 8 bits: the word in .processes, and the bit in it. */
static uint32_t process_hash(int32_t pid)
{
	return (uint32_t)pid * 2654435761U >> 24;
}

static bool part_has_process(const struct indexed_part *part, int32_t pid)
{
	const uint32_t hash = process_hash(pid);

	return part->processes[hash / 64] >> hash % 64 & 1;
}

uint32_t sample_index_event(size_t event)
{
	return 1U << event % 31;
}

/* Makes one of each two parts. */
static void join_parts(struct sample_index *index)
{
	size_t n = 0;

	for (size_t i = 0; i < index->n; i += 2) {
		struct indexed_part part = index->parts[i];

		if (i + 1 < index->n) {
			const struct indexed_part *next = &index->parts[i + 1];

			part.from_ns = part.from_ns < next->from_ns ? part.from_ns : next->from_ns;
			part.to_ns = part.to_ns > next->to_ns ? part.to_ns : next->to_ns;
			for (size_t word = 0; word < PROCESS_WORDS; word++)
				part.processes[word] |= next->processes[word];
			part.events |= next->events;
		}
		index->parts[n++] = part;
	}
	index->n = n;
	index->part_bytes *= 2;
}

/* The part of a record at this offset, which is behind all others. */
static struct indexed_part *index_part_at(struct sample_index *index, uint64_t at)
{
	if (index->n && at - index->parts[index->n - 1].offset < index->part_bytes)
		return &index->parts[index->n - 1];
	if (index->n == PARTS_MAX)
		join_parts(index);
	index->parts[index->n] = (struct indexed_part){ .offset = at, .from_ns = UINT64_MAX };
	return &index->parts[index->n++];
}

void sample_index_note(struct sample_index *index, uint64_t at, const struct sample_record *sample, size_t event)
{
	struct indexed_part *part;
	uint32_t hash;

	if (!index->begun || index->failed)
		return;
	index->failed = at == UINT64_MAX;
	if (index->failed)
		return;
	part = index_part_at(index, at);
	part->events |= sample ? sample_index_event(event) : EVERY_PASS;
	if (!sample)
		return;
	hash = process_hash(sample->pid);
	part->processes[hash / 64] |= 1ULL << hash % 64;
	part->from_ns = part->from_ns < sample->time_ns ? part->from_ns : sample->time_ns;
	part->to_ns = part->to_ns > sample->time_ns ? part->to_ns : sample->time_ns;
}

static bool is_chosen(const struct indexed_part *part, const struct profile_request *request, uint32_t events)
{
	if (part->events & EVERY_PASS)
		return true;
	return part->events & events && (!request->pid || part_has_process(part, request->pid)) &&
	       (!request->to_ns || (part->from_ns < request->to_ns && part->to_ns >= request->from_ns));
}

struct perfdata_section *sample_index_choose(const struct sample_index *index, const struct profile_request *request,
					     uint32_t events, size_t *n)
{
	struct perfdata_section *chosen = index->complete ? calloc(index->n, sizeof(*chosen)) : NULL;
	uint64_t end = 0;

	*n = 0;
	for (size_t i = 0; chosen && i < index->n; i++) {
		const bool last = i + 1 == index->n;	/* always: how the recording ends is told by it */
		const uint64_t offset = index->parts[i].offset, next = last ? UINT64_MAX : index->parts[i + 1].offset;

		if (!last && !is_chosen(&index->parts[i], request, events))
			continue;
		if (!*n || end != offset)
			chosen[(*n)++].offset = offset;
		chosen[*n - 1].size = next - chosen[*n - 1].offset;
		end = next;
	}
	return chosen;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decodes perf_event records. The order of fields is the kernel's ABI, described at
 * PERF_RECORD_SAMPLE in <linux/perf_event.h>; sample_id, which ends all other records when
 * attr.sample_id_all is set, is described there too. Called by the sources on the collector thread.
 */
#include "config.h"
#include "collect/record.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

/* A cursor over the 64-bit words of a record; `bad` sticks once a word was missing. */
struct words {
	const unsigned char *at, *end;
	bool swapped;
	bool bad;
};

static uint64_t take(struct words *words)
{
	uint64_t word;

	if ((size_t)(words->end - words->at) < sizeof(word)) {
		words->bad = true;
		return 0;
	}
	memcpy(&word, words->at, sizeof(word));
	words->at += sizeof(word);
	return words->swapped ? bswap_64(word) : word;
}

/* Two 32-bit halves in one word, in the order of memory. */
static void take_pair(struct words *words, int32_t *first, int32_t *second)
{
	uint32_t half[2];

	if ((size_t)(words->end - words->at) < sizeof(half)) {
		words->bad = true;
		*first = *second = 0;
		return;
	}
	memcpy(half, words->at, sizeof(half));
	words->at += sizeof(half);
	*first = (int32_t)(words->swapped ? bswap_32(half[0]) : half[0]);
	*second = (int32_t)(words->swapped ? bswap_32(half[1]) : half[1]);
}

static uint64_t word_at(const struct words *words, const unsigned char *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return words->swapped ? bswap_64(word) : word;
}

/* ids may be NULL. */
static int take_reading(const struct record_layout *layout, struct words *words,
			struct reading *reading, uint64_t *ids)
{
	bool has_id = layout->read_format & PERF_FORMAT_ID;
	/* Of a member: value, id, lost. */
	size_t step = (1U + has_id + !!(layout->read_format & PERF_FORMAT_LOST)) * sizeof(uint64_t);
	const unsigned char *at;
	uint64_t n;

	if (!(layout->read_format & PERF_FORMAT_GROUP))
		return -EOPNOTSUPP;
	n = take(words);
	reading->enabled_ns = 0;
	reading->running_ns = 0;
	if (layout->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		reading->enabled_ns = take(words);
	if (layout->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		reading->running_ns = take(words);
	if (words->bad)
		return -EINVAL;
	if (n > READING_MAX)
		return -E2BIG;
	reading->n = (uint32_t)n;
	reading->leader_id = 0;
	/* All members are looked at once: this is what most time of a replay goes into. */
	if ((size_t)(words->end - words->at) < n * step) {
		words->bad = true;
		return -EINVAL;
	}
	at = words->at;
	words->at += n * step;
	if (n % 2)
		reading->value[n] = 0;
	if (has_id && n)
		reading->leader_id = word_at(words, at + sizeof(uint64_t));
	if (!words->swapped && !ids) {	/* nearly always: nothing to be asked for each member */
		for (uint32_t i = 0; i < reading->n; i++, at += step)
			memcpy(&reading->value[i], at, sizeof(reading->value[i]));
		return 0;
	}
	for (uint32_t i = 0; i < reading->n; i++, at += step) {
		reading->value[i] = word_at(words, at);
		if (has_id && ids)
			ids[i] = word_at(words, at + sizeof(uint64_t));
	}
	return 0;
}

#define SAMPLE_KNOWN                                                                               \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |            \
	 PERF_SAMPLE_ADDR | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |             \
	 PERF_SAMPLE_PERIOD | PERF_SAMPLE_READ)

#define SAMPLE_BEFORE_CGROUP (PERF_SAMPLE_CGROUP - 1)

/* The fields of a sample that come before the group. */
static void take_sample_head(uint64_t type, struct words *words, struct record *record)
{
	int32_t reserved;

	if (type & PERF_SAMPLE_IDENTIFIER)
		record->id = take(words);
	if (type & PERF_SAMPLE_IP)
		take(words);
	if (type & PERF_SAMPLE_TID)
		take_pair(words, &record->pid, &record->tid);
	if (type & PERF_SAMPLE_TIME)
		record->time_ns = take(words);
	if (type & PERF_SAMPLE_ADDR)
		take(words);
	if (type & PERF_SAMPLE_ID)
		record->id = take(words);
	if (type & PERF_SAMPLE_STREAM_ID)
		take(words);
	if (type & PERF_SAMPLE_CPU)
		take_pair(words, &record->cpu, &reserved);
	if (type & PERF_SAMPLE_PERIOD)
		take(words);
}

static int decode_sample(const struct record_layout *layout, struct words *words,
			 struct record *record, uint64_t *ids)
{
	uint64_t type = layout->sample_type;

	/* A field that we do not know and that comes before READ would shift it. */
	if (type & (PERF_SAMPLE_READ - 1) & ~(uint64_t)SAMPLE_KNOWN)
		return -EOPNOTSUPP;
	take_sample_head(type, words, record);
	if (type & PERF_SAMPLE_READ) {
		int ret = take_reading(layout, words, &record->reading, ids);

		if (ret)
			return ret;
	}
	/* Callchains and the like would come in between: then it is not looked for. */
	if (type & PERF_SAMPLE_CGROUP && !(type & SAMPLE_BEFORE_CGROUP & ~(uint64_t)SAMPLE_KNOWN))
		record->cgroup = take(words);
	return words->bad ? -EINVAL : 0;
}

/* Few bits: this is less than what the compiler has for CPUs without an instruction for it. */
static size_t count_bits(uint64_t bits)
{
	size_t n = 0;

	for (; bits; bits &= bits - 1)
		n++;
	return n;
}

/* Fills id, time, cpu, and pid/tid of the task that was current, from the end of the record. */
static int decode_sample_id(const struct record_layout *layout, const unsigned char *begin,
			    const unsigned char *end, struct record *record)
{
	uint64_t type = layout->sample_type & (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID |
					       PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU |
					       PERF_SAMPLE_IDENTIFIER);
	size_t size = count_bits(type) * sizeof(uint64_t);
	struct words words = { .at = end, .end = end, .swapped = layout->swapped };
	int32_t reserved;

	if (!layout->sample_id_all)
		return 0;
	if ((size_t)(end - begin) < size)
		return -EINVAL;
	words.at = end - size;
	if (type & PERF_SAMPLE_TID)
		take_pair(&words, &record->pid, &record->tid);
	if (type & PERF_SAMPLE_TIME)
		record->time_ns = take(&words);
	if (type & PERF_SAMPLE_ID)
		record->id = take(&words);
	if (type & PERF_SAMPLE_STREAM_ID)
		take(&words);
	if (type & PERF_SAMPLE_CPU)
		take_pair(&words, &record->cpu, &reserved);
	if (type & PERF_SAMPLE_IDENTIFIER)
		record->id = take(&words);
	return 0;
}

static void decode_comm(struct words *words, uint16_t misc, struct record *record)
{
	size_t size;

	take_pair(words, &record->pid, &record->tid);
	record->exec = misc & PERF_RECORD_MISC_COMM_EXEC;
	size = (size_t)(words->end - words->at);
	if (size > sizeof(record->comm) - 1)
		size = sizeof(record->comm) - 1;
	memcpy(record->comm, words->at, size);
	record->comm[size] = '\0';
}

/* struct { pid, ppid; tid, ptid; time; } for FORK and EXIT. */
static void decode_fork(struct words *words, struct record *record)
{
	take_pair(words, &record->pid, &record->ppid);
	take_pair(words, &record->tid, &record->ptid);
	record->time_ns = take(words);
}

/* struct { pid, tid; values; }: perf_event_read_event() of kernel/events/core.c. */
static int decode_read(const struct record_layout *layout, struct words *words,
		       struct record *record)
{
	take_pair(words, &record->pid, &record->tid);
	return take_reading(layout, words, &record->reading, NULL);
}

/* struct { id; path, padded; } */
static void decode_cgroup(struct words *words, struct record *record)
{
	record->cgroup = take(words);
	if (memchr(words->at, '\0', (size_t)(words->end - words->at)))
		record->path = (const char *)words->at;
	else
		words->bad = true;
}

static uint16_t half_word(bool swapped, uint16_t half)
{
	return swapped ? bswap_16(half) : half;
}

/* The header in our byte order; false if there is none, or its size is another. */
static bool take_header(const struct record_layout *layout, const void *bytes, size_t size,
			struct perf_event_header *header)
{
	if (size < sizeof(*header))
		return false;
	memcpy(header, bytes, sizeof(*header));
	header->type = layout->swapped ? bswap_32(header->type) : header->type;
	header->misc = half_word(layout->swapped, header->misc);
	header->size = half_word(layout->swapped, header->size);
	return header->size == size;
}

int record_envelope(const struct record_layout *layout, const void *bytes, size_t size,
		    struct envelope *envelope)
{
	const unsigned char *begin = bytes;
	struct words words = { .at = begin + sizeof(struct perf_event_header), .end = begin + size,
			       .swapped = layout->swapped };
	struct perf_event_header header;
	struct record record;
	int ret = 0;

	*envelope = (struct envelope){ .cpu = -1 };
	if (!take_header(layout, bytes, size, &header))
		return -EINVAL;
	/* Not all of it: what a group has counted is large. */
	record.id = record.time_ns = 0;
	record.cpu = -1;
	if (header.type == PERF_RECORD_SAMPLE)
		take_sample_head(layout->sample_type, &words, &record);
	else
		ret = decode_sample_id(layout, words.at, words.end, &record);
	*envelope = (struct envelope){ .id = record.id, .time_ns = record.time_ns, .cpu = record.cpu };
	return words.bad ? -EINVAL : ret;
}

int record_decode(const struct record_layout *layout, const void *bytes, size_t size,
		  struct record *record)
{
	struct perf_event_header header;
	struct words words = { .at = (const unsigned char *)bytes + sizeof(header),
			       .end = (const unsigned char *)bytes + size,
			       .swapped = layout->swapped };
	int ret;

	if (!take_header(layout, bytes, size, &header))
		return -EINVAL;
	record->kind = REC_OTHER;
	record->id = 0;
	record->time_ns = 0;
	record->cpu = record->pid = record->tid = -1;
	record->lost = 0;
	record->cgroup = 0;
	record->path = NULL;
	record->reading.n = 0;
	if (header.type == PERF_RECORD_SAMPLE) {
		record->kind = REC_SAMPLE;
		return decode_sample(layout, &words, record, NULL);
	}
	/* Before the fields of the record itself: a subject named there wins over "current". */
	ret = decode_sample_id(layout, words.at, words.end, record);
	if (ret)
		return ret;
	switch (header.type) {
	case PERF_RECORD_SWITCH:
	case PERF_RECORD_SWITCH_CPU_WIDE:
		record->kind = header.misc & PERF_RECORD_MISC_SWITCH_OUT ? REC_SWITCH_OUT
									: REC_SWITCH_IN;
		break;
	case PERF_RECORD_COMM:
		record->kind = REC_COMM;
		decode_comm(&words, header.misc, record);
		break;
	case PERF_RECORD_FORK:
		record->kind = REC_FORK;
		decode_fork(&words, record);
		break;
	case PERF_RECORD_EXIT:
		record->kind = REC_EXIT;
		decode_fork(&words, record);
		break;
	case PERF_RECORD_LOST:
		record->kind = REC_LOST;
		take(&words);		/* id */
		record->lost = take(&words);
		break;
	case PERF_RECORD_LOST_SAMPLES:
		record->kind = REC_LOST;
		record->lost = take(&words);
		break;
	case PERF_RECORD_READ:
		record->kind = REC_READ;
		ret = decode_read(layout, &words, record);
		break;
	case PERF_RECORD_CGROUP:
		record->kind = REC_CGROUP;
		decode_cgroup(&words, record);
		break;
	default:
		break;
	}
	return ret ? ret : words.bad ? -EINVAL : 0;
}

int record_group_ids(const struct record_layout *layout, const void *bytes, size_t size,
		     uint64_t ids[READING_MAX], uint32_t *n)
{
	struct perf_event_header header;
	struct words words = { .at = (const unsigned char *)bytes + sizeof(header),
			       .end = (const unsigned char *)bytes + size,
			       .swapped = layout->swapped };
	struct record record = { .cpu = -1 };
	int ret;

	if (!take_header(layout, bytes, size, &header) ||
	    (header.type != PERF_RECORD_SAMPLE && header.type != PERF_RECORD_READ))
		return -EINVAL;
	if (!(layout->sample_type & PERF_SAMPLE_READ) || !(layout->read_format & PERF_FORMAT_ID))
		return -EOPNOTSUPP;
	if (header.type == PERF_RECORD_READ) {
		take_pair(&words, &record.pid, &record.tid);
		ret = take_reading(layout, &words, &record.reading, ids);
	} else {
		ret = decode_sample(layout, &words, &record, ids);
	}
	*n = record.reading.n;
	return ret;
}

static const enum task_event_kind task_kinds[] = {
	[REC_COMM] = TASK_COMM,
	[REC_FORK] = TASK_FORK,
	[REC_EXIT] = TASK_EXIT,
};

bool record_task_event(const struct record *record, struct task_event *event)
{
	if (record->kind != REC_COMM && record->kind != REC_FORK && record->kind != REC_EXIT)
		return false;
	*event = (struct task_event){
		.kind = record->kind == REC_COMM && record->exec ? TASK_EXEC
								 : task_kinds[record->kind],
		.time_ns = record->time_ns,
		.pid = record->pid,
		.tid = record->tid,
		.ppid = record->ppid,
		.ptid = record->ptid,
	};
	if (record->kind == REC_COMM)
		memcpy(event->comm, record->comm, sizeof(event->comm));
	return true;
}

int record_decode_reading(const struct record_layout *layout, const void *bytes, size_t size,
			  struct reading *reading)
{
	struct words words = { .at = bytes, .end = (const unsigned char *)bytes + size,
			       .swapped = layout->swapped };

	return take_reading(layout, &words, reading, NULL);
}

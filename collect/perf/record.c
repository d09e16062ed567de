/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decodes perf_event records: samples and the two records of a switch, which are nearly all of
 * them, at the offsets of their layout; others by record_content.c. Called by the sources on the collector
 * thread.
 */
#include "config.h"
#include "collect/perf/record.h"

#include <byteswap.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "collect/perf/record_layout.h"

/*
 * The hot path is written once and inlined for each enum byte_order_path, so that checks of the
 * layout fold to constants.
 */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

ALWAYS_INLINE bool is_native(enum byte_order_path order)
{
	return order == NATIVE_ENDIAN || order == NATIVE_FIELDS;
}

ALWAYS_INLINE bool has(uint16_t place, enum byte_order_path order)
{
	return is_native(order) || place;
}

ALWAYS_INLINE uint64_t word_at(const unsigned char *at, enum byte_order_path order)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return order == SWAPPED_ENDIAN ? bswap_64(word) : word;
}

/* The first half of a word, in the order of memory. */
ALWAYS_INLINE int32_t half_at(const unsigned char *at, enum byte_order_path order)
{
	uint32_t half;

	memcpy(&half, at, sizeof(half));
	return (int32_t)(order == SWAPPED_ENDIAN ? bswap_32(half) : half);
}

/* Id, time, CPU and task, if the layout has them, at their offsets from `from`. */
ALWAYS_INLINE void take_fields(const uint16_t place[FIELDS], const unsigned char *from,
			       enum byte_order_path order, struct record *record)
{
	const unsigned char *task = from + place[FIELD_TASK];

	record->id = has(place[FIELD_ID], order) ? word_at(from + place[FIELD_ID], order) : 0;
	record->time_ns = has(place[FIELD_TIME], order) ? word_at(from + place[FIELD_TIME], order)
							: 0;
	record->cpu = has(place[FIELD_CPU], order) ? half_at(from + place[FIELD_CPU], order) : -1;
	record->pid = has(place[FIELD_TASK], order) ? half_at(task, order) : -1;
	record->tid = has(place[FIELD_TASK], order) ? half_at(task + sizeof(int32_t), order) : -1;
}

/* What all layouts of NATIVE_ENDIAN have in common (record_layout.h), and of NATIVE_FIELDS sample_id. */
#define NATIVE_GROUP_SIZE (3 * sizeof(uint64_t))	/* the number of members, and two times */

/* Task, time, CPU and id: struct record has them in the order of a sample_id with all of them. */
#define RECORD_FIELDS offsetof(struct record, pid)
#define TASK_TIME_CPU_SIZE (3 * sizeof(uint64_t))
_Static_assert(offsetof(struct record, id) == RECORD_FIELDS + TASK_TIME_CPU_SIZE, "as sample_id");

ALWAYS_INLINE void copy_fields(const unsigned char *from, size_t size, struct record *record)
{
	memcpy((char *)record + RECORD_FIELDS, from, size);
}

ALWAYS_INLINE size_t sample_id_size(const struct record_layout *layout, enum byte_order_path order)
{
	return is_native(order) ? NATIVE_SAMPLE_ID_SIZE : layout->sample_id_size;
}

/* Bytes of a group before its first member, and of each member. */
ALWAYS_INLINE size_t group_size(const struct record_layout *layout, enum byte_order_path order)
{
	return order == NATIVE_ENDIAN ? NATIVE_GROUP_SIZE : layout->group_size;
}

ALWAYS_INLINE size_t member_size(const struct record_layout *layout, enum byte_order_path order)
{
	return order == NATIVE_ENDIAN ? sizeof(uint64_t) : layout->member_size;
}

/* A time of the group, if the layout has it: the first or the second. */
ALWAYS_INLINE uint64_t group_time(const unsigned char *at, uint16_t place, size_t native,
				  enum byte_order_path order)
{
	if (order == NATIVE_ENDIAN)
		return word_at(at + native * sizeof(uint64_t), order);
	return place ? word_at(at + place, order) : 0;
}

/*
 * The times and the number of members of the group at `at`; checks that all members end before
 * `end`.
 */
ALWAYS_INLINE int take_group_head(const struct record_layout *layout, const unsigned char *at,
				  const unsigned char *end, enum byte_order_path order,
				  struct reading *reading)
{
	const size_t size = (size_t)(end - at);
	uint64_t n;

	if (order != NATIVE_ENDIAN && !layout->group_size)
		return -EOPNOTSUPP;
	if (size < group_size(layout, order))
		return -EINVAL;
	n = word_at(at, order);
	if (n > READING_MAX)
		return -E2BIG;
	if (size - group_size(layout, order) < n * member_size(layout, order))
		return -EINVAL;
	reading->n = (uint32_t)n;
	reading->enabled_ns = group_time(at, layout->group_enabled, 1, order);
	reading->running_ns = group_time(at, layout->group_running, 2, order);
	reading->leader_id = 0;
	if (order != NATIVE_ENDIAN && layout->member_id && n)
		reading->leader_id = word_at(at + layout->group_size + layout->member_id, order);
	return 0;
}

ALWAYS_INLINE int take_group(const struct record_layout *layout, const unsigned char *at,
			     const unsigned char *end, enum byte_order_path order,
			     struct reading *reading)
{
	const size_t step = member_size(layout, order);
	int ret = take_group_head(layout, at, end, order, reading);
	size_t n;

	if (ret)
		return ret;
	n = reading->n;
	at += group_size(layout, order);
	if (order == NATIVE_ENDIAN) {
#pragma GCC unroll 2
		for (size_t i = 0; i < n / 2; i++)
			memcpy(&reading->pair[i], at + i * sizeof(count_pair), sizeof(count_pair));
		if (n % 2)
			reading->pair[n / 2] =
				(count_pair){ word_at(at + (n - 1) * step, order), 0 };
		return 0;
	}
#pragma GCC unroll 4
	for (size_t i = 0; i < n; i++, at += step)
		reading->value[i] = word_at(at, order);
	if (n % 2)
		reading->value[n] = 0;
	return 0;
}

/* The bytes of a group. */
static size_t group_bytes(const struct record_layout *layout, const struct reading *reading)
{
	return layout->group_size + (size_t)reading->n * layout->member_size;
}

/* For a record that is shorter than its layout. */
static void clear_fields(struct record *record)
{
	record->id = 0;
	record->time_ns = 0;
	record->cpu = record->pid = record->tid = -1;
}

static int no_record(struct record *record)
{
	record->kind = REC_OTHER;
	clear_fields(record);
	return -EINVAL;
}

ALWAYS_INLINE int decode_sample(const struct record_layout *layout, const unsigned char *bytes,
				size_t size, enum byte_order_path order, struct record *record)
{
	const unsigned char *end = bytes + size, *group = bytes + layout->sample_size;

	record->kind = REC_SAMPLE;
	record->object = 0;
	record->cgroup = 0;
	record->reading.n = 0;
	if (!has(layout->sample_size, order) || size < layout->sample_size) {
		clear_fields(record);
		/* But the id, from which the caller may find that another layout holds. */
		if (layout->sample[FIELD_ID] &&
		    size >= layout->sample[FIELD_ID] + sizeof(record->id))
			record->id = word_at(bytes + layout->sample[FIELD_ID], order);
		return layout->sample_size ? -EINVAL : -EOPNOTSUPP;
	}
	if (order == NATIVE_ENDIAN) {
		copy_fields(group - TASK_TIME_CPU_SIZE, TASK_TIME_CPU_SIZE, record);
		record->id = word_at(bytes + sizeof(struct perf_event_header), order);
	} else {
		take_fields(layout->sample, bytes, order, record);
	}
	if (has(layout->sample_has_group, order)) {
		int ret = take_group(layout, group, end, order, &record->reading);

		if (ret)
			return ret;
	}
	if (!is_native(order) && layout->sample_has_cgroup) {
		if (layout->sample_has_group)
			group += group_bytes(layout, &record->reading);
		if ((size_t)(end - group) < sizeof(record->cgroup))
			return -EINVAL;
		record->cgroup = word_at(group, order);
	}
	return 0;
}

/* Takes id, time, cpu, and pid/tid of the task that was current, from the end of the record. */
ALWAYS_INLINE int decode_sample_id(const struct record_layout *layout, const unsigned char *bytes,
				   size_t size, enum byte_order_path order, struct record *record)
{
	/* Offsets and size include the word before, so that an offset is never 0. */
	if (size < sample_id_size(layout, order))
		return no_record(record);
	if (is_native(order))
		copy_fields(bytes + size - NATIVE_SAMPLE_ID_SIZE + sizeof(uint64_t),
			    TASK_TIME_CPU_SIZE + sizeof(record->id), record);
	else
		take_fields(layout->sample_id, bytes + size - layout->sample_id_size, order, record);
	return 0;
}

/* The header in our byte order; false if there is none, or if it has another size. */
ALWAYS_INLINE bool take_header(const void *bytes, size_t size, enum byte_order_path order,
			       struct perf_event_header *header)
{
	if (size < sizeof(*header))
		return false;
	memcpy(header, bytes, sizeof(*header));
	if (order == SWAPPED_ENDIAN) {
		header->type = bswap_32(header->type);
		header->misc = bswap_16(header->misc);
		header->size = bswap_16(header->size);
	}
	return header->size == size;
}

int record_envelope(const struct record_layout *layout, const void *bytes, size_t size,
		    struct envelope *envelope)
{
	struct perf_event_header header;
	struct record record;
	int ret = -EINVAL;

	*envelope = (struct envelope){ .cpu = -1, .pid = -1 };
	if (!take_header(bytes, size, layout->order, &header))
		return -EINVAL;
	/* Not the whole record: a group is large. */
	if (header.type != PERF_RECORD_SAMPLE)
		ret = decode_sample_id(layout, bytes, size, layout->order, &record);
	else if (layout->sample_size && size >= layout->sample_size)
		ret = (take_fields(layout->sample, bytes, layout->order, &record), 0);
	if (!ret)
		*envelope = (struct envelope){ .id = record.id, .time_ns = record.time_ns,
					       .cpu = record.cpu, .pid = record.pid };
	return ret;
}

/*
 * The content of all records but samples and switches: few. struct { pid, tid; values; } is that of
 * a reading: perf_event_read_event() of kernel/events/core.c.
 */
static int decode_content(const struct record_layout *layout, uint32_t type,
			  const unsigned char *bytes, size_t size, struct record *record)
{
	const unsigned char *task = bytes + sizeof(struct perf_event_header), *group = task + sizeof(uint64_t);

	record->lost = 0;
	record->cgroup = 0;
	record->path = NULL;
	record->reading.n = 0;
	if (type != PERF_RECORD_READ)
		return record_content(layout->swapped, bytes, size, record);
	record->kind = REC_READ;
	if (group > bytes + size)
		return -EINVAL;
	record->pid = half_at(task, layout->order);
	record->tid = half_at(task + sizeof(int32_t), layout->order);
	return take_group(layout, group, bytes + size, layout->order, &record->reading);
}

/*
 * struct { next_prev_pid, next_prev_tid; } in the CPU-wide one of the two: both 0 for an idle task.
 * In a pid namespace that is also a task outside of it.
 */
ALWAYS_INLINE int decode_switch(const struct record_layout *layout, uint32_t type,
				const unsigned char *bytes, size_t size,
				enum byte_order_path order, struct record *record)
{
	const unsigned char *at = bytes + sizeof(struct perf_event_header);

	if (type == PERF_RECORD_SWITCH) {
		record->next_prev_pid = record->next_prev_tid = -1;
		return 0;
	}
	if (size < sizeof(uint64_t) + sample_id_size(layout, order)) {
		record->next_prev_pid = record->next_prev_tid = -1;
		return -EINVAL;
	}
	if (order != SWAPPED_ENDIAN) {
		memcpy((char *)record + offsetof(struct record, next_prev_pid), at, sizeof(uint64_t));
		return 0;
	}
	record->next_prev_pid = half_at(at, order);
	record->next_prev_tid = half_at(at + sizeof(int32_t), order);
	return 0;
}

ALWAYS_INLINE enum record_kind switch_kind(const struct perf_event_header *header)
{
	return header->misc & PERF_RECORD_MISC_SWITCH_OUT ? REC_SWITCH_OUT : REC_SWITCH_IN;
}

ALWAYS_INLINE int decode(const struct record_layout *layout, const void *bytes, size_t size,
			 enum byte_order_path order, struct record *record)
{
	struct perf_event_header header;

	if (!take_header(bytes, size, order, &header))
		return no_record(record);
	if (header.type == PERF_RECORD_SAMPLE)
		return decode_sample(layout, bytes, size, order, record);
	/* Not to ask twice what it is, and how long. */
	if (is_native(order) && header.type == PERF_RECORD_SWITCH_CPU_WIDE &&
	    size >= sizeof(uint64_t) + NATIVE_SAMPLE_ID_SIZE) {
		record->kind = switch_kind(&header);
		(void)decode_sample_id(layout, bytes, size, order, record);
		return decode_switch(layout, header.type, bytes, size, order, record);
	}
	/* Before the fields of the record itself: a task named there wins over "current". */
	if (decode_sample_id(layout, bytes, size, order, record))
		return -EINVAL;
	if (header.type != PERF_RECORD_SWITCH && header.type != PERF_RECORD_SWITCH_CPU_WIDE)
		return decode_content(layout, header.type, bytes, size, record);
	record->kind = switch_kind(&header);
	return decode_switch(layout, header.type, bytes, size, order, record);
}

static __attribute__((noinline)) int decode_any(const struct record_layout *layout,
						const void *bytes, size_t size,
						struct record *record)
{
	if (layout->order == NATIVE_FIELDS)
		return decode(layout, bytes, size, NATIVE_FIELDS, record);
	if (layout->order == SWAPPED_ENDIAN)
		return decode(layout, bytes, size, SWAPPED_ENDIAN, record);
	return decode(layout, bytes, size, ANY_LAYOUT, record);
}

int record_decode(const struct record_layout *layout, const void *bytes, size_t size,
		  struct record *record)
{
	if (layout->order == NATIVE_ENDIAN)
		return decode(layout, bytes, size, NATIVE_ENDIAN, record);
	return decode_any(layout, bytes, size, record);
}

int record_group_ids(const struct record_layout *layout, const void *bytes, size_t size,
		     uint64_t ids[READING_MAX], uint32_t *n)
{
	const unsigned char *at = bytes, *end = at + size;
	struct perf_event_header header;
	struct reading reading;
	int ret;

	if (!take_header(bytes, size, layout->order, &header) ||
	    (header.type != PERF_RECORD_SAMPLE && header.type != PERF_RECORD_READ))
		return -EINVAL;
	if (!layout->member_id ||
	    (header.type == PERF_RECORD_SAMPLE && (!layout->sample_has_group || !layout->sample_size)))
		return -EOPNOTSUPP;
	at += header.type == PERF_RECORD_READ ? sizeof(header) + 2 * sizeof(int32_t) :
						layout->sample_size;
	ret = at > end ? -EINVAL : take_group_head(layout, at, end, layout->order, &reading);
	if (ret)
		return ret;
	at += layout->group_size + layout->member_id;
	for (*n = 0; *n < reading.n; ++*n, at += layout->member_size)
		ids[*n] = word_at(at, layout->order);
	return 0;
}

/* struct { abi; registers[]; } behind the group: without registers abi is 0 (a kernel thread). */
bool record_marker(const struct record_layout *layout, const void *bytes, size_t size,
		   struct record *record, bool *has_registers)
{
	struct bytes words = { .end = (const unsigned char *)bytes + size, .swapped = layout->swapped };
	size_t at = layout->sample_size;

	record->argument = record->mark = *has_registers = 0;
	if (layout->sample_has_group)
		at += group_bytes(layout, &record->reading);
	if (record->kind != REC_SAMPLE || !layout->sample_size || at >= size)
		return false;
	*has_registers = true;
	words.at = (const unsigned char *)bytes + at;
	if (bytes_u64(&words) != PERF_SAMPLE_REGS_ABI_64)
		return false;
	record->argument = bytes_u64(&words);
	record->mark = bytes_u64(&words);
	return !words.bad;
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
	const unsigned char *at = bytes;

	return take_group(layout, at, at + size, layout->order, reading);
}

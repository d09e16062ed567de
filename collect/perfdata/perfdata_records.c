/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records of perf.data, field by field; see perfdata_records.h. The order of fields is the kernel's
 * ABI, described in <linux/perf_event.h>; collect/perf/record.c decodes it.
 */
#include "config.h"
#include "collect/perfdata/perfdata_records.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/mman.h>

/* Fields of one word before the group in a sample, in this order. */
#define BEFORE_TIME (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID)
#define BEFORE_READ                                                                           \
	(BEFORE_TIME | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR | PERF_SAMPLE_ID |                 \
	 PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU | PERF_SAMPLE_PERIOD)
#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

/* The size of as many 64-bit words as bits are set. */
static size_t words_size(uint64_t bits)
{
	return (size_t)__builtin_popcountll(bits) * sizeof(uint64_t);
}

/* The id of the member with this role; 0: none. */
static uint64_t role_id(const struct recordable *events, enum member_role role,
			struct tap_place place)
{
	int member = group_find(events->groups[place.group].group, role);

	return member < 0 ? 0 : recordable_id(events, place, (size_t)member);
}

/* The id of any event of the file, which EVENT_UPDATE requires. */
uint64_t perfdata_any_id(const struct recordable *events)
{
	uint64_t id = 0;

	for (size_t cpu = 0; !id && cpu < events->n_cpus; cpu++)
		id = recordable_id(events, recordable_place(events, cpu), 0);
	return id;
}

void perfdata_put_sample_id(struct blob *blob, const struct record_layout *layout,
			    const struct perfdata_stamp *stamp, uint64_t id)
{
	uint64_t type = layout->sample_type;

	if (!layout->sample_id_all)
		return;
	if (type & PERF_SAMPLE_TID)
		blob_pair(blob, stamp->pid, stamp->tid);
	if (type & PERF_SAMPLE_TIME)
		blob_u64(blob, stamp->time_ns);
	if (type & PERF_SAMPLE_ID)
		blob_u64(blob, id);
	if (type & PERF_SAMPLE_STREAM_ID)
		blob_u64(blob, id);
	if (type & PERF_SAMPLE_CPU)
		blob_pair(blob, stamp->cpu_number, 0);
	if (type & PERF_SAMPLE_IDENTIFIER)
		blob_u64(blob, id);
}

void perfdata_put_attr(struct blob *blob, const struct recordable_group *group, size_t member)
{
	struct perf_event_attr attr = group->group->member[member].attr;

	attr.size = PERFDATA_ATTR_SIZE;
	attr.read_format |= PERF_FORMAT_ID;
	/*
	 * Another event wrote these records (group_make_watcher()); the file attributes them here.
	 */
	if (group->group->member[member].role == MEMBER_SWITCH && !group->mux)
		group_request_task_records(&attr);
	blob_put(blob, &attr, PERFDATA_ATTR_SIZE);
}

size_t perfdata_put_ids(struct blob *blob, const struct recordable *events, size_t group,
			size_t member)
{
	const uint64_t *ids = events->groups[group].ids + member * events->n_cpus;
	size_t n = 0;

	for (size_t cpu = 0; cpu < events->n_cpus; cpu++) {
		if (!ids[cpu])
			continue;
		if (blob)
			blob_u64(blob, ids[cpu]);
		n++;
	}
	return n;
}

static void put_room(struct blob *blob, size_t n)
{
	for (size_t i = 0; i < n / sizeof(uint64_t); i++)
		blob_u64(blob, 0);
}

void perfdata_put_head(struct blob *blob, const struct recordable *events, size_t room)
{
	struct perfdata_section ids = { .offset = sizeof(struct perfdata_header) };
	struct perfdata_header header = {
		.magic = PERFDATA_MAGIC,
		.size = sizeof(header),
		.attr_size = PERFDATA_ATTR_SIZE + sizeof(ids),
	};
	size_t at = blob->n;

	blob_put(blob, &header, sizeof(header));
	for (size_t g = 0; g < events->n_groups; g++)
		for (size_t i = 0; i < events->groups[g].group->n; i++)
			(void)perfdata_put_ids(blob, events, g, i);
	put_room(blob, room * sizeof(uint64_t));
	header.attrs.offset = blob->n - at;
	for (size_t g = 0; g < events->n_groups; g++) {
		for (size_t i = 0; i < events->groups[g].group->n; i++) {
			ids.size = perfdata_put_ids(NULL, events, g, i) * sizeof(uint64_t);
			perfdata_put_attr(blob, &events->groups[g], i);
			blob_put(blob, &ids, sizeof(ids));
			ids.offset += ids.size;
		}
	}
	header.attrs.size = blob->n - at - header.attrs.offset;
	put_room(blob, room * header.attr_size);
	header.data.offset = blob->n - at;
	blob_set(blob, at, &header, sizeof(header));
}

bool perfdata_put_stream_head(struct blob *blob, const struct recordable *events)
{
	const struct perfdata_pipe_header header = { PERFDATA_MAGIC, sizeof(header) };

	blob_put(blob, &header, sizeof(header));
	for (size_t g = 0; g < events->n_groups; g++)
		for (size_t i = 0; i < events->groups[g].group->n; i++) {
			size_t at = perfdata_begin(blob, PERFDATA_ATTR, 0);

			perfdata_put_attr(blob, &events->groups[g], i);
			(void)perfdata_put_ids(blob, events, g, i);
			if (!perfdata_end(blob, at))
				return false;
		}
	return true;
}

static uint64_t word_at(const void *bytes, size_t offset)
{
	uint64_t word;

	memcpy(&word, (const unsigned char *)bytes + offset, sizeof(word));
	return word;
}

/* Where the parts of a sample are in its bytes. */
struct parts {
	size_t nr, values, rest;	/* the number of values; the values; what follows them */
	size_t n;			/* values of the group; others are between them and `rest` */
};

/* False: it does not have the layout of the events. */
static bool find_parts(const struct recordable *events, struct tap_place place, const void *bytes,
		       size_t size, struct parts *parts)
{
	const size_t word = sizeof(uint64_t);
	uint64_t n;

	parts->n = events->groups[place.group].group->n;
	parts->nr = sizeof(struct perf_event_header) +
		    words_size(events->layout.sample_type & BEFORE_READ);
	parts->values = parts->nr + word + words_size(events->layout.read_format & TIMES);
	if (size < parts->values)
		return false;
	n = word_at(bytes, parts->nr);
	parts->rest = parts->values + (size_t)n * word;
	return n >= parts->n && n <= READING_MAX && size >= parts->rest;
}

/* Puts a sample up to its group, all with ids; extra: so many values follow. Its offset. */
static size_t put_group(struct blob *blob, const struct recordable *events, struct tap_place place,
			const void *bytes, const struct parts *parts, uint64_t extra)
{
	const uint64_t n = parts->n + extra;
	const size_t at = blob->n;

	blob_put(blob, bytes, parts->values);
	blob_set(blob, at + parts->nr, &n, sizeof(n));
	for (size_t i = 0; i < parts->n; i++) {
		blob_u64(blob, word_at(bytes, parts->values + i * sizeof(uint64_t)));
		blob_u64(blob, recordable_id(events, place, i));
	}
	return at;
}

static void set_id(struct blob *blob, size_t at, uint64_t id)
{
	blob_set(blob, at + sizeof(struct perf_event_header), &id, sizeof(id));
}

/* Registers, of an event beside the group: a marker that is not watched any more. */
static bool has_more(const struct recordable *events, size_t size, const struct parts *parts)
{
	return size > parts->rest &&
	       !(events->layout.sample_type & ~(uint64_t)(BEFORE_READ | PERF_SAMPLE_READ));
}

static uint64_t time_of(const struct recordable *events, const void *bytes)
{
	return word_at(bytes, sizeof(struct perf_event_header) +
				      words_size(events->layout.sample_type & BEFORE_TIME));
}

bool perfdata_put_sample(struct blob *blob, const struct recordable *events, struct tap_place place,
			 const void *bytes, size_t size, uint64_t *time_ns)
{
	struct parts parts;
	size_t at;

	if (!find_parts(events, place, bytes, size, &parts))
		return false;
	if (has_more(events, size, &parts))
		return perfdata_put_marker(blob, events, place, bytes, size, 0, 0, time_ns);
	at = put_group(blob, events, place, bytes, &parts, 0);
	/* An id that is not the clock's: see correct_id() of collect/percpu/rings.c. */
	if (events->layout.sample_type & PERF_SAMPLE_IDENTIFIER &&
	    word_at(bytes, sizeof(struct perf_event_header)) !=
		    role_id(events, MEMBER_CLOCK, place))
		set_id(blob, at, role_id(events, MEMBER_SWITCH, place));
	blob_put(blob, (const unsigned char *)bytes + parts.rest, size - parts.rest);
	*time_ns = time_of(events, bytes);
	return perfdata_end(blob, at);
}

bool perfdata_put_marker(struct blob *blob, const struct recordable *events, struct tap_place place,
			 const void *bytes, size_t size, uint64_t id, uint64_t count,
			 uint64_t *time_ns)
{
	struct parts parts;
	size_t at;

	if (!(events->layout.sample_type & PERF_SAMPLE_IDENTIFIER) ||
	    !find_parts(events, place, bytes, size, &parts))
		return false;
	at = put_group(blob, events, place, bytes, &parts, id != 0);
	set_id(blob, at, id ? id : role_id(events, MEMBER_CLOCK, place));
	if (id) {
		blob_u64(blob, count);
		blob_u64(blob, id);
		blob_put(blob, (const unsigned char *)bytes + parts.rest, size - parts.rest);
	}
	*time_ns = time_of(events, bytes);
	return perfdata_end(blob, at);
}

void perfdata_put_reading(struct blob *blob, const struct recordable *events,
			  const struct perfdata_stamp *stamp, const struct reading *reading,
			  bool base)
{
	const size_t members = events->groups[stamp->place.group].group->n;
	const size_t n = reading->n < members ? reading->n : members;
	size_t at = perfdata_begin(blob, PERF_RECORD_READ, base ? PERFDATA_READ_BASE : 0);

	blob_pair(blob, stamp->pid, stamp->tid);
	blob_u64(blob, n);
	if (events->layout.read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		blob_u64(blob, reading->enabled_ns);
	if (events->layout.read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		blob_u64(blob, reading->running_ns);
	for (size_t i = 0; i < n; i++) {
		blob_u64(blob, reading->value[i]);
		blob_u64(blob, recordable_id(events, stamp->place, i));
	}
	perfdata_put_sample_id(blob, &events->layout, stamp, recordable_id(events, stamp->place, 0));
	(void)perfdata_end(blob, at);
}

void perfdata_put_switch(struct blob *blob, const struct recordable *events,
			 const struct perfdata_stamp *stamp, bool out)
{
	size_t at = perfdata_begin(blob, PERF_RECORD_SWITCH_CPU_WIDE,
				   out ? PERF_RECORD_MISC_SWITCH_OUT : 0);

	blob_pair(blob, -1, -1);	/* next or previous task: unknown */
	perfdata_put_sample_id(blob, &events->layout, stamp, recordable_id(events, stamp->place, 0));
	(void)perfdata_end(blob, at);
}

void perfdata_put_lost(struct blob *blob, const struct record_layout *layout,
		       const struct perfdata_stamp *stamp, uint64_t id, uint64_t lost)
{
	size_t at = perfdata_begin(blob, PERF_RECORD_LOST, 0);

	blob_u64(blob, id);
	blob_u64(blob, lost);
	perfdata_put_sample_id(blob, layout, stamp, id);
	(void)perfdata_end(blob, at);
}

/* Device and inode in the order of <linux/perf_event.h>, then what all executable ones have. */
static void put_identity(struct blob *blob, const struct code_mapping *mapping)
{
	blob_u32(blob, (uint32_t)(mapping->device >> 32));
	blob_u32(blob, (uint32_t)mapping->device);
	blob_u64(blob, mapping->inode);
	blob_u64(blob, 0);		/* generation: /proc does not tell it */
	blob_u32(blob, PROT_READ | PROT_EXEC);
	blob_u32(blob, MAP_PRIVATE);
}

bool perfdata_put_mapping(struct blob *blob, const struct record_layout *layout,
			  const struct perfdata_stamp *stamp, uint64_t id, const struct code_mapping *mapping)
{
	size_t at = perfdata_begin(blob, mapping->kernel ? PERF_RECORD_MMAP : PERF_RECORD_MMAP2,
				   mapping->kernel ? PERF_RECORD_MISC_KERNEL :
						     PERF_RECORD_MISC_USER);

	blob_pair(blob, mapping->pid, mapping->kernel ? 0 : mapping->pid);
	blob_u64(blob, mapping->start);
	blob_u64(blob, mapping->size);
	blob_u64(blob, mapping->offset);
	if (!mapping->kernel)
		put_identity(blob, mapping);
	blob_text(blob, mapping->path);
	blob_pad(blob, at, sizeof(uint64_t));
	perfdata_put_sample_id(blob, layout, stamp, id);
	return perfdata_end(blob, at);
}

void perfdata_put_kernel(struct blob *blob, const struct recordable *events, uint64_t start,
			 uint64_t kernel_end)
{
	const struct perfdata_stamp stamp = { .pid = -1 };	/* time 0, as perf record does */
	/* In the offset perf keeps the address of the symbol. */
	const struct code_mapping text = { .pid = -1, .kernel = true, .start = start, .size = kernel_end - start,
					   .offset = start, .path = "[kernel.kallsyms]_text" };

	(void)perfdata_put_mapping(blob, &events->layout, &stamp, perfdata_any_id(events), &text);
}

/*
 * A plain COMM for stock perf, with time 0 like those that perf record synthesizes for existing
 * tasks: it is valid at once, and a later COMM of the kernel replaces it.
 */
static void put_comm(struct blob *blob, const struct recordable *events, int32_t pid, int32_t tid,
		     const char *comm)
{
	const struct perfdata_stamp stamp = { .pid = pid, .tid = tid };
	size_t at = perfdata_begin(blob, PERF_RECORD_COMM, 0);

	blob_pair(blob, pid, tid);
	blob_text(blob, comm);
	blob_pad(blob, at, sizeof(uint64_t));
	perfdata_put_sample_id(blob, &events->layout, &stamp, perfdata_any_id(events));
	(void)perfdata_end(blob, at);
}

void perfdata_put_name(struct blob *blob, const struct recordable *events, size_t group,
		       size_t member, const char *name)
{
	uint64_t id = 0;

	for (size_t cpu = 0; !id && cpu < events->n_cpus; cpu++)
		id = recordable_id(events, (struct tap_place){ .cpu = cpu, .group = group },
				   member);
	update_put(blob, PERFDATA_UPDATE_NAME, id, UPDATE(TEXT(name)));
}

void perfdata_put_process(struct blob *blob, const struct recordable *events, int32_t pid,
			  const struct task_facts *facts)
{
	static const struct task_facts gone = { .ppid = 0 };
	const struct task_facts *said = facts ? facts : &gone;
	const size_t at = update_begin(blob, PERFDATA_UPDATE_PROCESS, perfdata_any_id(events),
				       UPDATE(NUMBER(pid), NUMBER(said->ppid), NUMBER(said->threads),
					      NUMBER(facts != NULL)));

	if (facts) {
		blob_text(blob, facts->comm);
		blob_text(blob, facts->user);
		blob_text(blob, facts->cgroup);
		blob_text(blob, facts->command);
		blob_pad(blob, at, sizeof(uint64_t));
		blob_u64(blob, facts->threads_ns);
	}
	if (perfdata_end(blob, at) && facts && facts->comm[0])
		put_comm(blob, events, pid, pid, facts->comm);
}

void perfdata_put_thread(struct blob *blob, const struct recordable *events, enum perfdata_update what,
			 int32_t pid, int32_t tid, const char *comm)
{
	const size_t at = update_begin(blob, what, perfdata_any_id(events),
				       UPDATE(NUMBER(pid), NUMBER(tid), TEXT(comm)));

	if (update_end(blob, at) && comm[0])
		put_comm(blob, events, pid, tid, comm);
}

void perfdata_put_mark(struct blob *blob, const struct perfdata_mark *mark)
{
	size_t at = perfdata_begin(blob, PERFDATA_FINISHED_ROUND, 0);

	blob_put(blob, mark, sizeof(*mark));
	(void)perfdata_end(blob, at);
}

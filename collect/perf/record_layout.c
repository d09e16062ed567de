/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Computes the offsets of the fields of a record from the attr of its event. The order of fields is
 * the kernel's ABI, described at PERF_RECORD_SAMPLE in <linux/perf_event.h>, also for sample_id,
 * which ends all other records when attr.sample_id_all is set. Each field is a word of 64 bits. Any
 * thread.
 */
#include "config.h"
#include "collect/perf/record_layout.h"

#include <errno.h>

#include <linux/perf_event.h>


/* ---- bytes ---- */

size_t bytes_left(const struct bytes *bytes)
{
	return (size_t)(bytes->end - bytes->at);
}

const unsigned char *bytes_next(struct bytes *bytes, size_t n)
{
	const unsigned char *next = bytes->at;

	if (bytes_left(bytes) < n) {
		bytes->bad = true;
		return NULL;
	}
	bytes->at += n;
	return next;
}

/* The next n things of so many bytes each, or NULL; n may be any number. */
static const unsigned char *bytes_array(struct bytes *bytes, uint64_t n, size_t size)
{
	if (n <= bytes_left(bytes) / size)
		return bytes_next(bytes, (size_t)n * size);
	bytes->bad = true;
	return NULL;
}

uint32_t bytes_u32(struct bytes *bytes)
{
	const unsigned char *next = bytes_next(bytes, sizeof(uint32_t));
	uint32_t number = 0;

	if (next)
		memcpy(&number, next, sizeof(number));
	return bytes->swapped ? bswap_32(number) : number;
}

uint64_t bytes_u64(struct bytes *bytes)
{
	const unsigned char *next = bytes_next(bytes, sizeof(uint64_t));
	uint64_t number = 0;

	if (next)
		memcpy(&number, next, sizeof(number));
	return bytes->swapped ? bswap_64(number) : number;
}

/* These n bytes as a text; "" if they have no NUL. */
static const char *as_text(struct bytes *bytes, const unsigned char *next, size_t n)
{
	if (next && memchr(next, '\0', n))
		return (const char *)next;
	bytes->bad = true;
	return "";
}

const char *bytes_text(struct bytes *bytes)
{
	const unsigned char *nul = memchr(bytes->at, '\0', bytes_left(bytes));
	size_t n = nul ? (size_t)(nul - bytes->at) + 1 : 0;

	return as_text(bytes, bytes_next(bytes, n), n);
}

const char *bytes_string(struct bytes *bytes)
{
	size_t n = bytes_u32(bytes);

	return as_text(bytes, bytes_next(bytes, n), n);
}

#define WORD ((uint16_t)sizeof(uint64_t))

struct field {
	uint64_t bit;		/* of attr.sample_type; 0: the end */
	enum record_field field;	/* of two with the same meaning the later one is used */
};

/* The fields of a sample before its group. */
static const struct field sample_fields[] = {
	{ PERF_SAMPLE_IDENTIFIER, FIELD_ID },
	{ PERF_SAMPLE_IP, FIELD_IP },
	{ PERF_SAMPLE_TID, FIELD_TASK },
	{ PERF_SAMPLE_TIME, FIELD_TIME },
	{ PERF_SAMPLE_ADDR, FIELD_OTHER },
	{ PERF_SAMPLE_ID, FIELD_ID },
	{ PERF_SAMPLE_STREAM_ID, FIELD_OTHER },
	{ PERF_SAMPLE_CPU, FIELD_CPU },
	{ PERF_SAMPLE_PERIOD, FIELD_PERIOD },
	{ 0 },
};

static const struct field sample_id_fields[] = {
	{ PERF_SAMPLE_TID, FIELD_TASK },
	{ PERF_SAMPLE_TIME, FIELD_TIME },
	{ PERF_SAMPLE_ID, FIELD_ID },
	{ PERF_SAMPLE_STREAM_ID, FIELD_OTHER },
	{ PERF_SAMPLE_CPU, FIELD_CPU },
	{ PERF_SAMPLE_IDENTIFIER, FIELD_ID },
	{ 0 },
};

/* Sets the offsets of the fields of this sample_type, from `at` on. Returns where they end. */
static uint16_t lay_out(const struct field *fields, uint64_t type, uint16_t at,
			uint16_t place[FIELDS])
{
	for (; fields->bit; fields++)
		if (type & fields->bit) {
			place[fields->field] = at;
			at = (uint16_t)(at + WORD);
		}
	return at;
}

static void lay_out_sample(struct record_layout *layout)
{
	uint64_t unknown = layout->sample_type & ~(uint64_t)PERF_SAMPLE_READ;

	for (const struct field *field = sample_fields; field->bit; field++)
		unknown &= ~field->bit;
	layout->sample_size = lay_out(sample_fields, layout->sample_type,
				      sizeof(struct perf_event_header), layout->sample);
	layout->sample_has_group = layout->sample_type & PERF_SAMPLE_READ;
	/* Callchains and the like would come before it: then the cgroup is not looked for. */
	layout->sample_has_cgroup = layout->sample_type & PERF_SAMPLE_CGROUP &&
				    !(unknown & (PERF_SAMPLE_CGROUP - 1));
}

static void lay_out_sample_id(struct record_layout *layout)
{
	const uint64_t type = layout->sample_id_all ? layout->sample_type : 0;

	layout->sample_id_size = lay_out(sample_id_fields, type, WORD, layout->sample_id);
}

/* PERF_FORMAT_*: the number of members, times, and value, id and lost of each member. */
static void lay_out_group(struct record_layout *layout)
{
	const uint64_t format = layout->read_format;
	uint16_t at = WORD;

	if (!(format & PERF_FORMAT_GROUP))
		return;
	if (format & PERF_FORMAT_TOTAL_TIME_ENABLED) {
		layout->group_enabled = at;
		at = (uint16_t)(at + WORD);
	}
	if (format & PERF_FORMAT_TOTAL_TIME_RUNNING) {
		layout->group_running = at;
		at = (uint16_t)(at + WORD);
	}
	layout->group_size = at;
	layout->member_id = format & PERF_FORMAT_ID ? WORD : 0;
	layout->member_size = (uint16_t)(WORD * (1 + !!(format & PERF_FORMAT_ID) +
						 !!(format & FORMAT_LOST)));
}

static bool has_all(const uint16_t place[FIELDS])
{
	return place[FIELD_ID] && place[FIELD_TASK] && place[FIELD_TIME] && place[FIELD_CPU];
}

static enum byte_order_path choose_path(const struct record_layout *layout)
{
	if (layout->swapped)
		return SWAPPED_ENDIAN;
	if (!has_all(layout->sample) || !has_all(layout->sample_id) ||
	    !(layout->sample_type & PERF_SAMPLE_IDENTIFIER) ||	/* ID stands elsewhere */
	    layout->sample_id_size != NATIVE_SAMPLE_ID_SIZE || !layout->sample_has_group ||
	    layout->sample_has_cgroup)
		return ANY_LAYOUT;
	return layout->group_enabled && layout->group_running && layout->member_size == WORD &&
			       layout->sample[FIELD_TASK] + 3 * WORD == layout->sample_size ?
		       NATIVE_ENDIAN : NATIVE_FIELDS;
}

struct record_layout record_layout_make(uint64_t sample_type, uint64_t read_format,
					bool sample_id_all, bool swapped)
{
	struct record_layout layout = { .sample_type = sample_type, .read_format = read_format,
					.sample_id_all = sample_id_all, .swapped = swapped };

	lay_out_sample(&layout);
	lay_out_sample_id(&layout);
	lay_out_group(&layout);
	layout.order = choose_path(&layout);
	return layout;
}

/* ---- samples: the first fields are at the offsets of their layout, the others follow each other ---- */

#define ENTRY (3 * sizeof(uint64_t))

/* A field at its offset, which is 0 if the layout does not have it. */
static uint64_t field_of(const struct record_layout *layout, const unsigned char *bytes,
			 enum record_field field, uint64_t missing)
{
	return layout->sample[field] ?
		       sample_record_word(layout->swapped, bytes + layout->sample[field], 0) : missing;
}

static void take_first_fields(const struct record_layout *layout, const unsigned char *bytes,
			      struct sample_record *record)
{
	struct bytes task = { .at = bytes + layout->sample[FIELD_TASK], .end = bytes + layout->sample_size,
			      .swapped = layout->swapped };
	const bool has_task = layout->sample[FIELD_TASK];

	*record = (struct sample_record){
		.id = field_of(layout, bytes, FIELD_ID, 0),
		.ip = field_of(layout, bytes, FIELD_IP, 0),
		.time_ns = field_of(layout, bytes, FIELD_TIME, 0),
		.period = field_of(layout, bytes, FIELD_PERIOD, 1),
		.pid = -1, .tid = -1,
	};
	if (has_task) {
		record->pid = (int32_t)bytes_u32(&task);
		record->tid = (int32_t)bytes_u32(&task);
	}
}

/* perf_output_read(): one value, or those of a group. */
static void skip_reading(struct bytes *bytes, const struct record_layout *layout)
{
	const uint64_t of_one = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
				PERF_FORMAT_ID | FORMAT_LOST;
	uint64_t n;

	if (!layout->group_size) {
		n = 1 + (uint64_t)__builtin_popcountll(layout->read_format & of_one);
		(void)bytes_array(bytes, n, sizeof(uint64_t));
		return;
	}
	n = bytes_u64(bytes);
	(void)bytes_next(bytes, layout->group_size - sizeof(uint64_t));
	(void)bytes_array(bytes, n, layout->member_size);
}

/* n things, whose number the record tells. */
static const unsigned char *take_array(struct bytes *bytes, uint64_t n, size_t size, size_t *taken)
{
	const unsigned char *at = bytes_array(bytes, n, size);

	*taken = at && !bytes->bad ? (size_t)n : 0;
	return at;
}

/* The words of the fields behind the branch stack, if their number follows from the layout. */
static bool words_behind(uint64_t type, uint64_t *words)
{
	const uint64_t one_word = PERF_SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT | PERF_SAMPLE_DATA_SRC |
				  PERF_SAMPLE_TRANSACTION | PERF_SAMPLE_PHYS_ADDR | PERF_SAMPLE_CGROUP |
				  PERF_SAMPLE_DATA_PAGE_SIZE | PERF_SAMPLE_CODE_PAGE_SIZE;

	*words = (uint64_t)__builtin_popcountll(type & one_word);
	return !(type & (PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER | PERF_SAMPLE_REGS_INTR |
			 PERF_SAMPLE_AUX));
}

/*
 * Is there a hw_idx between the number of entries and the entries? The attr says so. But perf
 * inject (5.7 to 5.18) wrote the word and not the bit: then the record is one word longer than its
 * attr says.
 */
static bool has_hw_index(const struct bytes *bytes, const struct record_layout *layout, uint64_t n)
{
	const uint64_t left = bytes_left(bytes);
	uint64_t behind;

	if (layout->branch_type & BRANCH_HW_INDEX)
		return true;
	if (layout->branch_type & BRANCH_COUNTERS || n > left / ENTRY ||
	    !words_behind(layout->sample_type, &behind))
		return false;
	return left == n * ENTRY + (behind + 1) * sizeof(uint64_t);
}

static void take_branches(struct bytes *bytes, const struct record_layout *layout,
			  struct sample_record *record)
{
	const uint64_t n = bytes_u64(bytes);

	if (has_hw_index(bytes, layout, n))
		(void)bytes_u64(bytes);
	record->branches = take_array(bytes, n, ENTRY, &record->n_branches);
	if (layout->branch_type & BRANCH_COUNTERS)
		(void)bytes_array(bytes, n, sizeof(uint64_t));
}

/* What stands between branch stack and weight. Registers: their number is in the attr only. */
static bool skip_to_weight(struct bytes *bytes, uint64_t type)
{
	if (type & PERF_SAMPLE_REGS_USER)
		return false;
	if (type & PERF_SAMPLE_STACK_USER) {
		const uint64_t n = bytes_u64(bytes);

		(void)bytes_array(bytes, n, 1);
		if (n)
			(void)bytes_u64(bytes);	/* dynamic size */
	}
	return true;
}

int sample_record_decode(const struct record_layout *layout, const unsigned char *from,
			 size_t size, struct sample_record *record)
{
	const uint64_t type = layout->sample_type;
	struct bytes bytes = { .end = from + size, .swapped = layout->swapped };

	if (!layout->sample_size || size < layout->sample_size)
		return -EINVAL;
	take_first_fields(layout, from, record);
	bytes.at = from + layout->sample_size;
	if (type & PERF_SAMPLE_READ)
		skip_reading(&bytes, layout);
	if (type & PERF_SAMPLE_CALLCHAIN)
		record->chain = take_array(&bytes, bytes_u64(&bytes), sizeof(uint64_t), &record->n_chain);
	if (type & PERF_SAMPLE_RAW)
		(void)bytes_next(&bytes, bytes_u32(&bytes));
	if (type & PERF_SAMPLE_BRANCH_STACK)
		take_branches(&bytes, layout, record);
	if (type & (PERF_SAMPLE_WEIGHT | SAMPLE_WEIGHT_STRUCT) && skip_to_weight(&bytes, type)) {
		record->weight = bytes_u64(&bytes);
		record->has_weight = type & SAMPLE_WEIGHT_STRUCT;
	}
	return bytes.bad ? -EINVAL : 0;
}

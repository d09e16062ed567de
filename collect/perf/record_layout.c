/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Computes the offsets of the fields of a record from the attr of its event. The order of fields is
 * the kernel's ABI, described at PERF_RECORD_SAMPLE in <linux/perf_event.h>, also for sample_id,
 * which ends all other records when attr.sample_id_all is set. Each field is a word of 64 bits. Any
 * thread.
 */
#include "config.h"
#include "collect/perf/record_layout.h"

#include <linux/perf_event.h>

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

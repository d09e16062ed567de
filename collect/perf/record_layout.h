/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where in a record its fields are. That depends on how the attr of its event was set, and is found out once. Any thread.
 */
#ifndef TDTOP_COLLECT_RECORD_LAYOUT_H
#define TDTOP_COLLECT_RECORD_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

enum record_field {
	FIELD_ID,		/* of the event */
	FIELD_TASK,		/* pid, tid */
	FIELD_TIME,
	FIELD_CPU,
	FIELD_OTHER,		/* is not looked at */
	FIELDS
};

/* How records are decoded. */
enum byte_order_path {
	ANY_LAYOUT,
	NATIVE_ENDIAN,		/* as tdtop itself asks for them: all fields are there, and of a group's members nothing but values */
	SWAPPED_ENDIAN
};

/* As the attrs were set, and what follows from that: only record_layout_make() fills it. */
struct record_layout {
	uint64_t sample_type;	/* PERF_SAMPLE_*; of those behind READ CGROUP is understood, if it follows */
	uint64_t read_format;	/* PERF_FORMAT_*; GROUP is needed for readings */
	bool sample_id_all;	/* records other than samples carry tid, time, cpu too */
	bool swapped;		/* recorded by a machine of the other byte order */

	enum byte_order_path order;
	bool sample_has_group, sample_has_cgroup;	/* in this order, behind all fields */
	uint16_t sample_size;	/* bytes of a sample before those two; 0: the layout is not made */
	uint16_t sample[FIELDS];	/* bytes from its beginning; 0: it has no such field */
	uint16_t sample_id_size;	/* bytes at the end of all other records, and the word before them: at least the header */
	uint16_t sample_id[FIELDS];	/* bytes from the beginning of that word; 0 likewise */
	uint16_t group_size;	/* bytes of a group before its first member; 0: it is no group */
	uint16_t group_enabled, group_running;	/* bytes from its beginning; 0 likewise */
	uint16_t member_size;	/* its value is the first word, */
	uint16_t member_id;	/* bytes from its beginning; 0 likewise */
};

struct record_layout record_layout_make(uint64_t sample_type, uint64_t read_format, bool sample_id_all, bool swapped);

#endif

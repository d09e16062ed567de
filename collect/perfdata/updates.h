/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What tdtop tells in records of EVENT_UPDATE (perfdata.h): a row for each kind says its fields, by
 * which it is written and read. Texts are not copied. Pure; every length is checked. Any thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collect/perf/record_layout.h"
#include "collect/perfdata/blob.h"
#include "collect/perfdata/perfdata.h"

#define UPDATE_FIELDS_MAX 8

/* The row of its kind says which member it is. */
union update_field {
	uint64_t number;
	double real;
	const char *text;
};

/* The fields of an update that is put, in the order of its row. */
#define UPDATE(...) ((const union update_field[]){ __VA_ARGS__ })
#define NUMBER(x) { .number = (uint64_t)(x) }
#define REAL(x) { .real = (x) }
#define TEXT(x) { .text = (x) }

/* Begins a record, with a size of 0. Returns its offset. */
size_t perfdata_begin(struct blob *blob, uint32_t type, uint16_t misc);

/* Sets the size of the record at this offset. False: it does not fit into 16 bits; removed. */
bool perfdata_end(struct blob *blob, size_t at);

/*
 * Likewise an update of the event with this id. More may follow its fields (the row says what); its
 * end is padded.
 */
size_t update_begin(struct blob *blob, enum perfdata_update what, uint64_t id,
		    const union update_field *fields);
bool update_end(struct blob *blob, size_t at);

/* Puts one that is nothing but its fields. What does not fit is not written. */
void update_put(struct blob *blob, enum perfdata_update what, uint64_t id,
		const union update_field *fields);

/* An update that was read. Texts point into its record. */
struct update {
	uint64_t what, id;
	union update_field field[UPDATE_FIELDS_MAX];
	struct bytes rest;	/* behind the fields; .bad: it is cut off, what is missing is 0 or "" */
};

/* Reads the content of an EVENT_UPDATE. Of a kind without a row there is only what and id. */
struct update update_read(struct bytes content);

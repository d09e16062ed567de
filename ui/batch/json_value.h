/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields of a row (fields.h) as values of jansson, for all JSON about rows. UI thread. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "ui/batch/fields.h"
#include "ui/draw/buffer.h"

/* The object that receives the fields of a row. bad: an allocation failed. */
struct json_target {
	json_t *object;
	bool bad;
};

/*
 * For a field_sink whose data is a struct json_target. A group is an object within it, "a.b" one
 * within "a".
 */
void json_put_field(void *data, const char *group, const char *name,
		    const struct field_value *value);

/* New values; NULL and NAN become null. The caller owns them. */
json_t *json_make_text(const char *text);
json_t *json_make_percent(double percent);
json_t *json_make_count(uint64_t count);	/* without its highest bit */

/* The fields of a row of a kind; NULL without memory. */
json_t *json_make_row(const struct row_fields *fields, const struct rows_of *of, const void *row);

/* The value, NULL and dropped if it is bad: without memory it is not whole. */
json_t *json_whole(json_t *value, bool bad);

/* Appends root (NULL: there was no memory for it) and drops the reference. false: no memory. */
bool json_put_value(struct buffer *out, json_t *root);

/* Appends root as a line and drops the reference. bad: it is incomplete. 0 or -ENOMEM. */
int json_put_line(struct buffer *out, json_t *root, bool bad);

/* The same of an object that gets the list of n rows of a kind as its last member. */
int json_put_rows(struct buffer *out, json_t *head, const char *name, const struct code_kind *kind,
		  const struct rows_of *of, const void *const *row, size_t n);

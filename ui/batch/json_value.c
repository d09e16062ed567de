/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Values of jansson; see json_value.h. jansson escapes; everything that is not ASCII is written as
 * \u, so no task name can send control characters to a terminal. UI thread.
 */
#include "config.h"
#include "ui/batch/json_value.h"

#include <errno.h>
#include <string.h>

static json_t *make_value(const struct field_value *value)
{
	switch (value->type) {
	case FIELD_INTEGER:
		return json_integer(value->integer);
	case FIELD_REAL:
		return json_real(value->real);
	case FIELD_BOOL:
		return json_boolean(value->truth);
	case FIELD_TEXT:
		return json_string(value->text);
	case FIELD_NULL:
		break;
	}
	return json_null();
}

/* The object of this name within another; created when first needed. */
static json_t *object_in(struct json_target *target, json_t *within, const char *name)
{
	json_t *object = json_object_get(within, name);

	if (!object) {
		object = json_object();
		target->bad |= json_object_set_new(within, name, object) != 0;
	}
	return object;
}

void json_put_field(void *data, const char *group, const char *name,
		    const struct field_value *value)
{
	struct json_target *target = data;
	json_t *into = target->object;

	while (group && *group) {
		const size_t length = strcspn(group, ".");
		char one[32] = "";	/* no snprintf: each raw count comes here */

		memcpy(one, group, length < sizeof(one) ? length : sizeof(one) - 1);
		into = object_in(target, into, one);
		group += length + (group[length] == '.');
	}
	/* Names of fields are ours, and ASCII. */
	target->bad |= json_object_set_new_nocheck(into, name, make_value(value)) != 0;
}

json_t *json_make_text(const char *text)
{
	struct field_value value;

	if (!text)
		return json_null();
	field_set_text(&value, text);
	return make_value(&value);
}

json_t *json_make_percent(double percent)
{
	struct field_value value;

	field_set_real(&value, percent);
	return make_value(&value);
}

json_t *json_make_count(uint64_t count)
{
	return json_integer((json_int_t)(count & INT64_MAX));
}

static int append(const char *bytes, size_t n, void *data)
{
	buffer_put(data, bytes, n);
	return 0;
}

json_t *json_whole(json_t *value, bool bad)
{
	if (!bad)
		return value;
	json_decref(value);
	return NULL;
}

json_t *json_make_row(const struct row_fields *fields, const struct rows_of *of, const void *row)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };

	row_fields_visit(fields, of, row, &sink);
	return json_whole(target.object, target.bad);
}

int json_put_rows(struct buffer *out, json_t *head, const char *name, const struct code_kind *kind,
		  const struct rows_of *of, const void *const *row, size_t n)
{
	json_t *rows = json_array();
	struct row_fields fields;
	bool bad = false;

	row_fields_init(&fields, kind, true);
	for (size_t i = 0; i < n; i++)
		bad |= json_array_append_new(rows, json_make_row(&fields, of, row[i])) != 0;
	bad |= json_object_set_new(head, name, rows) != 0;
	return json_put_line(out, head, bad);
}

bool json_put_value(struct buffer *out, json_t *root)
{
	/* 15 digits represent every rounded number here without its binary error. */
	bool bad = !root || json_dump_callback(root, append, out, JSON_COMPACT | JSON_ENSURE_ASCII |
							JSON_REAL_PRECISION(15)) != 0;

	json_decref(root);
	return !bad && !out->broken;
}

int json_put_line(struct buffer *out, json_t *root, bool bad)
{
	const bool put = json_put_value(out, json_whole(root, bad));

	buffer_put(out, "\n", 1);
	return put && !out->broken ? 0 : -ENOMEM;
}

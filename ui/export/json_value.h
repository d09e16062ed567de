/* SPDX-License-Identifier: GPL-2.0-only */
/* Fields of a row (ui/export/fields.h) as values of jansson, for all JSON that tdtop prints. UI thread. */
#ifndef TDTOP_UI_JSON_VALUE_H
#define TDTOP_UI_JSON_VALUE_H

#include <stdbool.h>

#include <jansson.h>

#include "ui/draw/buffer.h"
#include "ui/export/fields.h"

/* Where the fields of a row go; bad when there was no memory once. */
struct json_target {
	json_t *object;
	bool bad;
};

/* A field_sink's function, data is a struct json_target: a group is an object in it, "a.b" one in that. */
void json_put_field(void *data, const char *group, const char *name,
		    const struct field_value *value);

/* NULL, NAN: null. */
json_t *json_make_text(const char *text);
json_t *json_make_percent(double percent);

/* Appends it as a line, and gives it back; bad: something is missing in it. 0 or -ENOMEM. */
int json_put_line(struct buffer *out, json_t *root, bool bad);

#endif

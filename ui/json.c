/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A snapshot as one line of JSON. jansson does the escaping; everything that is not ASCII is
 * written as \u, so that no task name can send control characters to a terminal. UI thread.
 */
#include "config.h"
#include "ui/json.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include <jansson.h>

#include "ui/fields.h"

#define SCHEMA "tdtop/1"

static const char *const list_names[ROW_KINDS] = {
	[ROW_SOCKET] = "sockets",      [ROW_CORE] = "cores",	   [ROW_CPU] = "cpus",
	[ROW_PROCESS] = "processes", [ROW_THREAD] = "threads",   [ROW_USER] = "users",
	[ROW_CGROUP] = "cgroups",    [ROW_GONE] = "gone",
};

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

/* Where the fields of a row go; bad when there was no memory once. */
struct target {
	json_t *object;
	bool bad;
};

static void put_field(void *data, const char *group, const char *name,
		      const struct field_value *value)
{
	struct target *target = data;
	json_t *into = target->object;

	if (group) {
		into = json_object_get(target->object, group);
		if (!into) {
			into = json_object();
			target->bad |= json_object_set_new(target->object, group, into) != 0;
		}
	}
	target->bad |= json_object_set_new(into, name, make_value(value)) != 0;
}

/* json_*_new functions take NULL as an error, so running out of memory shows in the last of them. */
static json_t *make_row(const struct snapshot *snapshot, const struct row *row)
{
	struct target target = { .object = json_object() };
	struct field_sink sink = { .data = &target, .field = put_field };

	fields_visit(snapshot, row, &sink);
	if (target.bad) {
		json_decref(target.object);
		return NULL;
	}
	return target.object;
}

static int set_list(json_t *root, const struct snapshot *snapshot, enum row_kind kind,
		    const struct row_list *list)
{
	json_t *array = json_array();
	int bad = 0;

	for (size_t i = 0; i < list->n; i++)
		bad |= json_array_append_new(array, make_row(snapshot, list->rows[i]));
	return bad | json_object_set_new(root, list_names[kind], array);
}

static json_t *make_text(const char *text)
{
	struct field_value value;

	if (!text)
		return json_null();
	field_set_text(&value, text);
	return make_value(&value);
}

static json_t *make_percent(double percent)
{
	struct field_value value;

	field_set_real(&value, percent);
	return make_value(&value);
}

static int set_head(json_t *root, const struct snapshot *s)
{
	const struct machine *machine = s->machine;
	const char *family = machine->family ? machine->family->name : NULL;
	double seconds = (double)s->interval_ns / 1e9;
	int bad = 0;

	bad |= json_object_set_new(root, "schema", json_string(SCHEMA));
	bad |= json_object_set_new(root, "seq", json_integer((json_int_t)s->seq));
	bad |= json_object_set_new(root, "time", json_real(round(s->time * 1e3) / 1e3));
	bad |= json_object_set_new(root, "interval", json_real(round(seconds * 1e6) / 1e6));
	bad |= json_object_set_new(root, "source", make_text(machine->source));
	if (machine->simulated)
		bad |= json_object_set_new(root, "simulated", make_text(machine->simulated_by));
	if (machine->watched[0]) {
		bad |= json_object_set_new(root, "watched", make_text(machine->watched));
		bad |= json_object_set_new(root, "user_mode_only",
					   json_boolean(machine->user_only));
		bad |= json_object_set_new(root, "not_permitted_threads",
			json_integer(s->uncounted[UNCOUNTED_PERMISSION]));
		bad |= json_object_set_new(root, "not_counted_threads",
			json_integer(s->uncounted[UNCOUNTED_FILES]));
	}
	bad |= json_object_set_new(root, "cpu", make_text(family));
	bad |= json_object_set_new(root, "levels", json_integer(machine->levels));
	bad |= json_object_set_new(root, "lost", json_integer((json_int_t)s->lost));
	bad |= json_object_set_new(root, "running_percent", make_percent(s->running_ratio * 100));
	bad |= json_object_set_new(root, "unaccounted_percent",
				   make_percent(fields_unaccounted_percent(s)));
	return bad;
}

static int append(const char *bytes, size_t n, void *data)
{
	buffer_put(data, bytes, n);
	return 0;
}

int json_put(struct buffer *out, const struct snapshot *snapshot, enum row_kind view,
	     const struct row_list *lists)
{
	const struct row *machine = snapshot_machine(snapshot);
	json_t *root = json_object();
	int bad = set_head(root, snapshot);

	bad |= json_object_set_new(root, "machine",
				   machine ? make_row(snapshot, machine) : json_null());
	bad |= set_list(root, snapshot, ROW_CPU, &lists[ROW_CPU]);
	bad |= set_list(root, snapshot, ROW_PROCESS, &lists[ROW_PROCESS]);
	if (view != ROW_CPU && view != ROW_PROCESS && list_names[view])
		bad |= set_list(root, snapshot, view, &lists[view]);
	/* 15 digits hold every rounded number here and hide the binary fraction behind it. */
	if (!bad)
		bad = json_dump_callback(root, append, out,
					 JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(15));
	json_decref(root);
	buffer_put(out, "\n", 1);
	return bad || out->broken ? -ENOMEM : 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A comparison for programs: one list of fields, from which both CSV and JSON are made. Each side
 * has slots_percent and the fields of a command (ui/table/columns.c). Called by compare.c on the UI
 * thread.
 */
#include "config.h"
#include "ui/batch/compare_data.h"

#include <math.h>
#include <stdio.h>

#include "model/snapshot/row.h"
#include "ui/batch/csv.h"
#include "ui/batch/fields.h"
#include "ui/batch/json_value.h"

#define SCHEMA "tdtop-diff/1"

static const char *const groups[SIDES] = { "before", "after" };

/* Passes the fields of a side on with the name of its group. */
struct relay {
	const struct field_sink *sink;
	const char *group;
	bool null;		/* the side has no row: its values are null */
};

static void relay_field(void *data, const char *group, const char *name,
			const struct field_value *value)
{
	static const struct field_value none = { .type = FIELD_NULL };
	const struct relay *relay = data;
	char whole[32];

	(void)snprintf(whole, sizeof(whole), "%s%s%s", relay->group, group ? "." : "",
		       group ? group : "");
	relay->sink->field(relay->sink->data, whole, name, relay->null ? &none : value);
}

static void compare_data_put_text(const struct field_sink *sink, const char *name, const char *text)
{
	struct field_value value = { .type = FIELD_NULL };

	if (text)
		field_set_text(&value, text);
	sink->field(sink->data, NULL, name, &value);
}

static void put_real(const struct field_sink *sink, const char *group, const char *name,
		     double real)
{
	struct field_value value;

	field_set_real(&value, real);
	sink->field(sink->data, group, name, &value);
}

static void visit_side(const struct comparison *comparison, const struct compared *row,
		       enum side side, const struct field_sink *sink)
{
	struct relay relay = { .sink = sink, .group = groups[side],
			       .null = row && !row->row[side] };
	const struct field_sink inner = { .data = &relay, .field = relay_field };
	struct row command;

	put_real(sink, groups[side], "slots_percent", row ? row->share[side] : NAN);
	if (!row || !row->row[side]) {
		fields_visit_names(ROW_COMMAND, &inner);
		return;
	}
	command = *row->row[side];
	command.kind = ROW_COMMAND;	/* so that the machine has the same fields */
	fields_visit(comparison->of[side], &command, &inner);
}

static void visit_difference(const struct comparison *comparison, const struct compared *row,
			     const struct field_sink *sink)
{
	const char *group = "difference";

	put_real(sink, group, "slots_percent", row ? row->share[AFTER] - row->share[BEFORE] : NAN);
	put_real(sink, group, "cpu_percent", row ? row->cpu[AFTER] - row->cpu[BEFORE] : NAN);
	for (enum metric_id metric = 0; metric < M_COUNT; metric++)
		put_real(sink, group, metrics[metric].slug,
			 row ? compared_percent(comparison, row, AFTER, metric) -
					 compared_percent(comparison, row, BEFORE, metric) : NAN);
}

/*
 * The fields of one row for CSV and JSON: kind, name and status, then the groups "before", "after"
 * and "difference". Raw counts are in the groups "before.counts" and "after.counts". Without a row
 * only the names.
 */
static void visit(const struct comparison *comparison, const struct compared *row,
		  const struct field_sink *sink)
{
	const char *status = !row ? NULL : !row->row[AFTER] ? "gone" : !row->row[BEFORE] ? "new" :
								       "both";

	compare_data_put_text(sink, "kind", row && !row->name ? "machine" : "command");
	compare_data_put_text(sink, "comm", row ? row->name : NULL);
	compare_data_put_text(sink, "status", status);
	put_real(sink, NULL, "change", row ? row->change : NAN);
	for (enum side side = BEFORE; side < SIDES; side++)
		visit_side(comparison, row, side, sink);
	visit_difference(comparison, row, sink);
}

static void put_line(const struct comparison *comparison, const struct compared *row,
		     struct buffer *out,
		     void (*field)(void *, const char *, const char *, const struct field_value *))
{
	struct buffer line = { 0 };
	const struct field_sink sink = { .data = &line, .field = field };

	visit(comparison, row, &sink);
	csv_put_line(out, &line);
}

void compare_put_csv(const struct comparison *comparison, const struct compare_list *list,
		     struct buffer *out)
{
	put_line(comparison, NULL, out, csv_put_name);
	put_line(comparison, &comparison->machine, out, csv_put_value);
	for (size_t i = 0; i < list->n; i++)
		put_line(comparison, list->rows[i], out, csv_put_value);
}

static json_t *make_row(const struct comparison *comparison, const struct compared *row)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };

	visit(comparison, row, &sink);
	for (enum side side = BEFORE; side < SIDES; side++)
		if (!row->row[side])
			target.bad |= json_object_set_new(target.object, groups[side],
							  json_null()) != 0;
	return json_whole(target.object, target.bad);
}

/* The facts of a whole recording. */
static json_t *make_recording(const struct compare_config *config,
			      const struct comparison *comparison, enum side side)
{
	const struct snapshot *s = comparison->of[side];
	const struct machine *machine = s->machine;
	const char *warning = config->warning[side];
	double busy = row_busy_percent(s, snapshot_machine(s));
	json_t *object = json_object();
	bool bad = false;

	bad |= json_object_set_new(object, "file", json_make_text(config->file[side])) != 0;
	bad |= json_object_set_new(object, "host", json_make_text(machine->host)) != 0;
	if (machine->simulated)
		bad |= json_object_set_new(object, "simulated",
					   json_make_text(machine->simulated_by)) != 0;
	bad |= json_object_set_new(object, "cpu", json_make_text(machine->family ?
						  machine->family->name : NULL)) != 0;
	bad |= json_object_set_new(object, "cpus", json_integer((json_int_t)machine->n_cpus)) != 0;
	bad |= json_object_set_new(object, "levels", json_integer(machine->levels)) != 0;
	bad |= json_object_set_new(object, "seconds",
				   json_real(round((double)s->interval_ns / 1e3) / 1e6)) != 0;
	bad |= json_object_set_new(object, "busy_percent",
				   json_make_percent(busy)) != 0;
	bad |= json_object_set_new(object, "lost", json_integer((json_int_t)s->lost)) != 0;
	bad |= json_object_set_new(object, "running_percent",
				   json_make_percent(s->running_ratio * 100)) != 0;
	bad |= json_object_set_new(object, "unaccounted_percent",
				   json_make_percent(fields_unaccounted_percent(s))) != 0;
	bad |= json_object_set_new(object, "warning",
				   json_make_text(warning && warning[0] ? warning : NULL)) != 0;
	return json_whole(object, bad);
}

int compare_put_json(const struct compare_config *config, const struct comparison *comparison,
		     const struct compare_list *list, struct buffer *out)
{
	json_t *root = json_object(), *commands = json_array();
	bool bad = false;

	bad |= json_object_set_new(root, "schema", json_string(SCHEMA)) != 0;
	for (enum side side = BEFORE; side < SIDES; side++)
		bad |= json_object_set_new(root, groups[side],
					   make_recording(config, comparison, side)) != 0;
	bad |= json_object_set_new(root, "levels", json_integer(comparison->levels)) != 0;
	bad |= json_object_set_new(root, "machine",
				   make_row(comparison, &comparison->machine)) != 0;
	for (size_t i = 0; i < list->n; i++)
		bad |= json_array_append_new(commands, make_row(comparison, list->rows[i])) != 0;
	bad |= json_object_set_new(root, "commands", commands) != 0;
	return json_put_line(out, root, bad);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A snapshot as one line of JSON; see json.h. Called by batch_print.c on the UI thread. */
#include "config.h"
#include "ui/batch/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/batch/fields.h"
#include "ui/batch/json_value.h"
#include "ui/batch/opened_rows.h"
#include "ui/batch/summary.h"
#include "ui/lists/duration_text.h"
#include "ui/table/sentence.h"
#include "ui/table/view.h"

/* ---- durations of entries into regions ---- */

/* Percentiles of one of the two durations. NULL without memory. */
static json_t *make_quantiles(const struct durations *durations, enum duration_of of)
{
	static const struct {
		const char *name;
		double part;
	} quantiles[] = { { "p50", 0.5 }, { "p90", 0.9 }, { "p99", 0.99 } };
	json_t *object = json_object();
	int bad = json_object_set_new(object, "entries", json_make_count(durations_entries(durations, of)));

	bad |= json_object_set_new(object, "mean_ns", json_make_percent(durations_mean(durations, of)));
	for (size_t i = 0; i < sizeof(quantiles) / sizeof(quantiles[0]); i++) {
		const struct duration_quantile q = durations_quantile(durations, of, quantiles[i].part);
		char name[16];

		(void)snprintf(name, sizeof(name), "%s_ns", quantiles[i].name);
		bad |= json_object_set_new(object, name, json_make_percent(q.ns));
		(void)snprintf(name, sizeof(name), "%s_from_ns", quantiles[i].name);
		bad |= json_object_set_new(object, name, json_make_percent(q.from));
		(void)snprintf(name, sizeof(name), "%s_to_ns", quantiles[i].name);
		bad |= json_object_set_new(object, name, json_make_percent(q.to));
	}
	return json_whole(object, bad);
}

static json_t *make_class(const struct duration_class *of, int class, const struct family *family)
{
	const double to = duration_class_to(class);
	json_t *object = json_object();
	int bad = json_object_set_new(object, "from_ns", json_make_count((uint64_t)duration_class_from(class)));

	bad |= json_object_set_new(object, "to_ns", isinf(to) ? json_null() : json_make_count((uint64_t)to));
	bad |= json_object_set_new(object, "entries", json_make_count(of->entries));
	bad |= json_object_set_new(object, "wall_ns", json_make_count(of->ns));
	bad |= json_object_set_new(object, "cpu_entries", json_make_count(of->cpu_entries));
	bad |= json_object_set_new(object, "cpu_ns", json_make_count(of->cpu_ns));
	bad |= json_object_set_new(object, "slots", of->slots > 0 ? json_make_count((uint64_t)of->slots) : json_null());
	for (enum metric_id m = 0; m < M_COUNT; m++)
		if (family_has_node(family, m))
			bad |= json_object_set_new(object, metrics[m].slug,
						   json_make_percent(duration_class_percent(of, m)));
	return json_whole(object, bad);
}

static json_t *make_classes(const struct durations *durations, const struct family *family)
{
	json_t *array = json_array();
	int bad = 0;

	for (int class = 0; class < DURATION_CLASSES; class++)
		if (durations->of[class].entries || durations->of[class].cpu_entries)
			bad |= json_array_append_new(array, make_class(&durations->of[class], class, family));
	return json_whole(array, bad);
}

static json_t *make_slow(const struct durations *durations, const struct region_state *regions)
{
	const struct slow_part slow = durations_slow_part(durations);
	const double above = slow.first ? duration_class_from(slow.first) : (double)NAN;
	char text[DURATION_TEXT], doubt[DURATION_TEXT];
	json_t *object = json_object();
	int bad = json_object_set_new(object, "verdict", json_string(duration_text_verdict(slow.verdict)));

	duration_text_slow(&slow, text);
	duration_text_doubt(&slow, regions, doubt);
	bad |= json_object_set_new(object, "above_ns", json_make_percent(above));
	bad |= json_object_set_new(object, "entries", json_make_count(slow.entries));
	bad |= json_object_set_new(object, "slots_percent", json_make_percent(slow.slots_percent));
	bad |= json_object_set_new(object, "node",
				   slow.node == M_NONE ? json_null() : json_string(metrics[slow.node].slug));
	bad |= json_object_set_new(object, "node_percent", json_make_percent(slow.percent));
	bad |= json_object_set_new(object, "others_node_percent", json_make_percent(slow.others));
	bad |= json_object_set_new(object, "on_cpu_percent", json_make_percent(slow.on_cpu));
	bad |= json_object_set_new(object, "others_on_cpu_percent", json_make_percent(slow.others_on_cpu));
	bad |= json_object_set_new(object, "sentence", json_make_text(text));
	bad |= json_object_set_new(object, "doubt", json_make_text(doubt));
	return json_whole(object, bad);
}

/* The object; null if no entry of the row has ended, or how long they took is not counted. NULL without memory. */
static json_t *json_make_durations(const struct snapshot *snapshot, const struct row *row)
{
	struct durations durations;
	json_t *object;
	int bad;

	if (!snapshot_durations(snapshot, row, &durations))
		return json_null();
	object = json_object();
	bad = json_object_set_new(object, "wall", make_quantiles(&durations, DURATION_WALL));
	bad |= json_object_set_new(object, "cpu", make_quantiles(&durations, DURATION_CPU));
	bad |= json_object_set_new(object, "classes", make_classes(&durations, snapshot->machine->family));
	bad |= json_object_set_new(object, "slow", make_slow(&durations, &snapshot->regions));
	return json_whole(object, bad);
}

/* ---- an interval ---- */

#define SCHEMA "tdtop/1"

/* What is opened of nodes, as a whole. NULL without memory. */
static json_t *make_opened(const struct snapshot *snapshot)
{
	struct json_target target = { .object = json_object() };
	const struct field_sink sink = { .data = &target, .field = json_put_field };

	opened_visit_head(snapshot, &sink);
	return json_whole(target.object, target.bad);
}

/* The nodes that are opened of a row. NULL without memory. */
static json_t *make_nodes(const struct snapshot *snapshot)
{
	json_t *array = json_array();
	struct opened_lines lines;
	struct row_fields fields;
	int bad = 0;

	opened_list(snapshot, &lines);
	row_fields_init(&fields, &opened_node_rows, true);
	for (size_t i = 0; i < lines.n; i++)
		bad |= json_array_append_new(array, json_make_row(&fields, NULL, &lines.line[i]));
	return json_whole(array, bad);
}

/* NULL without memory. The json_*_new functions report a NULL value as an error. */
static json_t *make_row(const struct snapshot *snapshot, const struct row *row)
{
	struct json_target target = { .object = json_object() };
	struct field_sink sink = { .data = &target, .field = json_put_field };

	fields_visit(snapshot, row, &sink);
	fields_visit_perf_names(snapshot->machine->family, snapshot, row, &sink);
	fields_visit_missing(snapshot, row, &sink);
	if (row->kind == ROW_REGION)
		target.bad |= json_object_set_new(target.object, "duration", json_make_durations(snapshot, row)) != 0;
	if (opened_is_of(snapshot, row))
		target.bad |= json_object_set_new(target.object, "nodes",
						  make_nodes(snapshot)) != 0;
	return json_whole(target.object, target.bad);
}

static int set_list(json_t *root, const struct snapshot *snapshot, enum row_kind kind,
		    const struct row_list *list)
{
	json_t *array = json_array();
	int bad = 0;

	for (size_t i = 0; i < list->n; i++)
		bad |= json_array_append_new(array, make_row(snapshot, list->rows[i]));
	return bad | json_object_set_new(root, view_of_kind(kind)->json, array);
}

/* Adds a member; takes the reference to the value. 0, or -1 without memory. */
static int set(json_t *object, const char *name, json_t *value)
{
	return json_object_set_new(object, name, value);
}

/* The overhead of tdtop; null if it is unknown. */
static json_t *make_self(const struct self_cost *self)
{
	static const char *const takes[] = {
		[ROOM_WITHOUT_LEVEL2] = "level2", [ROOM_WINDOWS] = "windows", [ROOM_NONE] = "none",
	};
	json_t *object = json_object();
	int bad = 0;

	if (!self->known) {
		json_decref(object);
		return json_null();
	}
	bad |= set(object, "own_percent", json_make_percent(self->own_percent));
	bad |= set(object, "kernel_percent", json_make_percent(self->kernel_percent));
	bad |= set(object, "budget_percent", json_make_percent(self->budget_percent));
	bad |= set(object, "sample_ns", json_make_percent(self->sample_ns));
	bad |= set(object, "samples", json_integer((json_int_t)self->samples));
	bad |= set(object, "level2_left_out", json_boolean(self->level2_left_out));
	if (self->optional_left_out)
		bad |= set(object, "ipc_left_out", json_true());
	bad |= set(object, "sampled_cpus", json_integer(self->sampled_cpus));
	bad |= set(object, "sampled_percent", json_make_percent(100 * self->duty));
	bad |= set(object, "cpu_time_estimated", json_boolean(self->time_estimated));
	bad |= set(object, "windows", json_integer((json_int_t)self->windows));
	bad |= set(object, "passed", json_integer((json_int_t)self->passed));
	bad |= set(object, "passed_ns", json_make_percent(self->passed_ns));
	bad |= set(object, "sampling_takes",
		   self->room == ROOM_UNUSED ? json_null() : json_string(takes[self->room]));
	bad |= set(object, "level1_percent",
		   json_make_percent(self->room == ROOM_WINDOWS ? 100 * self->level1_part : 100));
	return json_whole(object, bad);
}

static int set_head(json_t *root, const struct snapshot *s)
{
	const struct machine *machine = s->machine;
	const char *family = machine->family ? machine->family->name : NULL;
	double seconds = (double)s->interval_ns / 1e9;
	int bad = 0;

	bad |= set(root, "schema", json_string(SCHEMA));
	bad |= set(root, "seq", json_integer((json_int_t)s->seq));
	bad |= set(root, "time", json_real(round(s->time * 1e3) / 1e3));
	bad |= set(root, "interval", json_real(round(seconds * 1e6) / 1e6));
	bad |= set(root, "source", json_make_text(machine->source));
	if (machine->engine)
		bad |= set(root, "engine",
			   json_string(machine_engine_name(machine->engine)));
	if (machine->simulated)
		bad |= set(root, "simulated", json_make_text(machine->simulated_by));
	if (machine->pid_namespace)
		bad |= set(root, "pid_namespace", json_true());
	if (machine->without_guests)
		bad |= set(root, "guests", json_false());
	if (machine->watched[0]) {
		bad |= set(root, "watched", json_make_text(machine->watched));
		bad |= set(root, "user_mode_only", json_boolean(machine->user_only));
		bad |= set(root, "shares_may_be_stale", json_boolean(snapshot_is_stale(s)));
		bad |= set(root, "not_permitted_threads",
			   json_integer(s->uncounted[UNCOUNTED_PERMISSION]));
		bad |= set(root, "not_counted_threads",
			   json_integer(s->uncounted[UNCOUNTED_FILES]));
	}
	bad |= set(root, "cpu", json_make_text(family));
	if (machine->manual_slots)
		bad |= set(root, "slots_per_cycle_by_manual", json_integer(machine->manual_slots));
	if (machine->left_out[0])
		bad |= set(root, "cpus_left_out", json_make_text(machine->left_out));
	bad |= set(root, "levels", json_integer(machine->levels));
	if (s->soundness != SOUND)
		bad |= set(root, "unsound", json_make_text(soundness_text(s->soundness)));
	bad |= set(root, "lost", json_integer((json_int_t)s->lost));
	if (s->lost)
		bad |= set(root, "lost_ns", s->lost > s->lost_timed ? json_null() :
							json_integer((json_int_t)s->lost_ns));
	if (s->were_offline)
		bad |= set(root, "cpus_were_offline", json_integer(s->were_offline));
	bad |= set(root, "unknown_time_percent", json_make_percent(snapshot_unknown_percent(s)));
	bad |= set(root, "running_percent", json_make_percent(s->running_ratio * 100));
	bad |= set(root, "unaccounted_percent", json_make_percent(fields_unaccounted_percent(s)));
	bad |= set(root, "self", make_self(&s->self));
	return bad;
}

/* The bottleneck of this interval; names as they are, and the sentence as batch text prints it. */
static json_t *make_bottleneck(const struct snapshot *s)
{
	static const char *const kinds[] = {
		[BOTTLENECK_UNKNOWN] = "unknown", [BOTTLENECK_IDLE] = "idle",
		[BOTTLENECK_NONE] = "none", [BOTTLENECK_SEVERAL] = "several",
		[BOTTLENECK_NODE] = "node",
	};
	json_t *object = json_object(), *names = json_array();
	struct bottleneck found;
	enum metric_id node;
	char text[SENTENCE_TEXT];
	int bad = 0;

	bottleneck_find(s, &found);
	node = bottleneck_node(&found);
	for (size_t i = 0; i < found.n_names; i++)
		bad |= json_array_append_new(
			names, json_pack("{s:o, s:s, s:o, s:o}", "name",
					 json_make_text(found.names[i].name), "node",
					 metrics[found.names[i].node].slug, "percent_of_node",
					 json_make_percent(found.names[i].percent), "cost_percent",
					 json_make_percent(bottleneck_name_cost(
						 s, &found.names[i]))));
	(void)sentence_print(s, &found, SENTENCE_WHOLE, false, text);
	bad |= set(object, "kind", json_string(kinds[found.kind]));
	bad |= set(object, "node", node == M_NONE ? json_null() : json_string(metrics[node].slug));
	bad |= set(object, "percent",
		   json_make_percent(node == M_NONE ? NAN :
				     (double)snapshot_machine(s)->numbers->values.percent[node]));
	bad |= set(object, "processes", names);
	bad |= set(object, "all_processes_percent", json_make_percent(found.tasks_percent));
	bad |= set(object, "sentence", json_make_text(text));
	return json_whole(object, bad);
}

/* Is the row that is opened in one of the lists that are printed? */
static bool prints_opened(const struct snapshot *snapshot, enum row_kind view,
			  const struct row_list *lists)
{
	const struct row *row = opened_row(snapshot);
	const enum row_kind kind = row ? row->kind : ROW_KINDS;

	if (kind == ROW_MACHINE)
		return true;
	if (kind != ROW_CPU && kind != ROW_PROCESS && kind != view)
		return false;
	for (size_t i = 0; row && i < lists[kind].n; i++)
		if (lists[kind].rows[i] == row)
			return true;
	return false;
}

/* What is opened of nodes; their list, if the row that has it is not printed. */
static int set_opened(json_t *root, const struct snapshot *snapshot, enum row_kind view,
		      const struct row_list *lists)
{
	json_t *object;

	if (!opened_is_on(snapshot))
		return 0;
	object = make_opened(snapshot);
	if (object && !prints_opened(snapshot, view, lists))
		object = json_whole(object, set(object, "nodes", make_nodes(snapshot)) != 0);
	return set(root, "opened", object);
}

/* How regions were watched, and their rows. */
static int set_regions(json_t *root, const struct snapshot *snapshot, const struct row_list *list)
{
	const struct region_state *state = &snapshot->regions;
	int bad = 0;

	if (!regions_are_shown(snapshot))
		return 0;
	bad |= set(root, "regions_watched_percent",
		   json_make_percent(state->wanted ? 100 * state->watched : NAN));
	bad |= set(root, "regions_objects", json_integer(state->objects));
	bad |= set(root, "regions_markers", json_integer((json_int_t)state->markers));
	bad |= set(root, "regions_left_out", json_integer((json_int_t)state->left_out));
	bad |= set(root, "regions_untimed", json_integer((json_int_t)state->untimed));
	bad |= set(root, "regions_remark",
		   state->remark[0] ? json_make_text(state->remark) : json_null());
	return bad | set_list(root, snapshot, ROW_REGION, list);
}

static json_t *make_machine(const struct snapshot *snapshot, const struct row *machine)
{
	json_t *object = make_row(snapshot, machine);

	if (!object || family_has_counters(snapshot->machine->family))
		return object;
	return json_whole(object, set(object, "counters", json_string("none")) != 0);
}

/* Who explains a change; null: no command does. */
static json_t *make_cause(const struct change *change)
{
	const char *word = change_cause_word(change->cause);

	if (!word)
		return json_null();
	return json_pack("{s:o, s:o, s:s, s:o, s:o}", "name", json_make_text(change->by), "pid",
			 change->by_pid ? json_integer(change->by_pid) : json_null(), "kind", word,
			 "before", json_make_percent(change->by_before), "after",
			 json_make_percent(change->by_after));
}

static json_t *make_change(const struct change *change)
{
	json_t *object = json_object();
	char text[CHANGE_TEXT];
	int bad = 0;

	change_sentence_print(change, 0, text);
	bad |= set(object, "seq", json_integer((json_int_t)change->seq));
	bad |= set(object, "time", change->time > 0 ? json_real(round(change->time * 1e3) / 1e3) : json_null());
	bad |= set(object, "time_error", json_make_percent(change->doubt));
	bad |= set(object, "command", change->name[0] ? json_make_text(change->name) : json_null());
	bad |= set(object, "value", json_string(change->metric == M_NONE ? "busy_percent" :
						metrics[change->metric].slug));
	bad |= set(object, "before", json_make_percent(change->before));
	bad |= set(object, "after", json_make_percent(change->after));
	bad |= set(object, "cause", make_cause(change));
	bad |= set(object, "sentence", json_make_text(text));
	return json_whole(object, bad);
}

static int set_changes(json_t *root, struct json_changes changes)
{
	json_t *array;
	int bad = 0;

	if (!changes.shown)
		return 0;
	array = json_array();
	if (changes.found)
		bad = json_array_append_new(array, make_change(changes.found));
	return bad | set(root, "changes", array);
}

int json_put(struct buffer *out, const struct snapshot *snapshot, enum row_kind view,
	     const struct row_list *lists, struct json_changes changes)
{
	const struct row *machine = snapshot_machine(snapshot);
	json_t *root = json_object();
	int bad = set_head(root, snapshot);

	bad |= set_opened(root, snapshot, view, lists);
	bad |= set(root, "machine", machine ? make_machine(snapshot, machine) : json_null());
	bad |= set(root, "bottleneck", make_bottleneck(snapshot));
	bad |= set_changes(root, changes);
	bad |= set_list(root, snapshot, ROW_CPU, &lists[ROW_CPU]);
	bad |= set_list(root, snapshot, ROW_PROCESS, &lists[ROW_PROCESS]);
	bad |= set_regions(root, snapshot, &lists[ROW_REGION]);
	if (view != ROW_CPU && view != ROW_PROCESS && view_of_kind(view) &&
	    !(view == ROW_REGION && regions_are_shown(snapshot)))
		bad |= set_list(root, snapshot, view, &lists[view]);
	return json_put_line(out, root, bad);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a profile's rows; see profile_rows.h. The names are a contract: scripts depend on
 * them. Called by profile_csv.c and profile_json.c.
 */
#include "config.h"
#include "ui/export/profile_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/base_name.h"
#include "model/machine.h"
#include "ui/export/profile_pen.h"
#include "ui/table/sampling_note.h"

const char *profile_object_name(const struct profile *profile, uint32_t object)
{
	return object < profile->n_objects ? base_name(profile->objects[object].path) : NULL;
}

void profile_build_id(const struct profile *profile, uint32_t object, char text[PROFILE_BUILD_ID])
{
	const struct profile_object *of = object < profile->n_objects ? &profile->objects[object] :
									NULL;

	text[0] = '\0';
	for (size_t i = 0; of && i < of->build_id_len && i < BUILD_ID_MAX; i++)
		(void)snprintf(text + 2 * i, PROFILE_BUILD_ID - 2 * i, "%02x", of->build_id[i]);
}

uint64_t profile_address_of(struct place at, const struct code_name *name)
{
	return name->has_address ? name->address : at.offset;
}

void profile_name(const struct profile_rows *rows, struct place at, bool line,
		  struct code_name *name)
{
	enum code_state state = CODE_UNKNOWN;

	if (rows->names)
		state = rows->names->name(rows->names->data, &at, line && rows->config->lines,
					  name);
	if (!rows->names || state == CODE_PENDING)
		*name = (struct code_name){ .function = at };
}

void profile_put_object(const struct profile_rows *rows, const struct pen *pen, uint32_t object,
		       bool build_id)
{
	char id[PROFILE_BUILD_ID];

	pen_text(pen, "object", profile_object_name(rows->profile, object));
	if (!build_id)
		return;
	profile_build_id(rows->profile, object, id);
	pen_text(pen, "build_id", id);
}

void profile_put_line(const struct pen *pen, const struct code_name *name)
{
	pen_text(pen, "file", name->file);
	pen_known(pen, "line", name->line, name->file[0] && name->line);
}

void profile_put_place(const struct profile_rows *rows, const struct pen *pen, struct place at)
{
	struct code_name name;

	profile_name(rows, at, true, &name);
	pen_address(pen, "address", profile_address_of(at, &name));
	pen_text(pen, "symbol", name.symbol);
	pen_known(pen, "symbol_offset", name.symbol_offset, name.symbol[0]);
	profile_put_line(pen, &name);
}

static const char *trigger_name(enum trigger trigger)
{
	static const char *const names[] = {
		[TRIGGER_UNKNOWN] = NULL,
		[TRIGGER_TAKEN] = "taken_branches",
		[TRIGGER_BRANCHES] = "branches",
		[TRIGGER_INSTRUCTIONS] = "instructions",
		[TRIGGER_CYCLES] = "cycles",
		[TRIGGER_TIME] = "time",
		[TRIGGER_OTHER] = "other",
	};

	return (size_t)trigger < sizeof(names) / sizeof(names[0]) ? names[trigger] : NULL;
}

static void put_dropped(const struct pen *pen, const struct profile_dropped *dropped)
{
	pen_count(pen, "zero", dropped->zero);
	pen_count(pen, "wrong_path", dropped->wrong_path);
	pen_count(pen, "backward", dropped->backward);
	pen_count(pen, "too_long", dropped->too_long);
	pen_count(pen, "no_mapping", dropped->no_mapping);
	pen_count(pen, "repeated", dropped->repeated);
	pen_count(pen, "half", dropped->half);
	pen_count(pen, "across", dropped->across);
	pen_count(pen, "no_branch", dropped->no_branch);
	pen_count(pen, "by_filter", dropped->by_filter);
	pen_count(pen, "table_full", dropped->table_full);
	pen_count(pen, "lost", dropped->lost);
	pen_count(pen, "damaged", dropped->damaged);
	pen_count(pen, "by_recorder", dropped->by_recorder);
}

/* How live samples were taken; null of a recording. */
static void put_sampling(const struct field_sink *sink, const struct profile_sampling *sampling)
{
	const struct pen pen = { sink, NULL }, at = { sink, "sampling" };
	const struct live_state *state;
	const struct live_wish *wish;

	if (!sampling) {
		pen_null(&pen, "sampling");
		return;
	}
	wish = &sampling->wish;
	state = &sampling->state;
	pen_text(&at, "scope", sampling_scope_name(wish->scope));
	pen_text(&at, "of", sampling->machine->watched);
	pen_known(&at, "pid", (uint64_t)wish->id,
		  wish->scope == LIVE_PROCESS || wish->scope == LIVE_WATCHED);
	pen_text(&at, "node", sampling->node);
	pen_truth(&at, "by_cpu", state->cpus);
	pen_count(&at, "threads", state->threads);
	pen_count(&at, "sampled", state->sampled);
	pen_real(&at, "slots_percent", 100 * state->part, PEN_PERCENT);
	pen_count(&at, "lost", state->lost);
	pen_real(&at, "own_percent", state->own_percent, PEN_PERCENT);
	pen_real(&at, "slots_running_percent", 100 * state->slots_running, PEN_PERCENT);
	pen_text(&at, "remark", state->remark);
	pen_text(&at, "simulated", sampling->machine->simulated ?
		 sampling->machine->simulated_by : NULL);
}

void profile_visit_head(const struct profile_rows *rows, const struct field_sink *sink)
{
	const struct profile *profile = rows->profile;
	const struct profile_event *event = &profile->event;
	const struct pen pen = { sink, NULL }, dropped = { sink, "dropped" };
	const bool stacks = event->has_branches;

	pen_text(&pen, "source", rows->config->source);
	pen_text(&pen, "file", rows->config->file);
	pen_text(&pen, "event", event->name);
	pen_known(&pen, "period", event->period, event->period != 0);
	pen_text(&pen, "counted", event->counted);
	pen_text(&pen, "trigger", trigger_name(event->trigger));
	pen_count(&pen, "precise", event->precise);
	pen_truth(&pen, "user_only", event->user_only);
	pen_truth(&pen, "kernel_only", event->kernel_only);
	pen_real(&pen, "seconds", profile->samples ?
		 (double)(profile->to_ns - profile->from_ns) / 1e9 : NAN, 6);
	pen_count(&pen, "samples", profile->samples);
	pen_count(&pen, "events", profile->weight);
	pen_known(&pen, "stacks", profile->stacks, stacks);
	pen_known(&pen, "depth", profile->depth, stacks);
	pen_known(&pen, "entries", profile->entries, stacks);
	pen_estimate(&pen, "bias_percent", profile->bias, 100, PEN_PERCENT);
	put_dropped(&dropped, &profile->dropped);
	pen_truth(&pen, "mispredicts_known", profile->mispredicts_known);
	pen_truth(&pen, "cycles_known", profile->cycles_known);
	put_sampling(sink, rows->config->sampling);
	pen_text(&pen, "calls_by", event->calls_by_lbr ? "lbr" : event->has_calls ? "chain" : NULL);
}

/* Numbers of a row, in the order of their table. */
static void put_values(const struct profile_rows *rows, const struct profile_value *values,
		       size_t n, const void *row, const struct field_sink *sink)
{
	for (size_t i = 0; i < n; i++) {
		const struct estimate number = values[i].get(rows->profile, row);
		const struct pen pen = { sink, values[i].group };

		pen_value(&pen, &values[i], number);
	}
}

void profile_visit_function(const struct profile_rows *rows, const struct profile_function *row,
			    const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL }, hottest = { sink, "hottest" };
	struct code_name name;

	profile_name(rows, row->start, true, &name);
	pen_known(&pen, "pid", (uint64_t)row->pid, row->pid != 0);
	profile_put_object(rows, &pen, row->start.object, true);
	pen_address(&pen, "address", profile_address_of(row->start, &name));
	pen_text(&pen, "symbol", name.symbol);
	profile_put_line(&pen, &name);
	put_values(rows, function_values, FUNCTION_VALUES, row, sink);
	profile_name(rows, row->hottest, true, &name);
	pen_address(&hottest, "address", profile_address_of(row->hottest, &name));
	profile_put_line(&hottest, &name);
	pen_count(&hottest, "events", row->hottest_weight);
}

void profile_visit_branch(const struct profile_rows *rows, const struct profile_branch *row,
			  const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL }, from = { sink, "from" }, to = { sink, "to" };

	profile_put_object(rows, &pen, row->from.object, true);
	profile_put_place(rows, &from, row->from);
	profile_put_place(rows, &to, row->to);
	profile_put_object(rows, &to, row->to.object, false);
	pen_text(&pen, "kind", branch_kind_name(row->kind));
	put_values(rows, branch_values, BRANCH_VALUES, row, sink);
}

void profile_visit_block(const struct profile_rows *rows, const struct profile_block *row,
			 const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL };
	struct code_name start, end;

	profile_name(rows, row->start, true, &start);
	profile_name(rows, row->end, false, &end);
	profile_put_object(rows, &pen, row->start.object, true);
	pen_address(&pen, "start", profile_address_of(row->start, &start));
	pen_address(&pen, "end", profile_address_of(row->end, &end));
	pen_text(&pen, "symbol", start.symbol);
	pen_known(&pen, "symbol_offset", start.symbol_offset, start.symbol[0]);
	profile_put_line(&pen, &start);
	put_values(rows, block_values, BLOCK_VALUES, row, sink);
}

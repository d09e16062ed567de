/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a profile itself; see profile_rows.h. The names are a contract: scripts depend on
 * them. Called by profile_print.c and profile_json.c.
 */
#include "config.h"
#include "ui/profile/profile_rows.h"

#include <math.h>

#include "model/machine.h"
#include "ui/code/kinds.h"
#include "ui/code/profile_notes.h"

unsigned int profile_printed(unsigned int parts, bool csv)
{
	if (!(parts & PROFILE_PATHS))
		return parts;
	return csv ? PROFILE_LOOPS : parts | PROFILE_LOOPS;
}

struct profile_rows profile_rows_of(const struct profile_config *config,
				    const struct profile *profile, const struct code_names *names)
{
	return (struct profile_rows){
		.config = config, .parts = profile_printed(config->parts, config->format == BATCH_CSV),
		.classes = config->format == BATCH_CSV ? config->classes : profile && profile->classes.table,
		.of = { .profile = profile, .names = names, .lines = config->lines,
			.ascii = config->ascii },
	};
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
		[TRIGGER_SLOTS] = "slots",
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
	const struct live_request *request;

	if (!sampling) {
		pen_null(&pen, "sampling");
		return;
	}
	request = &sampling->request;
	state = &sampling->state;
	pen_text(&at, "scope", sampling_scope_name(request->scope));
	pen_text(&at, "of", sampling->machine->watched);
	pen_known(&at, "pid", (uint64_t)request->id,
		  request->scope == LIVE_PROCESS || request->scope == LIVE_WATCHED);
	pen_text(&at, "node", sampling->node);
	pen_truth(&at, "by_cpu", state->cpus);
	pen_count(&at, "threads", state->threads);
	pen_count(&at, "sampled", state->sampled);
	pen_real(&at, "slots_percent", 100 * state->part, FIELD_PERCENT);
	pen_count(&at, "lost", state->lost);
	pen_real(&at, "own_percent", state->own_percent, FIELD_PERCENT);
	pen_real(&at, "slots_running_percent", 100 * state->slots_running, FIELD_PERCENT);
	pen_text(&at, "remark", state->remark);
	pen_text(&at, "simulated", sampling->machine->simulated ?
		 sampling->machine->simulated_by : NULL);
}

void profile_visit_head(const struct profile_rows *rows, const struct field_sink *sink)
{
	const struct profile *profile = rows->of.profile;
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
	pen_estimate(&pen, "bias_percent", profile->bias, 100, FIELD_PERCENT);
	put_dropped(&dropped, &profile->dropped);
	pen_truth(&pen, "mispredicts_known", profile->mispredicts_known);
	pen_truth(&pen, "cycles_known", profile->cycles_known);
	put_sampling(sink, rows->config->sampling);
	pen_text(&pen, "calls_by", event->calls_by_lbr ? "lbr" : event->has_calls ? "chain" : NULL);
}

/* ---- the parts ---- */

/* Of the parts, in their order. */
static const enum code_kind_id kinds[PROFILE_PARTS] = {
	KIND_FUNCTIONS, KIND_BRANCHES, KIND_BLOCKS, KIND_STACKS, KIND_PATHS, KIND_LOOPS
};

size_t profile_part_index(enum profile_part part)
{
	size_t i = 0;

	while (i + 1 < PROFILE_PARTS && !((unsigned int)part & 1U << i))
		i++;
	return i;
}

const struct code_kind *profile_kind(enum profile_part part)
{
	return code_kind_of(kinds[profile_part_index(part)]);
}

const struct code_columns *profile_columns(const struct profile_config *config,
					   enum profile_part part)
{
	return config->columns ? &config->columns[kinds[profile_part_index(part)]] : NULL;
}

/* The kinds of the tables among these parts, as many as are returned. */
static size_t kinds_of(unsigned int parts, const struct code_kind *of[PROFILE_PARTS])
{
	size_t n = 0;

	for (unsigned int part = 1; part <= parts; part <<= 1)
		if (parts & part & PROFILE_TABLES)
			of[n++] = profile_kind(part);
	return n;
}

int profile_sort_check(unsigned int parts, const char *key, struct err *err)
{
	const struct code_kind *of[PROFILE_PARTS];

	return row_choice_check_sort(of, kinds_of(parts, of), key, err);
}

int profile_filter_check(unsigned int parts, const char *text, struct err *err)
{
	int ret = 0;

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & PROFILE_FILTERED))
			continue;
		ret = row_choice_check_filter(profile_kind(part), text, err);
		/* Paths have no trips, and loops no neighbours: none of them is left then. */
		if (part == PROFILE_PATHS && !ret)
			break;
		if (part == PROFILE_PATHS && (parts & PROFILE_LOOPS))
			ret = 0;
	}
	return ret;
}

void profile_field_names(unsigned int parts, char text[ROW_FIELD_NAMES])
{
	const struct code_kind *of[PROFILE_PARTS];

	row_choice_names(of, kinds_of(parts, of), text);
}

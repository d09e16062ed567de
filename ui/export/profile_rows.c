/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a profile's rows; see profile_rows.h. The names are a contract: scripts depend on
 * them. Called by profile_csv.c and profile_json.c.
 */
#include "config.h"
#include "ui/export/profile_rows.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define PERCENT 2		/* decimals */
#define CYCLES 3
#define PROBABILITY 5

const char *profile_object_name(const struct profile *profile, uint32_t object)
{
	const char *path, *base;

	if (object >= profile->n_objects)
		return NULL;
	path = profile->objects[object].path;
	base = strrchr(path, '/');
	return base && base[1] ? base + 1 : path;
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
		state = rows->names->name(rows->names->data, &at, line && rows->config->lines, name);
	if (!rows->names || state == CODE_PENDING)
		*name = (struct code_name){ .function = at };
}

/* One field at a time, in the group of a sink. */
struct pen {
	const struct field_sink *sink;
	const char *group;
};

static void put(const struct pen *pen, const char *name, const struct field_value *value)
{
	pen->sink->field(pen->sink->data, pen->group, name, value);
}

static void put_null(const struct pen *pen, const char *name)
{
	static const struct field_value none = { .type = FIELD_NULL };

	put(pen, name, &none);
}

static void put_text(const struct pen *pen, const char *name, const char *text)
{
	struct field_value value;

	if (!text || !text[0]) {
		put_null(pen, name);
		return;
	}
	field_set_text(&value, text);
	put(pen, name, &value);
}

static void put_truth(const struct pen *pen, const char *name, bool truth)
{
	const struct field_value value = { .type = FIELD_BOOL, .truth = truth };

	put(pen, name, &value);
}

static void put_count(const struct pen *pen, const char *name, uint64_t count)
{
	const struct field_value value = { .type = FIELD_INTEGER, .integer = (int64_t)count };

	put(pen, name, &value);
}

static void put_known(const struct pen *pen, const char *name, uint64_t count, bool known)
{
	if (known)
		put_count(pen, name, count);
	else
		put_null(pen, name);
}

static void put_real(const struct pen *pen, const char *name, double real, int decimals)
{
	struct field_value value;

	field_set_rounded(&value, real, decimals);
	put(pen, name, &value);
}

/* A value and its error; the error's name: name_error. */
static void put_estimate(const struct pen *pen, const char *name, struct estimate estimate,
			 double scale, int decimals)
{
	char error[64];

	(void)snprintf(error, sizeof(error), "%s_error", name);
	put_real(pen, name, estimate.value * scale, decimals);
	put_real(pen, error, estimate.error * scale, decimals + 1);
}

static void put_address(const struct pen *pen, const char *name, uint64_t address)
{
	char text[32];

	(void)snprintf(text, sizeof(text), "0x%" PRIx64, address);
	put_text(pen, name, text);
}

static void put_object(const struct profile_rows *rows, const struct pen *pen, uint32_t object,
		       bool build_id)
{
	char id[PROFILE_BUILD_ID];

	put_text(pen, "object", profile_object_name(rows->profile, object));
	if (!build_id)
		return;
	profile_build_id(rows->profile, object, id);
	put_text(pen, "build_id", id);
}

static void put_line(const struct pen *pen, const struct code_name *name)
{
	put_text(pen, "file", name->file);
	put_known(pen, "line", name->line, name->file[0] && name->line);
}

static void put_place(const struct profile_rows *rows, const struct pen *pen, struct place at)
{
	struct code_name name;

	profile_name(rows, at, true, &name);
	put_address(pen, "address", profile_address_of(at, &name));
	put_text(pen, "symbol", name.symbol);
	put_known(pen, "symbol_offset", name.symbol_offset, name.symbol[0]);
	put_line(pen, &name);
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
	put_count(pen, "zero", dropped->zero);
	put_count(pen, "wrong_path", dropped->wrong_path);
	put_count(pen, "backward", dropped->backward);
	put_count(pen, "too_long", dropped->too_long);
	put_count(pen, "no_mapping", dropped->no_mapping);
	put_count(pen, "repeated", dropped->repeated);
	put_count(pen, "half", dropped->half);
	put_count(pen, "across", dropped->across);
	put_count(pen, "no_branch", dropped->no_branch);
	put_count(pen, "by_filter", dropped->by_filter);
	put_count(pen, "table_full", dropped->table_full);
	put_count(pen, "lost", dropped->lost);
	put_count(pen, "damaged", dropped->damaged);
}

void profile_visit_head(const struct profile_rows *rows, const struct field_sink *sink)
{
	const struct profile *profile = rows->profile;
	const struct profile_event *event = &profile->event;
	const struct pen pen = { sink, NULL }, dropped = { sink, "dropped" };
	const bool stacks = event->has_branches;

	put_text(&pen, "source", rows->config->source);
	put_text(&pen, "file", rows->config->file);
	put_text(&pen, "event", event->name);
	put_known(&pen, "period", event->period, event->period != 0);
	put_text(&pen, "trigger", trigger_name(event->trigger));
	put_count(&pen, "precise", event->precise);
	put_truth(&pen, "user_only", event->user_only);
	put_truth(&pen, "kernel_only", event->kernel_only);
	put_real(&pen, "seconds", profile->samples ?
		 (double)(profile->to_ns - profile->from_ns) / 1e9 : NAN, 6);
	put_count(&pen, "samples", profile->samples);
	put_count(&pen, "events", profile->weight);
	put_known(&pen, "stacks", profile->stacks, stacks);
	put_known(&pen, "depth", profile->depth, stacks);
	put_known(&pen, "entries", profile->entries, stacks);
	put_estimate(&pen, "bias_percent", profile->bias, 100, PERCENT);
	put_dropped(&dropped, &profile->dropped);
	put_truth(&pen, "mispredicts_known", profile->mispredicts_known);
	put_truth(&pen, "cycles_known", profile->cycles_known);
	put_text(&pen, "calls_by", event->calls_by_lbr ? "lbr" : event->has_calls ? "chain" : NULL);
}

void profile_visit_function(const struct profile_rows *rows, const struct profile_function *row,
			    const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL }, hottest = { sink, "hottest" };
	const double latency = row->latency_n ? (double)row->latency_sum / (double)row->latency_n :
						NAN;
	struct code_name name;

	profile_name(rows, row->start, true, &name);
	put_known(&pen, "pid", (uint64_t)row->pid, row->pid != 0);
	put_object(rows, &pen, row->start.object, true);
	put_address(&pen, "address", profile_address_of(row->start, &name));
	put_text(&pen, "symbol", name.symbol);
	put_line(&pen, &name);
	put_count(&pen, "samples", row->samples);
	put_count(&pen, "events", row->weight);
	put_estimate(&pen, "percent", row->share, 100, PERCENT);
	put_real(&pen, "retire_latency_mean", latency, PERCENT);
	put_real(&pen, "exposed_cycles", latency * (double)row->weight, 0);
	profile_name(rows, row->hottest, true, &name);
	put_address(&hottest, "address", profile_address_of(row->hottest, &name));
	put_line(&hottest, &name);
	put_count(&hottest, "events", row->hottest_weight);
}

void profile_visit_branch(const struct profile_rows *rows, const struct profile_branch *row,
			  const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL }, from = { sink, "from" }, to = { sink, "to" };
	const bool told = rows->profile->mispredicts_known;

	put_object(rows, &pen, row->from.object, true);
	put_place(rows, &from, row->from);
	put_place(rows, &to, row->to);
	put_object(rows, &to, row->to.object, false);
	put_text(&pen, "kind", branch_kind_name(row->kind));
	put_count(&pen, "taken", row->taken);
	put_estimate(&pen, "taken_percent", row->share, 100, PERCENT);
	put_known(&pen, "mispredicted", row->mispredicted, told);
	put_known(&pen, "predicted", row->predicted, told);
	put_estimate(&pen, "mispredicted_of_taken_percent", row->misp_taken, 100, PERCENT);
	put_estimate(&pen, "mispredicted_of_all_percent", row->misp_all, 100, PERCENT);
	put_count(&pen, "executed", row->executed);
	put_estimate(&pen, "probability", row->probability, 1, PROBABILITY);
	put_estimate(&pen, "cycles_mean", row->cycles, 1, CYCLES);
}

void profile_visit_block(const struct profile_rows *rows, const struct profile_block *row,
			 const struct field_sink *sink)
{
	const struct pen pen = { sink, NULL }, cycles = { sink, "cycles" };
	const bool known = rows->profile->cycles_known && row->counted;
	struct code_name start, end;

	profile_name(rows, row->start, true, &start);
	profile_name(rows, row->end, false, &end);
	put_object(rows, &pen, row->start.object, true);
	put_address(&pen, "start", profile_address_of(row->start, &start));
	put_address(&pen, "end", profile_address_of(row->end, &end));
	put_text(&pen, "symbol", start.symbol);
	put_known(&pen, "symbol_offset", start.symbol_offset, start.symbol[0]);
	put_line(&pen, &start);
	put_known(&pen, "instructions", row->instructions, row->instructions != 0);
	put_count(&pen, "executed", row->executed);
	put_estimate(&pen, "time_percent", row->time, 100, PERCENT);
	put_real(&pen, "ipc", known && row->instructions ?
		 row->instructions / row->cycles.value : NAN, PERCENT);
	put_known(&cycles, "counted", row->counted, rows->profile->cycles_known);
	put_estimate(&cycles, "mean", row->cycles, 1, CYCLES);
	put_known(&cycles, "min", row->min, known);
	put_known(&cycles, "max", row->max, known);
	put_known(&cycles, "saturated", row->saturated, known);
}

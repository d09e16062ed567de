/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of machine-readable output: the one table from which JSON and CSV are made, so that
 * they cannot differ. Called by ui/export/json.c and ui/export/csv.c on the UI thread.
 */
#include "config.h"
#include "ui/export/fields.h"

#include <math.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/row.h"
#include "ui/draw/format.h"

#define REPLACEMENT "\xEF\xBF\xBD"	/* U+FFFD */

void field_set_text(struct field_value *value, const char *text)
{
	size_t used = 0, length;

	value->type = FIELD_TEXT;
	while (*text) {
		bool valid = format_decode(text, &length) >= 0;
		const char *from = valid ? text : REPLACEMENT;
		size_t take = valid ? length : strlen(REPLACEMENT);

		if (used + take >= FIELD_TEXT_LEN)
			break;
		memcpy(value->text + used, from, take);
		used += take;
		text += length;
	}
	value->text[used] = '\0';
}

void field_set_real(struct field_value *value, double real)
{
	value->type = isfinite(real) ? FIELD_REAL : FIELD_NULL;
	value->real = round(real * 100) / 100;
}

static void set_integer(struct field_value *value, int64_t integer)
{
	value->type = FIELD_INTEGER;
	value->integer = integer;
}

/* A count: whole, null if missing. */
static void set_count(struct field_value *value, double count)
{
	value->type = isfinite(count) ? FIELD_INTEGER : FIELD_NULL;
	value->integer = value->type == FIELD_INTEGER ? llround(count) : 0;
}

static void get_id(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	set_integer(value, row->id);
}

static void get_pid(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	set_integer(value, row->kind == ROW_PROCESS ? row->id : row->pid);
}

static void get_comm(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	field_set_text(value, snapshot_text(s, row->name));
}

static void get_user(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	text_t user = row->user;

	if (row->kind == ROW_THREAD && !user && row->parent >= 0)
		user = s->table[ROW_PROCESS].rows[row->parent].user;
	field_set_text(value, snapshot_text(s, user));
	if (!value->text[0])
		value->type = FIELD_NULL;
}

static void get_name(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	field_set_text(value, snapshot_text(s, row->name));
}

static void get_cgroup(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	field_set_text(value, snapshot_text(s, row->cgroup));
	if (!value->text[0])
		value->type = FIELD_NULL;
}

static void get_children(const struct snapshot *s, const struct row *row,
			 struct field_value *value)
{
	(void)s;
	set_integer(value, row->children);
}

static void get_threads(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	set_integer(value, row->threads);
}

static void get_exited(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	value->type = FIELD_BOOL;
	value->truth = row->exited;
}

static void get_scaled(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	value->type = FIELD_BOOL;
	value->truth = row->counts.scaled || row->counts.partial;
}

static void get_busy_ns(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	set_integer(value, (int64_t)row->busy_ns);
}

static void get_cpu_percent(const struct snapshot *s, const struct row *row,
			    struct field_value *value)
{
	field_set_real(value, row_cpu_percent(s, row));
}

static void get_busy_percent(const struct snapshot *s, const struct row *row,
			     struct field_value *value)
{
	field_set_real(value, row_busy_percent(s, row));
}

static void get_ipc(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	(void)s;
	field_set_real(value, row->values.ipc_quality > Q_LOW_SLOTS ? (double)row->values.ipc : NAN);
}

/* The place of a CPU row; NULL if the machine does not know it. */
static const struct cpu_place *find_place(const struct snapshot *s, const struct row *row)
{
	int i = machine_cpu_index(s->machine, row->id);

	return i < 0 ? NULL : &s->machine->cpus[i];
}

static void get_core(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	const struct cpu_place *place = find_place(s, row);

	if (place)
		set_integer(value, place->core);
}

static void get_socket(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	const struct cpu_place *place = row->kind == ROW_CPU ? find_place(s, row) : NULL;

	if (place)
		set_integer(value, place->socket);
	else if (row->kind == ROW_CORE && row->parent >= 0)
		set_integer(value, s->table[ROW_SOCKET].rows[row->parent].id);
}

static void get_node(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	const struct cpu_place *place = find_place(s, row);

	if (place && place->node >= 0)
		set_integer(value, place->node);
}

/* What of the slots E-cores had; null where there are none. */
static void get_atom_slots(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	if (s->machine->family && s->machine->family->hybrid)
		set_count(value, counts_or_0(&row->counts, EV_ATOM_SLOTS));
}

static void get_kind(const struct snapshot *s, const struct row *row, struct field_value *value)
{
	const struct cpu_place *place = find_place(s, row);

	if (place)
		field_set_text(value, core_types[place->core_type].name);
}

#define BIT(kind) (1u << ROW_##kind)
#define CPUS (BIT(MACHINE) | BIT(SOCKET) | BIT(NODE) | BIT(CORE) | BIT(CPU))
#define TASKS (BIT(PROCESS) | BIT(THREAD))
#define GROUPS (BIT(USER) | BIT(CGROUP))
#define EXITED BIT(EXITED)
#define NAMES (EXITED | BIT(COMMAND))	/* the name of a command is the caller's */

/* clang-format off */
static const struct field {
	const char *name;
	unsigned int kinds;	/* rows that have it */
	void (*get)(const struct snapshot *s, const struct row *row, struct field_value *value);
	enum event_id count;	/* raw count, when there is no get */
} fields[] = {
	{ .name = "cpu",          .kinds = BIT(CPU),            .get = get_id },
	{ .name = "core",         .kinds = BIT(CORE),           .get = get_id },
	{ .name = "core",         .kinds = BIT(CPU),            .get = get_core },
	{ .name = "socket",       .kinds = BIT(SOCKET),         .get = get_id },
	{ .name = "socket",       .kinds = BIT(CPU) | BIT(CORE), .get = get_socket },
	{ .name = "node",         .kinds = BIT(CPU),            .get = get_node },
	{ .name = "kind",         .kinds = BIT(CPU),            .get = get_kind },
	{ .name = "pid",          .kinds = TASKS | EXITED,               .get = get_pid },
	{ .name = "tid",          .kinds = BIT(THREAD),         .get = get_id },
	{ .name = "comm",         .kinds = TASKS | EXITED,               .get = get_comm },
	{ .name = "user",         .kinds = TASKS | BIT(USER),   .get = get_user },
	{ .name = "cgroup",       .kinds = BIT(PROCESS) | BIT(CGROUP), .get = get_cgroup },
	{ .name = "name",         .kinds = BIT(CGROUP),         .get = get_name },
	{ .name = "processes",    .kinds = GROUPS,              .get = get_children },
	{ .name = "threads",      .kinds = BIT(PROCESS) | GROUPS, .get = get_threads },
	{ .name = "cpu_percent",  .kinds = TASKS | GROUPS | BIT(COMMAND), .get = get_cpu_percent },
	{ .name = "busy_percent", .kinds = CPUS,                .get = get_busy_percent },
	{ .name = "busy_ns",      .kinds = EXITED,                .get = get_busy_ns },
	{ .name = "slots",        .kinds = CPUS | TASKS | GROUPS | NAMES, .count = EV_SLOTS },
	{ .name = "atom_slots",   .kinds = CPUS | TASKS | GROUPS | EXITED, .get = get_atom_slots },
	{ .name = "exited",       .kinds = TASKS,               .get = get_exited },
	{ .name = "scaled",       .kinds = CPUS | TASKS | GROUPS | NAMES, .get = get_scaled },
	{ .name = "ipc",          .kinds = CPUS | TASKS | GROUPS | NAMES, .get = get_ipc },
};

/* Raw counts of a row, in the group "counts". */
static const struct {
	const char *name;
	enum event_id event;
} counted[] = {
	{ "retiring",           EV_RETIRING },
	{ "bad_speculation",    EV_BAD_SPEC },
	{ "frontend_bound",     EV_FE_BOUND },
	{ "backend_bound",      EV_BE_BOUND },
	{ "heavy_operations",   EV_HEAVY_OPS },
	{ "branch_mispredicts", EV_BR_MISPREDICT },
	{ "fetch_latency",      EV_FETCH_LAT },
	{ "memory_bound",       EV_MEM_BOUND },
	{ "instructions",       EV_INSTRUCTIONS },
	{ "cycles",             EV_CYCLES },
};
/* clang-format on */

#define N_FIELDS (sizeof(fields) / sizeof(fields[0]))
#define N_COUNTED (sizeof(counted) / sizeof(counted[0]))

/* Of all of it, also where its group had only a part of the time. */
static double count_of_all(const struct family *family, const struct counts *counts, enum event_id event)
{
	double share = family_share(family, counts, 1U << event);

	return share > 0 ? counts_get(counts, event) / share : NAN;
}

/* On a hybrid each side has turns of its own. */
static double count_of(const struct snapshot *snapshot, const struct row *row, enum event_id event)
{
	const struct family *family = snapshot->machine->family;
	struct counts p = counts_of_core_type(&row->counts, TYPE_CORE), e = counts_of_core_type(&row->counts, TYPE_ATOM);

	if (family->hybrid && p.present & e.present & 1U << event)
		return count_of_all(family, &p, event) + count_of_all(family, &e, event);
	return count_of_all(family, &row->counts, event);
}

static void visit(const struct snapshot *snapshot, const struct row *row, enum row_kind kind,
		  const struct field_sink *sink)
{
	struct field_value value, *given = row ? &value : NULL;

	for (size_t i = 0; i < N_FIELDS; i++) {
		if (!(fields[i].kinds & (1u << kind)))
			continue;
		value.type = FIELD_NULL;
		if (row && fields[i].get)
			fields[i].get(snapshot, row, &value);
		else if (row)
			set_count(&value, counts_get(&row->counts, fields[i].count));
		sink->field(sink->data, NULL, fields[i].name, given);
	}
	for (int m = 0; m < M_COUNT; m++) {
		bool known = row && row->values.quality[m] > Q_LOW_SLOTS;

		field_set_real(&value, known ? (double)row->values.percent[m] : NAN);
		sink->field(sink->data, NULL, metrics[m].slug, given);
	}
	for (size_t i = 0; i < N_COUNTED; i++) {
		if (row)
			set_count(&value, count_of(snapshot, row, counted[i].event));
		sink->field(sink->data, "counts", counted[i].name, given);
	}
}

void fields_visit(const struct snapshot *snapshot, const struct row *row,
		  const struct field_sink *sink)
{
	visit(snapshot, row, row->kind, sink);
}

void fields_visit_names(enum row_kind kind, const struct field_sink *sink)
{
	visit(NULL, NULL, kind, sink);
}

double fields_unaccounted_percent(const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	double slots = machine ? counts_get(&machine->counts, EV_SLOTS) : NAN;

	return slots > 0 ? 100 * machine->unaccounted_slots / slots : NAN;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The fields of a row with their values, for JSON and CSV alike; see fields.h. */
#include "config.h"
#include "ui/batch/fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/formula.h"
#include "model/snapshot/missing.h"
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

/* Rounds to so many decimals, 0 to 6; NAN becomes null. */
static void field_set_rounded(struct field_value *value, double real, int decimals)
{
	const double scale = pow(10, decimals);

	value->type = isfinite(real) ? FIELD_REAL : FIELD_NULL;
	value->real = round(real * scale) / scale;
	value->decimals = decimals;
}

void field_set_real(struct field_value *value, double real)
{
	field_set_rounded(value, real, 2);
}

/* An integer; NAN becomes null. */
static void set_integer(struct field_value *value, double count)
{
	value->type = isfinite(count) ? FIELD_INTEGER : FIELD_NULL;
	value->integer = value->type == FIELD_INTEGER ? llround(count) : 0;
}

/* clang-format off */
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

#define N_COUNTED (sizeof(counted) / sizeof(counted[0]))

/* The whole count, extrapolated if its group was on for a part of the time. */
static double count_of_all(const struct family *family, const struct counts *counts,
			   enum event_id event)
{
	double share = family_share(family, counts, 1U << event);

	return share > 0 ? counts_get(counts, event) / share : NAN;
}

/* On a hybrid the groups of P-cores and E-cores are multiplexed independently. */
static double count_of(const struct snapshot *snapshot, const struct row *row, enum event_id event)
{
	const struct family *family = snapshot->machine->family;
	struct counts p = counts_of_core_type(&row->numbers->counts, TYPE_CORE);
	struct counts e = counts_of_core_type(&row->numbers->counts, TYPE_ATOM);

	if (family->hybrid && p.present & e.present & 1U << event)
		return count_of_all(family, &p, event) + count_of_all(family, &e, event);
	return count_of_all(family, &row->numbers->counts, event);
}

static void get_field(const struct column *column, const struct snapshot *snapshot,
		      const struct row *row, struct field_value *value)
{
	switch (column->type) {
	case FIELD_INTEGER:
		set_integer(value, column_value(column, snapshot, row));
		break;
	case FIELD_REAL:
		field_set_real(value, column_value(column, snapshot, row));
		break;
	case FIELD_BOOL:
		value->type = FIELD_BOOL;
		value->truth = column_value(column, snapshot, row) > 0;
		break;
	case FIELD_TEXT:
		field_set_text(value, column_text(column, snapshot, row));
		if (!value->text[0] && !column->may_be_empty)
			value->type = FIELD_NULL;
		break;
	case FIELD_NULL:
		value->type = FIELD_NULL;
		break;
	}
}

/* snapshot and row are NULL for names only. */
static void visit(const struct snapshot *snapshot, const struct row *row, enum row_kind kind,
		  const struct field_sink *sink)
{
	static struct {	/* of each kind, as they are the same for all its rows */
		const struct column *list[FIELDS_MAX];
		size_t n;
	} fields[ROW_KINDS];
	const struct column *const *list = fields[kind].list;
	struct field_value value, *given = row ? &value : NULL;

	if (!fields[kind].n)
		fields[kind].n = columns_list_fields(kind, fields[kind].list);
	for (size_t i = 0; i < fields[kind].n; i++) {
		if (row)
			get_field(list[i], snapshot, row, &value);
		sink->field(sink->data, NULL, column_field(list[i]), given);
	}
	for (size_t i = 0; i < N_COUNTED; i++) {
		if (row)
			set_integer(&value, count_of(snapshot, row, counted[i].event));
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

void fields_visit_perf_names(const struct family *family, const struct snapshot *snapshot,
			     const struct row *row, const struct field_sink *sink)
{
	struct field_value value;

	for (size_t i = 0; family && i < family->n_formulas; i++) {
		const struct formula *formula = &family->formulas[i];

		if (!formula->perf_name)
			continue;
		if (row)
			get_field(columns_of_metric(formula->metric), snapshot, row, &value);
		sink->field(sink->data, NULL, formula->perf_name, row ? &value : NULL);
	}
}

void fields_visit_names_of_perf(const struct family *family, const struct field_sink *sink)
{
	fields_visit_perf_names(family, NULL, NULL, sink);
}

void fields_visit_missing(const struct snapshot *snapshot, const struct row *row,
			  const struct field_sink *sink)
{
	struct field_value value = { .type = FIELD_NULL };
	enum missing why = row ? missing_of(snapshot, row) : MISSING_NOTHING;

	if (why != MISSING_NOTHING)
		field_set_text(&value, missing_name(why));
	sink->field(sink->data, NULL, "missing", row ? &value : NULL);
}

double fields_unaccounted_percent(const struct snapshot *snapshot)
{
	const struct row *machine = snapshot_machine(snapshot);
	const double slots = machine ? counts_get(&machine->numbers->counts, EV_SLOTS) : NAN;
	double covered = 1;	/* part of the busy time: the rest would have had slots, too */

	if (machine && snapshot->uncounted_ns && snapshot->uncounted_ns <= machine->busy_ns)
		covered -= (double)snapshot->uncounted_ns / (double)machine->busy_ns;
	return slots > 0 ? 100 * (1 - covered * (1 - machine->extra->unaccounted_slots / slots)) : NAN;
}

/* ---- rows of a kind ---- */

void row_fields_init(struct row_fields *fields, const struct code_kind *kind, bool classes)
{
	fields->n = code_kind_fields(kind, fields->column);
	while (kind->classes_from && !classes && fields->n &&
	       fields->column[fields->n - 1]->place >= kind->classes_from)
		fields->n--;
}

static int decimals_of(const struct row_column *column)
{
	return column->unit == VALUE_CYCLES	 ? FIELD_CYCLES :
	       column->unit == VALUE_PROBABILITY ? FIELD_PROBABILITY :
	       column->unit == VALUE_PERCENT || column->unit == VALUE_POINTS ? FIELD_PERCENT :
									       column->decimals;
}

/* A number or its error, which has one digit more, as a field. */
static void set_number(const struct row_column *column, double number, bool error,
		       struct field_value *value)
{
	const enum value_unit unit = row_column_unit(column);

	value->type = FIELD_NULL;
	if (unit == VALUE_TRUTH) {
		value->type = isnan(number) ? FIELD_NULL : FIELD_BOOL;
		value->truth = number > 0;
	} else if (unit != VALUE_COUNT) {
		field_set_rounded(value, value_scale(unit) * number, decimals_of(column) + error);
	} else if (!isnan(number)) {
		value->type = FIELD_INTEGER;
		value->integer = number < 0x1p63 ? (int64_t)number : INT64_MAX;
	}
}

void row_field_value(const struct row_column *column, const struct rows_of *of, const void *row,
			 bool error, struct field_value *value)
{
	char text[CODE_ROW_TEXT];
	struct estimate number;

	if (row_column_unit(column) == VALUE_TEXT) {
		row_text(column, of, row, text);
		value->type = FIELD_NULL;
		if (text[0])
			field_set_text(value, text);
		return;
	}
	number = row_number(column, of, row);
	set_number(column, error ? number.error : number.value, error, value);
}

/* A number of this column, NAN: null, and its error if it has one. */
static void row_field_put(const struct row_column *column, const char *group, struct estimate number,
			  const struct field_sink *sink)
{
	const char *field = row_column_field(column);
	struct field_value value;
	char error[CODE_ROW_NAME + 8];

	set_number(column, number.value, false, &value);
	sink->field(sink->data, group, field, &value);
	if (!row_column_has_error_field(column))
		return;
	(void)snprintf(error, sizeof(error), "%s_error", field);
	set_number(column, number.error, true, &value);
	sink->field(sink->data, group, error, &value);
}

static void row_text_put(const struct row_column *column, const struct rows_of *of, const void *row,
			 const struct field_sink *sink)
{
	struct field_value value;

	value.type = FIELD_NULL;
	if (row)
		row_field_value(column, of, row, false, &value);
	sink->field(sink->data, column->group, row_column_field(column), &value);
}

void row_fields_visit(const struct row_fields *fields, const struct rows_of *of, const void *row,
		      const struct field_sink *sink)
{
	for (size_t i = 0; i < fields->n; i++) {
		const struct row_column *column = fields->column[i];

		if (row_column_unit(column) == VALUE_TEXT)
			row_text_put(column, of, row, sink);
		else
			row_field_put(column, column->group, row ? row_number(column, of, row) : row_exact(NAN), sink);
	}
}

/* ---- one by one ---- */

static void pen_put(const struct pen *pen, const char *name, const struct field_value *value)
{
	pen->sink->field(pen->sink->data, pen->group, name, value);
}

void pen_null(const struct pen *pen, const char *name)
{
	static const struct field_value none = { .type = FIELD_NULL };

	pen_put(pen, name, &none);
}

void pen_any_text(const struct pen *pen, const char *name, const char *text)
{
	struct field_value value;

	value.type = FIELD_NULL;
	if (text)
		field_set_text(&value, text);
	pen_put(pen, name, &value);
}

void pen_text(const struct pen *pen, const char *name, const char *text)
{
	pen_any_text(pen, name, text && text[0] ? text : NULL);
}

void pen_truth(const struct pen *pen, const char *name, bool truth)
{
	const struct field_value value = { .type = FIELD_BOOL, .truth = truth };

	pen_put(pen, name, &value);
}

void pen_count(const struct pen *pen, const char *name, uint64_t count)
{
	const struct field_value value = { .type = FIELD_INTEGER, .integer = (int64_t)count };

	pen_put(pen, name, &value);
}

void pen_known(const struct pen *pen, const char *name, uint64_t count, bool known)
{
	if (known)
		pen_count(pen, name, count);
	else
		pen_null(pen, name);
}

void pen_real(const struct pen *pen, const char *name, double real, int decimals)
{
	struct field_value value;

	field_set_rounded(&value, real, decimals);
	pen_put(pen, name, &value);
}

/* A value and its error; the error's name: name_error. */
void pen_estimate(const struct pen *pen, const char *name, struct estimate estimate,
			 double scale, int decimals)
{
	char error[64];

	(void)snprintf(error, sizeof(error), "%s_error", name);
	pen_real(pen, name, estimate.value * scale, decimals);
	pen_real(pen, error, estimate.error * scale, decimals + 1);
}

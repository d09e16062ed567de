/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A snapshot as CSV, by the fields of the table of columns. Called by batch_print.c on the UI
 * thread.
 */
#include "config.h"
#include "ui/batch/csv.h"

#include <inttypes.h>
#include <string.h>

#include "ui/batch/fields.h"
#include "ui/batch/opened_rows.h"

/* Bytes of the control character (C0, DEL, C1 in UTF-8) that begins here; 0: it is none. */
static size_t control_length(const char *text)
{
	unsigned char c = (unsigned char)text[0], next = (unsigned char)text[1];

	if (c < 0x20 || c == 0x7F)
		return 1;
	return c == 0xC2 && next < 0xA0 ? 2 : 0;
}

/* Quotes a text where necessary, and an empty text to distinguish it from a missing one. */
static void csv_put_text(struct buffer *out, const char *text)
{
	bool quoted = !text[0] || strpbrk(text, ",\"") || text[0] == ' ';

	if (quoted)
		buffer_put(out, "\"", 1);
	while (*text) {
		const size_t control = control_length(text);
		size_t plain = 0;

		while (text[plain] && text[plain] != '"' && !control_length(text + plain))
			plain++;
		if (control)
			buffer_put(out, "?", 1);
		else if (*text == '"')
			buffer_put(out, "\"\"", 2);
		buffer_put(out, text, plain);
		text += control ? control : plain ? plain : 1;
	}
	if (quoted)
		buffer_put(out, "\"", 1);
}

void csv_put_name(void *data, const char *group, const char *name,
		  const struct field_value *value)
{
	(void)value;
	buffer_print(data, ",%s%s%s", group ? group : "", group ? "." : "", name);
}

void csv_put_value(void *data, const char *group, const char *name,
		   const struct field_value *value)
{
	struct buffer *out = data;

	(void)group;
	(void)name;
	buffer_put(out, ",", 1);
	switch (value->type) {
	case FIELD_INTEGER:
		buffer_print(out, "%" PRId64, value->integer);
		break;
	case FIELD_REAL:
		buffer_print(out, "%.*f", value->decimals, value->real);
		break;
	case FIELD_BOOL:
		buffer_print(out, "%s", value->truth ? "true" : "false");
		break;
	case FIELD_TEXT:
		csv_put_text(out, value->text);
		break;
	case FIELD_NULL:
		break;
	}
}

void csv_put_line(struct buffer *out, struct buffer *line)
{
	out->broken |= line->broken;
	if (line->n)
		buffer_put(out, line->bytes + 1, line->n - 1);
	buffer_put(out, "\n", 1);
	buffer_done(line);
}

static void put_kind_line(struct buffer *out, const struct row_fields *fields, const struct rows_of *of,
			  const void *row)
{
	struct buffer line = { 0 };
	const struct field_sink sink = { .data = &line, .field = row ? csv_put_value : csv_put_name };

	row_fields_visit(fields, of, row, &sink);
	csv_put_line(out, &line);
}

void csv_put_rows(struct buffer *out, const struct code_kind *kind, const struct rows_of *of, const void *const *row,
		  size_t n)
{
	struct row_fields fields;

	row_fields_init(&fields, kind, true);
	put_kind_line(out, &fields, of, NULL);
	for (size_t i = 0; i < n; i++)
		put_kind_line(out, &fields, of, row[i]);
}

static void put_interval(struct buffer *out, const struct snapshot *snapshot)
{
	buffer_print(out, "%" PRIu64 ",%.3f,%.6f", snapshot->seq, snapshot->time,
		     (double)snapshot->interval_ns / 1e9);
}

void csv_put_header(struct buffer *out, enum row_kind kind, const struct family *family)
{
	struct field_sink sink = { .data = out, .field = csv_put_name };

	buffer_print(out, "seq,time,interval");
	fields_visit_names(kind, &sink);
	fields_visit_names_of_perf(family, &sink);
	fields_visit_missing(NULL, NULL, &sink);
	buffer_put(out, "\n", 1);
}

void csv_put_node_header(struct buffer *out)
{
	const struct field_sink sink = { .data = out, .field = csv_put_name };
	struct row_fields fields;

	row_fields_init(&fields, &opened_node_rows, true);
	buffer_print(out, "seq,time,interval,scope,id,name");
	row_fields_visit(&fields, NULL, NULL, &sink);
	buffer_put(out, "\n", 1);
}

void csv_put_nodes(struct buffer *out, const struct snapshot *snapshot, const struct row_choice *choice)
{
	const struct field_sink sink = { .data = out, .field = csv_put_value };
	const struct rows_of of = { .ascii = false };
	const void *row[OPENED_MAX];
	struct opened_lines lines;
	struct row_fields fields;
	size_t n = 0;

	row_fields_init(&fields, &opened_node_rows, true);
	opened_list(snapshot, &lines);
	for (; n < lines.n; n++)
		row[n] = &lines.line[n];
	n = row_choice_take(&opened_node_rows, &of, choice, row, n);
	for (size_t i = 0; i < n; i++) {
		put_interval(out, snapshot);
		buffer_print(out, ",%s,", opened_scope(snapshot));
		if (opened_has_id(snapshot))
			buffer_print(out, "%" PRId32, snapshot->opened.id);
		buffer_put(out, ",", 1);
		if (opened_name(snapshot)[0])
			csv_put_text(out, opened_name(snapshot));
		row_fields_visit(&fields, &of, row[i], &sink);
		buffer_put(out, "\n", 1);
	}
}

void csv_put_row(struct buffer *out, const struct snapshot *snapshot, const struct row *row)
{
	struct field_sink sink = { .data = out, .field = csv_put_value };

	put_interval(out, snapshot);
	fields_visit(snapshot, row, &sink);
	fields_visit_perf_names(snapshot->machine->family, snapshot, row, &sink);
	fields_visit_missing(snapshot, row, &sink);
	buffer_put(out, "\n", 1);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* A snapshot as CSV (RFC 4180, except that lines end in \n): the same fields as JSON. UI thread. */
#pragma once

#include "model/snapshot/snapshot.h"
#include "ui/batch/row_choice.h"
#include "ui/code/rows.h"
#include "ui/draw/buffer.h"

/* Appends the header line for rows of this kind on a machine of this family (NULL: not known). */
void csv_put_header(struct buffer *out, enum row_kind kind, const struct family *family);

/*
 * Appends one row. A missing value is an empty field. Control characters in names become "?", so a
 * row is always one line.
 */
void csv_put_row(struct buffer *out, const struct snapshot *snapshot, const struct row *row);

/* The same for nodes that are opened: a header, and a line for each node that is chosen; none: no line. */
void csv_put_node_header(struct buffer *out);
void csv_put_nodes(struct buffer *out, const struct snapshot *snapshot, const struct row_choice *choice);

/*
 * Functions for a field_sink whose data is a struct buffer: append a comma, then the name or the
 * value.
 */
struct field_value;
void csv_put_name(void *data, const char *group, const char *name,
		  const struct field_value *value);
void csv_put_value(void *data, const char *group, const char *name,
		   const struct field_value *value);

/* Appends a line of these, without the first comma, and frees it. */
void csv_put_line(struct buffer *out, struct buffer *line);

/* Appends n rows of a kind, a line each, below the line of their names. */
void csv_put_rows(struct buffer *out, const struct code_kind *kind, const struct rows_of *of, const void *const *row,
		  size_t n);

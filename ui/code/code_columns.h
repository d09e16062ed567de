/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns of a kind of row are shown, how wide, and in which order: parsed from
 * "percent,samples,function:30", printed as such, and drawn as a line. Used by the code views, the tree of a detail,
 * tables in text and the options. Any thread.
 */
#pragma once

#include "model/err.h"
#include "ui/code/rows.h"
#include "ui/draw/canvas.h"
#include "ui/draw/graphs.h"

/* Kinds whose columns can be chosen: in the order of enum code_view_id, then those of no such view. */
enum code_kind_id { KIND_FUNCTIONS, KIND_BRANCHES, KIND_BLOCKS, KIND_INSTRUCTIONS, KIND_PATHS, KIND_STACKS,
		    KIND_FUNCTION_NODES, KIND_NODES, KIND_LOOPS, KIND_SELF_REGIONS, CODE_KINDS };
const struct code_kind *code_kind_of(enum code_kind_id id);

#define CODE_COLUMNS_TEXT 900	/* bytes of all names in an error */

struct code_columns {	/* zeroed: nothing chosen, so the usual columns */
	size_t n;
	const struct row_column *column[CODE_ROW_COLUMNS_MAX];
	unsigned char width[CODE_ROW_COLUMNS_MAX];	/* of each in cells; 0: the usual one */
};

/* Those of the screen. */
void code_columns_usual(struct code_columns *chosen, const struct code_kind *kind);

/* Those of `all` that are wanted for these rows; if none is, all. */
void code_columns_wanted(struct code_columns *wanted, const struct code_columns *all, const struct rows_of *of);

bool code_columns_have(const struct code_columns *chosen, const struct row_column *column);

/* The width that was chosen for a column; 0: none. */
int code_columns_width(const struct code_columns *chosen, const struct row_column *column);

bool code_columns_equal(const struct code_columns *a, const struct code_columns *b);

/* 0, or -EINVAL with a sentence; then they are unchanged. The text is not kept. */
int code_columns_parse(struct code_columns *chosen, const struct code_kind *kind,
		       const char *text, struct err *err);

/* Their names, with this between them: "," as code_columns_parse() takes them. */
void code_columns_print(const struct code_columns *chosen, const char *between, char *text,
			size_t size);

/* The names of all that can be chosen. */
void code_columns_names(const struct code_kind *kind, const char *between, char *text, size_t size);

/* ---- on the screen ---- */

/* The columns that a line has room for, from left to right. */
struct code_placed {
	const struct row_column *column[CODE_ROW_COLUMNS_MAX];
	int x[CODE_ROW_COLUMNS_MAX], w[CODE_ROW_COLUMNS_MAX];	/* x: from the left end of the line */
	size_t n;
};

/* Places columns on w cells; the one that orders the rows (NULL: none) gives way last. */
void code_columns_place(const struct code_columns *shown, const struct rows_of *of, const struct row_column *ordering,
			int w, struct code_placed *placed);

/* The one whose head is at x of the line, if rows can be ordered by it; NULL: none. */
const struct row_column *code_columns_at(const struct code_placed *placed, int x);

/* The cells that all of them have use for. */
int code_columns_all(const struct code_columns *shown, const struct rows_of *of);

/* Draw one line: the heads, with the sign of the order; the cells of a row. */
void code_columns_draw_head(struct canvas *canvas, struct rect rect, const struct code_placed *placed,
			    const struct row_column *ordering, bool reverse, bool ascii);
void code_columns_draw_row(struct canvas *canvas, struct rect rect, const struct code_placed *placed,
			   const struct rows_of *of, const void *row, enum bars_id id);

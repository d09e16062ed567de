/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns of a kind of row are shown, how wide, and in which order: parsed from
 * "percent,samples,function:30", printed as such. Used by the code views, tables in text and the options. Any thread.
 */
#pragma once

#include "model/err.h"
#include "ui/code/rows.h"

/* Kinds whose columns can be chosen by an option, in the order of enum code_view_id. */
enum code_kind_id { KIND_FUNCTIONS, KIND_BRANCHES, KIND_BLOCKS, KIND_INSTRUCTIONS, KIND_PATHS, KIND_STACKS,
		    CODE_KINDS };
const struct code_kind *code_kind_of(enum code_kind_id id);

#define CODE_COLUMNS_TEXT 900	/* bytes of all names in an error */

struct code_columns {	/* zeroed: nothing chosen, so the usual columns */
	size_t n;
	const struct row_column *column[CODE_ROW_COLUMNS_MAX];
	unsigned char width[CODE_ROW_COLUMNS_MAX];	/* of each in cells; 0: the usual one */
};

/* Those of the screen. */
void code_columns_usual(struct code_columns *chosen, const struct code_kind *kind);

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

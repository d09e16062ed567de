/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Expressions of changes between recordings, for --fail-on: "mem>+3 or ipc<-5%". The language is
 * that of filters (expression.h); a number is a change: with "%" of the value before, otherwise in
 * units of the column. A rise is written "> +", a fall "< -". Comparisons of texts name rows:
 * "comm=java" commands, "cgroup~^/system" cgroups, "region=parse" regions, "function=parse" functions,
 * which come from samples, and whose values are classes and "share". Main thread.
 */
#pragma once

#include "model/verdict/verdict.h"
#include "ui/table/columns.h"
#include "ui/table/expression.h"

/* Rows that an expression can name; functions are named alone. */
enum changes_rows { CHANGES_COMMANDS, CHANGES_CGROUPS, CHANGES_REGIONS, CHANGES_FUNCTIONS, CHANGES_KINDS };

struct changes_kind {
	const char *name;		/* "command": in JSON, and before the name of a row */
	enum row_kind rows;		/* that are added up by name; functions: ROW_KINDS */
	const char *key;		/* of the column with the name */
};
extern const struct changes_kind changes_kinds[CHANGES_KINDS];

struct changes_term {
	const struct column *column;
	const char *limit;		/* as it was typed: "+3", "-5%" */
	struct verdict_question question;
};

struct changes {
	struct expression expression;
	struct changes_term terms[PIECES_VALUES];
	size_t n;
	const struct column *names[CHANGES_KINDS];	/* of rows that it can name */
	unsigned int named;		/* bits of enum changes_rows: rows that it names */
};

/*
 * Reads an expression. 0, or -EINVAL with a sentence that begins with "--fail-on: "; then there is
 * nothing to free. The caller calls changes_done().
 */
int changes_init(struct changes *changes, const char *text, struct err *err);
void changes_done(struct changes *changes);

/*
 * Checks an expression. 0, or -EINVAL with that sentence; also where a limit is 0 though there is one
 * recording a side, which does not tell what differs from run to run.
 */
int changes_check(const char *text, bool single, struct err *err);

/*
 * The p of the expression for the row of this kind and name, from those of its terms. "and" is as
 * sure as the least sure of its terms; "or" multiplies the smallest by their number (Bonferroni). A
 * text that does not match, or is of another kind, makes it 1.
 */
double changes_p(const struct changes *changes, enum changes_rows kind, const char *name,
		 const double p[PIECES_VALUES]);

/* Does it compare a text of rows of this kind that is this name? */
bool changes_name(const struct changes *changes, enum changes_rows kind, const char *name);

/* The name of a row of this kind. */
const char *changes_name_of(const struct changes *changes, enum changes_rows kind,
			    const struct snapshot *snapshot, const struct row *row);

/*
 * The numerator and the denominator of a term's value in a row of this interval. They are 100 x
 * slots of the class and slots; instructions and cycles; CPU time and 0, as its denominator is the
 * interval. false: the row has no such value.
 */
bool changes_value(const struct changes_term *term, const struct snapshot *snapshot,
		   const struct row *row, double *x, double *w);

/* Is the value CPU time? */
bool changes_is_time(const struct changes_term *term);

/* Is it a function's part of the samples? */
bool changes_is_share(const struct changes_term *term);

/* How sentences call the value: "memory bound", "CPU%". */
void changes_title(const struct changes_term *term, char *text, size_t size);

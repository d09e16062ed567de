/* SPDX-License-Identifier: GPL-2.0-only */
/* What "tdtop diff --fail-on" says: a line for each value, then the verdict; or JSON. Main thread. */
#pragma once

#include "model/side.h"
#include "model/verdict/verdict.h"
#include "ui/draw/buffer.h"
#include "ui/table/changes.h"

#define VERDICT_TITLE 40	/* bytes of the name of a value */

/* A value of a row. */
struct verdict_line {
	enum changes_rows kind;
	const char *name;	/* NULL: the machine */
	const struct changes_term *term;
	struct verdict verdict;	/* at the level that is left for one of all rows */
	bool held;		/* the whole expression is exceeded, beyond doubt, in this row */
};

struct verdict_report {
	const char *expression;
	size_t runs[SIDES];
	const char *cpu[SIDES];	/* families of cores that differ; NULL: they are alike, or not known */
	bool in_turn;		/* not all recordings of one side were made before the other's */
	enum verdict_result result;	/* of all rows together */
	const struct verdict_line *lines;
	size_t n;
};

/* Appends the lines. */
void verdict_put_text(const struct verdict_report *report, bool ascii, struct buffer *out);

/* Appends one JSON object. 0 or -ENOMEM. */
int verdict_put_json(const struct verdict_report *report, struct buffer *out);

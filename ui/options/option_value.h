/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The value of an option: what it accepts, from text, and as text. Called by main before any thread
 * exists, and on the UI thread where settings are changed and written.
 */
#ifndef TDTOP_OPTION_VALUE_H
#define TDTOP_OPTION_VALUE_H

#include "model/err.h"
#include "ui/options/option_table.h"
#include "ui/table/columns.h"

/* The numbers of "1,22,333"; how many, or 0 if it is no such list. */
size_t option_parse_pids(const char *text, int32_t pids[PIDS_MAX]);

/* Choice i of an option; false beyond the last, or if it has none. */
bool option_choice(const struct option_row *row, size_t i, struct option_choice *choice);

/* What the option accepts: "between 0.1 and 60 seconds", "1 or 2". */
#define OPTION_LIST 256
void option_accepts(const struct option_row *row, int view, char list[OPTION_LIST]);

/* Appends to a list "a, b or c"; i of n. What does not fit is left out. */
void option_list_add(char list[OPTION_LIST], size_t i, size_t n, const char *name);

/* Can rows of this kind (enum row_kind) be sorted by the column? Not by a bar. */
bool option_can_sort(const struct column *column, int view);

/* What holds, as options_set takes it for row->config; false: nothing was chosen. */
bool option_value(const struct options *options, const struct option_row *row, char *text,
		  size_t size);

/*
 * Sets the field of one option from a text, which must live as long as the options; negated turns a
 * flag around. false: the option does not accept this text.
 */
bool option_set(struct options *options, const struct option_row *row, bool negated,
		const char *text);

/*
 * The same for OPTION_COLUMNS, whose sentence says what of the text is wrong, after the name that the
 * option has where it is set: 0 or -EINVAL.
 */
int option_set_columns(struct options *options, const struct option_row *row, const char *dashes,
		       const char *name, const char *text, struct err *err);

/* A setting of tdtoprc. 0, or -EINVAL with a sentence; then options are as before. */
int options_set(struct options *options, const char *key, const char *value, struct err *err);

#endif

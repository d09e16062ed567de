/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The value of an option: what it accepts, from text, and as text. Called by main before any thread
 * exists, and on the UI thread where settings are changed and written.
 */
#pragma once

#include <stdio.h>

#include "model/err.h"
#include "ui/options/option_table.h"
#include "ui/table/columns.h"

/* Parses "1,22,333". Returns how many numbers; 0: it is not such a list. */
size_t option_parse_pids(const char *text, int32_t pids[PIDS_MAX]);

/* Choice i of an option. false: beyond the last, or the option has no choices. */
bool option_choice(const struct option_row *row, size_t i, struct option_choice *choice);

/*
 * What the option accepts, in this view (enum view_id) or in some view (OPTION_ANY_VIEW): "between
 * 0.1 and 3600 seconds", "1 or 2".
 */
#define OPTION_LIST 1024
#define OPTION_ANY_VIEW (-1)
void option_accepts(const struct option_row *row, int view, char list[OPTION_LIST]);

/*
 * The error for a text that the option does not accept, "--name text: must be between 0.1 and 3600 seconds":
 * -EINVAL. A long text is cut, so that the rest says why.
 */
int option_refuse(const struct option_row *row, const char *text, int view, struct err *err);

/* Appends name i of n to a list "a, b or c". A list that is too long is cut. */
void option_list_add(char list[OPTION_LIST], size_t i, size_t n, const char *name);

/* The current value as options_set() takes it for row->config. false: it is the default. */
bool option_value(const struct options *options, const struct option_row *row, char *text,
		  size_t size);

/*
 * Sets one option from a text, which must live as long as the options. text NULL sets a flag;
 * negated inverts it. false: the option does not accept this text.
 */
bool option_set(struct options *options, const struct option_row *row, bool negated,
		const char *text);

/* Is its value a list that says itself what is wrong with it: columns, or orders of views? */
bool option_is_list(const struct option_row *row);

/*
 * The same for such a list. 0, or -EINVAL with a sentence that begins with dashes and name and
 * says what is wrong with the text.
 */
int option_set_list(struct options *options, const struct option_row *row, const char *dashes,
		    const char *name, const char *text, struct err *err);

/*
 * Sets an option by its key in tdtoprc. 0, or -EINVAL with a sentence; then options are unchanged.
 */
int options_set(struct options *options, const char *key, const char *value, struct err *err);

/* ---- files ---- */

/*
 * Opens a file that is read whole, after a byte order mark of UTF-8. It is regular, as a FIFO or a device may never
 * end, and has at most NAMED_FILE_MAX bytes; /dev/null is one without lines. The caller closes it. NULL, and then errno
 * and *why, half a sentence (static).
 */
FILE *named_file_open(const char *path, const char **why);

/*
 * What tdtop writes goes into a file of its own, which nothing else is read from or written into. 0, or -EINVAL with a
 * sentence.
 */
int named_files_check(struct options *options, struct err *err);

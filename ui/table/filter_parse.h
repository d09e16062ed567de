/* SPDX-License-Identifier: GPL-2.0-only */
/* Compiles filter expressions; their language is in filter.h. UI thread, or main while it reads the options. */
#ifndef TDTOP_UI_FILTER_PARSE_H
#define TDTOP_UI_FILTER_PARSE_H

#include "model/err.h"
#include "ui/table/filter.h"

/*
 * Compiles an expression for rows of this sort and, if user is not NULL, that the user of a task
 * must be this one. Both may be NULL: all rows. NULL with a sentence that begins with "filter: ".
 * The texts are copied.
 */
struct filter *filter_new(const char *expression, const char *user, enum row_kind kind,
			  struct err *err);

/* Only whether it can be compiled. 0 or -EINVAL with that sentence. */
int filter_check(const char *expression, enum row_kind kind, struct err *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Compiles filter expressions; their language is in filter.h. UI thread, or main while it reads the
 * options.
 */
#ifndef TDTOP_UI_TABLE_FILTER_PARSE_H
#define TDTOP_UI_TABLE_FILTER_PARSE_H

#include "model/err.h"
#include "ui/table/filter.h"

/*
 * Compiles an expression for rows of this kind; if user is not NULL, the row must also belong to
 * this user. Both may be NULL: all rows. The texts are copied; free it with filter_free(). NULL,
 * with a sentence that begins with "filter: ", if the expression is wrong or memory is short; err
 * may be NULL.
 */
struct filter *filter_new(const char *expression, const char *user, enum row_kind kind,
			  struct err *err);

/* Only checks the expression. 0, or -EINVAL with that sentence. */
int filter_check(const char *expression, enum row_kind kind, struct err *err);

#endif

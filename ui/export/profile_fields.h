/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The fields of a row of any table of a profile (profile_rows.h), by what the table is of. Main
 * thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_FIELDS_H
#define TDTOP_UI_EXPORT_PROFILE_FIELDS_H

#include "ui/export/profile_rows.h"

/* A row of this part: a struct profile_function, ..._branch, ..._block, call_node or hot_loop. */
void profile_visit_row(enum profile_part part, const struct profile_rows *rows, const void *row,
		       const struct field_sink *sink);

/* Calls the sink with the fields of no row: their names. */
void profile_visit_names(enum profile_part part, const struct field_sink *sink);

#endif

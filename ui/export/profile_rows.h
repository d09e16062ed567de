/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a profile has beside its functions, branches and blocks (ui/code/), for programs: one list of
 * fields each, from which both CSV and JSON are made. Missing is FIELD_NULL, never 0. Main thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_ROWS_H
#define TDTOP_UI_EXPORT_PROFILE_ROWS_H

#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "model/profile/paths.h"
#include "ui/code/rows.h"
#include "ui/export/fields.h"
#include "ui/export/profile_config.h"

struct profile_rows {
	const struct profile_config *config;
	struct rows_of of;
};

/* What is printed of a profile. */
struct profile_rows profile_rows_of(const struct profile_config *config,
				    const struct profile *profile, const struct code_names *names);

/* The profile itself: event, samples, what was dropped. */
void profile_visit_head(const struct profile_rows *rows, const struct field_sink *sink);

/* A hot path; a loop. */
void profile_visit_path(const struct profile_rows *rows, const struct paths *paths,
			const struct hot_path *row, const struct field_sink *sink);
void profile_visit_path_block(const struct profile_rows *rows, const struct paths *paths,
			      const struct hot_path *row, uint32_t i,
			      const struct field_sink *sink);
void profile_visit_loop(const struct profile_rows *rows, const struct hot_loop *row,
			const struct field_sink *sink);

#endif

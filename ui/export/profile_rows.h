/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of a profile for programs: one list of fields for each kind of row, from which both CSV
 * and JSON are made. Missing is FIELD_NULL, never 0. Main thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_ROWS_H
#define TDTOP_UI_EXPORT_PROFILE_ROWS_H

#include "model/profile/call_tree.h"
#include "model/profile/functions.h"
#include "model/profile/paths.h"
#include "ui/export/fields.h"
#include "ui/export/profile_config.h"

struct profile_rows {
	const struct profile_config *config;
	const struct profile *profile;
	const struct code_names *names;
};

/* The profile itself: event, samples, what was dropped. */
void profile_visit_head(const struct profile_rows *rows, const struct field_sink *sink);

void profile_visit_function(const struct profile_rows *rows, const struct profile_function *row,
			    const struct field_sink *sink);
void profile_visit_branch(const struct profile_rows *rows, const struct profile_branch *row,
			  const struct field_sink *sink);
void profile_visit_block(const struct profile_rows *rows, const struct profile_block *row,
			 const struct field_sink *sink);

/* A node of the tree of calls; a hot path; a loop. */
void profile_visit_call(const struct profile_rows *rows, const struct call_node *row,
			const struct field_sink *sink);
void profile_visit_path(const struct profile_rows *rows, const struct paths *paths,
			const struct hot_path *row, const struct field_sink *sink);
void profile_visit_path_block(const struct profile_rows *rows, const struct paths *paths,
			      const struct hot_path *row, uint32_t i,
			      const struct field_sink *sink);
void profile_visit_loop(const struct profile_rows *rows, const struct hot_loop *row,
			const struct field_sink *sink);

/* Fields of an object, of a line, and of a place: address, symbol, line. */
struct pen;
void profile_put_object(const struct profile_rows *rows, const struct pen *pen, uint32_t object,
			bool build_id);
void profile_put_line(const struct pen *pen, const struct code_name *name);
void profile_put_place(const struct profile_rows *rows, const struct pen *pen, struct place at);

/* The name of an object without its folders; NULL: no object. */
const char *profile_object_name(const struct profile *profile, uint32_t object);

/* Its build-id in hexadecimal digits; "" if it is not known. */
#define PROFILE_BUILD_ID (2 * BUILD_ID_MAX + 1)
void profile_build_id(const struct profile *profile, uint32_t object,
		      char text[PROFILE_BUILD_ID]);

/* The object's own address of a place; without an object the virtual one. */
uint64_t profile_address_of(struct place at, const struct code_name *name);

/* What is known of a place by now. */
void profile_name(const struct profile_rows *rows, struct place at, bool line,
		  struct code_name *name);

#endif

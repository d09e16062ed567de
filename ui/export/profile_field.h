/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A field of functions, branches or blocks by the name that people type: CSV's ("from.symbol"), or
 * the head of its column in text ("TAKEN%"), in capitals or not. For --sort and --filter. Main
 * thread.
 */
#ifndef TDTOP_UI_EXPORT_PROFILE_FIELD_H
#define TDTOP_UI_EXPORT_PROFILE_FIELD_H

#include "ui/export/profile_rows.h"

#define PROFILE_FIELD_NAME 64	/* bytes of a field and its group */
#define PROFILE_FIELD_NAMES 900

/* The parts whose rows have such fields. */
#define PROFILE_TABLES ((unsigned int)PROFILE_FUNCTIONS | PROFILE_BRANCHES | PROFILE_BLOCKS)

struct profile_field {
	char name[PROFILE_FIELD_NAME];	/* CSV's */
	bool text;			/* else a number */
	bool error;			/* name_error is its standard error */
};

/*
 * Finds the field that a word of so many bytes names in a table of these parts. -ENOENT: there is
 * none, and field->name is that of the nearest, or "".
 */
int profile_field_find(unsigned int parts, const char *word, size_t length,
		       struct profile_field *field);

/* What the rows of one of these parts are called: "branches". */
const char *profile_field_rows(enum profile_part part);

/* The fields of tables of these parts, without those of errors: "pid object ...". */
void profile_field_names(unsigned int parts, char text[PROFILE_FIELD_NAMES]);

/* What a row has in the field of this name; FIELD_NULL: it is missing. */
void profile_field_value(enum profile_part part, const struct profile_rows *rows, const void *row,
			 const char *name, struct field_value *value);

#endif

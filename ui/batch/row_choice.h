/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which rows of a kind (ui/code/rows.h) --filter leaves, and their order by --sort. Both know any field that CSV has,
 * and any column of the screen, by CSV's name or the head. A WORD is in any text of a row, ignoring case. Numbers fall,
 * texts and addresses rise; what is missing is last in either direction. The names of all rows must be known (see
 * code_names.h). Main thread.
 */
#pragma once

#include "model/err.h"
#include "ui/code/rows.h"

struct row_choice {
	const char *filter, *sort;	/* NULL: all rows; as they are */
	bool reverse;
};

/* Can rows of this kind be filtered and sorted so? 0, or -EINVAL with a sentence. */
int row_choice_check(const struct code_kind *kind, const struct row_choice *choice, struct err *err);
int row_choice_check_filter(const struct code_kind *kind, const char *text, struct err *err);

/* Has one of n kinds such a column? 0, or -EINVAL with a sentence that names the nearest. */
int row_choice_check_sort(const struct code_kind *const *kinds, size_t n, const char *key, struct err *err);

/*
 * Moves the rows that a filter leaves to the front, in their order, and returns how many they are: all n without one
 * (NULL), none without memory.
 */
size_t row_choice_filter(const struct code_kind *kind, const struct rows_of *of, const char *filter,
			 const void **rows, size_t n);

/* The same, and sorts those. Without such a column or memory they stay as they are. */
size_t row_choice_take(const struct code_kind *kind, const struct rows_of *of, const struct row_choice *choice,
		       const void **rows, size_t n);

/* The fields of n kinds, without those of errors: "pid object ...". */
#define ROW_FIELD_NAMES 900
void row_choice_names(const struct code_kind *const *kinds, size_t n, char text[ROW_FIELD_NAMES]);

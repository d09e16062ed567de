/* SPDX-License-Identifier: GPL-2.0-only */
/* Rows of a profile that --filter leaves; see profile_filter.h. Called by profile_choice.c. */
#include "config.h"
#include "ui/profile/profile_filter.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "ui/code/code_filter.h"
#include "ui/profile/profile_fields.h"

static double field_number(const struct row_column *column, const struct rows_of *of, const void *row,
			   bool error)
{
	struct field_value value;

	profile_field_value(column, of, row, error, &value);
	return value.type == FIELD_INTEGER ? (double)value.integer :
	       value.type == FIELD_REAL	   ? value.real :
	       value.type == FIELD_BOOL	   ? value.truth : (double)NAN;
}

int profile_filter_check(unsigned int parts, const char *text, struct err *err)
{
	struct code_filter *filter = malloc(sizeof(*filter));
	int ret = filter ? 0 : err_set(err, ENOMEM, "filter: not enough memory");

	for (unsigned int part = 1; part <= parts && !ret; part <<= 1) {
		if (!(parts & part & PROFILE_FILTERED))
			continue;
		ret = code_filter_init(filter, profile_kind(part), NULL, field_number, text, err);
		code_filter_done(filter);
		/* Paths have no trips, and loops no neighbours: none of them is left then. */
		if (part == PROFILE_PATHS && !ret)
			break;
		if (part == PROFILE_PATHS && (parts & PROFILE_LOOPS))
			ret = 0;
	}
	free(filter);
	return ret;
}

size_t profile_filter(enum profile_part part, const struct profile_rows *rows, const void **of,
		      size_t n)
{
	struct code_filter *filter;
	size_t left = 0;

	if (!rows->config->filter)
		return n;
	filter = malloc(sizeof(*filter));
	if (filter && !code_filter_init(filter, profile_kind(part), &rows->of, field_number,
				       rows->config->filter, NULL))
		for (size_t i = 0; i < n; i++)
			if (code_filter_match(filter, of[i]))
				of[left++] = of[i];
	if (filter)
		code_filter_done(filter);
	free(filter);
	return left;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of rows by numbers or texts of one column. Any thread. */
#pragma once

#include "ui/code/rows.h"

/* What a row is ordered by. */
struct row_key {
	double number;		/* NAN: missing, or a text */
	char *text;		/* owned; NULL: missing, or a number */
	uint32_t at;		/* which row */
	bool falling;		/* of row_order() */
};

/* Sets number or text to what the screen has of a row; without memory it is missing. */
void row_key_take(struct row_key *key, const struct row_column *column, const struct rows_of *of,
		  const void *row);

/*
 * Orders n keys, and frees their texts. What is missing is last in either direction; rows that are
 * equal keep the order of .at.
 */
void row_order(struct row_key *keys, size_t n, bool falling);

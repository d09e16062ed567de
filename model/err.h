/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One sentence for the user: what, why, what to do. The caller owns the struct. There is no
 * allocation and no global, so it is safe on every thread. A function that fails returns a negative
 * errno, and fills this in if the user must hear of the failure.
 */
#pragma once

#include <stdint.h>

struct err {
	char text[1024];		/* without "tdtop: " and full stop; "" if nothing happened */
};

/*
 * Formats the sentence and returns -errnum, so that a caller can write `return err_set(err, EACCES,
 * "cannot ...")`. err may be NULL: then only the number is returned.
 */
int err_set(struct err *err, int errnum, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* What follows the noun after a number, in any sentence: "s", unless there is one. */
static inline const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* The verb of that noun. */
static inline const char *is_or_are(uint64_t n)
{
	return n == 1 ? "is" : "are";
}

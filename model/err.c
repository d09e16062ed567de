/* SPDX-License-Identifier: GPL-2.0-only */
/* Formats the sentence for the user; see err.h. Any thread. */
#include "config.h"
#include "model/err.h"

#include <stdarg.h>
#include <stdio.h>

int err_set(struct err *err, int errnum, const char *format, ...)
{
	if (err) {
		va_list args;

		va_start(args, format);
		(void)vsnprintf(err->text, sizeof(err->text), format, args);
		va_end(args);
	}
	return -errnum;
}

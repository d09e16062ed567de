/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences about events of a row; see event_remark.h. */
#include "config.h"
#include "collect/events/event_remark.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "model/err.h"

void event_remark_say(const struct event_remark *to, const char *format, ...)
{
	const size_t used = strlen(to->text), between = used ? 2 : 0;
	va_list arguments;
	int n;

	if (used + between >= to->size)
		return;
	va_start(arguments, format);
	n = vsnprintf(to->text + used + between, to->size - used - between, format, arguments);
	va_end(arguments);
	if (n < 0 || (used && (size_t)n >= to->size - used - between))
		to->text[used] = '\0';
	else if (used)
		memcpy(to->text + used, "; ", 2);
}

void event_remark_exited(const struct event_remark *to, const struct event_missing *missing)
{
	if (missing->exited)
		event_remark_say(to, "the %s %d has exited",
				 missing->exited_thread ? "thread" : "process", missing->exited);
}

/* Why, and what helps. */
static const char *reason_of(int error)
{
	switch (error) {
	case EMFILE:
	case ENFILE:
		return "too many open files (raise 'ulimit -n')";
	case ENOBUFS:
		return "no more memory may be locked (raise kernel.perf_event_mlock_kb)";
	case ECHILD:
		return "new threads begin too fast";
	default:
		return strerror(error);
	}
}

void event_remark_left_out(const struct event_remark *to, const struct event_missing *missing)
{
	const char *what = missing->cpus ? "CPU" : "thread";

	if (missing->not_permitted)
		event_remark_say(to, "%u %s%s left out: not permitted", missing->not_permitted, what,
				 plural(missing->not_permitted));
	if (missing->left_out && missing->left_out_errno)
		event_remark_say(to, "%u %s%s left out: %s", missing->left_out, what,
				 plural(missing->left_out),
				 reason_of(missing->left_out_errno));
}

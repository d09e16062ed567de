/* SPDX-License-Identifier: GPL-2.0-only */
/* Sentences for the user about events of a row: each says one thing, and none guesses. Pure. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What has no events. Zeroed: nothing is missing. */
struct event_missing {
	int32_t exited;		/* pid of the process that has; 0: none */
	bool exited_thread;	/* it is the tid of a thread */
	bool cpus;		/* CPUs are meant, not threads: */
	uint32_t left_out;	/* so many, because of: */
	int left_out_errno;	/* EMFILE, ENOBUFS, ENOMEM, ECHILD ...: positive; 0: none are */
	uint32_t not_permitted;	/* so many, because of EACCES, EPERM */
};

/* Where sentences go, most important first, as many as have room. text[0] is '\0' in the beginning. */
struct event_remark {
	char *text;
	size_t size;
};

/* Adds a sentence, if all of it has room. */
void event_remark_say(const struct event_remark *to, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* That a process has exited; what is left out, and why. */
void event_remark_exited(const struct event_remark *to, const struct event_missing *missing);
void event_remark_left_out(const struct event_remark *to, const struct event_missing *missing);

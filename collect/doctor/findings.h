/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The findings of --doctor: one or more per question, each with a verdict and what to do about it.
 * Made from a diagnosis by findings_make.c, printed for people or as JSON by findings_print.c. Main
 * thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_FINDINGS_H
#define TDTOP_COLLECT_DOCTOR_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "model/err.h"

enum verdict {
	VERDICT_OK,
	VERDICT_NOTE,		/* good to know: less than it could be */
	VERDICT_NO		/* because of this tdtop cannot count here */
};

struct finding {
	enum verdict verdict;
	const char *what;	/* static: the question in a word or two */
	char text[sizeof(struct err) + 256];
	char fix[sizeof(struct err)];	/* what to do, or where it comes from; "": nothing */
};

#define FINDINGS_MAX 40

struct findings {
	size_t n;
	struct finding finding[FINDINGS_MAX];
};

/* Adds a finding; dropped beyond FINDINGS_MAX. what: static. */
void findings_add(struct findings *findings, enum verdict verdict, const char *what,
		  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Adds what to do about the last finding, or where it comes from. */
void findings_fix(struct findings *findings, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Will tdtop count on this machine? Only if no verdict is VERDICT_NO. */
bool findings_will_count(const struct findings *findings);

#endif

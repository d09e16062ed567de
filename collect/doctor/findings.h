/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What --doctor has to say: one finding per question, with a verdict and what to do about it. Made of
 * a diagnosis (doctor.h), printed for people or as JSON. Main thread.
 */
#ifndef TDTOP_COLLECT_FINDINGS_H
#define TDTOP_COLLECT_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/doctor/doctor.h"
#include "model/err.h"

enum verdict {
	VERDICT_OK,
	VERDICT_NOTE,		/* good to know: something is less than it could be */
	VERDICT_NO		/* tdtop will not count here because of this */
};

struct finding {
	enum verdict verdict;
	const char *what;	/* static: the question in a word or two */
	char text[sizeof(struct err) + 256];
	char fix[sizeof(struct err)];	/* what to do, or where it comes from; "" */
};

#define FINDINGS_MAX 40

struct findings {
	size_t n;
	struct finding finding[FINDINGS_MAX];
};

/* Puts a diagnosis into sentences, in the order in which a reader asks. Main thread. */
void findings_make(const struct diagnosis *diagnosis, struct findings *findings);

/* What the kernel takes for a sample, and switches a second of each CPU that may all be sampled; NAN: not known. */
double findings_sample_ns(const struct diagnosis *diagnosis);
double findings_switches(const struct diagnosis *diagnosis);

/* Will tdtop count on this machine? */
bool findings_will_count(const struct findings *findings);

/* For people, at most 100 columns wide, with the verdict at the end. */
void findings_print_text(const struct findings *findings, FILE *out);

/* One object on one line. 0 or a negative errno. */
int findings_print_json(const struct findings *findings, const struct diagnosis *diagnosis, FILE *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The findings of --doctor: one or more per question, each with a verdict and what to do about it.
 * Made from a diagnosis by findings_make.c, printed for people or as JSON by findings.c. Main
 * thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "collect/doctor/diagnosis.h"
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

/* Puts a diagnosis into sentences, in the order in which a reader asks. Fills findings. */
void findings_make(const struct diagnosis *diagnosis, struct findings *findings);

/*
 * The counters: which events fit, what a trial counted, what a sample costs, and whether the NMI
 * watchdog takes a counter that is needed. Each adds its findings, or none if the diagnosis has no
 * answer.
 */
void findings_of_fit(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_count(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_cost(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_watchdog(const struct diagnosis *diagnosis, struct findings *findings);

/*
 * Samples of code: how precise they are, which hardware records branches, where call stacks come
 * from. Each adds its findings, or none if the diagnosis has no answer.
 */
void findings_of_samples(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_latency(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_branches(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_calls(const struct diagnosis *diagnosis, struct findings *findings);

/*
 * Prints text for people, at most 100 columns wide: the verdict, what works, what does not and the remedy. What is
 * of no interest to most is only counted, or, if `all`, printed at the end.
 */
void findings_print_text(const struct findings *findings, bool all, FILE *out);

/* Prints one JSON object on one line, for scripts and bug reports. 0 or a negative errno. */
int findings_print_json(const struct findings *findings, const struct diagnosis *diagnosis,
			FILE *out);

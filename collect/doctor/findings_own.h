/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files of --doctor's findings share, and nobody else sees. Main thread. */
#ifndef TDTOP_COLLECT_FINDINGS_OWN_H
#define TDTOP_COLLECT_FINDINGS_OWN_H

#include "collect/doctor/findings.h"

void findings_say(struct findings *findings, enum verdict verdict, const char *what, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* What to do about the finding that was said last. */
void findings_fix(struct findings *findings, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Does the family count by slots and PERF_METRICS? NULL: nobody knows, so no. */
bool findings_by_register(const struct family *family);

/* findings_counters.c: what fits, what a trial count says, what a sample costs, and whether the watchdog is in the way. */
void findings_of_fit(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_count(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_cost(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_watchdog(const struct diagnosis *diagnosis, struct findings *findings);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Findings about the counters: which events fit, what a trial counted, what a sample costs, and
 * whether the NMI watchdog takes a counter that is needed. Called by findings_make.c. Main thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_FINDINGS_COUNTERS_H
#define TDTOP_COLLECT_DOCTOR_FINDINGS_COUNTERS_H

#include "collect/doctor/diagnosis.h"
#include "collect/doctor/findings.h"

/* Each adds its findings, or none if the diagnosis has no answer. */
void findings_of_fit(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_count(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_cost(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_watchdog(const struct diagnosis *diagnosis, struct findings *findings);

#endif

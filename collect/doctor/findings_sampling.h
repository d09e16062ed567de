/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Findings about samples of code: how precise they are, which hardware records branches, where call
 * stacks come from. Called by findings_make.c. Main thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_FINDINGS_SAMPLING_H
#define TDTOP_COLLECT_DOCTOR_FINDINGS_SAMPLING_H

#include "collect/doctor/diagnosis.h"
#include "collect/doctor/findings.h"

/* Each adds its findings, or none if the diagnosis has no answer. */
void findings_of_samples(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_latency(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_branches(const struct diagnosis *diagnosis, struct findings *findings);
void findings_of_calls(const struct diagnosis *diagnosis, struct findings *findings);

#endif

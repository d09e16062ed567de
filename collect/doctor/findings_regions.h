/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The finding about regions of programs: could this user watch them here? Called by
 * findings_make.c. Main thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_FINDINGS_REGIONS_H
#define TDTOP_COLLECT_DOCTOR_FINDINGS_REGIONS_H

#include "collect/doctor/diagnosis.h"
#include "collect/doctor/findings.h"

/* Adds it, or nothing if the diagnosis has no answer. */
void findings_of_regions(const struct diagnosis *diagnosis, struct findings *findings);

#endif

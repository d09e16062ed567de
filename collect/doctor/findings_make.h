/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Puts a diagnosis into sentences: the questions of --doctor, in order. Called by doctor.c. Main
 * thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_FINDINGS_MAKE_H
#define TDTOP_COLLECT_DOCTOR_FINDINGS_MAKE_H

#include "collect/doctor/diagnosis.h"
#include "collect/doctor/findings.h"

/* Fills findings, in the order in which a reader asks. */
void findings_make(const struct diagnosis *diagnosis, struct findings *findings);

#endif

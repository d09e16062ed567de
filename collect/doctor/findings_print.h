/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Prints findings for people and, as JSON, for scripts and bug reports. Called by doctor.c. Main
 * thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_FINDINGS_PRINT_H
#define TDTOP_COLLECT_DOCTOR_FINDINGS_PRINT_H

#include <stdio.h>

#include "collect/doctor/diagnosis.h"
#include "collect/doctor/findings.h"

/*
 * As text, at most 100 columns wide: the verdict, what works, what does not and the remedy. What is
 * of no interest to most is only counted, or, if `all`, printed at the end.
 */
void findings_print_text(const struct findings *findings, bool all, FILE *out);

/* As one JSON object on one line. 0 or a negative errno. */
int findings_print_json(const struct findings *findings, const struct diagnosis *diagnosis,
			FILE *out);

#endif

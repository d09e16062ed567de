/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tdtop --doctor: what this machine can count, and why not: one screen of facts with a verdict and
 * the fix. Called by main. Main thread, before any source is opened.
 */
#ifndef TDTOP_COLLECT_DOCTOR_DOCTOR_H
#define TDTOP_COLLECT_DOCTOR_DOCTOR_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/doctor/diagnosis.h"

enum doctor_output { DOCTOR_BRIEF, DOCTOR_ALL, DOCTOR_JSON };

/*
 * Prints the screen, or one line of JSON. Returns the exit status: 0 if counting will work, 1 if
 * not.
 */
int doctor_print(const struct diagnosis *diagnosis, enum doctor_output output, FILE *out);

/*
 * Examines the real machine, measures the cost of a sample there for a --budget of budget_percent,
 * and prints. Returns the exit status of tdtop --doctor.
 */
int doctor_run(double budget_percent, enum doctor_output output, FILE *out);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tdtop --doctor: what this machine can count, and why not: one screen of facts with a verdict and
 * the fix. Main thread, before any source is opened.
 */
#ifndef TDTOP_COLLECT_DOCTOR_H
#define TDTOP_COLLECT_DOCTOR_H

#include <stdbool.h>
#include <stdio.h>

#include "collect/doctor/diagnosis.h"

/* Prints the screen, or one line of JSON. 0 if counting will work, 1 if not. */
int doctor_print(const struct diagnosis *diagnosis, bool json, FILE *out);

/*
 * Both, for the real machine, and what a sample costs there, of a --budget of so many percent: the exit status of
 * tdtop --doctor.
 */
int doctor_run(double budget_percent, bool json, FILE *out);

#endif

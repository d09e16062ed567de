/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tdtop --doctor: what this machine can count, and why not: one screen of facts with a verdict and
 * the fix. Called by main. Main thread, before any source is opened.
 */
#pragma once

#include <stdio.h>

#include "collect/doctor/diagnosis.h"
#include "collect/slice/source.h"
#include "model/err.h"
#include "model/snapshot/self_cost.h"

/*
 * Measures what tdtop would cost on this machine: the source that would count measures the cost of
 * a sample when it starts (collect/percpu), and reports it. Starts a source that was just opened,
 * ends an interval at once, and takes that cost; cost->known is false if it reports none. The caller
 * closes the source. 0, or a negative errno with a sentence.
 */
int cost_trial(struct source *source, struct self_cost *cost, struct err *err);

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

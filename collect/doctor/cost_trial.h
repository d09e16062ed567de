/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measures what tdtop would cost on this machine: the source that would count measures the cost of
 * a sample when it starts (collect/percpu), and reports it. Called by doctor.c. Main thread.
 */
#ifndef TDTOP_COLLECT_DOCTOR_COST_TRIAL_H
#define TDTOP_COLLECT_DOCTOR_COST_TRIAL_H

#include "collect/slice/source.h"
#include "model/err.h"
#include "model/snapshot/snapshot.h"

/*
 * Starts a source that was just opened, ends an interval at once, and takes the cost that the
 * source reports; cost->known is false if it reports none. The caller closes the source. 0, or a
 * negative errno with a sentence.
 */
int cost_trial(struct source *source, struct self_cost *cost, struct err *err);

#endif

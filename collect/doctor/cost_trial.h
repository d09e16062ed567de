/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What it would cost to look at this machine: the source that would count it is asked, as it times that when it
 * starts (collect/percpu/price.h). Main thread, for --doctor.
 */
#ifndef TDTOP_COLLECT_COST_TRIAL_H
#define TDTOP_COLLECT_COST_TRIAL_H

#include "collect/slice/source.h"
#include "model/err.h"
#include "model/snapshot/snapshot.h"

/*
 * Starts a source that was just opened, ends an interval at once, and takes what the source tells of its cost; not
 * known if it tells nothing. The caller closes it. 0, or a negative errno with a sentence.
 */
int cost_trial(struct source *source, struct self_cost *cost, struct err *err);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tries whether the kernel opens an event that samples, and as what: opens it on the calling
 * thread, closes it again, and asks for less until it is accepted. No global state; called while
 * choices are made, with PRIVILEGE_COUNT.
 */
#ifndef TDTOP_COLLECT_SAMPLE_SAMPLE_TRIAL_H
#define TDTOP_COLLECT_SAMPLE_SAMPLE_TRIAL_H

#include <linux/perf_event.h>
#include <stdbool.h>

#include "collect/perf/perf_sys.h"

/*
 * Opens attr, and where the kernel refuses it, with exclude_guest and exclude_hv off (EINVAL), with
 * less precise_ip (EOPNOTSUPP, EINVAL), then without the kernel (EACCES, EPERM). without_guests:
 * exclude_guest is never off (facts_mediated_vpmu()). 0: *attr is what
 * was accepted; or the negative errno of the last attempt, *attr is as it was.
 */
int sample_trial(const struct perf_sys *sys, bool without_guests, struct perf_event_attr *attr);

/*
 * The same of a precise event that is AMD's IBS: the period is made a multiple of IBS_STEP, and
 * nothing is left out, as IBS cannot; only where the kernel must be left out, its handler is asked
 * to do so (swfilt, Linux 6.15).
 */
int sample_trial_ibs(const struct perf_sys *sys, struct perf_event_attr *attr);

/*
 * Does this errno (positive) say that the machine has it, but not now: somebody else uses it, or
 * there are not enough descriptors or memory?
 */
bool sample_trial_is_for_now(int errnum);

#endif

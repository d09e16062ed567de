/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the samples of several classes are worth where an event did not have its counter all the time.
 * Collector thread.
 */
#ifndef TDTOP_COLLECT_LIVE_SAMPLER_CLASSES_H
#define TDTOP_COLLECT_LIVE_SAMPLER_CLASSES_H

#include "collect/live/sampler_set.h"
#include "model/profile/profile_exchange.h"

/*
 * Puts into the news what they are worth by now: scaled by enabled / running, of all targets since
 * sampler_set_begin(). Not known yet: .events is 0. A class that never had a counter: .trouble, too. Does
 * nothing if no classes are sampled.
 */
void sampler_classes_tell(const struct sampler_set *set, struct profile_news *news);

/*
 * The name of an event that has run for a second and counted nothing, while others counted: no CPU does that, but a
 * hypervisor that filters events. NULL: there is none.
 */
const char *sampler_classes_silent(const struct sampler_set *set);

/*
 * What a recording has of them, so that it needs no times: an attr that stays the same whatever the period,
 * with the period of the table, twice that at level 2; and the samples with their periods scaled, by the
 * totals so far.
 */
struct perf_event_attr sampler_classes_attr(const struct sampler_set *set, const struct sampler_event *event);
uint64_t sampler_classes_period(const struct sampler_set *set, const struct sampler_event *event, uint64_t period);

#endif

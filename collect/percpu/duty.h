/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * When the windows of each CPU open and close, in which its context switches are sampled: a timetable, nothing else.
 * Pure: shares and times in, what is due out. Collector thread.
 *
 * A window is as long as its share of a cycle, which is a tenth of the interval; the gap after it as long as its
 * share wants it, times something between a half and one and a half, anew each time: so windows keep no time with anything
 * that is periodic on the machine, nor with those of other CPUs. If the collector comes late, a window is longer, and
 * so is the gap after it; but not so long that an interval would be without any.
 */
#ifndef TDTOP_COLLECT_DUTY_H
#define TDTOP_COLLECT_DUTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct duty;

/* All CPUs are sampled all the time. NULL without memory. */
struct duty *duty_new(size_t n_cpus);
void duty_free(struct duty *duty);

void duty_set_interval(struct duty *duty, uint64_t interval_ns);

/* Windows a second of one CPU. */
double duty_windows(const struct duty *duty);

/* The share of the time in which this CPU (index) is to be sampled; 1: all the time. */
void duty_set(struct duty *duty, size_t cpu, double share, uint64_t now_ns);
double duty_share(const struct duty *duty, size_t cpu);

/* Is its window open? Always, if it is sampled all the time. */
bool duty_is_open(const struct duty *duty, size_t cpu);

/* Must its window be opened or closed now? Then duty_rotated() when that was done. */
bool duty_is_due(const struct duty *duty, size_t cpu, uint64_t now_ns);
void duty_rotated(struct duty *duty, size_t cpu, uint64_t now_ns);

/* It was not, and shall be asked again after a window's time. */
void duty_postpone(struct duty *duty, size_t cpu, uint64_t now_ns);

/* When something is due, at the soonest; UINT64_MAX: never, as long as nothing else changes. */
uint64_t duty_next_ns(const struct duty *duty);

/* How long the window was open since it was last asked. */
uint64_t duty_take_open_ns(struct duty *duty, size_t cpu, uint64_t now_ns);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decides when the windows of each CPU open and close, in which its context switches are sampled: a
 * timetable, nothing else. Pure: shares and times in, due windows out. Called by sampling.c on the
 * collector thread.
 *
 * A window lasts its share of a cycle, which is a tenth of the interval; the gap after it follows
 * from the same share. Each gap is scaled by a random 0.5 to 1.5, so that windows lock neither onto
 * periodic work of the machine nor onto windows of other CPUs. If the collector comes late, a
 * window is longer, and so is the gap after it; but not so long that an interval would have no
 * window.
 */
#pragma once

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

/* The share of the time (0..1) in which this CPU (index) is sampled; 1: all the time. */
void duty_set(struct duty *duty, size_t cpu, double share, uint64_t now_ns);
double duty_share(const struct duty *duty, size_t cpu);

/* Is its window open? Always, if it is sampled all the time. */
bool duty_is_open(const struct duty *duty, size_t cpu);

/* Must its window be opened or closed now? Call duty_toggled() when that was done. */
bool duty_is_due(const struct duty *duty, size_t cpu, uint64_t now_ns);
void duty_toggled(struct duty *duty, size_t cpu, uint64_t now_ns);

/* It could not be closed: due again after a window's time. */
void duty_postpone(struct duty *duty, size_t cpu, uint64_t now_ns);

/* When a window is due next; UINT64_MAX: never, as long as nothing else changes. */
uint64_t duty_next_ns(const struct duty *duty);

/* For how long the window of this CPU was open since the last call. */
uint64_t duty_take_open_ns(struct duty *duty, size_t cpu, uint64_t now_ns);

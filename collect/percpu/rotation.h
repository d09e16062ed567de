/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whose turn it is on each CPU, where there are more events than counters: a timetable, nothing else. Pure:
 * times in, turns out. Collector thread.
 *
 * Turn 0 is alone until more is wanted. Then each CPU gives all groups turns of equal length, several in an
 * interval, so that each interval has a part of each: half of interval / groups, but not below 20 ms (two IPIs
 * each) nor above 250 ms (a task of a few seconds is to have all of them). CPUs begin with different turns, so
 * that the sum over several has all of them at any time. A CPU of which it is not certain that a task runs there
 * keeps its turn, and is asked again at the next beat: it is not woken for it. One that idles most of the time
 * so keeps a turn for seconds, and level 1 may be counted in turn 0 only: between any two others it goes back to
 * turn 0, and has it for as long as it had the other one, up to four turns.
 */
#ifndef TDTOP_COLLECT_PERCPU_ROTATION_H
#define TDTOP_COLLECT_PERCPU_ROTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rotation;

/* n_mux: groups beside that of turn 0. NULL without memory. */
struct rotation *rotation_new(size_t n_cpus, size_t n_mux);
void rotation_free(struct rotation *rotation);

void rotation_set_interval(struct rotation *rotation, uint64_t interval_ns);

/* Are the groups of other turns wanted? If not, each CPU goes back to turn 0, and stays. */
void rotation_want(struct rotation *rotation, bool wanted, uint64_t now_ns);
bool rotation_wanted(const struct rotation *rotation);

/* The turn of this CPU (index). */
uint32_t rotation_of(const struct rotation *rotation, size_t cpu);

/* The turn that this CPU is to have now; that which it has, if that is not over. */
uint32_t rotation_due_ns(const struct rotation *rotation, size_t cpu, uint64_t now_ns);

/* It has got it. */
void rotation_begin(struct rotation *rotation, size_t cpu, uint32_t mux, uint64_t now_ns);

/*
 * Is it time to ask rotation_due_ns()? Then the next beat is when a turn is over; or 20 ms later, for CPUs that idled
 * when they were asked: twice as much each time that no turn begins anywhere, up to 250 ms.
 */
bool rotation_due(struct rotation *rotation, uint64_t now_ns);

/* When that will be; UINT64_MAX: never, as long as nothing else changes. */
uint64_t rotation_next_ns(const struct rotation *rotation);

#endif

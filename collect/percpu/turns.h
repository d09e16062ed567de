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
#ifndef TDTOP_COLLECT_TURNS_H
#define TDTOP_COLLECT_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct turns;

/* n_turns: groups beside that of turn 0. NULL without memory. */
struct turns *turns_new(size_t n_cpus, size_t n_turns);
void turns_free(struct turns *turns);

void turns_set_interval(struct turns *turns, uint64_t interval_ns);

/* Are the groups of other turns wanted? If not, each CPU goes back to turn 0, and stays. */
void turns_want(struct turns *turns, bool wanted, uint64_t now_ns);
bool turns_wanted(const struct turns *turns);

/* The turn of this CPU (index). */
uint32_t turns_of(const struct turns *turns, size_t cpu);

/* The turn that this CPU is to have now; that which it has, if that is not over. */
uint32_t turns_due(const struct turns *turns, size_t cpu, uint64_t now_ns);

/* It has got it. */
void turns_begin(struct turns *turns, size_t cpu, uint32_t turn, uint64_t now_ns);

/*
 * Is it time to ask turns_due()? Then the next beat is when a turn is over; or 20 ms later, for CPUs that idled
 * when they were asked: twice as much each time that no turn begins anywhere, up to 250 ms.
 */
bool turns_beat(struct turns *turns, uint64_t now_ns);

/* When that will be; UINT64_MAX: never, as long as nothing else changes. */
uint64_t turns_next_beat(const struct turns *turns);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Decides which group is on on each CPU and for how long, where there are more events than
 * counters: a timetable, nothing else. Pure: times in, mux (index of a group) out. Called by
 * rings.c and source_bpf.c on the collector thread.
 *
 * The first group (mux 0) is alone until more is wanted. Then each CPU gives all groups intervals
 * of equal length (to mux 0 several of them, if struct turns says so). There are several within an
 * interval of the screen, so that each of these has a part of each group. Their length is half of
 * interval / groups, but not below 20 ms (two IPIs each) nor above 250 ms (a task of a few seconds
 * must see all groups). CPUs begin with different groups, so that the sum over several CPUs has all
 * groups at any time. A CPU is switched only if it is certain that a task runs there; others keep
 * their group and are asked again when the timer is due next: they are not woken for that. So a CPU
 * that idles most of the time keeps a group for seconds, and level 1 may be counted in mux 0 only.
 * Such a CPU goes back to mux 0 between any two others, and stays there for as long as it had the
 * other one, up to four mux intervals.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rotation;

/* Which groups are on by turns on each CPU. */
struct turns {
	uint32_t groups;	/* beside mux 0: bits 1 << mux; 0: mux 0 is on all the time */
	uint32_t first;		/* mux 0 is on for so many mux intervals, the others for one */
};

#define TURNS_ALL(n_mux) ((1U << (1 + (n_mux))) - 2)	/* all groups beside mux 0 */

static inline bool turns_are_same(struct turns a, struct turns b)
{
	return a.groups == b.groups && (!a.groups || a.first == b.first);
}

/* n_mux: groups beside mux 0. NULL without memory. */
struct rotation *rotation_new(size_t n_cpus, size_t n_mux);
void rotation_free(struct rotation *rotation);

/* The interval of the screen, from which the mux interval follows. */
void rotation_set_interval(struct rotation *rotation, uint64_t interval_ns);

/*
 * Which groups are wanted? Without any beside mux 0, each CPU goes back to mux 0, and stays. Groups
 * that the rotation does not have are ignored.
 */
void rotation_want(struct rotation *rotation, struct turns turns, uint64_t now_ns);
bool rotation_wanted(const struct rotation *rotation);	/* any beside mux 0 */
struct turns rotation_turns(const struct rotation *rotation);

/* The group that is on on this CPU (index). */
uint32_t rotation_mux(const struct rotation *rotation, size_t cpu);

/* The group that should be on on this CPU now; the one that is on, if its time is not over. */
uint32_t rotation_mux_due(const struct rotation *rotation, size_t cpu, uint64_t now_ns);

/* This group has been switched on. */
void rotation_switched(struct rotation *rotation, size_t cpu, uint32_t mux, uint64_t now_ns);

/*
 * Is it time to ask rotation_mux_due() of all CPUs? If so, sets the timer to when the next mux
 * interval is over, or to 20 ms later for CPUs that idled when they were asked. It is twice as much
 * each time that no group is switched anywhere, up to 250 ms.
 */
bool rotation_timer_due(struct rotation *rotation, uint64_t now_ns);

/* When the timer is due; UINT64_MAX: never, as long as nothing else changes. */
uint64_t rotation_next_ns(const struct rotation *rotation);

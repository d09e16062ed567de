/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of groups that rotate; see rotation.h. Collector thread. */
#include "config.h"
#include "collect/slice/rotation.h"

#include <stdlib.h>

#define MUX_MIN_NS 20000000ULL
#define MUX_MAX_NS 250000000ULL
/*
 * A CPU that idled when it was asked is asked again soon, as bursts are short; but while all CPUs
 * idle less and less often, since each timer wakes the CPU of the collector.
 */
#define RETRY_MIN_NS 20000000ULL
#define RETRY_MAX_NS 250000000ULL
#define LATE 2			/* mux intervals: exceeded only if a CPU idles when asked */
#define STAY_MAX 4		/* mux intervals in mux 0, for a CPU that was late */

/* The group that is on on a CPU. */
struct mux {
	uint64_t since_ns;
	uint64_t stay_ns;	/* mux 0 is on for this long, if that is more than a mux interval */
	uint32_t now;
	uint32_t next;		/* after mux 0; 0: 1 */
	bool over;		/* whatever its time: the first group of a CPU follows */
};

struct rotation {
	size_t n_cpus, n_mux;
	uint64_t interval_ns;	/* of the screen; 0: not known */
	uint64_t length_ns;	/* the mux interval */
	uint64_t timer_ns;	/* when it is due */
	uint64_t retry_ns;	/* from timer to timer, for CPUs that idle when they are asked */
	struct turns turns;
	struct mux cpus[];
};

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

struct rotation *rotation_new(size_t n_cpus, size_t n_mux)
{
	struct rotation *rotation;

	rotation = calloc(1, sizeof(*rotation) + n_cpus * sizeof(rotation->cpus[0]));
	if (!rotation)
		return NULL;
	rotation->n_cpus = n_cpus;
	rotation->n_mux = n_mux;
	rotation->length_ns = MUX_MAX_NS;
	rotation->turns.first = 1;
	return rotation;
}

void rotation_free(struct rotation *rotation)
{
	free(rotation);
}

/* A round has so many mux intervals; of all groups, if none is wanted. */
static uint64_t round_of(const struct rotation *rotation)
{
	if (!rotation->turns.groups)
		return 1 + rotation->n_mux;
	return rotation->turns.first + (uint64_t)__builtin_popcount(rotation->turns.groups);
}

static void set_length(struct rotation *rotation)
{
	uint64_t length_ns = rotation->interval_ns / (2 * round_of(rotation));

	if (rotation->interval_ns)
		rotation->length_ns = length_ns < MUX_MIN_NS ? MUX_MIN_NS :
							       least(length_ns, MUX_MAX_NS);
}

void rotation_set_interval(struct rotation *rotation, uint64_t interval_ns)
{
	rotation->interval_ns = interval_ns;
	set_length(rotation);
}

/* The wanted group after this one; 0: mux 0 is. */
static uint32_t mux_after(const struct rotation *rotation, uint32_t mux)
{
	const uint32_t later = rotation->turns.groups >> mux & ~1U;

	return later ? mux + (uint32_t)__builtin_ctz(later) : 0;
}

/* The group with which a CPU begins when more than mux 0 is wanted. */
static uint32_t first_mux(const struct rotation *rotation, size_t cpu)
{
	size_t place = cpu % (1 + (size_t)__builtin_popcount(rotation->turns.groups));
	uint32_t mux = 0;

	while (place--)
		mux = mux_after(rotation, mux);
	return mux;
}

void rotation_want(struct rotation *rotation, struct turns turns, uint64_t now_ns)
{
	turns.groups &= TURNS_ALL(rotation->n_mux);
	if (turns_are_same(turns, rotation->turns))
		return;
	rotation->turns = turns;
	set_length(rotation);
	rotation->timer_ns = 0;
	rotation->retry_ns = RETRY_MIN_NS;
	for (size_t cpu = 0; cpu < rotation->n_cpus; cpu++) {
		struct mux *mux = &rotation->cpus[cpu];

		*mux = (struct mux){ .since_ns = now_ns, .now = mux->now };
		mux->over = turns.groups && first_mux(rotation, cpu) != mux->now;
	}
}

struct turns rotation_turns(const struct rotation *rotation)
{
	return rotation->turns;
}

bool rotation_wanted(const struct rotation *rotation)
{
	return rotation->turns.groups;
}

uint32_t rotation_mux(const struct rotation *rotation, size_t cpu)
{
	return rotation->cpus[cpu].now;
}

static uint64_t length_of(const struct rotation *rotation, const struct mux *mux)
{
	const uint64_t length_ns = (mux->now ? 1 : rotation->turns.first) * rotation->length_ns;

	return mux->stay_ns > length_ns ? mux->stay_ns : length_ns;
}

uint32_t rotation_mux_due(const struct rotation *rotation, size_t cpu, uint64_t now_ns)
{
	const struct mux *mux = &rotation->cpus[cpu];
	uint64_t had_ns = now_ns - mux->since_ns;

	if (!rotation->turns.groups)
		return 0;
	if (mux->over)
		return first_mux(rotation, cpu);
	if (had_ns < length_of(rotation, mux))
		return mux->now;
	if (!mux->now)
		return mux->next ? mux->next : mux_after(rotation, 0);
	return had_ns >= LATE * rotation->length_ns ? 0 : mux_after(rotation, mux->now);
}

void rotation_switched(struct rotation *rotation, size_t cpu, uint32_t mux, uint64_t now_ns)
{
	struct mux *last = &rotation->cpus[cpu];
	struct mux now = { .since_ns = now_ns, .now = mux };
	uint64_t had_ns = now_ns - last->since_ns;

	if (!mux && had_ns >= LATE * rotation->length_ns && last->now)
		now.stay_ns = least(had_ns, STAY_MAX * rotation->length_ns);
	if (!mux)
		now.next = mux_after(rotation, last->now);
	*last = now;
	rotation->retry_ns = RETRY_MIN_NS;
	rotation->timer_ns = least(rotation->timer_ns, now_ns + RETRY_MIN_NS);
}

bool rotation_timer_due(struct rotation *rotation, uint64_t now_ns)
{
	if (now_ns < rotation_next_ns(rotation))
		return false;
	rotation->timer_ns = now_ns + rotation->retry_ns;
	rotation->retry_ns = least(2 * rotation->retry_ns, RETRY_MAX_NS);
	for (size_t cpu = 0; rotation->turns.groups && cpu < rotation->n_cpus; cpu++) {
		const struct mux *mux = &rotation->cpus[cpu];
		uint64_t over_ns = mux->since_ns + length_of(rotation, mux);

		if (!mux->over && over_ns > now_ns && over_ns < rotation->timer_ns)
			rotation->timer_ns = over_ns;
	}
	return true;
}

uint64_t rotation_next_ns(const struct rotation *rotation)
{
	if (rotation->turns.groups)
		return rotation->timer_ns;
	for (size_t cpu = 0; cpu < rotation->n_cpus; cpu++)
		if (rotation->cpus[cpu].now)
			return rotation->timer_ns;
	return UINT64_MAX;
}

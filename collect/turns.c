/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of groups that take turns. Collector thread. */
#include "config.h"
#include "collect/turns.h"

#include <stdlib.h>

#define TURN_MIN_NS 20000000ULL
#define TURN_MAX_NS 250000000ULL
#define BEATS 4			/* of a turn: a CPU that idled when it was asked is asked soon again */

struct turn {
	uint64_t since_ns;
	uint32_t at;
	bool over;		/* whatever its time: the first of a CPU */
};

struct turns {
	size_t n_cpus, n_turns;
	uint64_t length_ns;
	uint64_t beat_ns;	/* the next one */
	bool wanted;
	struct turn cpus[];
};

struct turns *turns_new(size_t n_cpus, size_t n_turns)
{
	struct turns *turns = calloc(1, sizeof(*turns) + n_cpus * sizeof(turns->cpus[0]));

	if (!turns)
		return NULL;
	turns->n_cpus = n_cpus;
	turns->n_turns = n_turns;
	turns->length_ns = TURN_MAX_NS;
	return turns;
}

void turns_free(struct turns *turns)
{
	free(turns);
}

void turns_set_interval(struct turns *turns, uint64_t interval_ns)
{
	uint64_t length_ns = interval_ns / (2 * (1 + turns->n_turns));

	turns->length_ns = length_ns < TURN_MIN_NS ? TURN_MIN_NS :
			   length_ns > TURN_MAX_NS ? TURN_MAX_NS : length_ns;
}

void turns_want(struct turns *turns, bool wanted)
{
	wanted = wanted && turns->n_turns;
	if (wanted == turns->wanted)
		return;
	turns->wanted = wanted;
	turns->beat_ns = 0;
	for (size_t cpu = 0; cpu < turns->n_cpus; cpu++)
		turns->cpus[cpu].over = wanted;
}

bool turns_wanted(const struct turns *turns)
{
	return turns->wanted;
}

uint32_t turns_of(const struct turns *turns, size_t cpu)
{
	return turns->cpus[cpu].at;
}

uint32_t turns_due(const struct turns *turns, size_t cpu, uint64_t now_ns)
{
	const struct turn *turn = &turns->cpus[cpu];

	if (!turns->wanted)
		return 0;
	if (turn->over)
		return (uint32_t)(1 + cpu % turns->n_turns);
	if (now_ns - turn->since_ns < turns->length_ns)
		return turn->at;
	return turn->at < turns->n_turns ? turn->at + 1 : 0;
}

void turns_begin(struct turns *turns, size_t cpu, uint32_t turn, uint64_t now_ns)
{
	turns->cpus[cpu] = (struct turn){ .since_ns = now_ns, .at = turn };
}

bool turns_beat(struct turns *turns, uint64_t now_ns)
{
	if (now_ns < turns_next_beat(turns))
		return false;
	turns->beat_ns = now_ns + turns->length_ns / BEATS;
	return true;
}

uint64_t turns_next_beat(const struct turns *turns)
{
	if (turns->wanted)
		return turns->beat_ns;
	for (size_t cpu = 0; cpu < turns->n_cpus; cpu++)
		if (turns->cpus[cpu].at)
			return turns->beat_ns;
	return UINT64_MAX;
}

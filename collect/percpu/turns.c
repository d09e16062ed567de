/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of groups that take turns. Collector thread. */
#include "config.h"
#include "collect/percpu/turns.h"

#include <stdlib.h>

#define TURN_MIN_NS 20000000ULL
#define TURN_MAX_NS 250000000ULL
#define BEAT_MIN_NS 20000000ULL	/* a CPU that idled when it was asked is asked soon again, for bursts are short, */
#define BEAT_MAX_NS 250000000ULL	/* but while all idle less and less often: that wakes the CPU that asks */
#define LATE 2			/* turns: for so long a CPU has one only if it idles whenever it is asked */
#define REST_MAX 4		/* turns: of a CPU that was late, in turn 0 */

struct turn {
	uint64_t since_ns;
	uint64_t rest_ns;	/* turn 0 has so long, if that is more than a turn */
	uint32_t at;
	uint32_t next;		/* after turn 0; 0: 1 */
	bool over;		/* whatever its time: the first of a CPU */
};

struct turns {
	size_t n_cpus, n_turns;
	uint64_t length_ns;
	uint64_t beat_ns;	/* the next one */
	uint64_t pause_ns;	/* from one to the next, for CPUs that idle when they are asked */
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

/* Its first one, when more than turn 0 is wanted. */
static uint32_t first_turn(const struct turns *turns, size_t cpu)
{
	return (uint32_t)(cpu % (1 + turns->n_turns));
}

void turns_want(struct turns *turns, bool wanted, uint64_t now_ns)
{
	wanted = wanted && turns->n_turns;
	if (wanted == turns->wanted)
		return;
	turns->wanted = wanted;
	turns->beat_ns = 0;
	turns->pause_ns = BEAT_MIN_NS;
	for (size_t cpu = 0; cpu < turns->n_cpus; cpu++) {
		struct turn *turn = &turns->cpus[cpu];

		*turn = (struct turn){ .since_ns = now_ns, .at = turn->at };
		turn->over = wanted && first_turn(turns, cpu) != turn->at;
	}
}

bool turns_wanted(const struct turns *turns)
{
	return turns->wanted;
}

uint32_t turns_of(const struct turns *turns, size_t cpu)
{
	return turns->cpus[cpu].at;
}

static uint32_t turn_after(const struct turns *turns, uint32_t at)
{
	return at < turns->n_turns ? at + 1 : 0;
}

static uint64_t own_length(const struct turns *turns, const struct turn *turn)
{
	return turn->rest_ns > turns->length_ns ? turn->rest_ns : turns->length_ns;
}

uint32_t turns_due(const struct turns *turns, size_t cpu, uint64_t now_ns)
{
	const struct turn *turn = &turns->cpus[cpu];
	uint64_t had_ns = now_ns - turn->since_ns;

	if (!turns->wanted)
		return 0;
	if (turn->over)
		return first_turn(turns, cpu);
	if (had_ns < own_length(turns, turn))
		return turn->at;
	if (!turn->at)
		return turn->next ? turn->next : 1;
	return had_ns >= LATE * turns->length_ns ? 0 : turn_after(turns, turn->at);
}

void turns_begin(struct turns *turns, size_t cpu, uint32_t turn, uint64_t now_ns)
{
	struct turn *last = &turns->cpus[cpu];
	struct turn now = { .since_ns = now_ns, .at = turn };
	uint64_t had_ns = now_ns - last->since_ns;

	if (!turn && had_ns >= LATE * turns->length_ns && last->at)
		now.rest_ns = had_ns < REST_MAX * turns->length_ns ? had_ns : REST_MAX * turns->length_ns;
	if (!turn)
		now.next = turn_after(turns, last->at);
	*last = now;
	turns->pause_ns = BEAT_MIN_NS;
	if (turns->beat_ns > now_ns + BEAT_MIN_NS)
		turns->beat_ns = now_ns + BEAT_MIN_NS;
}

bool turns_beat(struct turns *turns, uint64_t now_ns)
{
	if (now_ns < turns_next_beat(turns))
		return false;
	turns->beat_ns = now_ns + turns->pause_ns;
	turns->pause_ns = 2 * turns->pause_ns < BEAT_MAX_NS ? 2 * turns->pause_ns : BEAT_MAX_NS;
	for (size_t cpu = 0; turns->wanted && cpu < turns->n_cpus; cpu++) {
		const struct turn *turn = &turns->cpus[cpu];
		uint64_t over_ns = turn->since_ns + own_length(turns, turn);

		if (!turn->over && over_ns > now_ns && over_ns < turns->beat_ns)
			turns->beat_ns = over_ns;
	}
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

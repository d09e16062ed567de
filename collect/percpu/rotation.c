/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of groups that take turns. Collector thread. */
#include "config.h"
#include "collect/percpu/rotation.h"

#include <stdlib.h>

#define MUX_MIN_NS 20000000ULL
#define MUX_MAX_NS 250000000ULL
#define BEAT_MIN_NS 20000000ULL	/* a CPU that idled when it was asked is asked soon again, for bursts are short, */
#define BEAT_MAX_NS 250000000ULL	/* but while all idle less and less often: that wakes the CPU that asks */
#define LATE 2			/* turns: for so long a CPU has one only if it idles whenever it is asked */
#define REST_MAX 4		/* turns: of a CPU that was late, in turn 0 */

struct mux {
	uint64_t since_ns;
	uint64_t rest_ns;	/* turn 0 has so long, if that is more than a turn */
	uint32_t at;
	uint32_t next;		/* after turn 0; 0: 1 */
	bool over;		/* whatever its time: the first of a CPU */
};

struct rotation {
	size_t n_cpus, n_mux;
	uint64_t length_ns;
	uint64_t beat_ns;	/* the next one */
	uint64_t pause_ns;	/* from one to the next, for CPUs that idle when they are asked */
	bool wanted;
	struct mux cpus[];
};

struct rotation *rotation_new(size_t n_cpus, size_t n_mux)
{
	struct rotation *rotation = calloc(1, sizeof(*rotation) + n_cpus * sizeof(rotation->cpus[0]));

	if (!rotation)
		return NULL;
	rotation->n_cpus = n_cpus;
	rotation->n_mux = n_mux;
	rotation->length_ns = MUX_MAX_NS;
	return rotation;
}

void rotation_free(struct rotation *rotation)
{
	free(rotation);
}

void rotation_set_interval(struct rotation *rotation, uint64_t interval_ns)
{
	uint64_t length_ns = interval_ns / (2 * (1 + rotation->n_mux));

	rotation->length_ns = length_ns < MUX_MIN_NS ? MUX_MIN_NS :
			   length_ns > MUX_MAX_NS ? MUX_MAX_NS : length_ns;
}

/* Its first one, when more than turn 0 is wanted. */
static uint32_t first_mux(const struct rotation *rotation, size_t cpu)
{
	return (uint32_t)(cpu % (1 + rotation->n_mux));
}

void rotation_want(struct rotation *rotation, bool wanted, uint64_t now_ns)
{
	wanted = wanted && rotation->n_mux;
	if (wanted == rotation->wanted)
		return;
	rotation->wanted = wanted;
	rotation->beat_ns = 0;
	rotation->pause_ns = BEAT_MIN_NS;
	for (size_t cpu = 0; cpu < rotation->n_cpus; cpu++) {
		struct mux *mux = &rotation->cpus[cpu];

		*mux = (struct mux){ .since_ns = now_ns, .at = mux->at };
		mux->over = wanted && first_mux(rotation, cpu) != mux->at;
	}
}

bool rotation_wanted(const struct rotation *rotation)
{
	return rotation->wanted;
}

uint32_t rotation_of(const struct rotation *rotation, size_t cpu)
{
	return rotation->cpus[cpu].at;
}

static uint32_t mux_after(const struct rotation *rotation, uint32_t at)
{
	return at < rotation->n_mux ? at + 1 : 0;
}

static uint64_t own_length(const struct rotation *rotation, const struct mux *mux)
{
	return mux->rest_ns > rotation->length_ns ? mux->rest_ns : rotation->length_ns;
}

uint32_t rotation_due_ns(const struct rotation *rotation, size_t cpu, uint64_t now_ns)
{
	const struct mux *mux = &rotation->cpus[cpu];
	uint64_t had_ns = now_ns - mux->since_ns;

	if (!rotation->wanted)
		return 0;
	if (mux->over)
		return first_mux(rotation, cpu);
	if (had_ns < own_length(rotation, mux))
		return mux->at;
	if (!mux->at)
		return mux->next ? mux->next : 1;
	return had_ns >= LATE * rotation->length_ns ? 0 : mux_after(rotation, mux->at);
}

void rotation_begin(struct rotation *rotation, size_t cpu, uint32_t mux, uint64_t now_ns)
{
	struct mux *last = &rotation->cpus[cpu];
	struct mux now = { .since_ns = now_ns, .at = mux };
	uint64_t had_ns = now_ns - last->since_ns;

	if (!mux && had_ns >= LATE * rotation->length_ns && last->at)
		now.rest_ns = had_ns < REST_MAX * rotation->length_ns ? had_ns : REST_MAX * rotation->length_ns;
	if (!mux)
		now.next = mux_after(rotation, last->at);
	*last = now;
	rotation->pause_ns = BEAT_MIN_NS;
	if (rotation->beat_ns > now_ns + BEAT_MIN_NS)
		rotation->beat_ns = now_ns + BEAT_MIN_NS;
}

bool rotation_due(struct rotation *rotation, uint64_t now_ns)
{
	if (now_ns < rotation_next_ns(rotation))
		return false;
	rotation->beat_ns = now_ns + rotation->pause_ns;
	rotation->pause_ns = 2 * rotation->pause_ns < BEAT_MAX_NS ? 2 * rotation->pause_ns : BEAT_MAX_NS;
	for (size_t cpu = 0; rotation->wanted && cpu < rotation->n_cpus; cpu++) {
		const struct mux *mux = &rotation->cpus[cpu];
		uint64_t over_ns = mux->since_ns + own_length(rotation, mux);

		if (!mux->over && over_ns > now_ns && over_ns < rotation->beat_ns)
			rotation->beat_ns = over_ns;
	}
	return true;
}

uint64_t rotation_next_ns(const struct rotation *rotation)
{
	if (rotation->wanted)
		return rotation->beat_ns;
	for (size_t cpu = 0; cpu < rotation->n_cpus; cpu++)
		if (rotation->cpus[cpu].at)
			return rotation->beat_ns;
	return UINT64_MAX;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The timetable of windows; see duty.h. Collector thread. */
#include "config.h"
#include "collect/slice/duty.h"

#include <stdlib.h>

#include "model/splitmix64.h"

#define CYCLES 10		/* per interval, so that each has several windows */
#define CYCLE_MIN_NS 20000000.0
#define CYCLE_MAX_NS 200000000.0	/* a task of some seconds must be in many windows */
#define GAP_CYCLES 2.0		/* greatest mean length of a gap */
#define WINDOW_MIN_NS 1000000.0	/* opening and closing takes some ten microseconds */

struct duty_cpu {
	double share;
	uint64_t next_ns;	/* when to open or close; UINT64_MAX: never */
	uint64_t toggled_ns;	/* last opening or closing */
	uint64_t counted_ns;	/* up to here open_ns counts */
	uint64_t open_ns;	/* open time since duty_take_open_ns() */
	bool open;
	bool first;		/* open since before the CPU had windows */
};

struct duty {
	size_t n_cpus;
	double cycle_ns;
	uint64_t random;
	struct duty_cpu cpus[];
};

struct duty *duty_new(size_t n_cpus)
{
	struct duty *duty;

	duty = calloc(1, sizeof(*duty) + n_cpus * sizeof(duty->cpus[0]));
	if (!duty)
		return NULL;
	duty->n_cpus = n_cpus;
	duty->cycle_ns = CYCLE_MAX_NS;
	for (size_t cpu = 0; cpu < n_cpus; cpu++)
		duty->cpus[cpu] = (struct duty_cpu){ .share = 1, .next_ns = UINT64_MAX,
						     .open = true };
	return duty;
}

void duty_free(struct duty *duty)
{
	free(duty);
}

void duty_set_interval(struct duty *duty, uint64_t interval_ns)
{
	double cycle_ns = (double)interval_ns / CYCLES;

	duty->cycle_ns = cycle_ns < CYCLE_MIN_NS ? CYCLE_MIN_NS :
			 cycle_ns > CYCLE_MAX_NS ? CYCLE_MAX_NS : cycle_ns;
}

double duty_windows(const struct duty *duty)
{
	return 1e9 / duty->cycle_ns;
}

/* 0 to 1, the same series in each run. */
static double random_share(struct duty *duty)
{
	return splitmix64_share(&duty->random);
}

static double window_ns(const struct duty *duty, const struct duty_cpu *cpu)
{
	double length = cpu->share * duty->cycle_ns;

	return length < WINDOW_MIN_NS ? WINDOW_MIN_NS : length;
}

void duty_set(struct duty *duty, size_t index, double share, uint64_t now_ns)
{
	struct duty_cpu *cpu = &duty->cpus[index];
	bool begins = cpu->share >= 1 && share < 1;

	cpu->share = share;
	if (share >= 1) {
		cpu->next_ns = cpu->open ? UINT64_MAX : now_ns;
	} else if (begins && cpu->open) {
		/* At random, so that CPUs that begin together do not go on together. */
		cpu->first = true;
		cpu->next_ns = now_ns + (uint64_t)(random_share(duty) * window_ns(duty, cpu));
	}
}

double duty_share(const struct duty *duty, size_t cpu)
{
	return duty->cpus[cpu].share;
}

bool duty_is_open(const struct duty *duty, size_t cpu)
{
	return duty->cpus[cpu].open;
}

bool duty_is_due(const struct duty *duty, size_t cpu, uint64_t now_ns)
{
	return now_ns >= duty->cpus[cpu].next_ns;
}

static void count_open(struct duty_cpu *cpu, uint64_t now_ns)
{
	if (cpu->open && now_ns > cpu->counted_ns)
		cpu->open_ns += now_ns - cpu->counted_ns;
	cpu->counted_ns = now_ns;
}

void duty_toggled(struct duty *duty, size_t index, uint64_t now_ns)
{
	struct duty_cpu *cpu = &duty->cpus[index];
	double had_ns = cpu->first ? window_ns(duty, cpu) : (double)(now_ns - cpu->toggled_ns);
	double gap_ns, cycle_ns;

	count_open(cpu, now_ns);
	cpu->open = !cpu->open;
	cpu->first = false;
	cpu->toggled_ns = now_ns;
	if (cpu->open) {
		cpu->next_ns = UINT64_MAX;
		if (cpu->share < 1)
			cpu->next_ns = now_ns + (uint64_t)window_ns(duty, cpu);
		return;
	}
	gap_ns = had_ns * (1 - cpu->share) / cpu->share;
	cycle_ns = WINDOW_MIN_NS / cpu->share;	/* if windows cannot be shorter */
	if (cycle_ns < duty->cycle_ns)
		cycle_ns = duty->cycle_ns;
	if (gap_ns > GAP_CYCLES * cycle_ns)
		gap_ns = GAP_CYCLES * cycle_ns;
	cpu->next_ns = now_ns + (uint64_t)(gap_ns * (0.5 + random_share(duty)));
}

void duty_postpone(struct duty *duty, size_t cpu, uint64_t now_ns)
{
	duty->cpus[cpu].next_ns = now_ns + (uint64_t)window_ns(duty, &duty->cpus[cpu]);
}

uint64_t duty_next_ns(const struct duty *duty)
{
	uint64_t next_ns = UINT64_MAX;

	for (size_t cpu = 0; cpu < duty->n_cpus; cpu++)
		if (duty->cpus[cpu].next_ns < next_ns)
			next_ns = duty->cpus[cpu].next_ns;
	return next_ns;
}

uint64_t duty_take_open_ns(struct duty *duty, size_t index, uint64_t now_ns)
{
	struct duty_cpu *cpu = &duty->cpus[index];
	uint64_t open_ns;

	count_open(cpu, now_ns);
	open_ns = cpu->open_ns;
	cpu->open_ns = 0;
	return open_ns;
}

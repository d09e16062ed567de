/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A ring of intervals, each with a cell for every CPU; see cpu_history.h. Where CPUs are added
 * their indices change: then all is copied, by the kernel's numbers. UI thread.
 */
#include "config.h"
#include "model/history/cpu_history.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/snapshot/snapshot.h"

struct stamp {
	uint64_t seq, interval_ns;
	double time;
};

struct cpu_history {
	size_t most, bytes;	/* as was asked for */
	size_t cap, n, first;	/* of stamps; first: the oldest */
	size_t n_cpus;
	int *numbers;		/* of the CPUs, the kernel's */
	struct stamp *stamps;
	struct heat *heats;	/* n_cpus for each stamp */
};

struct spread spread_of(const float *values, size_t n)
{
	struct spread spread = { .min = NAN, .mean = NAN, .max = NAN };
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		double value = (double)values[i];

		if (isnan(value))
			continue;
		spread.n++;
		sum += value;
		spread.min = fmin(spread.min, value);	/* of NAN and a number: the number */
		spread.max = fmax(spread.max, value);
	}
	if (spread.n)
		spread.mean = sum / (double)spread.n;
	return spread;
}

struct cpu_history *cpu_history_new(size_t intervals, size_t bytes)
{
	struct cpu_history *history = calloc(1, sizeof(*history));

	if (!history)
		return NULL;
	history->most = intervals ? intervals : 1;
	history->bytes = bytes;
	return history;
}

static void free_ring(struct cpu_history *history)
{
	free(history->numbers);
	free(history->stamps);
	free(history->heats);
}

void cpu_history_free(struct cpu_history *history)
{
	if (!history)
		return;
	free_ring(history);
	free(history);
}

static bool has_these_cpus(const struct cpu_history *history, const struct machine *machine)
{
	if (history->n_cpus != machine->n_cpus)
		return false;
	for (size_t i = 0; i < machine->n_cpus; i++)
		if (history->numbers[i] != machine->cpus[i].cpu)
			return false;
	return true;
}

static size_t cpu_history_place_of(const struct cpu_history *history, size_t at)
{
	return (history->first + at) % history->cap;
}

/* Copies the newest intervals that fit into another ring. */
static void copy_ring(struct cpu_history *to, const struct cpu_history *from,
		      const struct machine *machine)
{
	size_t skip = from->n > to->cap ? from->n - to->cap : 0;

	to->n = from->n - skip;
	for (size_t i = 0; i < to->n; i++) {
		size_t place = cpu_history_place_of(from, skip + i);

		to->stamps[i] = from->stamps[place];
		for (size_t c = 0; c < from->n_cpus; c++) {
			int at = machine_cpu_index(machine, from->numbers[c]);

			if (at >= 0)
				to->heats[i * to->n_cpus + (size_t)at] =
					from->heats[place * from->n_cpus + c];
		}
	}
}

/* Makes the ring fit the CPUs of the machine. */
static int resize(struct cpu_history *history, const struct machine *machine)
{
	const size_t of_one = machine->n_cpus * sizeof(struct heat) + sizeof(struct stamp);
	struct cpu_history ring = { .most = history->most, .bytes = history->bytes,
				    .n_cpus = machine->n_cpus };

	ring.cap = history->bytes / of_one < history->most ? history->bytes / of_one
							     : history->most;
	if (!ring.cap)
		ring.cap = 1;
	ring.numbers = calloc(ring.n_cpus, sizeof(*ring.numbers));
	ring.stamps = calloc(ring.cap, sizeof(*ring.stamps));
	ring.heats = calloc(ring.cap * ring.n_cpus, sizeof(*ring.heats));
	if (!ring.numbers || !ring.stamps || !ring.heats) {
		free_ring(&ring);
		return -ENOMEM;
	}
	for (size_t i = 0; i < ring.n_cpus; i++)
		ring.numbers[i] = machine->cpus[i].cpu;
	copy_ring(&ring, history, machine);
	free_ring(history);
	*history = ring;
	return 0;
}

int cpu_history_add(struct cpu_history *history, const struct snapshot *snapshot)
{
	const struct machine *machine = snapshot->machine;
	const struct row_table *table = &snapshot->table[ROW_CPU];
	struct heat *heats;
	size_t place;

	if (!table->n || !machine->n_cpus ||
	    (history->n &&
	     snapshot->seq <= history->stamps[cpu_history_place_of(history, history->n - 1)].seq))
		return 0;
	if (!has_these_cpus(history, machine) && resize(history, machine))
		return -ENOMEM;
	if (history->n == history->cap) {
		history->first = (history->first + 1) % history->cap;
		history->n--;
	}
	place = cpu_history_place_of(history, history->n++);
	history->stamps[place] = (struct stamp){ snapshot->seq, snapshot->interval_ns,
						 snapshot->time };
	heats = &history->heats[place * history->n_cpus];
	memset(heats, 0, history->n_cpus * sizeof(*heats));
	for (size_t i = 0; i < table->n; i++) {
		int at = machine_cpu_index(machine, table->rows[i].id);

		if (at >= 0)
			heats[at] = heat_of_row(machine->family, &table->rows[i],
						snapshot->interval_ns);
	}
	return 0;
}

size_t cpu_history_length(const struct cpu_history *history)
{
	return history->n;
}

size_t cpu_history_cpus(const struct cpu_history *history)
{
	return history->n_cpus;
}

struct cpu_interval cpu_history_at(const struct cpu_history *history, size_t at)
{
	size_t place = cpu_history_place_of(history, at);
	const struct stamp *stamp = &history->stamps[place];

	return (struct cpu_interval){ .seq = stamp->seq, .time = stamp->time,
				      .interval_ns = stamp->interval_ns,
				      .cpus = &history->heats[place * history->n_cpus] };
}

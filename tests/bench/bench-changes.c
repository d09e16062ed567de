/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How often change points are told where nothing changes, how soon a step is found, and what that
 * costs: a simulated machine with eight commands, an interval a second. The classes of each vary by an
 * autoregressive process; so do those of the machine, which are not the sum of the commands' here.
 */
#include "config.h"

#include <stdio.h>
#include <time.h>

#include "collect/cpu/cpu_match.h"
#include "model/snapshot/snapshot.h"
#include "model/verdict/change_watch.h"
#include "tests/fixtures/fixture.h"
#include "tests/fixtures/simulated_series.h"

#define COMMANDS 8
#define CLASSES 4
#define HOURS 40
#define STEPS 600
#define LEARN 300		/* seconds before a step */

static const double rhos[] = { 0, 0.25, 0.5, 0.7, 0.9 };

#define N_RHOS (sizeof(rhos) / sizeof(rhos[0]))

static struct machine machine = { .levels = 1, .n_cpus = 1 };

struct simulated {
	struct snapshot *snapshot;
	struct change_watch *watch;
	struct simulated_value values[1 + COMMANDS][CLASSES];
	uint64_t seed;
};

static void begin_machine(struct simulated *simulated, double rho)
{
	change_watch_free(simulated->watch);
	simulated->watch = change_watch_new();
	simulated->snapshot->seq = 0;
	for (int row = 0; row <= COMMANDS; row++)
		for (int i = 0; i < CLASSES; i++)
			simulated->values[row][i] = (struct simulated_value){
				simulated_normal(&simulated->seed), rho, &simulated->seed };
}

/* Percentages that add up to 100; a step of the last class is taken from all others as they are. */
static void fill(struct row *row, struct simulated_value values[CLASSES], double spread, double step)
{
	static const enum metric_id classes[CLASSES] = { M_RETIRING, M_BAD_SPECULATION, M_FRONTEND_BOUND,
							 M_BACKEND_BOUND };
	static const double means[CLASSES] = { 35, 8, 22, 35 };
	double deviations[CLASSES], mean = 0;

	for (int i = 0; i < CLASSES; i++) {
		deviations[i] = simulated_next(&values[i]);
		mean += deviations[i] / CLASSES;
	}
	for (int i = 0; i < CLASSES; i++) {
		const double level = i == CLASSES - 1 ? means[i] + step : means[i] * (1 - step / 65);

		row->numbers->values.percent[classes[i]] =
			(float)(level + spread * (deviations[i] - mean) / sqrt(1 - 1.0 / CLASSES));
		row->numbers->values.quality[classes[i]] = Q_COUNTED;
	}
}

/* The next interval. Returns whether a change was found. */
static const struct change *next(struct simulated *simulated, double spread, double step)
{
	struct snapshot *snapshot = simulated->snapshot;
	const uint64_t seq = snapshot->seq + 1;

	snapshot_clear(snapshot);
	snapshot->machine = &machine;
	snapshot->seq = seq;
	snapshot->time = (double)seq;
	snapshot->interval_ns = 1000000000;
	for (int i = 0; i <= COMMANDS; i++) {
		struct row *row = fixture_add(snapshot, i ? ROW_NAME : ROW_MACHINE, 0);
		char name[16];

		(void)snprintf(name, sizeof(name), "command%d", i);
		row->name = snapshot_keep(snapshot, name);
		row->start_ns = (uint64_t)i;
		row->threads = 1;
		row->busy_ns = i ? 100000000 : 800000000;
		row->numbers->counts.present = 1U << EV_SLOTS;
		row->numbers->counts.value[EV_SLOTS] = (double)row->busy_ns;
		fill(row, simulated->values[i], spread, i ? 0 : step);
	}
	return change_watch_add(simulated->watch, snapshot);
}

static double false_alarms(struct simulated *simulated, double spread, double rho)
{
	int n = 0;

	for (int hour = 0; hour < HOURS; hour++) {
		begin_machine(simulated, rho);
		for (int i = 0; i < 3600; i++)
			n += next(simulated, spread, 0) != NULL;
	}
	return (double)n / HOURS;
}

static void print_steps(struct simulated *simulated, double spread, double step)
{
	for (size_t r = 0; r < N_RHOS; r++) {
		int delays[STEPS], n = 0;

		for (int i = 0; i < STEPS; i++) {
			begin_machine(simulated, rhos[r]);
			for (int s = 1; s <= LEARN + SIMULATED_WAIT; s++)
				if (next(simulated, spread, s > LEARN ? step : 0) && s > LEARN) {
					delays[n++] = s - LEARN;
					break;
				}
		}
		qsort(delays, (size_t)n, sizeof(delays[0]), compare_delays);
		printf(" %3.0f %% %2d s", 100.0 * n / STEPS, n ? delays[n / 2] : 0);
	}
	printf("\n");
}

static void print_cost(struct simulated *simulated)
{
	struct timespec began, ended;

	begin_machine(simulated, 0.5);
	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
	for (int i = 0; i < 3600; i++)
		(void)next(simulated, 2, 0);
	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
	printf("%.1f us an interval, %d series, the simulation included\n",
	       ((double)(ended.tv_sec - began.tv_sec) * 1e6 + (double)(ended.tv_nsec - began.tv_nsec) / 1e3) / 3600,
	       (1 + COMMANDS) * CLASSES + 1);
}

int main(void)
{
	static const double spreads[] = { 1, 2, 3, 4 }, steps[] = { 3, 5, 10 };
	struct simulated simulated = { .snapshot = snapshot_new(), .seed = 1 };

	machine.family = cpu_family_find("Intel Sapphire Rapids");
	printf("at correlations of 0, 0.25, 0.5, 0.7, 0.9\n");
	for (size_t i = 0; i < sizeof(spreads) / sizeof(spreads[0]); i++) {
		printf("false alarms an hour, spread %.0f:", spreads[i]);
		for (size_t r = 0; r < N_RHOS; r++)
			printf(" %.2f", false_alarms(&simulated, spreads[i], rhos[r]));
		printf("\n");
	}
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		printf("found within %d s, and after, spread 2, step %.0f:", SIMULATED_WAIT, steps[i]);
		print_steps(&simulated, 2, steps[i]);
	}
	print_cost(&simulated);
	change_watch_free(simulated.watch);
	snapshot_free(simulated.snapshot);
	return 0;
}

/*
 * A machine with eight commands, 37 series, an interval a second; at correlations of 0, 0.25, 0.5, 0.7, 0.9 (40 h;
 * steps after 300 s, of 600 simulations):
 *
 *	false alarms an hour, spread 1 point	0	0	0.03	0	0
 *	spread 2				0.03	0.05	0.15	0.20	2.00
 *	spread 3				0.03	0.12	0.07	0.28	2.92
 *	spread 4				0.10	0.10	0.38	0.65	1.43
 *	a step of 3 points, spread 2: found, s	41 % 11	42 % 14	39 % 24	32 % 36	15 % 33
 *	5					100 6	100 8	100 13	97 25	41 36
 *	10					100 5	100 5	100 7	100 13	80 30
 *
 * Correlations of 0.9 are beyond what is promised. Of an interval 19 us go to this, simulation included: 0.002 % of a
 * core. A step of 4 points as the design (3 in the prototype) has a fifth of the false alarms and the same delay for 5
 * points. Without the second term of what makes up for a wrong mean (limit_of()) there are 1.25 at a spread of 4 and
 * 0.7, and the same delays. Values that wave have a large long-run variance. The demo's step
 * of 8 points is found after 2.5 to 9 s at 0.5 s and 5 to 8 s at 1 s (108 each, no false alarm). With waves of 25 % it
 * took up to 44 s; at 1 s up to 74 s, or it was never found (38 of 108).
 */

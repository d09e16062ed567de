/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How often "tdtop diff --fail-on" is wrong, and what it finds: simulated recordings of a value with
 * a spread of 3 points, by their length and by the correlation of a piece with the next one.
 */
#include "config.h"

#include <stdio.h>

#include "tests/fixtures/simulated_runs.h"

#define PAIRS 2000

static const double rhos[] = { 0, 0.3, 0.5, 0.7, 0.9 };
static const struct verdict_question rises = { .threshold = 0, .factor = 1 };

/* Percent of the pairs that are called changed. */
static double found(size_t runs, size_t pieces, double rho, double rise)
{
	static struct simulated_runs before, after;
	uint64_t seed = 1;
	int n = 0;

	for (int i = 0; i < PAIRS; i++) {
		simulate_runs(&before, runs, pieces, 30, rho, &seed);
		simulate_runs(&after, runs, pieces, 30 + rise, rho, &seed);
		n += verdict_of(before.runs, runs, after.runs, runs, &rises, VERDICT_LEVEL).result ==
		     VERDICT_EXCEEDED;
	}
	return 100.0 * n / PAIRS;
}

static void print_row(const char *what, size_t runs, size_t pieces, double rise)
{
	printf("%s %2zu recordings a side, %3zu pieces, %+5.1f points:", what, runs, pieces, rise);
	for (size_t i = 0; i < sizeof(rhos) / sizeof(rhos[0]); i++)
		printf(" %5.1f", found(runs, pieces, rhos[i], rise));
	printf("\n");
}

int main(void)
{
	static const size_t pieces[] = { 20, 30, 60, 120 };
	static const double rise[] = { 1, 2, 3, 5, 10 };

	printf("percent that are called changed, at correlations of 0, 0.3, 0.5, 0.7, 0.9\n");
	for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
		print_row("equal,", 1, pieces[i], 0);
	print_row("equal,", 3, 60, 0);
	for (size_t i = 0; i < sizeof(rise) / sizeof(rise[0]); i++)
		print_row("risen,", 1, 60, rise[i]);
	print_row("risen,", 3, 60, 3);
	print_row("risen,", 5, 60, 3);
	return 0;
}

/*
 * Percent that are called changed (2,000 pairs), at correlations of 0, 0.3, 0.5, 0.7, 0.9; as the Python prototype:
 *
 *	equal, 1 recording a side, 20 pieces	0.5	0.9	0.9	1.1	2.5
 *	30					0.1	0.2	0.4	0.4	1.2
 *	60					0.7	0.8	0.8	0.8	0.9
 *	120					0.2	0.3	0.3	0.2	0.3
 *	equal, 3 recordings a side		0.8	0.8	0.8	0.7	0.6
 *	1 a side, 60 pieces, +1 point		17	10	6	4	2
 *	+2					73	44	25	11	4
 *	+3					97	81	56	24	7
 *	+5					100	99	93	59	15
 *	+10					100	100	100	93	58
 *	3 a side, +3				100	98	88	64	25
 *	5 a side, +3				100	100	100	98	58
 *
 * What varies more slowly than a recording is long, and what differs from run to run, is in none of these.
 */

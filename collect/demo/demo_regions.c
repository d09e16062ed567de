/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions of a database and of a video encoder; see demo_regions.h. What a region's slots are like
 * is a request: the requests are fitted to the time of each region and to the shares of the whole
 * thread, so that a process is what it is without regions. Collector thread.
 *
 * A new region of the demo is a row of programs[]; then make screens.
 */
#include "config.h"
#include "collect/demo/demo_regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIT_STEPS 12		/* then no share is off by more than some thousandths */
#define MARK_DISTANCE 64	/* between the invented markers of an object */

/* Percentages in the order of the tree. */
#define SPLIT(light, heavy, misp, clears, lat, bw, mem, core)                                      \
	{ light, heavy, misp, clears, lat, bw, mem, core }

struct demo_region {
	const char *name;		/* NULL ends the list; "": outside of regions */
	double part;			/* of the thread's time without the regions inside */
	double entries_per_ms;
	uint8_t split[DEMO_SHARES];
};

/* The first threads of this name have these regions. */
static const struct demo_program {
	const char *comm, *path;
	struct demo_region region[DEMO_PIECES];
} programs[] = {
	/* "hash probe" is inside "execute", and entered four times a query. */
	{ "postgres", "/usr/lib/postgresql/15/bin/postgres",
	  { { "", 0.12, 0, SPLIT(20, 4, 5, 3, 30, 8, 23, 7) },
	    { "parse", 0.11, 5.2, SPLIT(22, 3, 17, 2, 35, 11, 5, 5) },
	    { "plan", 0.17, 5.2, SPLIT(26, 4, 9, 2, 36, 9, 8, 6) },
	    { "execute", 0.24, 5.2, SPLIT(34, 3, 5, 2, 15, 6, 24, 11) },
	    { "hash probe", 0.36, 20.8, SPLIT(10, 1, 3, 1, 3, 2, 76, 4) } } },
	{ "av:libx264", "/usr/lib/x86_64-linux-gnu/libx264.so.164",
	  { { "", 0.06, 0, SPLIT(50, 8, 5, 1, 12, 7, 8, 9) },
	    { "motion search", 0.46, 9.1, SPLIT(70, 5, 3, 1, 2, 2, 5, 12) },
	    { "transform", 0.22, 9.1, SPLIT(72, 18, 1, 0, 2, 2, 1, 4) },
	    { "entropy code", 0.17, 9.1, SPLIT(55, 5, 20, 2, 7, 6, 1, 4) },
	    { "deblock", 0.09, 2.3, SPLIT(64, 10, 2, 1, 2, 4, 8, 9) } } },
};

#define PROGRAMS (sizeof(programs) / sizeof(programs[0]))

static int add_object(struct regions *regions, const struct demo_program *program)
{
	struct region_object object = { .fd = -1, .notes.mark_offset = 0x1000 };
	struct region_site *sites = calloc(DEMO_PIECES, sizeof(*sites));
	size_t n = 0;

	if (!sites)
		return -1;
	for (size_t i = 0; i < DEMO_PIECES && program->region[i].name; i++) {
		if (!program->region[i].name[0])
			continue;
		sites[n].from_mark = (int32_t)(i * MARK_DISTANCE);
		(void)snprintf(sites[n].name, sizeof(sites[n].name), "%s", program->region[i].name);
		n++;
	}
	(void)snprintf(object.path, sizeof(object.path), "%s", program->path);
	object.notes.sites = sites;
	object.notes.n = n;
	return regions_add(regions, &object);
}

struct regions *demo_regions_new(void)
{
	struct regions *regions = regions_new();

	for (size_t i = 0; regions && i < PROGRAMS; i++) {
		if (add_object(regions, &programs[i]) < 0) {
			regions_free(regions);
			regions = NULL;
		}
	}
	return regions;
}

/* The parts and splits that the regions request, which drift slowly. Returns their number. */
static size_t request(const struct demo_program *program, uint32_t object, uint64_t at_ns,
		      double phase, struct demo_piece pieces[DEMO_PIECES])
{
	double sum = 0;
	size_t n;

	for (n = 0; n < DEMO_PIECES && program->region[n].name; n++) {
		const struct demo_region *region = &program->region[n];
		const double wave = demo_wave(at_ns, 37 + 11 * (double)n, phase + 0.29 * (double)n);

		pieces[n] = (struct demo_piece){
			.part = region->part * (1 + 0.3 * wave),
			.entries_per_ms = region->entries_per_ms,
		};
		if (region->name[0])
			pieces[n].region = (region_t)object << 32 | (uint32_t)(n * MARK_DISTANCE);
		for (int i = 0; i < DEMO_SHARES; i++)
			pieces[n].share[i] = region->split[i] + 0.2;	/* no share is 0 */
		sum += pieces[n].part;
	}
	for (size_t i = 0; i < n; i++)
		pieces[i].part /= sum;
	return n;
}

/* One step: each share of all pieces becomes that of the thread, then each piece a whole. */
static void fit(struct demo_piece *pieces, size_t n, const double share[DEMO_SHARES])
{
	for (int i = 0; i < DEMO_SHARES; i++) {
		double sum = 0;

		for (size_t k = 0; k < n; k++)
			sum += pieces[k].part * pieces[k].share[i];
		for (size_t k = 0; k < n; k++)
			pieces[k].share[i] *= share[i] / sum;
	}
	for (size_t k = 0; k < n; k++) {
		double sum = 0;

		for (int i = 0; i < DEMO_SHARES; i++)
			sum += pieces[k].share[i];
		for (int i = 0; i < DEMO_SHARES; i++)
			pieces[k].share[i] /= sum;
	}
}

size_t demo_regions_divide(const char *comm, const double share[DEMO_SHARES], uint64_t at_ns,
			   double phase, struct demo_piece pieces[DEMO_PIECES])
{
	for (uint32_t i = 0; i < PROGRAMS; i++) {
		size_t n;

		if (strcmp(programs[i].comm, comm) != 0)
			continue;
		n = request(&programs[i], i + 1, at_ns, phase, pieces);
		for (int step = 0; step < FIT_STEPS; step++)
			fit(pieces, n, share);
		return n;
	}
	return 0;
}

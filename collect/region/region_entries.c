/* SPDX-License-Identifier: GPL-2.0-only */
/* Entries that have not ended; see region_entries.h. */
#include "config.h"
#include "collect/region/region_entries.h"

#define NOT_TIMED UINT64_MAX

/* Adds an entry that ends now. */
static void add_time(const struct region_entries *entries, int place, const struct region_moment *now,
		     struct region_times *times)
{
	const struct region_entry_open *entry = &entries->entry[place];
	const struct region_took took = {
		.n = 1,
		.ns = now->time_ns > entry->began_ns ? now->time_ns - entry->began_ns : 0,
		.cpu_ns = entries->cpu_ns - entry->began_cpu_ns,
		.cpu_known = entry->gaps == now->gaps && !now->in_gap,
		.counts = &entry->counts,
	};

	region_times_add(times, now->pid, entries->open.region[place], &took);
}

void region_entries_mark(struct region_entries *entries, uint32_t object, region_t region, int enters,
			 const struct region_moment *now, struct region_times *times)
{
	const int place = enters ? region_open_begin(&entries->open, region) :
				   region_open_end(&entries->open, object, region);

	if (enters)
		entries->entry[place] = (struct region_entry_open){
			.began_ns = now->time_ns,
			.began_cpu_ns = entries->cpu_ns,
			.gaps = now->in_gap ? NOT_TIMED : now->gaps,
		};
	else if (place >= 0)
		add_time(entries, place, now, times);
}

void region_entries_ran(struct region_entries *entries, uint64_t ns, const struct counts *counts)
{
	const int place = region_open_top(&entries->open);

	entries->cpu_ns += ns;
	if (place >= 0 && counts)
		counts_add_task(&entries->entry[place].counts, counts);
}

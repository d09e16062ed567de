/* SPDX-License-Identifier: GPL-2.0-only */
/* Entries that have not ended; see region_entries.h. */
#include "config.h"
#include "collect/region/region_entries.h"

#define NOT_TIMED UINT64_MAX

static struct region_entry_open *region_entries_top(struct region_entries *entries)
{
	return entries->depth ? &entries->open[entries->top % REGION_ENTRIES_MAX] : NULL;
}

static void region_entries_pop(struct region_entries *entries)
{
	entries->top--;
	entries->depth--;
}

static void region_entries_push(struct region_entries *entries, region_t region, const struct region_moment *now)
{
	if (entries->depth < REGION_ENTRIES_MAX)
		entries->depth++;
	entries->top++;
	*region_entries_top(entries) = (struct region_entry_open){
		.region = region,
		.began_ns = now->time_ns,
		.began_cpu_ns = entries->cpu_ns,
		.gaps = now->in_gap ? NOT_TIMED : now->gaps,
	};
}

/* Adds an entry that ends now. */
static void add_time(const struct region_entries *entries, const struct region_entry_open *open,
		     const struct region_moment *now, struct region_times *times)
{
	const uint64_t ns = now->time_ns > open->began_ns ? now->time_ns - open->began_ns : 0;
	const uint64_t cpu_ns = entries->cpu_ns - open->began_cpu_ns;
	const bool timed = open->gaps == now->gaps && !now->in_gap;
	struct region_time *time = region_times_get(times, now->pid, open->region, duration_class_of(ns));

	if (!time)
		return;
	time->of.entries++;
	time->of.ns += ns;
	counts_add_task(&time->counts, &open->counts);
	if (!timed)
		return;
	time->of.timed_ns += ns;
	time->of.on_cpu_ns += cpu_ns;
	time = region_times_get(times, now->pid, open->region, duration_class_of(cpu_ns));
	if (!time)
		return;
	time->of.cpu_entries++;
	time->of.cpu_ns += cpu_ns;
}

/* The innermost entry of this object, 0: it is on top; -1: there is none. */
static int region_entries_find(const struct region_entries *entries, uint32_t object)
{
	for (uint32_t i = 0; i < entries->depth; i++)
		if (entries->open[(entries->top - i) % REGION_ENTRIES_MAX].region >> 32 == object)
			return (int)i;
	return -1;
}

void region_entries_mark(struct region_entries *entries, uint32_t object, region_t region, int enters,
			 const struct region_moment *now, struct region_times *times)
{
	int above;

	if (enters) {
		region_entries_push(entries, region, now);
		return;
	}
	above = region_entries_find(entries, object);
	if (above < 0)
		return;
	for (; above > 0; above--)
		region_entries_pop(entries);
	add_time(entries, region_entries_top(entries), now, times);
	region_entries_pop(entries);
	/* This region goes on: what lies above it was left without a marker. */
	for (above = region_entries_find(entries, object); above == 0; above = region_entries_find(entries, object)) {
		if (region_entries_top(entries)->region == region)
			break;
		region_entries_pop(entries);
	}
}

void region_entries_ran(struct region_entries *entries, uint64_t ns, const struct counts *counts)
{
	struct region_entry_open *open = region_entries_top(entries);

	entries->cpu_ns += ns;
	if (open && counts)
		counts_add_task(&open->counts, counts);
}

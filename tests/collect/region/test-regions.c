/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of regions, those of pools among them; numbers of objects; durations of entries. */
#include "config.h"
#include "collect/region/regions.h"

#include <unistd.h>

#include "collect/region/region_tasks.h"
#include "tests/fixtures/test_main.h"

enum { SITE = 0x100, POOL = 0x1000, ENTRY = 64, ENTRIES = 100000 };

static struct regions *regions;

/* A program with the region "parse" and a pool; its file is open, as it runs. */
static struct region_object program(const char *path)
{
	struct region_object object = { .fd = dup(STDIN_FILENO), .notes = { .n = 2 } };

	(void)snprintf(object.path, sizeof(object.path), "%s", path);
	object.notes.sites = calloc(2, sizeof(object.notes.sites[0]));
	assert_non_null(object.notes.sites);
	object.notes.sites[0] = (struct region_site){ .from_mark = SITE, .name = "parse" };
	object.notes.sites[1] = (struct region_site){ .from_mark = POOL, .entry_size = ENTRY, .entries = ENTRIES };
	return object;
}

SETUP
{
	struct region_object object = program("/usr/bin/app");

	regions = regions_new();
	assert_non_null(regions);
	assert_int_equal(regions_add(regions, &object), 1);
}

TEARDOWN
{
	regions_free(regions);
}

static region_t entry(uint32_t i)
{
	return 1ULL << 32 | (POOL + ENTRY * i);
}

static const char *name_of(int32_t pid, uint64_t life_ns, region_t region)
{
	const struct region_user user = { .pid = pid, .life_ns = life_ns };

	return regions_name(regions, regions_name_id(regions, &user, region));
}

/* How many names are asked for; each is told as "name". */
static size_t tell_all(void)
{
	region_t region;
	size_t n = 0;
	int32_t pid;

	for (; regions_want_name(regions, &pid, &region); n++)
		regions_tell_name(regions, pid, region, "name");
	return n;
}

TEST(an_entry_has_the_name_that_its_process_gave_it)
{
	assert_string_equal(name_of(7, 1, 1ULL << 32 | SITE), "parse");
	assert_string_equal(name_of(7, 1, entry(2)), "app #2");
	assert_int_equal(tell_all(), 1);
	assert_string_equal(name_of(7, 1, entry(2)), "name");
	assert_string_equal(name_of(8, 1, entry(2)), "app #2");
	assert_string_equal(name_of(7, 1, 1ULL << 32 | 0x500), "app (unknown)");
	assert_string_equal(name_of(7, 1, 2ULL << 32 | SITE), "");
}

/* After execve(2), or as the pid is another process's, the entry has another name. */
TEST(a_name_of_the_program_before_is_asked_for_again)
{
	(void)name_of(7, 1, entry(2));
	(void)tell_all();
	assert_string_equal(name_of(7, 2, entry(2)), "app #2");
	assert_int_equal(tell_all(), 1);
	assert_string_equal(name_of(7, 2, entry(2)), "name");
	assert_string_equal(name_of(7, 0, entry(2)), "name");	/* who does not know it */
	assert_string_equal(name_of(7, 2, entry(2)), "name");
	assert_int_equal(tell_all(), 0);
}

TEST(names_of_a_recording_are_those_that_were_told_last)
{
	regions_close(regions, 1);	/* it has no file */
	regions_tell_name(regions, 7, entry(2), "old");
	assert_string_equal(name_of(7, 1, entry(2)), "old");
	regions_tell_name(regions, 7, entry(2), "new");
	assert_string_equal(name_of(7, 2, entry(2)), "new");
}

TEST(what_could_not_be_asked_is_asked_later)
{
	region_t region;
	int32_t pid;

	(void)name_of(7, 1, entry(2));
	assert_true(regions_want_name(regions, &pid, &region));
	assert_false(regions_want_name(regions, &pid, &region));
	regions_want_later(regions, pid, region);
	assert_int_equal(tell_all(), 1);
}

TEST(processes_that_are_gone_make_room_for_the_names_of_others)
{
	for (int32_t pid = 1; pid <= 2000; pid++) {
		for (uint32_t i = 0; i < 10; i++)
			(void)name_of(pid, 1, entry(i));
		assert_int_equal(tell_all(), 10);
		assert_string_equal(name_of(pid, 1, entry(9)), "name");
		regions_next_interval(regions);
	}
}

TEST(so_many_names_at_once_that_they_are_made_up_have_numbers)
{
	for (int32_t pid = 1; pid <= 5; pid++)
		for (uint32_t i = 0; i < 1000; i++)
			(void)name_of(pid, 1, entry(i));
	assert_string_equal(name_of(5, 1, entry(999)), "app #999");
	assert_string_equal(name_of(5, 1, entry(1023)), "app #1023");
	assert_string_equal(name_of(5, 1, entry(1024)), "(more names)");
	assert_string_equal(name_of(5, 1, entry(ENTRIES - 1)), "(more names)");
	assert_string_equal(name_of(5, 1, entry(ENTRIES)), "app (unknown)");
}

TEST(another_name_has_another_stamp)
{
	uint64_t before, after;
	region_t region;
	int32_t pid;

	(void)name_of(7, 1, entry(2));
	assert_string_equal(regions_pool_name(regions, 0, &pid, &region, &before), "");
	(void)tell_all();
	assert_string_equal(regions_pool_name(regions, 0, &pid, &region, &before), "name");
	assert_int_equal(pid, 7);
	assert_true(region == entry(2));
	regions_tell_name(regions, 7, entry(2), "other");
	assert_string_equal(regions_pool_name(regions, 0, &pid, &region, &after), "other");
	assert_true(before != after);
	assert_null(regions_pool_name(regions, 1, &pid, &region, &after));
}

TEST(an_object_in_the_place_of_another_one_has_names_of_its_own)
{
	struct region_object other = program("/usr/bin/other");

	(void)name_of(7, 1, entry(2));
	(void)tell_all();
	assert_true(regions_take_used(regions, 1));
	assert_false(regions_take_used(regions, 1));
	regions_close(regions, 1);
	assert_int_equal(regions_object(regions, 1)->fd, -1);
	assert_string_equal(name_of(7, 1, entry(2)), "name");	/* slices are to come */
	regions_put(regions, 1, &other);
	assert_true(regions_object(regions, 1)->fd >= 0);
	assert_string_equal(name_of(7, 1, entry(2)), "other #2");
}

/* ---- durations ---- */

enum { TID = 70, PARENT = SITE, INNER = SITE + 1000, LIBRARY = 2 };

static uint64_t now_us;

/* A marker of object 1 or 2, so many microseconds after the last one, in which the task ran for a part. */
static void mark_of(uint32_t object, uint32_t place, bool enters, uint64_t us, uint64_t ran_us)
{
	const struct counts counts = { .value = { (double)(4000 * ran_us) }, .present = 1U << EV_SLOTS };

	now_us += us;
	regions_ran(regions, TID, 1000 * ran_us, &counts);
	regions_mark(regions, &(const struct region_marker){ .pid = 7, .tid = TID, .object = object,
		.argument = place ? (0x8000 + place) | enters : 0, .mark = 0x8000, .time_ns = 1000 * now_us });
}

#define mark(...) mark_of(1, __VA_ARGS__)

/* All classes of a region of object 1 as one. */
static struct duration_class assert_time(uint32_t place, uint64_t entries, uint64_t us, uint64_t on_cpu_us, double slots)
{
	struct region_time all = { .pid = 7 };

	for (size_t i = 0; i < regions_times(regions)->n; i++) {
		const struct region_time *time = &regions_times(regions)->list[i];

		if (time->region != (1ULL << 32 | place) || time->pid != 7)
			continue;
		assert_ptr_equal(region_times_find(regions_times(regions), 7, time->region, time->class), time);
		duration_class_add(&all.of, &time->of);
		counts_add(&all.counts, &time->counts);
	}
	assert_int_equal(all.of.entries, entries);
	assert_true(all.of.ns == 1000 * us && all.of.on_cpu_ns == 1000 * on_cpu_us);
	assert_true(counts_or_0(&all.counts, EV_SLOTS) == slots);
	return all.of;
}

TEST(an_entry_lasts_from_begin_to_end_with_inner_ones_and_has_the_slots_of_its_own)
{
	mark(PARENT, true, 5, 0);
	mark(INNER, true, 100, 60);
	mark(PARENT, false, 1000, 400);
	assert_time(INNER, 1, 1000, 400, 1600000);
	assert_time(PARENT, 0, 0, 0, 0);
	mark(0, false, 50, 50);
	assert_int_equal(assert_time(PARENT, 1, 1150, 510, 440000).timed_ns, 1150000);
}

TEST(recursion_and_calls_through_a_library_have_an_entry_each)
{
	mark(PARENT, true, 0, 0);
	mark(PARENT, true, 10, 10);
	mark_of(LIBRARY, INNER, true, 10, 10);
	mark(INNER, true, 10, 10);
	mark(PARENT, false, 10, 10);
	mark_of(LIBRARY, 0, false, 10, 10);
	mark(PARENT, false, 10, 10);
	assert_time(PARENT, 1, 50, 50, 80000);
	mark(0, false, 10, 10);
	assert_time(PARENT, 2, 120, 120, 160000);
	assert_time(INNER, 1, 10, 10, 40000);
}

TEST(entries_that_are_left_without_a_marker_have_no_duration)
{
	for (int i = 0; i < 50; i++)	/* by longjmp(3), then in the region around it */
		mark(INNER, true, 10, 10);
	mark(0, false, 10, 10);
	assert_time(INNER, 1, 10, 10, 40000);
	mark(PARENT, true, 10, 10);
	regions_end_task(regions, TID);
	mark(0, false, 10, 10);
	mark(INNER, false, 10, 10);	/* its begin was not seen */
	regions_fork(regions, TID + 1, TID);	/* nor is it begun by who is forked in it */
	regions_mark(regions, &(const struct region_marker){ .pid = 7, .tid = TID + 1, .object = 1, .mark = 0x8000 });
	mark(0, false, 10, 10);
	assert_time(PARENT, 0, 0, 0, 0);
	assert_time(INNER, 1, 10, 10, 40000);
}

TEST(entries_whose_durations_find_no_room_are_told)
{
	struct region_times *times = regions_times(regions);
	const struct region_took took = { .n = 2, .ns = 2, .counts = &(const struct counts){ .present = 0 } };

	for (region_t region = 1; region <= REGION_TIMES_MAX + 3; region++)
		region_times_add(times, 7, region, &took);
	assert_int_equal(times->untimed, 6);
	region_times_clear(times);
	assert_int_equal(times->untimed, 0);
}

TEST(cpu_time_that_was_not_seen_is_not_known_but_wall_time_is)
{
	mark(PARENT, true, 0, 0);
	regions_gap(regions);
	mark(0, false, 30, 10);
	assert_int_equal(assert_time(PARENT, 1, 30, 0, 40000).timed_ns, 0);
	region_times_clear(regions_times(regions));
	assert_time(PARENT, 0, 0, 0, 0);
}

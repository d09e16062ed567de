/* SPDX-License-Identifier: GPL-2.0-only */
/* Programs with regions are found among what processes have mapped, in a /proc of the test's own. */
#include "config.h"
#include "collect/region/region_finder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/marked_program.h"
#include "tests/fixtures/test_main.h"
#include "tests/fixtures/timed_join.h"

static struct err err;
static const char *root;
static struct region_finder *finder;

/* A file that a process has mapped: a program with this region, or without one (""). */
static void put_program(const char *name, const char *region)
{
	static struct marked_program program;

	marked_program_begin(&program, 4);
	if (*region)
		(void)marked_program_region(&program, region);
	fake_proc_put(name, "");
	marked_program_write(&program, fake_proc_path(name));
}

/* The same file at another place. */
static void put_same(const char *name, const char *as)
{
	char from[256];

	fake_proc_put(as, "");
	fake_proc_put(as, NULL);
	(void)strcpy(from, fake_proc_path(name));
	assert_int_equal(link(from, fake_proc_path(as)), 0);
}

AROUND(setup)
{
	root = fake_proc_new();
	finder = region_finder_new(root);
	assert_non_null(finder);
}

AROUND(teardown)
{
	region_finder_free(finder);
	fake_proc_done();
	thread_is_stuck = false;
}

#define WITH_FINDER(sentence) TEST_WITH(sentence, setup, teardown)

/* Looks at all that waits. */
static void look(int32_t pid)
{
	assert_true(region_finder_look(finder, pid, false));
	while (region_finder_step(finder))
		;
}

/* The name of the only region of the next object that was found; "": there is none. */
static const char *next_found(void)
{
	static char name[REGION_NAME_LEN];
	struct region_object object;

	if (!region_finder_take(finder, &object))
		return "";
	(void)snprintf(name, sizeof(name), "%s", object.notes.sites[0].name);
	region_object_done(&object);
	return name;
}

static void look_finds(int32_t pid, const char *name)
{
	look(pid);
	assert_string_equal(next_found(), name);
}

#define MAPS_7 "400000-401000 r--p 00000000 00:01 71 /usr/bin/app\n" \
	       "401000-402000 r-xp 00003000 00:01 71 /usr/bin/app\n" \
	       "500000-501000 r-xp 00003000 00:01 72 /usr/lib/libplain.so\n" \
	       "600000-601000 r-xp 00003000 00:01 73 /usr/lib/libparse.so\n" \
	       "700000-701000 r-xp 00000000 00:00 0 [vdso]\n"

static void put_process_7(void)
{
	fake_proc_put("7/maps", MAPS_7);
	put_program("7/map_files/401000-402000", "app");
	put_program("7/map_files/500000-501000", "");
	put_program("7/map_files/600000-601000", "library");
}

WITH_FINDER(programs_and_libraries_with_regions_are_found)
{
	struct region_object object;

	put_process_7();
	look(7);
	assert_true(region_finder_take(finder, &object));
	assert_string_equal(object.path, "/usr/bin/app");
	assert_string_equal(object.notes.sites[0].name, "app");
	assert_int_equal(object.notes.mark_offset, MARKED_MARK);
	assert_true(object.fd >= 0);
	region_object_done(&object);
	assert_string_equal(next_found(), "library");
	assert_string_equal(next_found(), "");
}

WITH_FINDER(a_file_is_told_once_whoever_runs_it)
{
	put_process_7();
	look_finds(7, "app");
	assert_string_equal(next_found(), "library");
	fake_proc_put("8/maps", "10000-11000 r-xp 00003000 00:01 73 /usr/lib/libparse.so\n");
	put_same("7/map_files/600000-601000", "8/map_files/10000-11000");
	look(8);
	look_finds(7, "");
}

WITH_FINDER(a_library_that_is_loaded_later_is_found_by_the_next_look)
{
	fake_proc_put("7/maps", "500000-501000 r-xp 00003000 00:01 72 /usr/lib/libplain.so\n");
	put_program("7/map_files/500000-501000", "");
	look_finds(7, "");
	put_process_7();
	look_finds(7, "app");
}

WITH_FINDER(a_file_that_has_changed_is_read_again)
{
	struct timespec times[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	static const char file[] = "7/map_files/500000-501000";

	fake_proc_put("7/maps", "500000-501000 r-xp 00003000 00:01 72 /tmp/app\n");
	put_program(file, "");
	assert_int_equal(utimensat(AT_FDCWD, fake_proc_path(file), times, 0), 0);
	look_finds(7, "");
	put_program(file, "app");
	times[1].tv_nsec = 1;
	assert_int_equal(utimensat(AT_FDCWD, fake_proc_path(file), times, 0), 0);
	look_finds(7, "app");
}

WITH_FINDER(only_regular_files_are_opened)
{
	fake_proc_put("7/maps", "500000-501000 r-xp 00003000 00:01 72 /tmp/fifo\n"
				"600000-601000 r-xp 00003000 00:01 73 /dev/zero\n");
	/* would wait for a writer */
	assert_int_equal(mkfifo(fake_proc_path("7/map_files/500000-501000"), 0600), 0);
	assert_int_equal(symlink("/dev/zero", fake_proc_path("7/map_files/600000-601000")), 0);
	look_finds(7, "");
}

WITH_FINDER(children_are_looked_at_too_if_they_are_wanted)
{
	fake_proc_put("6/maps", "500000-501000 r-xp 00003000 00:01 70 /bin/sh\n");
	fake_proc_put("6/task/6/children", "7 8 ");
	put_process_7();
	look_finds(6, "");
	assert_true(region_finder_look(finder, 6, true));
	while (region_finder_step(finder))
		;
	assert_string_equal(next_found(), "app");
}

WITH_FINDER(it_says_how_much_it_has_looked_at)
{
	struct region_finder_report report;

	put_process_7();
	assert_true(region_finder_look(finder, 7, false));
	assert_true(region_finder_look(finder, 99, false));
	region_finder_report(finder, &report);
	assert_int_equal(report.waiting, 2);
	assert_int_equal(report.looked, 0);
	while (region_finder_step(finder))
		;
	region_finder_report(finder, &report);
	assert_int_equal(report.waiting, 0);
	assert_int_equal(report.looked, 2);
	assert_int_equal(report.denied, 0);	/* 99 is gone */
}

WITH_FINDER(more_processes_than_find_room_are_refused)
{
	size_t n = 0;

	while (n < 100000 && region_finder_look(finder, 7, false))
		n++;
	assert_in_range(n, 1000, 10000);
}

/* The text at the pool's entry 2 of process 7. */
static const char *name_of_entry(const char *text, size_t size)
{
	static char name[REGION_NAME_LEN];
	struct region_entry entry = { .pid = 7, .region = 1ULL << 32 | 0x2080,
				      .mark_offset = MARKED_MARK, .size = 64 };
	struct region_object object;
	struct stat status;
	region_t region;
	char path[256];
	int32_t pid;
	int fd;

	assert_int_equal(setup(NULL), 0);
	put_process_7();
	look(7);
	assert_true(region_finder_take(finder, &object));
	assert_int_equal(fstat(object.fd, &status), 0);
	entry.file = region_file_of(&status);
	region_object_done(&object);
	fd = open(fake_proc_path("7/mem"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	assert_true(fd >= 0);
	/* the mark is at 0x401040 */
	assert_int_equal(pwrite(fd, text, size, 0x401040 + 0x2080), (ssize_t)size);
	close(fd);
	assert_true(region_finder_want_name(finder, &entry));
	while (region_finder_step(finder))
		;
	assert_true(region_finder_take_name(finder, &pid, &region, name));
	assert_int_equal(pid, 7);
	assert_true(region == entry.region);
	assert_false(region_finder_take_name(finder, &pid, &region, path));
	assert_int_equal(teardown(NULL), 0);
	return name;
}

TEST(the_name_of_a_pool_s_entry_is_read_from_the_process)
{
	char text[64];

	memset(text, 'n', sizeof(text));
	assert_string_equal(name_of_entry("GET /index\0rest", 15), "GET /index");
	assert_string_equal(name_of_entry("\033[2J", 4), "?[2J");
	assert_int_equal(strlen(name_of_entry(text, sizeof(text))), REGION_NAME_LEN - 1);
}

WITH_FINDER(the_name_of_an_entry_that_is_gone_is_empty)
{
	const struct region_entry entry = { .pid = 99, .region = 1ULL << 32 | 0x2080, .size = 64 };
	char name[REGION_NAME_LEN];
	region_t region;
	int32_t pid;

	assert_true(region_finder_want_name(finder, &entry));
	assert_true(region_finder_step(finder));
	assert_true(region_finder_take_name(finder, &pid, &region, name));
	assert_string_equal(name, "");
}

TEST(the_thread_takes_a_twentieth_of_a_cpu_after_its_first_tenth_of_a_second)
{
	const uint64_t ms = 1000000;
	int64_t credit_ns = (int64_t)(100 * ms);
	uint64_t passed_ns = 0, used_ns = 0;

	assert_int_equal(region_finder_pause(&credit_ns, 90 * ms, 90 * ms), 0);
	assert_int_equal(region_finder_pause(&credit_ns, 30 * ms, 30 * ms), 20 * (120 - 100 - 120 / 20) * ms);
	for (int i = 0; i < 1000; i++) {
		const uint64_t pause_ns = region_finder_pause(&credit_ns, 5 * ms, 5 * ms + passed_ns);

		passed_ns = pause_ns;
		used_ns += i >= 100 ? pause_ns : 0;
	}
	assert_in_range(900 * 5 * ms * 100 / (used_ns + 900 * 5 * ms), 4, 6);
}

WITH_FINDER(what_is_forgotten_is_found_again_if_it_runs_still)
{
	struct region_object object;

	put_process_7();
	look(7);
	assert_true(region_finder_take(finder, &object));
	assert_string_equal(object.path, "/usr/bin/app");
	assert_string_equal(next_found(), "library");
	region_finder_forget(finder, &object.file);
	region_object_done(&object);
	look_finds(7, "app");
	assert_string_equal(next_found(), "");
}

WITH_FINDER(more_objects_than_find_room_are_found_by_a_later_look)
{
	char path[256], maps[64 * 80] = "";
	size_t found = 0;

	for (unsigned int i = 0; i < 64; i++) {
		(void)snprintf(path, sizeof(path), "7/map_files/%x000-%x000", 16 + i, 17 + i);
		put_program(path, "app");
		(void)snprintf(maps + strlen(maps), sizeof(maps) - strlen(maps),
			       "%x000-%x000 r-xp 00003000 00:01 %u /usr/bin/app%u\n", 16 + i,
			       17 + i, 100 + i, i);
	}
	fake_proc_put("7/maps", maps);
	for (int looks = 0; looks < 3; looks++)
		for (look(7); *next_found(); found++)
			;
	assert_int_equal(found, 64);
}

WITH_FINDER(names_that_are_not_taken_wait_and_none_is_lost)
{
	struct region_entry entry = { .pid = 99, .size = 64 };
	char name[REGION_NAME_LEN];
	size_t asked = 0, told = 0;
	region_t region;
	int32_t pid;

	for (int round = 0; round < 3; round++) {
		for (entry.region = 1; region_finder_want_name(finder, &entry); entry.region++)
			asked++;
		while (region_finder_step(finder))
			;
	}
	assert_true(asked > 300);
	do {
		for (; region_finder_take_name(finder, &pid, &region, name); told++)
			;
	} while (region_finder_step(finder));
	assert_int_equal(told, asked);
}

WITH_FINDER(a_path_has_nothing_that_a_terminal_would_do)
{
	struct region_object object;

	put_program("7/map_files/401000-402000", "app");
	fake_proc_put("7/maps", "401000-402000 r-xp 00003000 00:01 71 /tmp/\033]0;app\xff\n");
	look(7);
	assert_true(region_finder_take(finder, &object));
	assert_string_equal(object.path, "/tmp/?]0;app?");
	region_object_done(&object);
}

/* As when a process has mapped a file of a FUSE server that does not answer, or userfaultfd(2). */
WITH_FINDER(a_process_that_never_answers_does_not_keep_tdtop_from_its_end)
{
	struct region_finder_report report = { .pid = 0 };

	assert_int_equal(mkfifo(fake_proc_path("7/maps"), 0600), 0);	/* no process writes into it */
	assert_int_equal(region_finder_start(finder, &err), 0);
	assert_true(region_finder_look(finder, 7, false));
	while (report.pid != 7)
		region_finder_report(finder, &report);
	assert_int_equal(report.waiting, 1);
	thread_is_stuck = true;		/* also in teardown() */
}

WITH_FINDER(the_thread_finds_and_ends)
{
	struct region_finder_report report = { .looked = 0 };

	put_process_7();
	assert_int_equal(region_finder_start(finder, &err), 0);
	assert_true(region_finder_look(finder, 7, false));
	while (!report.looked)
		region_finder_report(finder, &report);
	assert_string_equal(next_found(), "app");
	/* The teardown closes what was not taken. */
}

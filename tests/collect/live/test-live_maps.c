/* SPDX-License-Identifier: GPL-2.0-only */
/* When /proc/PID/maps is read, and what records change of it. */
#include "config.h"
#include "collect/live/live_parts.h"

#include <linux/perf_event.h>
#include <time.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/fixture_samples.h"
#include "tests/fixtures/test_main.h"

#define APP_LINE "400000-410000 r-xp 00000000 08:01 1234 /bin/app\n"
#define LIB_LINE "700000-710000 r-xp 00000000 08:01 5678 /lib/late.so\n"

static struct live_maps *maps;
static struct builder b;

/* Takes the place of glibc's: reading costs a tenth of a millisecond, however slow this machine is. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
	static long asked;

	*time = (struct timespec){ .tv_nsec = ++asked * 100000 };
	return 0;
}

SETUP_MAY_FAIL
{
	maps = live_maps_new(fake_proc_new());
	builder_init(&b);
	(void)builder_branch_event(&b);
	return maps ? live_maps_restart(maps) : -1;
}

TEARDOWN
{
	live_maps_free(maps);
	builder_done(&b);
	fake_proc_done();
}

static void see(uint64_t address, uint64_t now_ns)
{
	assert_int_equal(live_maps_see(maps, APP_PID, address, now_ns), 0);
}

/* The path of the object at an address of this process; "": there is none. */
static const char *at_of(int32_t pid, uint64_t address)
{
	uint32_t mapping;
	const struct place at = code_maps_find(live_maps_code(maps), pid, address, &mapping);
	size_t n;
	const struct profile_object *objects = code_maps_objects(live_maps_code(maps), &n);

	return at.object < n ? objects[at.object].path : "";
}

static const char *at(uint64_t address)
{
	return at_of(APP_PID, address);
}

/* Hands over the records that were built since the last call; their times are their own. */
static void records(uint64_t time_ns, uint64_t now_ns)
{
	for (size_t i = 0; i < b.data.n;) {
		struct perf_event_header header;
		struct frame frame = { .bytes = b.data.bytes + i };

		memcpy(&header, frame.bytes, sizeof(header));
		frame.type = header.type;
		frame.misc = header.misc;
		frame.size = header.size;
		assert_int_equal(live_maps_record(maps, &frame, time_ns, now_ns), 0);
		i += header.size;
	}
	b.data.n = 0;
}

static void map_at(uint64_t start, const char *path, uint64_t time_ns, uint64_t now_ns)
{
	builder_map(&b, &(struct built_map){ .at = { 0, APP_PID, APP_PID, time_ns },
					     .start = start, .size = 0x1000, .path = path });
	records(time_ns, now_ns);
}

/* The process has these mappings, which are read for a sample at 10 s. */
static void begin_with(const char *lines)
{
	fake_proc_put("100/maps", lines);
	see(0x400100, 10 * SECOND);
}

static void sees(uint64_t address, uint64_t now_ns, const char *path)
{
	see(address, now_ns);
	assert_string_equal(at(address), path);
}

TEST(maps_are_read_at_the_first_sample)
{
	fake_proc_put("100/maps", APP_LINE);
	assert_string_equal(at(0x400100), "");
	sees(0x400100, 10 * SECOND, "/bin/app");
}

TEST(an_address_without_a_mapping_lets_them_be_read_again_after_a_second)
{
	begin_with(APP_LINE);
	fake_proc_put("100/maps", APP_LINE LIB_LINE);
	sees(0x700100, 10 * SECOND + SECOND / 2, "");
	sees(0x700100, 11 * SECOND, "/lib/late.so");
	assert_string_equal(at(0x400100), "/bin/app");
}

TEST(what_no_record_tells_is_seen_when_they_are_read_now_and_then)
{
	begin_with(APP_LINE);
	fake_proc_put("100/maps", "400000-410000 r-xp 00000000 08:01 99 /bin/other\n");
	sees(0x400100, 100 * SECOND, "/bin/other");
}

TEST(a_mapping_that_is_gone_is_known_no_more)
{
	begin_with(APP_LINE LIB_LINE);
	fake_proc_put("100/maps", APP_LINE);
	see(0x400100, 100 * SECOND);
	assert_string_equal(at(0x700100), "");
}

TEST(records_add_what_is_mapped_later)
{
	begin_with(APP_LINE);
	map_at(0x800000, "/lib/new.so", 10 * SECOND + 1, 11 * SECOND);
	assert_string_equal(at(0x800100), "/lib/new.so");
}

TEST(records_that_are_older_than_what_was_read_change_nothing)
{
	begin_with(APP_LINE);
	map_at(0x400000, "/lib/unmapped.so", 9 * SECOND, 11 * SECOND);
	assert_string_equal(at(0x400100), "/bin/app");
}

TEST(after_an_exec_they_are_read_at_once)
{
	begin_with(APP_LINE LIB_LINE);
	fake_proc_put("100/maps", "400000-410000 r-xp 00000000 08:01 99 /bin/other\n");
	builder_exec(&b, (struct built_at){ 0, APP_PID, APP_PID, 10 * SECOND + 1 }, "other");
	records(10 * SECOND + 1, 10 * SECOND + 2);
	assert_string_equal(at(0x700100), "");
	sees(0x400100, 10 * SECOND + 2, "/bin/other");
}

TEST(after_an_exec_that_records_tell_of_nothing_is_read)
{
	begin_with(APP_LINE);
	fake_proc_put("100/maps", "400000-410000 r-xp 00000000 08:01 99 /bin/as-read\n");
	builder_exec(&b, (struct built_at){ 0, APP_PID, APP_PID, 10 * SECOND + 1 }, "other");
	records(10 * SECOND + 1, 10 * SECOND + 2);
	map_at(0x400000, "/bin/as-recorded", 10 * SECOND + 1, 10 * SECOND + 2);
	sees(0x400100, 10 * SECOND + 2, "/bin/as-recorded");
}

TEST(a_program_that_has_ended_after_its_exec_has_what_records_tell)
{
	begin_with(APP_LINE);
	fake_proc_put("100/maps", NULL);
	builder_exec(&b, (struct built_at){ 0, APP_PID, APP_PID, 11 * SECOND }, "other");
	records(11 * SECOND, 12 * SECOND);
	map_at(0x400000, "/bin/other", 11 * SECOND + 1, 12 * SECOND);
	sees(0x400100, 12 * SECOND, "/bin/other");
}

TEST(a_process_that_is_gone_keeps_what_is_known_of_it)
{
	begin_with(APP_LINE);
	fake_proc_put("100/maps", "");
	sees(0x400100, 100 * SECOND, "/bin/app");
	assert_string_equal(live_maps_trouble(maps), "");
}

/* Its first thread has exited, which is the exit of the process. */
TEST(a_thread_that_runs_on_has_its_mappings_again_after_many_exits)
{
	begin_with(APP_LINE);
	code_maps_exit(live_maps_code(maps), APP_PID);
	for (int32_t pid = 1000; pid <= 1000 + CODE_MAPS_EXITED; pid++) {
		(void)code_maps_known(live_maps_code(maps), pid);
		code_maps_exit(live_maps_code(maps), pid);
	}
	assert_string_equal(at(0x400100), "");
	sees(0x400100, 100 * SECOND, "/bin/app");
}

TEST(a_child_has_what_its_parent_has)
{
	fake_proc_put("100/maps", APP_LINE);
	builder_task(&b, PERF_RECORD_FORK, (struct built_at){ 0, APP_PID, APP_PID, SECOND }, 200, APP_PID);
	records(SECOND, 2 * SECOND);
	assert_int_equal(live_maps_see(maps, 200, 0x400100, 2 * SECOND), 0);
	assert_string_equal(at_of(200, 0x400100), "/bin/app");
}

static void map_with_build_id(uint64_t start, const char *path, uint64_t time_ns)
{
	static const unsigned char id[BUILD_ID_MAX] = { 0xab, 0xcd };

	builder_map(&b, &(struct built_map){ .at = { 0, APP_PID, APP_PID, time_ns },
					     .start = start, .size = 0x10000, .path = path,
					     .build_id = id, .build_id_len = sizeof(id) });
	records(time_ns, time_ns + 1);
}

static size_t n_objects(void)
{
	size_t n;

	(void)code_maps_objects(live_maps_code(maps), &n);
	return n;
}

TEST(a_record_with_a_build_id_is_of_the_object_that_was_read)
{
	size_t before;

	begin_with(APP_LINE LIB_LINE);
	before = n_objects();
	map_with_build_id(0x900000, "/lib/late.so", 10 * SECOND + 1);
	assert_string_equal(at(0x900100), "/lib/late.so");
	assert_int_equal(n_objects(), before);
}

TEST(what_is_read_after_such_a_record_is_of_its_object)
{
	size_t before;

	begin_with(APP_LINE);
	map_with_build_id(0x700000, "/lib/late.so", 10 * SECOND + 1);
	before = n_objects();
	fake_proc_put("100/maps", APP_LINE LIB_LINE);
	sees(0x700100, 12 * SECOND, "/lib/late.so");
	assert_int_equal(n_objects(), before);
}

TEST(the_kernel_is_there_from_the_beginning)
{
	assert_string_equal(at(0xffffffff81000000), "[kernel.kallsyms]");
}

TEST(a_restart_forgets_mappings_and_keeps_objects)
{
	size_t before;

	begin_with(APP_LINE);
	before = n_objects();
	assert_int_equal(live_maps_restart(maps), 0);
	assert_string_equal(at(0x400100), "");
	sees(0x400100, 10 * SECOND, "/bin/app");
	assert_int_equal(n_objects(), before);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Where files of objects are found, below a root of the test's own. */
#include "config.h"
#include "collect/code/code_files.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

static char home[64], sysroot[64];
static struct code_places places;

FIXTURE(setup)
{
	if (fake_proc_setup(state))
		return -1;
	(void)snprintf(home, sizeof(home), "%s/home", fake_proc_root);
	(void)snprintf(sysroot, sizeof(sysroot), "%s/sys", fake_proc_root);
	places = (struct code_places){ .root = fake_proc_root, .home = home };
	return 0;
}

/* What the file holds; closes it. "" for -1. */
static const char *text_of(int fd)
{
	static char text[64];
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);

	text[n > 0 ? n : 0] = '\0';
	if (fd >= 0)
		(void)close(fd);
	return text;
}

static struct code_files_remarks remarks;	/* by the last call of object_text() */

static const char *object_text(struct profile_object object)
{
	return text_of(code_files_object(&places, &object, &remarks));
}

static const struct profile_object program = {
	.path = "/bin/program", .kind = OBJECT_FILE, .pid = 7,
	.build_id = { 0xab, 0xcd, 0xef }, .build_id_len = 3,
};
static const struct profile_object jit = { .path = "//anon", .kind = OBJECT_JIT, .pid = 7 };

const struct around_tests around_tests = { .setup = setup, .teardown = fake_proc_teardown };

TEST(the_file_that_runs_is_found_although_it_was_replaced)
{
	fake_proc_put("/bin/program", "new");
	fake_proc_put("/proc/7/maps", "00001000-00002000 r-xp 0 0:0 5 /bin/other\n"
	    "00005000-00006000 r-xp 0 0:0 5                  /bin/program (deleted)\n");
	fake_proc_put("/proc/7/map_files/5000-6000", "old");
	assert_string_equal(object_text(program), "old");
}

TEST(the_file_of_a_container_is_that_of_its_root)
{
	fake_proc_put("/bin/program", "host");
	fake_proc_put("/proc/7/root/bin/program", "container");
	assert_string_equal(object_text(program), "container");
}

TEST(a_process_that_has_ended_leaves_the_path)
{
	fake_proc_put("/bin/program", "host");
	assert_string_equal(object_text(program), "host");
}

TEST(of_a_recording_perf_s_cache_is_asked_first_and_no_process)
{
	places.recorded = true;
	fake_proc_put("/proc/7/root/bin/program", "another process 7");
	fake_proc_put("/bin/program", "host");
	assert_string_equal(object_text(program), "host");
	fake_proc_put("/home/.debug/.build-id/ab/cdef/elf", "cached");
	assert_string_equal(object_text(program), "cached");
}

TEST(without_a_build_id_a_recording_has_no_file_that_is_another_one)
{
	struct profile_object recorded = { .path = "/bin/program", .kind = OBJECT_FILE };
	struct file_identity found;
	int fd;

	places.recorded = true;
	fake_proc_put("/bin/program", "host");
	assert_string_equal(object_text(recorded), "host");
	assert_true(remarks.unverified);
	fd = open(fake_proc_path("/bin/program"), O_RDONLY | O_CLOEXEC);
	assert_int_equal(file_identity_of(fd, &found), 0);
	(void)close(fd);
	recorded.file = (struct recorded_file){ found.device, found.inode, found.generation,
						.before_ns = found.modified_ns };
	assert_string_equal(object_text(recorded), "host");
	assert_false(remarks.unverified);
	recorded.file.before_ns--;
	assert_string_equal(object_text(recorded), "");
	assert_non_null(strstr(remarks.trouble, "the recording has no build-id of program, and this"));
	assert_false(remarks.unverified);
	places.recorded = false;
	assert_string_equal(object_text(recorded), "host");
}

TEST(a_perf_map_of_this_machine_names_no_code_of_another_one)
{
	struct profile_object other = jit;

	places.recorded = true;
	fake_proc_put("/tmp/perf-7.map", "map");
	assert_string_equal(object_text(jit), "map");
	other.file.elsewhere = true;
	assert_string_equal(object_text(other), "");
	assert_non_null(strstr(remarks.trouble, "another machine"));
}

/* Where files of the other machine are, in the order in which they are sought. */
TEST(files_of_another_machine_are_sought_below_the_sysroot_first)
{
	static const char *const place[] = {
		"/sys/.build-id/ab/cdef/elf", "/sys/.debug/.build-id/ab/cdef/elf",
		"/home/.debug/.build-id/ab/cdef/elf", "/sys/bin/program", "/bin/program",
	};

	places.recorded = true;
	places.sysroot = sysroot;
	for (size_t i = sizeof(place) / sizeof(place[0]); i-- > 0;) {
		fake_proc_put(place[i], place[i]);
		assert_string_equal(object_text(program), place[i]);
	}
}

TEST(without_a_build_id_a_file_below_the_sysroot_is_taken_and_doubted)
{
	struct profile_object recorded = { .path = "/lib/x.so", .kind = OBJECT_FILE,
					   .file = { .inode = 1, .elsewhere = true } };

	if (syscall(SYS_openat2, -1, NULL, NULL, 0) && errno == ENOSYS)
		skip();		/* in an emulator of user mode */
	places.recorded = true;
	places.sysroot = sysroot;
	fake_proc_put("/lib/x.so", "host");
	assert_string_equal(object_text(recorded), "");
	assert_non_null(strstr(remarks.trouble, "--sysroot DIR"));
	fake_proc_put("/sys/usr/lib/x.so.1", "that machine's");
	assert_int_equal(symlink("/usr/lib/x.so.1", fake_proc_path("/sys/lib/x.so")), 0);
	assert_string_equal(object_text(recorded), "that machine's");
	assert_true(remarks.unverified);
}

TEST(the_kernel_of_a_recording_is_only_that_of_perf_s_cache)
{
	struct profile_object kernel = program;

	kernel.kind = OBJECT_KERNEL;
	fake_proc_put("/proc/kallsyms", "this kernel");
	assert_string_equal(object_text(kernel), "this kernel");
	places.recorded = true;
	assert_string_equal(object_text(kernel), "");
	fake_proc_put("/home/.debug/.build-id/ab/cdef/kallsyms", "that kernel");
	assert_string_equal(object_text(kernel), "that kernel");
	places.sysroot = sysroot;
	fake_proc_put("/sys/.build-id/ab/cdef/kallsyms", "of an archive");
	assert_string_equal(object_text(kernel), "of an archive");
}

TEST(a_perf_map_has_the_pid_of_its_container)
{
	fake_proc_put("/proc/7/status", "Name:\tx\nPid:\t7\nNSpid:\t7\t12\t3\n");
	fake_proc_put("/proc/7/root/tmp/perf-3.map", "map");
	assert_string_equal(object_text(jit), "map");
}

TEST(a_perf_map_of_another_user_is_not_read)
{
	if (geteuid())
		skip();		/* only root gives files away */
	fake_proc_put("/tmp/perf-7.map", "evil");
	assert_int_equal(chown(fake_proc_path("tmp/perf-7.map"), 12345, 12345), 0);
	assert_string_equal(object_text(jit), "");
}

static const char *debug_text(const struct wire_want *want)
{
	return text_of(code_files_debug(&places, &program, want));
}

TEST(debug_and_source_files_of_another_machine_are_below_the_sysroot)
{
	const struct wire_want want = { .kind = WANT_DEBUG, .build_id = { 0xab, 0xcd, 0xef }, .build_id_len = 3 };

	places.recorded = true;
	places.sysroot = sysroot;
	fake_proc_put("/usr/lib/debug/.build-id/ab/cdef.debug", "host's");
	fake_proc_put("/src/x.c", "host's");
	assert_string_equal(debug_text(&want), "host's");
	assert_string_equal(text_of(code_files_source(&places, &program, "/src/x.c")), "host's");
	fake_proc_put("/sys/usr/lib/debug/.build-id/ab/cdef.debug", "that machine's");
	fake_proc_put("/sys/src/x.c", "its source");
	assert_string_equal(debug_text(&want), "that machine's");
	assert_string_equal(text_of(code_files_source(&places, &program, "/src/x.c")), "its source");
}

TEST(debug_files_are_offered_one_after_the_other)
{
	static const char *const place[] = {
		"/proc/7/root/usr/lib/debug/.build-id/ab/cdef.debug",	/* the container's */
		"/usr/lib/debug/.build-id/ab/cdef.debug", "/bin/program.debug",
		"/bin/.debug/program.debug", "/usr/lib/debug/bin/program.debug",
		"/home/.debug/.build-id/ab/cdef/debug",
	};
	struct wire_want want = { .kind = WANT_DEBUG, .build_id = { 0xab, 0xcd, 0xef },
				  .build_id_len = 3, .name = "program.debug" };

	for (size_t i = 0; i < sizeof(place) / sizeof(place[0]); i++)
		fake_proc_put(place[i], place[i]);
	for (size_t i = 0; i < sizeof(place) / sizeof(place[0]); i++, want.attempt++)
		assert_string_equal(debug_text(&want), place[i]);
	assert_string_equal(debug_text(&want), "");
}

TEST(what_debug_files_share_is_found_beside_them)
{
	const struct wire_want want = { .kind = WANT_ALT, .build_id = { 1, 2 }, .build_id_len = 2,
					.name = "../../.dwz/x86_64-linux-gnu/program.debug" };

	fake_proc_put("/usr/lib/debug/.dwz/x86_64-linux-gnu/program.debug", "shared");
	assert_string_equal(debug_text(&want), "shared");
}

TEST(a_name_that_leads_elsewhere_is_not_followed)
{
	const struct wire_want want = { .kind = WANT_DEBUG, .name = "../../secret" };

	fake_proc_put("/secret", "secret");
	fake_proc_put("/bin/x", "");
	assert_string_equal(debug_text(&want), "");
}

TEST(source_files_are_those_of_the_container)
{
	fake_proc_put("/src/lines.c", "host");
	assert_string_equal(text_of(code_files_source(&places, &program, "/src/lines.c")), "host");
	fake_proc_put("/proc/7/root/src/lines.c", "container");
	assert_string_equal(text_of(code_files_source(&places, &program, "/src/lines.c")), "container");
	assert_string_equal(text_of(code_files_source(&places, &program, "lines.c")), "");
}

TEST(a_directory_is_no_file)
{
	struct profile_object object = program;

	fake_proc_put("/bin/x", "");
	object.path = "/bin";
	assert_string_equal(object_text(object), "");
}

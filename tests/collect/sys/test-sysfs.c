/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading small files, numbers and lists of CPUs. */
#include "config.h"
#include "collect/sys/sysfs.h"

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

TEST(reads_a_text_without_the_end_of_its_line)
{
	char text[64];

	assert_int_equal(sysfs_read(machine_root("intel-spr"), "/proc/sys/kernel/osrelease", text, sizeof(text)), 13);
	assert_string_equal(text, "6.12.10-amd64");
}

TEST(cuts_what_does_not_fit)
{
	char text[5];

	assert_int_equal(sysfs_read(machine_root("intel-spr"), "/proc/sys/kernel/osrelease", text, sizeof(text)), 4);
	assert_string_equal(text, "6.12");
}

TEST(a_file_that_is_not_there_is_an_empty_text)
{
	char text[8] = "before";

	assert_int_equal(sysfs_read(machine_root("intel-spr"), "/nothing", text, sizeof(text)), -ENOENT);
	assert_string_equal(text, "");
	assert_false(sysfs_exists(machine_root("intel-spr"), "/nothing"));
	assert_true(sysfs_exists(machine_root("intel-spr"), "/proc/cpuinfo"));
}

TEST(a_number_must_be_the_whole_file)
{
	long long number = -7;

	assert_int_equal(sysfs_read_number(machine_root("intel-icl"),
					   "/proc/sys/kernel/perf_event_paranoid", &number), 0);
	assert_int_equal(number, 3);
	assert_int_equal(sysfs_read_number(machine_root("intel-icl"), "/proc/sys/kernel/osrelease",
					   &number), -EINVAL);
	assert_int_equal(number, 3);
}

static void expect_list(const char *text, const int *want, size_t n_want)
{
	size_t n;
	int *cpus;

	assert_int_equal(sysfs_parse_cpus(text, &cpus, &n), 0);
	assert_int_equal(n, n_want);
	if (n)
		assert_memory_equal(cpus, want, n * sizeof(*want));
	free(cpus);
}

TEST(lists_have_single_cpus_and_ranges)
{
	expect_list("0-3,8", (const int[]){ 0, 1, 2, 3, 8 }, 5);
	expect_list("7\n", (const int[]){ 7 }, 1);
	expect_list("0,2-3,5\n", (const int[]){ 0, 2, 3, 5 }, 4);
	expect_list("", NULL, 0);
	expect_list("\n", NULL, 0);
}

TEST(broken_lists_are_refused)
{
	static const char *const broken[] = { "a", "0-", "3-1", "3-2", "0,,1", "1;2", "-1", "0-3 8",
					      "0-99999999999", "1,", "0-1048575,0-1048575" };
	size_t n = 5;
	int *cpus;

	for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
		assert_int_equal(sysfs_parse_cpus(broken[i], &cpus, &n), -EINVAL);
		assert_null(cpus);
		assert_int_equal(n, 0);
	}
}

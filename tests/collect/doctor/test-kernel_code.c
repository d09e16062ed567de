/* SPDX-License-Identifier: GPL-2.0-only */
/* What /proc/kallsyms tells of the kernel's code, below a root that is created for each test. */
#include "config.h"
#include "collect/doctor/kernel_code.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/test.h"

static char root[64], path[128];

static int make_root(void **state)
{
	(void)state;
	(void)snprintf(root, sizeof(root), "/tmp/tdtop-kernel-code-XXXXXX");
	assert_non_null(mkdtemp(root));
	(void)snprintf(path, sizeof(path), "%s/proc", root);
	assert_int_equal(mkdir(path, 0700), 0);
	(void)snprintf(path, sizeof(path), "%s/proc/kallsyms", root);
	return 0;
}

static int remove_root(void **state)
{
	(void)state;
	(void)unlink(path);
	*strrchr(path, '/') = '\0';
	assert_int_equal(rmdir(path), 0);
	return rmdir(root);
}

static enum fix of_kallsyms(const char *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	(void)fputs(text, file);
	(void)fclose(file);
	return kernel_code_sample_read(root);
}

/* Linux 6.11: arch/x86/events/intel/ds.c, without and with the rights to see addresses. */
TEST(the_function_that_the_fix_removed_shows_that_it_is_absent)
{
	assert_int_equal(of_kallsyms("0000000000000000 t intel_pmu_drain_pebs_buffer\n"
				     "0000000000000000 T intel_pmu_auto_reload_read\n"), FIX_ABSENT);
	assert_int_equal(of_kallsyms("ffffffff81012340 T intel_pmu_auto_reload_read\n"
				     "ffffffff81012350 T intel_pmu_drain_pebs_buffer\n"),
			 FIX_ABSENT);
}

TEST(the_function_that_the_fix_made_global_shows_that_it_is_present)
{
	assert_int_equal(of_kallsyms("ffffffff81262f80 T __pfx_intel_pmu_drain_pebs_buffer\n"
				     "ffffffff81262f90 T intel_pmu_drain_pebs_buffer\n"),
			 FIX_PRESENT);
}

TEST(functions_of_a_file_or_of_a_module_say_nothing)
{
	assert_int_equal(of_kallsyms("0000000000000000 t intel_pmu_drain_pebs_buffer\n"
				     "0000000000000000 T intel_pmu_auto_reload_read\t[other]\n"),
			 FIX_UNKNOWN);
}

TEST(without_a_list_nothing_is_known)
{
	assert_int_equal(kernel_code_sample_read(root), FIX_UNKNOWN);
	assert_int_equal(of_kallsyms(""), FIX_UNKNOWN);
}

#define WITH_ROOT(function) cmocka_unit_test_setup_teardown(function, make_root, remove_root)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_ROOT(the_function_that_the_fix_removed_shows_that_it_is_absent),
		WITH_ROOT(the_function_that_the_fix_made_global_shows_that_it_is_present),
		WITH_ROOT(functions_of_a_file_or_of_a_module_say_nothing),
		WITH_ROOT(without_a_list_nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* What /proc/kallsyms tells of the kernel's code, below a root that is created for each test. */
#include "config.h"
#include "collect/doctor/kernel_code.h"

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

static enum fix of_kallsyms(const char *text)
{
	fake_proc_put("proc/kallsyms", text);
	return kernel_code_sample_read(fake_proc_root);
}

const struct around_tests around_tests = { .setup = fake_proc_setup, .teardown = fake_proc_teardown };

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
	assert_int_equal(kernel_code_sample_read(fake_proc_root), FIX_UNKNOWN);
	assert_int_equal(of_kallsyms(""), FIX_UNKNOWN);
}

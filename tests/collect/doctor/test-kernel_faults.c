/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which faults a kernel has, by its code where that tells, else by its version; and what
 * /proc/kallsyms tells of the code, below a root that is created for each test.
 */
#include "config.h"
#include "collect/doctor/kernel_faults.h"

#include "collect/doctor/kernel_code.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

/* The number of faults of the kernel; checks that one of them contains the part, if not NULL. */
static size_t count(const struct kernel_traits *kernel, const char *part)
{
	const struct kernel_fault *fault = NULL;
	bool found = !part;
	size_t n = 0;

	while ((fault = kernel_fault_next(fault, kernel))) {
		found |= part && strstr(fault->text, part);
		n++;
	}
	assert_true(found);
	return n;
}

TEST(kernel_faults_are_notes_for_the_kernels_that_have_them)
{
	static const struct {
		struct kernel_traits kernel;
		const char *part;	/* of the text, or NULL */
		size_t n;
	} rows[] = {
		{ { 5, 4, false, false, FIX_UNKNOWN }, "older than 5.10", 1 },
		{ { 6, 1, false, false, FIX_UNKNOWN }, "f9bdf1f95339", 1 },
		{ { 6, 1, false, true, FIX_UNKNOWN }, "556a7c039a52", 2 },
		{ { 6, 12, true, false, FIX_UNKNOWN }, "CVE-2025-38322", 2 },
		{ { 6, 15, true, false, FIX_UNKNOWN }, "CVE-2025-38322", 1 },
		{ { 6, 16, true, true, FIX_UNKNOWN }, NULL, 0 },
		{ { 0, 0, true, true, FIX_UNKNOWN }, NULL, 0 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(count(&rows[i].kernel, rows[i].part), rows[i].n);
}

/* As Debian's 6.12.117: mended, with a version that is older than the mainline's. */
TEST(a_kernel_whose_code_has_the_fix_has_no_such_note_whatever_its_version)
{
	const struct kernel_traits kernel = { 6, 12, false, false, FIX_PRESENT };

	assert_int_equal(count(&kernel, NULL), 0);
}

TEST(a_kernel_whose_code_lacks_the_fix_has_the_note_whatever_its_version)
{
	const struct kernel_traits kernel = { 6, 16, false, false, FIX_ABSENT };

	assert_int_equal(count(&kernel, "its code says so"), 1);
}

TEST(if_the_code_is_not_known_the_note_says_so)
{
	const struct kernel_traits kernel = { 6, 12, false, false, FIX_UNKNOWN };

	assert_int_equal(count(&kernel, "kallsyms does not say"), 1);
}

/* The first fix brought the hang on E-cores. */
TEST(a_hybrid_without_the_first_fix_does_not_need_the_second)
{
	const struct kernel_traits without = { 6, 12, true, false, FIX_ABSENT };
	const struct kernel_traits with = { 6, 12, true, false, FIX_PRESENT };

	assert_int_equal(count(&without, "its code says so"), 1);
	assert_int_equal(count(&with, "whether this one has it cannot be known"), 1);
}

/* ---- its code ---- */

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

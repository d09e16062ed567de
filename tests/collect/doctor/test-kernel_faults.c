/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which faults a kernel has, by its code where that tells, else by its version; and what
 * /proc/kallsyms tells of the code, below a root that is created for each test.
 */
#include "config.h"
#include "collect/doctor/diagnosis.h"

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
		/* Whatever its version: Debian's 6.12.117 is mended, and older than the mainline's. */
		{ { 6, 12, false, false, FIX_PRESENT }, NULL, 0 },
		{ { 6, 16, false, false, FIX_ABSENT }, "its code says so", 1 },
		{ { 6, 12, false, false, FIX_UNKNOWN }, "kallsyms does not say", 1 },
		/* A hybrid without the first fix, which brought the hang, does not need the second. */
		{ { 6, 12, true, false, FIX_ABSENT }, "its code says so", 1 },
		{ { 6, 12, true, false, FIX_PRESENT }, "whether this one has it cannot be known", 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(count(&rows[i].kernel, rows[i].part), rows[i].n);
}

/* ---- its code ---- */

static enum fix of_kallsyms(const char *text)
{
	fake_proc_put("proc/kallsyms", text);
	return kernel_code_sample_read(fake_proc_root);
}

const struct around_tests around_tests = { .setup = fake_proc_setup, .teardown = fake_proc_teardown };

/* Linux 6.11: arch/x86/events/intel/ds.c, without and with the rights to see addresses. */
TEST(functions_that_the_fix_removed_or_made_global_tell_of_it)
{
	static const struct {
		const char *kallsyms;
		enum fix fix;
	} rows[] = {
		{ "0000000000000000 t intel_pmu_drain_pebs_buffer\n"
		  "0000000000000000 T intel_pmu_auto_reload_read\n", FIX_ABSENT },
		{ "ffffffff81012340 T intel_pmu_auto_reload_read\n"
		  "ffffffff81012350 T intel_pmu_drain_pebs_buffer\n", FIX_ABSENT },
		{ "ffffffff81262f80 T __pfx_intel_pmu_drain_pebs_buffer\n"
		  "ffffffff81262f90 T intel_pmu_drain_pebs_buffer\n", FIX_PRESENT },
		/* Those of a file or of a module say nothing, nor does an empty list. */
		{ "0000000000000000 t intel_pmu_drain_pebs_buffer\n"
		  "0000000000000000 T intel_pmu_auto_reload_read\t[other]\n", FIX_UNKNOWN },
		{ "", FIX_UNKNOWN },
	};

	assert_int_equal(kernel_code_sample_read(fake_proc_root), FIX_UNKNOWN);	/* without a list */
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(of_kallsyms(rows[i].kallsyms), rows[i].fix);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Which faults a kernel has, by its code where that tells, else by its version. */
#include "config.h"
#include "collect/doctor/kernel_faults.h"

#include <string.h>

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
	assert_int_equal(count(&with, "b0823d5fbacb cannot be known"), 1);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of kernel faults; see diagnosis_parts.h. Sources: the commits that are named. Any thread.
 */
#include "config.h"
#include "collect/doctor/diagnosis_parts.h"

#include <string.h>

#include "collect/sys/procfs.h"

static bool look_at(void *data, uint64_t address, char type, const char *name)
{
	enum fix *found = data;

	(void)address;
	if (type != 'T')
		return true;
	if (!strcmp(name, "intel_pmu_auto_reload_read"))
		*found = FIX_ABSENT;
	else if (!strcmp(name, "intel_pmu_drain_pebs_buffer") && *found == FIX_UNKNOWN)
		*found = FIX_PRESENT;
	return true;
}

enum fix kernel_code_sample_read(const char *root)
{
	enum fix found = FIX_UNKNOWN;

	kallsyms_each(root, look_at, &found);
	return found;
}

/* It is not certain that 6.16 is the first release with b0823d5fbacb. */
static const struct kernel_fault faults[] = {
	{ .from_major = 2,
	  .fixed_major = 5,
	  .fixed_minor = 10,
	  .text = "older than 5.10, the first kernel with TopDown metrics: it does not know "
		  "PERF_METRICS" },
	{ .from_major = 5,
	  .from_minor = 10,
	  .fixed_major = 6,
	  .fixed_minor = 11,
	  .guest_only = true,
	  .avoided = true,
	  .text = "in a guest this kernel may list topdown events that it cannot count (mended in "
		  "6.11, by 556a7c039a52); tdtop counts a trial before it relies on them" },
	{ .from_major = 5,
	  .from_minor = 10,
	  .sample_read = 1U << FIX_ABSENT,
	  .avoided = true,
	  .text = "this kernel lacks f9bdf1f95339 (its code says so): a TopDown counter that is read "
		  "in a sample may be enabled in the middle of an interrupt, with a warning in "
		  "dmesg. tdtop does not meet it: it samples at switches, outside of interrupts" },
	{ .from_major = 5,
	  .from_minor = 10,
	  .fixed_major = 6,
	  .fixed_minor = 15,
	  .sample_read = 1U << FIX_UNKNOWN,
	  .avoided = true,
	  .text = "this kernel may lack f9bdf1f95339 (it is before 6.15, and /proc/kallsyms does "
		  "not say). Without, a TopDown counter that is read in a sample may be enabled "
		  "in the middle of an interrupt, with a warning in dmesg. tdtop does not meet "
		  "it: it samples at switches, outside of interrupts" },
	/* The second fix adds and removes no function. The first one brought the fault. */
	{ .from_major = 5,
	  .from_minor = 10,
	  .fixed_major = 6,
	  .fixed_minor = 16,
	  .hybrid_only = true,
	  .sample_read = 1U << FIX_PRESENT | 1U << FIX_UNKNOWN,
	  .text = "this kernel may hang when a program opens a TopDown metric on an E-core "
		  "(CVE-2025-38322); tdtop never does. Linux 6.16 has b0823d5fbacb, which mends "
		  "it; whether this one has it cannot be known" },
};

static int faults_compare(int major, int minor, int other_major, int other_minor)
{
	return major != other_major ? (major < other_major ? -1 : 1) :
	       minor != other_minor ? (minor < other_minor ? -1 : 1) : 0;
}

static bool has_fault(const struct kernel_traits *kernel, const struct kernel_fault *fault)
{
	if ((fault->hybrid_only && !kernel->hybrid) || (fault->guest_only && !kernel->guest))
		return false;
	if (fault->sample_read && !(fault->sample_read & 1U << kernel->sample_read))
		return false;
	return faults_compare(kernel->major, kernel->minor, fault->from_major, fault->from_minor) >= 0 &&
	       (!fault->fixed_major || faults_compare(kernel->major, kernel->minor, fault->fixed_major,
						      fault->fixed_minor) < 0);
}

const struct kernel_fault *kernel_fault_next(const struct kernel_fault *after,
					     const struct kernel_traits *kernel)
{
	const struct kernel_fault *end = faults + sizeof(faults) / sizeof(faults[0]);

	for (const struct kernel_fault *fault = after ? after + 1 : faults; fault < end; fault++)
		if (kernel->major > 0 && has_fault(kernel, fault))
			return fault;
	return NULL;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the running kernel's code is known to contain, whatever its version says: distributions fix
 * their kernels and keep the number. By names of functions in /proc/kallsyms, which every user may
 * read. Main thread, by --doctor only.
 */
#ifndef TDTOP_COLLECT_DOCTOR_KERNEL_CODE_H
#define TDTOP_COLLECT_DOCTOR_KERNEL_CODE_H

enum fix {
	FIX_UNKNOWN,		/* the kernel does not list its functions, or others */
	FIX_ABSENT,
	FIX_PRESENT
};

/*
 * Has the kernel commit f9bdf1f95339, "perf/x86/intel: Avoid disable PMU if !cpuc->enabled in
 * sample read"? It removed intel_pmu_auto_reload_read() and made intel_pmu_drain_pebs_buffer()
 * global. What it mends cannot be tried: it is a warning of the kernel in an NMI, with which some
 * machines panic. root: directory that stands for /; "" is the real machine.
 */
enum fix kernel_code_sample_read(const char *root);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Does the running kernel have the TopDown events of this CPU, and which is the first that does?
 * Asked when a CPU has no TopDown events, and by --doctor; main thread.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"

/*
 * True if the PMU lists no TopDown events because the kernel is older than the CPU: text is then
 * "Linux 6.1 does not have the TopDown events of this CPU, Linux 6.4 does". False: for another reason, or not
 * known; text is untouched.
 */
bool cpu_kernel_is_too_old(const struct pmu *pmu, const struct facts *facts, char *text,
			   size_t size);

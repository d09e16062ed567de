/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Finds the family of a CPU, that is its table of events and formulas (model/formula.h), among the
 * rows of all families' files (cpu_table.h). Called when a source or a recording opens, and by
 * --doctor; main thread. All families returned are static.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "collect/sys/facts.h"
#include "collect/sys/pmu.h"
#include "model/err.h"
#include "model/formula.h"

/*
 * The family of the machine whose PMU and facts these are. 0; -EOPNOTSUPP with a sentence if this
 * version cannot count the CPU: then *family is untouched.
 */
int cpu_match(const struct pmu *pmu, const struct facts *facts, const struct family **family,
	      struct err *err);

/*
 * The family that counts the same core by general events, for machines whose kernel lists the
 * events of the PERF_METRICS register and refuses them. NULL: there is none.
 */
const struct family *cpu_match_without_register(const struct family *family);

/* The family of the hybrid with these P-cores. NULL: tdtop does not know its E-cores. */
const struct family *cpu_match_hybrid(const struct family *p_core);

/*
 * Does this PMU hide slots that the family counts all the same? KVM hides from Arm guests how many
 * slots a cycle has (caps/slots) and the stall_slot events; older kernels have no caps/slots. The
 * family then knows both: its slots are those of the core's manual, and its events have their
 * architectural numbers, which count if the hypervisor lets them. cores_probe() tries that.
 */
bool cpu_hides_slots(const struct family *family, const struct pmu *pmu);

/* Does the PMU show every event of its core type that the family cannot do without? */
bool cpu_shows_events(const struct family *family, const struct pmu *pmu);

/*
 * The family of a recorded machine. facts: vendor, family, model and MIDR as far as they were
 * recorded; pmu_name may be "". Never NULL: for a CPU that no row lists, the answer depends on
 * whether level 2 was recorded.
 */
const struct family *cpu_match_recorded(const struct facts *facts, const char *pmu_name,
					bool level2);

/* The family of a row that lists this recorded CPU, by its model or its PMU's name; or NULL. */
const struct family *cpu_match_listed(const struct facts *facts, const char *pmu_name);

/* The family with this name ("Intel Sapphire Rapids"; that of cpu_none, too), or NULL. */
const struct family *cpu_family_find(const char *name);

/* The i-th of all families; NULL beyond the last. */
const struct family *cpu_family_at(size_t i);

/*
 * True if the PMU lists no TopDown events because the kernel is older than the CPU: text is then
 * "Linux 6.1 does not have the TopDown events of this CPU, Linux 6.4 does". False: for another reason, or not
 * known; text is untouched.
 */
bool cpu_kernel_is_too_old(const struct pmu *pmu, const struct facts *facts, char *text,
			   size_t size);

/*
 * A family without nodes. Its group has a clock of the kernel as leader, which any machine has and
 * whose count is no event: slices have their time, and no counts.
 */
extern const struct family cpu_none;

/*
 * ---- how many general counters a family's groups need ----
 *
 * Some events have a counter of their own (slots and its metrics, cycles, instructions), all others take a
 * general one. Computed from the family's table; any thread.
 */

/*
 * Does this event take a general counter? Cycles do not if they have a counter of their own, though
 * a second event that counts them does.
 */
bool counters_is_general(const struct family *family, const struct family_event *event);

/*
 * The number of general counters that group `mux` of the rotation needs on this type of core.
 * optional: with corrections and IPC. watchdog: while the NMI watchdog is on. The watchdog takes
 * the counter of cycles, so the group needs one more if it counts cycles. On CPUs without a counter
 * of their own for cycles (AMD) it takes a general one, so the group always needs one more.
 */
int counters_needed(const struct family *family, enum core_type core_type, int mux, bool optional,
		    bool watchdog);

/* Does level 1 fit into family->counters? True if that number is not known. */
bool counters_fit(const struct family *family, enum core_type core_type, bool watchdog);

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The emulated PMU: what the rest of target/i386 calls (hooks.patch). On the thread of the vCPU.
 * Where a function is bool, false means that the access is not the PMU's.
 */
#ifndef I386_TCG_PMU_H
#define I386_TCG_PMU_H

void x86_pmu_halt(CPUX86State *env);
void x86_pmu_enter(CPUX86State *env);
bool x86_pmu_rdmsr(CPUX86State *env, uint32_t msr, uint64_t *value);
bool x86_pmu_wrmsr(CPUX86State *env, uint32_t msr, uint64_t value);
bool x86_pmu_rdpmc(CPUX86State *env, uint32_t index, uint64_t *value);
/* A leaf of tdtop's own, by which the guest talks to the emulator: answered in the registers. */
bool x86_pmu_magic(CPUX86State *env, uint32_t leaf, uint32_t subleaf);
/* Changes what QEMU says in a leaf to what a CPU with this PMU says. */
void x86_pmu_cpuid(CPUX86State *env, uint32_t leaf, uint32_t subleaf, uint32_t *eax,
                   uint32_t *ebx, uint32_t *ecx, uint32_t *edx);

#endif

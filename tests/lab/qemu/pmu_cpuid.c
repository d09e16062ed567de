/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the guest is told by CPUID. There is a PMU of version 5 with four fixed counters, or without
 * metrics one of version 4 with three. There is an architectural LBR if the settings want one.
 * Intel SDM, volume 2, CPUID.
 */
#include "pmu_internal.h"
#include "pmu.h"

#define EBX_LENGTH (8 << 24)            /* of the list of events that are missing: none is */
#define EDX_ANYTHREAD_GONE (1 << 15)
#define EDX_ARCH_LBR (1u << 19)

void x86_pmu_cpuid(CPUX86State *env, uint32_t leaf, uint32_t subleaf, uint32_t *eax,
                   uint32_t *ebx, uint32_t *ecx, uint32_t *edx)
{
    const bool arch_lbr = pmu_settings.lbr && pmu_lbr_is_architectural();

    if (!env->pmu) {
        return;
    }
    switch (leaf) {
    case 0:
        *eax = MAX(*eax, arch_lbr ? 0x1c : 0xd);
        break;
    case 1:
        *ecx |= CPUID_EXT_PDCM | (pmu_settings.pebs ? CPUID_EXT_DTES64 : 0);
        *edx |= pmu_settings.pebs ? CPUID_DTS : 0;
        break;
    case 7:
        if (subleaf == 0 && arch_lbr) {
            *edx |= EDX_ARCH_LBR;
        }
        break;
    case 0xa:
        *eax = pmu_settings.gp << 8 | PMU_WIDTH << 16 | EBX_LENGTH;
        *ebx = *ecx = 0;
        *edx = pmu_settings.fixed | PMU_WIDTH << 5;
        if (pmu_settings.metrics) {
            *eax |= 5;
            *ecx = (1 << pmu_settings.fixed) - 1;
            *edx |= EDX_ANYTHREAD_GONE;
        } else {
            *eax |= 4;
        }
        break;
    case 0xe ... 0x1b:          /* QEMU answers with the last leaf that it knows */
        if (arch_lbr) {
            *eax = *ebx = *ecx = *edx = 0;
        }
        break;
    case 0x1c:
        *eax = *ebx = *ecx = *edx = 0;
        if (arch_lbr && subleaf == 0) {
            *eax = 1u << (pmu_settings.lbr / 8 - 1);
            *ebx = 7;           /* filters by privilege and by type, call stacks */
            *ecx = 7;           /* mispredicted, cycles, type */
        }
        break;
    }
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The emulated PMU: overflows. Counters are made of time, so a timer of QEMU_CLOCK_VIRTUAL is armed
 * for the next overflow that someone waits for; its callback runs on QEMU's main thread and only
 * asks the vCPU to look. How fast a counter counts depends on the privilege level (kdiv, filters):
 * the timer is armed for the level that the CPU is in, and again for the next one when it changes.
 * A timer that was armed for a faster level comes too early and is armed again.
 *
 * Linux turns the counters on before it unmasks the interrupt in the local APIC (late_ack). What
 * overflows in between interrupts when it is unmasked, since GLOBAL_STATUS still says so.
 */
#include "pmu_internal.h"
#include "hw/core/cpu.h"
#include "hw/i386/apic.h"
#include "qemu/main-loop.h"

#define DEBUGCTL_FREEZE_LBR (1 << 11)
#define DEBUGCTL_FREEZE_COUNTERS (1 << 12)

#define FAR_NS 60e9             /* an overflow later than this needs no timer */
#define NEAR_NS 1000            /* the timer is no more exact than this */
#define MASKED_NS 20000         /* so often it is looked whether the interrupt is unmasked */
#define STATUS_OVERFLOWS (~(STATUS_LBR_FROZEN | STATUS_COUNTERS_FROZEN))

void pmu_deliver(CPUX86State *env)
{
    const bool locked = qemu_mutex_iothread_locked();
    struct X86PMU *pmu = env->pmu;

    if (pmu->debugctl & DEBUGCTL_FREEZE_COUNTERS) {
        pmu->global_status |= STATUS_COUNTERS_FROZEN;
    }
    if ((pmu->debugctl & DEBUGCTL_FREEZE_LBR) && (pmu->lbr_ctl & 1)) {
        pmu->global_status |= STATUS_LBR_FROZEN;
    }
    if (!locked) {
        qemu_mutex_lock_iothread();
    }
    pmu->interrupt_waits = !apic_deliver_pmi(env_archcpu(env)->apic_state);
    if (!locked) {
        qemu_mutex_unlock_iothread();
    }
    pmu->accesses[ACCESS_PMI][0] += !pmu->interrupt_waits;
}

bool pmu_overflow(struct X86PMU *pmu, int counter, bool interrupts)
{
    if (pmu->pebs_enable & (1ULL << counter)) {
        pmu_pebs_overflow(pmu, counter);
        return false;
    }
    pmu->global_status |= 1ULL << counter;
    return interrupts;
}

static double ns_to_overflow(uint64_t counter, double part, double per_ns)
{
    return per_ns > 0 ? (COUNTER_MAX + 1 - counter - part) / per_ns : FAR_NS;
}

static double next_overflow_ns(const struct X86PMU *pmu, int cpl)
{
    const double cycles_per_ns = pmu_settings.ghz / (cpl ? 1 : pmu_settings.kdiv);
    double in_ns = FAR_NS;

    for (int i = 0; i < pmu_settings.gp; i++) {
        const uint64_t evtsel = pmu->evtsel[i];

        if (pmu_general_counts(pmu, i) &&
            ((evtsel & EVTSEL_INTERRUPT) || (pmu->pebs_enable & (1ULL << i))) &&
            (evtsel & (cpl ? EVTSEL_USER : EVTSEL_OS))) {
            in_ns = MIN(in_ns, ns_to_overflow(pmu->pmc[i], pmu->pmc_part[i], cycles_per_ns *
                                              pmu_general_rate(pmu->profile, evtsel)));
        }
    }
    for (int i = 0; i < PMU_FIXED; i++) {
        const unsigned control = pmu_fixed_control(pmu, i);

        if (pmu_fixed_counts(pmu, i) &&
            ((control & FIXED_INTERRUPT) || (pmu->pebs_enable & (1ULL << (GLOBAL_FIXED + i)))) &&
            (control & (cpl ? FIXED_USER : FIXED_OS))) {
            in_ns = MIN(in_ns, ns_to_overflow(pmu->fixed[i], pmu->fixed_part[i], cycles_per_ns *
                                              pmu_fixed_rate(pmu->profile, i)));
        }
    }
    return in_ns;
}

void pmu_arm_in(CPUX86State *env, int cpl)
{
    struct X86PMU *pmu = env->pmu;
    double in_ns;
    int64_t at_ns;

    if (pmu->halted) {
        return;
    }
    in_ns = pmu->global_status & STATUS_COUNTERS_FROZEN ? FAR_NS : next_overflow_ns(pmu, cpl);
    if (pmu->interrupt_waits) {
        in_ns = MIN(in_ns, MASKED_NS);
    }
    if (in_ns >= FAR_NS) {
        return;
    }
    at_ns = pmu->last_ns + MAX(in_ns + 1, NEAR_NS);
    if (!pmu->timer_ns || at_ns < pmu->timer_ns) {
        pmu->timer_ns = at_ns;
        timer_mod(pmu->timer, at_ns);
    }
}

void pmu_arm(CPUX86State *env)
{
    pmu_arm_in(env, env->hflags & HF_CPL_MASK);
}

static void look(CPUState *cpu, run_on_cpu_data data)
{
    CPUX86State *env = cpu->env_ptr;

    env->pmu->timer_ns = 0;
    pmu_sync(env);
    if (env->pmu->interrupt_waits) {
        env->pmu->interrupt_waits = false;
        if (env->pmu->global_status & STATUS_OVERFLOWS) {
            pmu_deliver(env);
        }
    }
    pmu_arm(env);
}

static void timer_is_due(void *opaque)
{
    async_run_on_cpu(opaque, look, RUN_ON_CPU_NULL);
}

void pmu_timer_init(struct X86PMU *pmu, CPUState *cs)
{
    pmu->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, timer_is_due, cs);
}

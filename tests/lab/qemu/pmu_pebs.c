/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The emulated PMU: PEBS, format 4 with adaptive records (baseline). A counter of PEBS_ENABLE that
 * overflows does not interrupt. One of the next instructions is chosen at random, and when it has
 * been executed a record is written to the buffer of the DS area, through the guest's linear
 * addresses. Its ip is that instruction's, its registers are those after it. The PMU interrupts when
 * the buffer has been filled up to the threshold.
 *
 * A program may declare of one of its instructions the latency of its retirement, and its percentage
 * of the records of cycles (leaf 5 of pmu_profile.c); else all that are executed are equally likely.
 *
 * From the overflow to the record the translator calls helper_pebs() before each instruction (blocks
 * with HF_PEBS_MASK); at other times PEBS costs nothing. Intel SDM, volume 3, chapter 20.9 (adaptive
 * records), 18.4.9 (DS area); MSR numbers in volume 4.
 */
#include "pmu_internal.h"
#include "exec/exec-all.h"
#include "exec/cpu_ldst.h"
#include "exec/helper-proto.h"
#include "hw/core/cpu.h"
#include "tcg/seg_helper.h"

/* Of the DS area. */
#define DS_BASE 0x20
#define DS_INDEX 0x28
#define DS_END 0x30
#define DS_THRESHOLD 0x38
#define DS_RESETS 0x40          /* of eight general counters, then of the fixed ones */
#define DS_GENERALS 8

#define CFG_MEMORY 1
#define CFG_REGISTERS 2
#define CFG_XMM 4
#define CFG_LBR 8
#define CFG_GROUPS 15
#define CFG_LBR_SHIFT 24        /* entries - 1 */

#define STATUS_BUFFER (1ULL << 62)
#define BASIC_SIZE_SHIFT 48
#define BASIC_RETIRE_SHIFT 32

#define CHOICE 128              /* the record is of one of so many instructions */
#define PATIENCE 4096           /* so many instructions are looked at for the one that is wanted */
#define LATENCY 7               /* of an instruction, in cycles; nothing is emulated that had one */
#define RETIRE_LATENCY 1        /* of an instruction that is not declared */

#define EVENT_CYCLES 0x3c
#define FIXED_CYCLES 1
#define CR3_ADDRESS 0xffffffffff000ULL

/* What programs declared; rows are added and never taken away, cr3 is stored last. */
static struct declared {
    uint64_t cr3, ip;
    unsigned latency, percent;
} declared[256];
static unsigned n_declared;

static struct declared *declared_of(uint64_t cr3, uint64_t ip, bool any_ip)
{
    for (unsigned i = 0; i < ARRAY_SIZE(declared); i++) {
        struct declared *row = &declared[i];

        if (qatomic_load_acquire(&row->cr3) == (cr3 & CR3_ADDRESS) && (any_ip || row->ip == ip)) {
            return row;
        }
    }
    return NULL;
}

void pmu_pebs_declare(CPUX86State *env, uint64_t ip, uint32_t what)
{
    struct declared *row = declared_of(env->cr[3], ip, false);
    const bool old = row;

    if (!old) {
        const unsigned i = qatomic_fetch_inc(&n_declared);

        if (i >= ARRAY_SIZE(declared)) {
            return;             /* full: as if it had not been declared */
        }
        row = &declared[i];
        row->ip = ip;
    }
    row->latency = what & 0xffff;
    row->percent = what >> 16;
    if (!old) {
        qatomic_store_release(&row->cr3, env->cr[3] & CR3_ADDRESS);
    }
}

/* The counters that wait for a record and count at this privilege level. */
static uint64_t due(const struct X86PMU *pmu, int cpl)
{
    uint64_t mask = pmu->pebs_pending & pmu->pebs_enable;

    for (int i = 0; i < pmu_settings.gp; i++) {
        if (!pmu_general_counts(pmu, i) ||
            !(pmu->evtsel[i] & (cpl ? EVTSEL_USER : EVTSEL_OS))) {
            mask &= ~(1ULL << i);
        }
    }
    for (int i = 0; i < PMU_FIXED; i++) {
        if (!pmu_fixed_counts(pmu, i) ||
            !(pmu_fixed_control(pmu, i) & (cpl ? FIXED_USER : FIXED_OS))) {
            mask &= ~(1ULL << (GLOBAL_FIXED + i));
        }
    }
    return mask;
}

void pmu_pebs_flag(CPUX86State *env, int cpl)
{
    const bool on = env->pmu->pebs_pending && due(env->pmu, cpl);

    if (on == !!(env->hflags & HF_PEBS_MASK)) {
        return;
    }
    env->hflags ^= HF_PEBS_MASK;
    /* Blocks that are linked to each other do not look at the flag. */
    qatomic_set(&cpu_neg(env_cpu(env))->icount_decr.u16.high, -1);
}

void pmu_pebs_overflow(struct X86PMU *pmu, int counter)
{
    if (!pmu->pebs_pending) {
        pmu->pebs_countdown = pmu_random(pmu) * CHOICE;
        pmu->pebs_chosen = false;
        pmu->pebs_wanted = 0;
    }
    pmu->pebs_pending |= 1ULL << counter;
}

void pmu_pebs_rewritten(struct X86PMU *pmu, int counter)
{
    pmu->pebs_pending &= ~(1ULL << counter);
}

void pmu_pebs_forget(struct X86PMU *pmu)
{
    pmu->pebs_chosen = false;
    pmu->pebs_wanted = 0;
}

/* Where in the guest's memory to write; `ra` is where in the block we are, for a page fault. */
struct writer {
    CPUX86State *env;
    uint64_t to;
    uintptr_t ra;
};

static uint64_t read_ds(const struct writer *w, unsigned offset)
{
    return cpu_ldq_kernel_ra(w->env, w->env->pmu->ds_area + offset, w->ra);
}

static void put(struct writer *w, uint64_t value)
{
    cpu_stq_kernel_ra(w->env, w->to, value, w->ra);
    w->to += sizeof(value);
}

static unsigned lbr_entries(uint64_t cfg)
{
    return cfg & CFG_LBR ? (cfg >> CFG_LBR_SHIFT & 0xff) + 1 : 0;
}

static unsigned size_of(uint64_t cfg)
{
    return 8 * (4 + (cfg & CFG_MEMORY ? 4 : 0) + (cfg & CFG_REGISTERS ? 18 : 0) +
                (cfg & CFG_XMM ? 32 : 0) + 3 * lbr_entries(cfg));
}

static void put_registers(struct writer *w, uint64_t ip)
{
    put(w, cpu_compute_eflags(w->env));
    put(w, ip);
    for (int i = 0; i < CPU_NB_REGS64; i++) {
        put(w, w->env->regs[i]);
    }
}

static uint64_t retire_latency(const CPUX86State *env)
{
    const struct declared *row = declared_of(env->cr[3], env->pmu->pebs_ip, false);

    if (pmu_settings.pebs < 2) {
        return 0;
    }
    return row && row->latency ? row->latency : RETIRE_LATENCY;
}

static void put_record(struct writer *w, uint64_t cfg, uint64_t counters, uint64_t ip)
{
    CPUX86State *env = w->env;

    put(w, (cfg & 0xffffffff) | retire_latency(env) << BASIC_RETIRE_SHIFT |
           (uint64_t)size_of(cfg) << BASIC_SIZE_SHIFT);
    put(w, env->pmu->pebs_ip);
    put(w, counters);
    put(w, cpu_get_tsc(env) + env->tsc_offset);
    if (cfg & CFG_MEMORY) {
        put(w, 0);
        put(w, 0);
        put(w, LATENCY);
        put(w, 0);
    }
    if (cfg & CFG_REGISTERS) {
        put_registers(w, ip);
    }
    for (int i = 0; (cfg & CFG_XMM) && i < 16; i++) {
        put(w, env->xmm_regs[i].ZMM_Q(0));
        put(w, env->xmm_regs[i].ZMM_Q(1));
    }
    for (unsigned i = 0; i < lbr_entries(cfg); i++) {
        uint64_t entry[3];

        pmu_lbr_entry(env->pmu, i, entry);
        for (int k = 0; k < 3; k++) {
            put(w, entry[k]);
        }
    }
}

/* Counters begin again with what the DS area says. */
static void reload(const struct writer *w, uint64_t counters)
{
    struct X86PMU *pmu = w->env->pmu;

    for (int i = 0; i < pmu_settings.gp; i++) {
        if (counters & (1ULL << i)) {
            pmu->pmc[i] = read_ds(w, DS_RESETS + 8 * i) & COUNTER_MAX;
            pmu->pmc_part[i] = 0;
        }
    }
    for (int i = 0; i < PMU_FIXED; i++) {
        if (counters & (1ULL << (GLOBAL_FIXED + i))) {
            pmu->fixed[i] = read_ds(w, DS_RESETS + 8 * (DS_GENERALS + i)) & COUNTER_MAX;
            pmu->fixed_part[i] = 0;
        }
    }
}

/* The chosen instruction has been executed, the one at `ip` is next. */
static void write_record(CPUX86State *env, uint64_t ip, uintptr_t ra)
{
    struct X86PMU *pmu = env->pmu;
    const int cpl = env->hflags & HF_CPL_MASK;
    const uint64_t counters = due(pmu, cpl);
    const uint64_t cfg = pmu->pebs_data_cfg & (CFG_GROUPS | 0xffULL << CFG_LBR_SHIFT);
    struct writer w = { .env = env, .ra = ra };
    bool full;

    pmu_sync(env);
    w.to = read_ds(&w, DS_INDEX);
    full = w.to + size_of(cfg) > read_ds(&w, DS_END);
    if (!full) {
        put_record(&w, cfg, counters, ip);
        cpu_stq_kernel_ra(env, pmu->ds_area + DS_INDEX, w.to, ra);
        full = w.to >= read_ds(&w, DS_THRESHOLD);
    }
    reload(&w, counters);
    pmu->pebs_pending &= ~counters;
    pmu->pebs_chosen = false;
    pmu->pebs_wanted = 0;
    pmu->pebs_countdown = pmu_random(pmu) * CHOICE;
    pmu_pebs_flag(env, cpl);
    if (full) {
        pmu->global_status |= STATUS_BUFFER;
        pmu_deliver(env);
    }
    pmu_arm(env);
}

static bool counts_cycles(const struct X86PMU *pmu)
{
    for (int i = 0; i < pmu_settings.gp; i++) {
        if ((pmu->pebs_pending & (1ULL << i)) && (pmu->evtsel[i] & 0xffff) == EVENT_CYCLES) {
            return true;
        }
    }
    return pmu->pebs_pending & (1ULL << (GLOBAL_FIXED + FIXED_CYCLES));
}

/* The countdown is over: is it this instruction, or is one wanted that comes later? */
static bool choose(CPUX86State *env, uint64_t ip)
{
    struct X86PMU *pmu = env->pmu;
    const struct declared *row;

    if (pmu->pebs_wanted) {
        return ip == pmu->pebs_wanted || pmu->pebs_countdown < -PATIENCE;
    }
    row = counts_cycles(pmu) ? declared_of(env->cr[3], 0, true) : NULL;
    if (!row || !row->percent) {
        return true;
    }
    if (pmu_random(pmu) * 100 < row->percent) {
        pmu->pebs_wanted = row->ip;
        return ip == row->ip;
    }
    return ip != row->ip;
}

/* The translator's call before the instruction at `ip`, in blocks with HF_PEBS_MASK. */
void helper_pebs(CPUX86State *env, target_ulong ip)
{
    struct X86PMU *pmu = env->pmu;

    if (!(env->hflags & HF_PEBS_MASK)) {
        return;
    }
    if (pmu->pebs_chosen) {
        write_record(env, ip, GETPC());
    } else if (--pmu->pebs_countdown < 0 && choose(env, ip)) {
        pmu->pebs_ip = ip;
        pmu->pebs_chosen = true;
    }
}

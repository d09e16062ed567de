/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LBR: the branches that the guest really takes, recorded by a helper which the translator calls at
 * each of them while the LBR is on. Predictions are those of a table of two-bit counters, of the
 * last target of an indirect branch, and of a stack of returns. "Cycles" are instructions.
 *
 * The architectural LBR (of CPUs with eight metrics) numbers its registers from the youngest entry.
 * The older one (format 5, Skylake to Ice Lake) has a ring with a register for its top, is turned on
 * by DEBUGCTL, and LBR_SELECT has a bit for each kind that it leaves out. lbr_ctl has the same in
 * the architectural form. Intel SDM, volume 3, chapters 18.4 to 18.13 and 20.
 */
#include "pmu_internal.h"
#include "exec/helper-proto.h"
#include "pmu.h"

/* Kinds of branches as the architecture numbers them in LBR_INFO. */
enum {
    KIND_JCC, KIND_JMP_INDIRECT, KIND_JMP, KIND_CALL_INDIRECT, KIND_CALL, KIND_RET,
    KIND_JCC_NOT_TAKEN          /* the translator's own: only trains the predictor */
};

#define CTL_ON 1
#define CTL_OS 2
#define CTL_USER 4
#define CTL_CALL_STACK 8
#define CTL_ALL 0x7f000f

#define DEBUGCTL_LBR 1
#define SELECT_CALL_STACK (1 << 9)

#define INFO_CYCLES_MAX 0xffff
#define INFO_TYPE_SHIFT 56
#define INFO_CYCLES_VALID (1ULL << 60)
#define INFO_MISPREDICTED (1ULL << 63)

/* The bit of LBR_CTL that lets a kind of branch through. */
static const uint8_t filter[] = {
    [KIND_JCC] = 16, [KIND_JMP_INDIRECT] = 18, [KIND_JMP] = 17,
    [KIND_CALL_INDIRECT] = 20, [KIND_CALL] = 19, [KIND_RET] = 21,
};

/* Bits of LBR_SELECT, each for what is left out, and of LBR_CTL, for what is let through. */
static const struct {
    uint8_t select, ctl;
} kinds[] = { { 0, 1 }, { 1, 2 }, { 2, 16 }, { 3, 19 }, { 4, 20 }, { 5, 21 }, { 6, 18 }, { 7, 17 } };

bool pmu_lbr_is_architectural(void)
{
    return pmu_settings.metrics == PMU_METRICS;
}

/* Entry 0 is the youngest. */
static int at(const struct X86PMU *pmu, int entry)
{
    return ((int)pmu->lbr_top - entry + pmu_settings.lbr) % pmu_settings.lbr;
}

static uint64_t *older_register(struct X86PMU *pmu, uint32_t msr)
{
    const int entry = msr & (PMU_LBR_OLDER - 1);

    if (msr == MSR_LBR_SELECT) {
        return &pmu->lbr_select;
    }
    if (msr == MSR_LBR_TOP) {
        return &pmu->lbr_top;
    }
    if (entry >= pmu_settings.lbr) {
        return NULL;
    }
    switch (msr - entry) {
    case MSR_LBR_INFO0: return &pmu->lbr_info[entry];
    case MSR_LBR_FROM0: return &pmu->lbr_from[entry];
    case MSR_LBR_TO0: return &pmu->lbr_to[entry];
    default: return NULL;
    }
}

uint64_t *pmu_lbr_register(struct X86PMU *pmu, uint32_t msr)
{
    const int entry = msr & (PMU_LBR - 1);

    if (!pmu_settings.lbr) {
        return NULL;
    }
    if (!pmu_lbr_is_architectural()) {
        return older_register(pmu, msr);
    }
    if (msr == MSR_ARCH_LBR_CTL) {
        return &pmu->lbr_ctl;
    }
    if (msr == MSR_ARCH_LBR_DEPTH) {
        return &pmu->lbr_depth;
    }
    if (entry >= pmu_settings.lbr) {
        return NULL;
    }
    switch (msr - entry) {
    case MSR_ARCH_LBR_INFO0: return &pmu->lbr_info[at(pmu, entry)];
    case MSR_ARCH_LBR_FROM0: return &pmu->lbr_from[at(pmu, entry)];
    case MSR_ARCH_LBR_TO0: return &pmu->lbr_to[at(pmu, entry)];
    default: return NULL;
    }
}

void pmu_lbr_entry(const struct X86PMU *pmu, unsigned entry, uint64_t value[3])
{
    const bool there = entry < (unsigned)pmu_settings.lbr;
    const int i = there ? at(pmu, entry) : 0;

    value[0] = there ? pmu->lbr_from[i] : 0;
    value[1] = there ? pmu->lbr_to[i] : 0;
    value[2] = there ? pmu->lbr_info[i] : 0;
}

/*
 * Sets the flag by which translated blocks call helper_lbr(). Also while the LBR is frozen: between
 * an overflow and a late interrupt a program runs on, and so do the predictors.
 */
static void set_flag(CPUX86State *env)
{
    if (pmu_settings.lbr && (env->pmu->lbr_ctl & CTL_ON)) {
        env->hflags |= HF_LBR_MASK;
    } else {
        env->hflags &= ~HF_LBR_MASK;
    }
}

static void reset(struct X86PMU *pmu)
{
    memset(pmu->lbr_from, 0, sizeof(pmu->lbr_from));
    memset(pmu->lbr_to, 0, sizeof(pmu->lbr_to));
    memset(pmu->lbr_info, 0, sizeof(pmu->lbr_info));
}

static uint64_t control_of_older(const struct X86PMU *pmu)
{
    uint64_t ctl = pmu->debugctl & DEBUGCTL_LBR ? CTL_ON : 0;

    for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
        if (!(pmu->lbr_select & (1 << kinds[i].select))) {
            ctl |= 1 << kinds[i].ctl;
        }
    }
    return ctl | (pmu->lbr_select & SELECT_CALL_STACK ? CTL_CALL_STACK : 0);
}

void pmu_lbr_written(CPUX86State *env, uint32_t msr)
{
    struct X86PMU *pmu = env->pmu;

    if (!pmu_settings.lbr) {
        return;
    }
    if (msr == MSR_ARCH_LBR_DEPTH) {
        reset(pmu);
    }
    if (!pmu_lbr_is_architectural()) {
        pmu->lbr_top %= pmu_settings.lbr;
        pmu->lbr_ctl = control_of_older(pmu);
    }
    pmu->lbr_ctl &= CTL_ALL;
    set_flag(env);
}

/* Trains the predictors; true: this branch was mispredicted. */
static bool predict(struct X86PMU *pmu, int kind, uint64_t from, uint64_t to)
{
    const unsigned hash = (from ^ from >> 16) % ARRAY_SIZE(pmu->predictor);
    uint8_t *counter = &pmu->predictor[hash];
    uint64_t *target = &pmu->targets[hash % ARRAY_SIZE(pmu->targets)];
    bool missed;

    switch (kind) {
    case KIND_JCC:
        missed = *counter < 2;
        *counter = MIN(3, *counter + 1);
        return missed;
    case KIND_JCC_NOT_TAKEN:
        missed = *counter >= 2;
        *counter = MAX(0, *counter - 1);
        return missed;
    case KIND_JMP_INDIRECT:
    case KIND_CALL_INDIRECT:
        missed = *target != to;
        *target = to;
        return missed;
    case KIND_RET:
        /* The stack has the addresses of calls; a call has at most 15 bytes. */
        pmu->returns_top--;
        return to - pmu->returns[pmu->returns_top % ARRAY_SIZE(pmu->returns)] > 15;
    default:
        return false;
    }
}

static bool passes(const struct X86PMU *pmu, int kind, int cpl)
{
    return kind != KIND_JCC_NOT_TAKEN && (pmu->lbr_ctl & CTL_ON) &&
           (pmu->lbr_ctl & (cpl ? CTL_USER : CTL_OS)) && (pmu->lbr_ctl & (1u << filter[kind]));
}

/* The translator's call at a branch. what: its kind, and instructions of this block so far << 8. */
void helper_lbr(CPUX86State *env, uint32_t what, target_ulong from, target_ulong to)
{
    struct X86PMU *pmu = env->pmu;
    const int kind = what & 255;
    const bool missed = predict(pmu, kind, from, to);

    if (kind == KIND_CALL_INDIRECT || kind == KIND_CALL) {
        pmu->returns[pmu->returns_top++ % ARRAY_SIZE(pmu->returns)] = from;
    }
    if (pmu->global_status & STATUS_LBR_FROZEN) {
        return;
    }
    pmu->lbr_instructions += what >> 8;
    if (!passes(pmu, kind, env->hflags & HF_CPL_MASK)) {
        return;
    }
    if ((pmu->lbr_ctl & CTL_CALL_STACK) && kind == KIND_RET) {
        /* A return takes its call off the stack. */
        pmu->lbr_from[pmu->lbr_top] = pmu->lbr_to[pmu->lbr_top] = pmu->lbr_info[pmu->lbr_top] = 0;
        pmu->lbr_top = (pmu->lbr_top + pmu_settings.lbr - 1) % pmu_settings.lbr;
        return;
    }
    pmu->lbr_top = (pmu->lbr_top + 1) % pmu_settings.lbr;
    pmu->lbr_from[pmu->lbr_top] = from;
    pmu->lbr_to[pmu->lbr_top] = to;
    pmu->lbr_info[pmu->lbr_top] = MIN(pmu->lbr_instructions, INFO_CYCLES_MAX) |
                                  (missed ? INFO_MISPREDICTED : 0);
    if (pmu_lbr_is_architectural()) {
        pmu->lbr_info[pmu->lbr_top] |= (uint64_t)kind << INFO_TYPE_SHIFT | INFO_CYCLES_VALID;
    }
    pmu->lbr_instructions = 0;
}

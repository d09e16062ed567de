/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An architectural performance monitoring unit (version 5) with TopDown, for QEMU's software
 * emulation (TCG): registers, counting, interrupts. Linux' own driver runs on it.
 *
 * What it counts is made of time. A vCPU makes so many cycles per nanosecond of QEMU_CLOCK_VIRTUAL
 * while it is not halted, and the profile of the address space that runs (pmu_profile.c) says what
 * the cycles did. Registers as in Intel SDM, volume 3, chapter 20; PERF_METRICS in 20.3.9.3.
 *
 * Enabled by -cpu ...,pmu=on; settings: struct pmu_settings. On the thread of the vCPU, but for the
 * timer, which only asks that thread to look.
 */
#include "pmu_internal.h"
#include "exec/exec-all.h"
#include "tcg/helper-tcg.h"
#include "pmu.h"

#define GLOBAL_METRICS (1ULL << 48)
#define METRICS_WHOLE 255               /* a byte of PERF_METRICS that stands for all slots */
#define CAPS_PEBS 0x44c0                /* traps, registers, format 4, adaptive records */
#define CAPS_RETIRE_LATENCY 0x20000
#define CAPS_METRICS_CLEAR 0x80000
#define CAPS_LBR_INFO 5                 /* flags and cycles in registers of their own */
#define MISC_PERFMON (1 << 7)
#define MISC_NO_BTS (1 << 11)
#define MISC_NO_PEBS (1 << 12)
#define RDPMC_METRICS (1u << 29)
#define RDPMC_FIXED (1u << 30)

#define CPUS_MAX 256

struct pmu_settings pmu_settings;
static struct X86PMU *pmus[CPUS_MAX];
static int n_pmus;

static double setting(const char *text, const char *name, double otherwise)
{
    const size_t length = strlen(name);
    const char *word = text;

    while (word && *word) {
        if (!strncmp(word, name, length) && word[length] == '=') {
            return strtod(word + length + 1, NULL);     /* strtod() also reads 0x... */
        }
        word = strchr(word, ' ');
        word += word ? 1 : 0;
    }
    return otherwise;
}

static void read_settings(void)
{
    const char *text = getenv("TDPMU");
    struct pmu_settings *s = &pmu_settings;

    s->ghz = setting(text, "ghz", 3.0);
    s->kdiv = setting(text, "kdiv", 1);         /* so many times fewer cycles in the kernel */
    s->tsc = setting(text, "tsc", 2.0);
    s->metrics = MIN(PMU_METRICS, setting(text, "metrics", PMU_METRICS));
    s->gp = MIN(PMU_GENERALS, setting(text, "gp", s->metrics ? PMU_GENERALS : 4));
    s->fixed = s->metrics ? PMU_FIXED : PMU_FIXED - 1;
    s->width = setting(text, "width", s->metrics == PMU_METRICS ? 6 : s->metrics ? 5 : 4);
    s->corrections = setting(text, "corrections", 0);
    s->lbr = MIN(pmu_lbr_is_architectural() ? PMU_LBR : PMU_LBR_OLDER, setting(text, "lbr", 0));
    s->dither = setting(text, "dither", 0);     /* PERF_METRICS rounds at random */
    s->trace = setting(text, "trace", 0);
    /* 2: with the latency of retirement. Before Ice Lake records had another form. */
    s->pebs = s->metrics ? setting(text, "pebs", 1) : 0;
    s->caps = setting(text, "caps", (s->metrics ? 0xb000 : 0x3000) | (s->pebs ? CAPS_PEBS : 0) |
                      (s->pebs == 2 ? CAPS_RETIRE_LATENCY : 0) |
                      (setting(text, "clear", 0) ? CAPS_METRICS_CLEAR : 0) |
                      (!s->lbr ? 0 : pmu_lbr_is_architectural() ? 0x3f : CAPS_LBR_INFO));
}

static int cpl_of(const CPUX86State *env)
{
    return env->hflags & HF_CPL_MASK;
}

/* ---- counting ---- */

/* Adds a number with a fraction to a counter; true: it has overflowed. */
static bool add(uint64_t *counter, double *part, double number)
{
    const double sum = *part + number;
    const uint64_t whole = sum;

    *part = sum - whole;
    *counter += whole;
    if (*counter <= COUNTER_MAX) {
        return false;
    }
    *counter &= COUNTER_MAX;
    return true;
}

bool pmu_general_counts(const struct X86PMU *pmu, int i)
{
    return (pmu->evtsel[i] & EVTSEL_ENABLE) && (pmu->global_ctrl & (1ULL << i));
}

unsigned pmu_fixed_control(const struct X86PMU *pmu, int i)
{
    return pmu->fixed_ctrl >> (4 * i) & 15;
}

bool pmu_fixed_counts(const struct X86PMU *pmu, int i)
{
    return (pmu_fixed_control(pmu, i) & (FIXED_OS | FIXED_USER)) &&
           (pmu->global_ctrl & (1ULL << (GLOBAL_FIXED + i)));
}

/* True: an overflow interrupts. */
static bool count_generals(struct X86PMU *pmu, double cycles, int cpl)
{
    bool interrupts = false;

    for (int i = 0; i < pmu_settings.gp; i++) {
        const uint64_t evtsel = pmu->evtsel[i];

        if (!pmu_general_counts(pmu, i) || !(evtsel & (cpl ? EVTSEL_USER : EVTSEL_OS))) {
            continue;
        }
        if (add(&pmu->pmc[i], &pmu->pmc_part[i],
                cycles * pmu_general_rate(pmu->profile, evtsel))) {
            interrupts |= pmu_overflow(pmu, i, evtsel & EVTSEL_INTERRUPT);
        }
    }
    return interrupts;
}

/* The same; and the metrics with SLOTS. */
static bool count_fixed(struct X86PMU *pmu, double cycles, int cpl)
{
    bool interrupts = false;

    for (int i = 0; i < PMU_FIXED; i++) {
        const unsigned control = pmu_fixed_control(pmu, i);
        const double number = cycles * pmu_fixed_rate(pmu->profile, i);

        if (!pmu_fixed_counts(pmu, i) || !(control & (cpl ? FIXED_USER : FIXED_OS))) {
            continue;
        }
        if (add(&pmu->fixed[i], &pmu->fixed_part[i], number)) {
            interrupts |= pmu_overflow(pmu, GLOBAL_FIXED + i, control & FIXED_INTERRUPT);
        }
        if (MSR_FIXED0 + i == MSR_FIXED3 && (pmu->global_ctrl & GLOBAL_METRICS)) {
            for (int k = 0; k < pmu_settings.metrics; k++) {
                pmu->metric[k] += number * pmu->profile->share[k];
            }
        }
    }
    return interrupts;
}

/* Counts what was made since the last time; cpl: the mode in which it was made. */
static void sync_in(CPUX86State *env, int cpl)
{
    struct X86PMU *pmu = env->pmu;
    const int64_t now_ns = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    const double cycles = (now_ns - pmu->last_ns) * pmu_settings.ghz /
                          (cpl ? 1 : pmu_settings.kdiv);
    bool interrupts;

    pmu->last_ns = now_ns;
    if (pmu->profile_version != pmu_profiles_version()) {
        pmu->profile_version = pmu_profiles_version();
        pmu->profile = pmu_profile(env);
    }
    if (pmu->halted || cycles <= 0) {
        return;
    }
    if (!pmu_profile_is_default(pmu->profile)) {
        qatomic_set(&pmu->profile->cycles[!!cpl],
                    pmu->profile->cycles[!!cpl] + (uint64_t)cycles);
    }
    if (pmu->global_status & STATUS_COUNTERS_FROZEN) {
        return;
    }
    interrupts = count_generals(pmu, cycles, cpl);
    interrupts |= count_fixed(pmu, cycles, cpl);
    if (interrupts) {
        pmu_deliver(env);
    }
    if (pmu->pebs_pending) {
        pmu_pebs_flag(env, cpl);
    }
}

void pmu_sync(CPUX86State *env)
{
    sync_in(env, cpl_of(env));
}

/* ---- what QEMU tells ---- */

void x86_pmu_reset(CPUState *cs)
{
    X86CPU *cpu = X86_CPU(cs);
    struct X86PMU *pmu = cpu->env.pmu;

    if (!cpu->enable_pmu) {
        return;
    }
    if (!n_pmus) {
        read_settings();
        pmu_profiles_init();
    }
    if (!pmu) {
        assert(n_pmus < CPUS_MAX);
        pmu = cpu->env.pmu = pmus[n_pmus] = g_new0(struct X86PMU, 1);
        pmu_timer_init(pmu, cs);
        pmu->random = 2463534242u + n_pmus++;
    }
    pmu->global_ctrl = (1 << pmu_settings.gp) - 1;
    pmu->global_status = pmu->fixed_ctrl = pmu->debugctl = pmu->lbr_ctl = 0;
    pmu->pebs_enable = pmu->pebs_pending = 0;
    memset(pmu->evtsel, 0, sizeof(pmu->evtsel));
    memset(pmu->pmc, 0, sizeof(pmu->pmc));
    memset(pmu->fixed, 0, sizeof(pmu->fixed));
    pmu->halted = true;
    pmu->profile = pmu_profile_of(0);
}

/* The privilege level is about to change. */
void x86_pmu_cpl(CPUX86State *env, int old, int cpl)
{
    sync_in(env, old);
    pmu_pebs_flag(env, cpl);
    pmu_arm_in(env, cpl);
}

void x86_pmu_cr3(CPUX86State *env, uint64_t cr3)
{
    struct X86PMU *pmu = env->pmu;

    pmu_sync(env);
    pmu->accesses[ACCESS_CR3][1]++;
    pmu->profile = pmu_profile_of(cr3);
    pmu_pebs_forget(pmu);
    pmu_arm(env);
}

void x86_pmu_halt(CPUX86State *env)
{
    pmu_sync(env);
    env->pmu->halted = true;
}

void x86_pmu_enter(CPUX86State *env)
{
    struct X86PMU *pmu = env->pmu;

    if (!pmu->halted) {
        return;
    }
    pmu->halted = false;
    pmu->last_ns = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
    pmu_arm(env);
}

/* ---- registers ---- */

double pmu_random(struct X86PMU *pmu)
{
    pmu->random ^= pmu->random << 13;
    pmu->random ^= pmu->random >> 17;
    pmu->random ^= pmu->random << 5;
    return pmu->random / 4294967296.0;
}

static uint64_t read_metrics(struct X86PMU *pmu)
{
    const double slots = pmu->fixed[3] + pmu->fixed_part[3];
    uint64_t value = 0;

    if (slots < 1) {
        return 0;
    }
    for (int k = 0; k < pmu_settings.metrics; k++) {
        double byte = pmu->metric[k] / slots * METRICS_WHOLE;

        byte += pmu_settings.dither ? pmu_random(pmu) : 0.5;
        value |= (uint64_t)MIN(METRICS_WHOLE, MAX(0, byte)) << (8 * k);
    }
    return value;
}

static void write_metrics(struct X86PMU *pmu, uint64_t value)
{
    for (int k = 0; k < PMU_METRICS; k++) {
        pmu->metric[k] = (value >> (8 * k) & 0xff) / (double)METRICS_WHOLE * pmu->fixed[3];
    }
}

/* The fractions of PERF_METRICS stay until it is written. */
static void write_slots(struct X86PMU *pmu, uint64_t value)
{
    const double old = pmu->fixed[3] + pmu->fixed_part[3];

    for (int k = 0; k < PMU_METRICS; k++) {
        pmu->metric[k] = old > 0 ? pmu->metric[k] * (value / old) : 0;
    }
}

/* Is this register one of n of a kind? */
static bool is_one_of(uint32_t msr, uint32_t first, int n)
{
    return msr >= first && msr < first + n;
}

static enum access_class class_of(uint32_t msr)
{
    switch (msr) {
    case MSR_GLOBAL_CTRL: return ACCESS_GLOBAL_CTRL;
    case MSR_GLOBAL_STATUS: return ACCESS_GLOBAL_STATUS;
    case MSR_GLOBAL_STATUS_RESET: case MSR_GLOBAL_STATUS_SET: return ACCESS_STATUS_RESET;
    case MSR_FIXED_CTRL: return ACCESS_FIXED_CTRL;
    case MSR_FIXED3: return ACCESS_SLOTS;
    case MSR_METRICS: return ACCESS_METRICS;
    case MSR_DEBUGCTL: return ACCESS_DEBUGCTL;
    case MSR_ARCH_LBR_CTL: case MSR_ARCH_LBR_DEPTH: return ACCESS_LBR;
    }
    if (is_one_of(msr, MSR_FIXED0, PMU_FIXED)) {
        return ACCESS_FIXED;
    }
    if (is_one_of(msr, MSR_PMC0, PMU_GENERALS) || is_one_of(msr, MSR_FULL_PMC0, PMU_GENERALS)) {
        return ACCESS_PMC;
    }
    if (is_one_of(msr, MSR_EVTSEL0, PMU_GENERALS)) {
        return ACCESS_EVTSEL;
    }
    if (is_one_of(msr, MSR_ARCH_LBR_INFO0, 0x440) || is_one_of(msr, MSR_LBR_FROM0, 0x80) ||
        is_one_of(msr, MSR_LBR_INFO0, PMU_LBR) || is_one_of(msr, MSR_LBR_SELECT, 2)) {
        return ACCESS_LBR;
    }
    return ACCESS_OTHER;
}

/* Registers that only keep what is written to them. */
static uint64_t *plain(struct X86PMU *pmu, uint32_t msr)
{
    switch (msr) {
    case MSR_FIXED_CTRL: return &pmu->fixed_ctrl;
    case MSR_GLOBAL_CTRL: return &pmu->global_ctrl;
    case MSR_PEBS_ENABLE: return &pmu->pebs_enable;
    case MSR_DS_AREA: return &pmu->ds_area;
    case MSR_DEBUGCTL: return &pmu->debugctl;
    case MSR_OFFCORE_RSP_0: case MSR_OFFCORE_RSP_0 + 1: return &pmu->offcore[msr & 1];
    case MSR_PEBS_LD_LAT: return &pmu->pebs_ld_lat;
    case MSR_PEBS_FRONTEND: return &pmu->pebs_frontend;
    case MSR_PEBS_DATA_CFG: return &pmu->pebs_data_cfg;
    }
    if (is_one_of(msr, MSR_EVTSEL0, pmu_settings.gp)) {
        return &pmu->evtsel[msr - MSR_EVTSEL0];
    }
    return pmu_lbr_register(pmu, msr);
}

/* The value and the fraction of a counter; NULL: no counter has this number. */
static uint64_t *counter(struct X86PMU *pmu, uint32_t msr, double **part)
{
    if (is_one_of(msr, MSR_FIXED0, PMU_FIXED)) {
        *part = &pmu->fixed_part[msr - MSR_FIXED0];
        return &pmu->fixed[msr - MSR_FIXED0];
    }
    for (int i = 0; i < pmu_settings.gp; i++) {
        if (msr == MSR_PMC0 + i || msr == MSR_FULL_PMC0 + i) {
            *part = &pmu->pmc_part[i];
            return &pmu->pmc[i];
        }
    }
    return NULL;
}

bool x86_pmu_rdmsr(CPUX86State *env, uint32_t msr, uint64_t *value)
{
    struct X86PMU *pmu = env->pmu;
    uint64_t *at;
    double *part;

    if (!pmu) {
        return false;
    }
    if (msr == MSR_CAPABILITIES) {
        *value = pmu_settings.caps;
        return true;
    }
    if (msr == MSR_IA32_MISC_ENABLE) {
        *value = env->msr_ia32_misc_enable | MISC_PERFMON | MISC_NO_BTS |
                 (pmu_settings.pebs ? 0 : MISC_NO_PEBS);
        return true;
    }
    if ((at = counter(pmu, msr, &part))) {
        pmu_sync(env);
        *value = *at;
    } else if (msr == MSR_METRICS) {
        pmu_sync(env);
        *value = read_metrics(pmu);
    } else if (msr == MSR_GLOBAL_STATUS) {
        pmu_sync(env);
        *value = pmu->global_status;
    } else if (msr == MSR_GLOBAL_STATUS_RESET || msr == MSR_GLOBAL_STATUS_SET) {
        *value = 0;
    } else if ((at = plain(pmu, msr))) {
        *value = *at;
    } else {
        return false;
    }
    pmu->accesses[class_of(msr)][0]++;
    return true;
}

static void write_counter(struct X86PMU *pmu, uint32_t msr, uint64_t value, uint64_t *at,
                          double *part)
{
    if (is_one_of(msr, MSR_PMC0, pmu_settings.gp)) {
        value = (uint64_t)(int64_t)(int32_t)value;      /* only 32 bits are written */
    }
    value &= COUNTER_MAX;
    if (is_one_of(msr, MSR_FIXED0, PMU_FIXED)) {
        pmu_pebs_rewritten(pmu, GLOBAL_FIXED + msr - MSR_FIXED0);
    } else {
        pmu_pebs_rewritten(pmu, at - pmu->pmc);
    }
    if (msr == MSR_FIXED3) {
        write_slots(pmu, value);
    }
    *at = value;
    *part = 0;
}

static void write_plain(CPUX86State *env, uint32_t msr, uint64_t value, uint64_t *at)
{
    *at = value;
    if (msr == MSR_PEBS_ENABLE) {
        pmu_pebs_forget(env->pmu);
    }
    pmu_lbr_written(env, msr);
}

bool x86_pmu_wrmsr(CPUX86State *env, uint32_t msr, uint64_t value)
{
    struct X86PMU *pmu = env->pmu;
    uint64_t *at;
    double *part;

    if (!pmu) {
        return false;
    }
    if (msr == MSR_CAPABILITIES || msr == MSR_GLOBAL_STATUS) {
        return true;
    }
    if (pmu_settings.trace) {
        fprintf(stderr, "[pmu %d wr %x %" PRIx64 "]\n", env_cpu(env)->cpu_index, msr, value);
    }
    pmu_sync(env);
    if ((at = counter(pmu, msr, &part))) {
        write_counter(pmu, msr, value, at, part);
    } else if (msr == MSR_METRICS) {
        write_metrics(pmu, value);
    } else if (msr == MSR_GLOBAL_STATUS_RESET) {
        pmu->global_status &= ~value;
    } else if (msr == MSR_GLOBAL_STATUS_SET) {
        pmu->global_status |= value;
    } else if ((at = plain(pmu, msr))) {
        write_plain(env, msr, value, at);
    } else {
        return false;
    }
    pmu->accesses[class_of(msr)][1]++;
    pmu_pebs_flag(env, cpl_of(env));
    pmu_arm(env);
    return true;
}

/* A program's RDPMC of PERF_METRICS clears it and SLOTS, if FIXED_CTR_CTRL says so. */
static void clear_metrics(CPUX86State *env)
{
    struct X86PMU *pmu = env->pmu;

    if (cpl_of(env) < 3 || !(pmu->fixed_ctrl & FIXED_METRICS_CLEAR)) {
        return;
    }
    write_counter(pmu, MSR_FIXED3, 0, &pmu->fixed[3], &pmu->fixed_part[3]);
    pmu_arm(env);
}

bool x86_pmu_rdpmc(CPUX86State *env, uint32_t index, uint64_t *value)
{
    struct X86PMU *pmu = env->pmu;
    const uint32_t number = index & 0xffff;

    if (!pmu) {
        return false;
    }
    pmu_sync(env);
    index &= 0x7fffffff;
    if (index == RDPMC_METRICS) {
        *value = read_metrics(pmu);
        clear_metrics(env);
        pmu->accesses[ACCESS_RDPMC_METRICS][0]++;
    } else if ((index & RDPMC_FIXED) && number < PMU_FIXED) {
        *value = pmu->fixed[number];
        pmu->accesses[number == 3 ? ACCESS_RDPMC_SLOTS : ACCESS_RDPMC_FIXED][0]++;
    } else if (index < pmu_settings.gp) {
        *value = pmu->pmc[index];
        pmu->accesses[ACCESS_RDPMC_PMC][0]++;
    } else {
        return false;
    }
    return true;
}

uint64_t pmu_accesses(enum access_class class, bool writes)
{
    uint64_t sum = 0;

    for (int i = 0; i < n_pmus; i++) {
        sum += pmus[i]->accesses[class][writes];
    }
    return sum;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Profiles: what the cycles of an address space (CR3) did. A guest program declares its own by a
 * CPUID leaf that no CPU has. Rows are added under a lock and never taken away; a reader finds a
 * row by its cr3, which is stored last. Their numbers may change while a CPU reads them, by the
 * program that runs there.
 */
#include "pmu_internal.h"
#include "qemu/atomic.h"
#include "qemu/thread.h"
#include "pmu.h"

#define PROFILES 1024
#define CR3_ADDRESS 0xffffffffff000ULL
#define LEAVES 0x5d700000               /* the magic leaves: tdtop's own */
#define LEAVES_MASK 0xffff0000
#define SELECTION_EVENT 0xffff
#define SELECTION_EDGE (1 << 18)
#define SELECTION_INV (1 << 23)
#define SELECTION_CMASK 0xff000000
#define ANSWER 0x54445054               /* "TDPT" in EDX: this is the emulated PMU */

enum leaf {
    LEAF_SET = 1,       /* ECX, EBX: eight bytes in 1/200 of the slots; EDX: IPC * 1000, or 0 */
    LEAF_FORGET = 2,
    LEAF_EVENT = 3,     /* EBX: PMU_SELECTION; ECX: counts in a million cycles; 1: no room */
    LEAF_CYCLES = 4,    /* ECX 0, 1: cycles of this address space in kernel, user mode */
    LEAF_INSTRUCTION = 5, /* RBX: ip; ECX: see pmu_pebs_declare() */
    LEAF_ACCESSES = 16, /* ECX: class * 2 + write: accesses of all CPUs so far */
};

static Profile profiles[PROFILES];
static Profile default_profile = {
    .part = { 30000, 10000, 25000, 35000, 5000, 7000, 15000, 20000 }
};
static QemuMutex lock;
static unsigned version;

/* From the metrics of part[]: what the register shows, the other parts; IPC unless declared. */
static void derive(Profile *profile)
{
    unsigned long long slots[LAB_PARTS];

    lab_derive(profile->part, pmu_settings.corrections, pmu_settings.metrics == 4);
    for (int i = 0; i < LAB_PARTS; i++) {
        slots[i] = profile->part[i];
    }
    lab_register(slots);
    for (int i = 0; i < PMU_METRICS; i++) {
        profile->share[i] = slots[i] / (double)LAB_WHOLE;
    }
    if (profile->ipc <= 0) {
        profile->ipc = profile->part[0] * pmu_settings.width / LAB_WHOLE;
    }
}

void pmu_profiles_init(void)
{
    qemu_mutex_init(&lock);
    derive(&default_profile);
}

bool pmu_profile_is_default(const Profile *profile)
{
    return profile == &default_profile;
}

unsigned pmu_profiles_version(void)
{
    return qatomic_read(&version);
}

static void set_default(Profile *profile)
{
    memcpy(profile->share, default_profile.share, sizeof(profile->share));
    memcpy(profile->part, default_profile.part, sizeof(profile->part));
    profile->ipc = default_profile.ipc;
    memset(profile->event, 0, sizeof(profile->event));
}

/* add: make a row if there is none; with the lock. A full table has the default for all others. */
static Profile *find(uint64_t cr3, bool add)
{
    const unsigned hash = (cr3 * 0x9e3779b97f4a7c15ULL) >> 54;

    for (unsigned i = 0; i < PROFILES; i++) {
        Profile *profile = &profiles[(hash + i) % PROFILES];
        const uint64_t its = qatomic_load_acquire(&profile->cr3);

        if (its == cr3) {
            return profile;
        }
        if (!its) {
            if (!add) {
                break;
            }
            set_default(profile);
            qatomic_store_release(&profile->cr3, cr3);
            return profile;
        }
    }
    return &default_profile;
}

Profile *pmu_profile_of(uint64_t cr3)
{
    return find(cr3 & CR3_ADDRESS, false);
}

Profile *pmu_profile(CPUX86State *env)
{
    return pmu_profile_of(env->cr[3]);
}

/* How often an event happens: per cycle, and in how many of a cycle at most. */
typedef struct Rate {
    double per_cycle, burst;
} Rate;

/* The row of lab_events.h for the CPU that the settings describe; NULL: there is none. */
static const struct lab_general *table_row(uint32_t selection)
{
    const struct lab_general *row;

    switch (pmu_settings.metrics) {
    case 0: return lab_general_find(skl_events, selection);
    case 4: return lab_general_find(icl_events, selection);
    }
    row = lab_general_find(spr_events, selection);
    return row ? row : lab_general_find(guest_events, selection);
}

static Rate rate_of_row(const Profile *profile, const struct lab_general *row)
{
    const int per = row->per ? row->per : 1;
    int sum = 0;

    for (int i = 0; i < LAB_PARTS; i++) {
        const int part = profile->part[i];

        sum += (row->plus >> i & 1 ? part : 0) - (row->minus >> i & 1 ? part : 0);
    }
    return (Rate) {
        .per_cycle = MAX(0, sum) * pmu_settings.width / LAB_WHOLE / per,
        .burst = per == 1 ? pmu_settings.width : 1,
    };
}

/* Architectural events, and those of the kernel's generic events. */
static Rate rate_by_number(const Profile *profile, uint32_t selection)
{
    const double instructions = profile->ipc, *share = profile->share;

    switch (selection) {
    case 0x0000: return (Rate) { 0, 1 };
    case 0x003c: return (Rate) { 1, 1 };                                /* cycles */
    case 0x0300: return (Rate) { pmu_settings.tsc / pmu_settings.ghz, 1 };   /* reference cycles */
    case 0x013c: return (Rate) { 0.1 / pmu_settings.ghz, 1 };           /* bus cycles */
    case 0x00c0: case 0x0100: return (Rate) { instructions, pmu_settings.width };
    case 0x0400: return (Rate) { pmu_settings.width, pmu_settings.width };   /* slots */
    case 0x4f2e: return (Rate) { instructions * 0.002 * (1 + 10 * share[7]), 1 };   /* LLC */
    case 0x412e: return (Rate) { instructions * 0.0005 * (1 + 20 * share[7]), 1 };  /* misses */
    case 0x00c4: return (Rate) { instructions * 0.2, 1 };               /* branches */
    default: return (Rate) { 0.01, 1 };
    }
}

/* Is a rate given for just this selection? */
static bool find_rate(const Profile *profile, uint32_t selection, Rate *rate)
{
    const struct lab_general *row;

    for (int i = 0; i < PMU_EVENTS && profile->event[i]; i++) {
        if (profile->event[i] == selection) {
            *rate = (Rate) { profile->rate[i], 1 };
            return true;
        }
    }
    row = table_row(selection);
    if (row) {
        *rate = rate_of_row(profile, row);
    }
    return row;
}

/*
 * cmask, inv and edge of an event that does not declare what they count (Intel SDM, volume 3,
 * 20.2.1.1): a cycle has `burst` of it or none, and two such cycles follow each other.
 */
static double modified(Rate rate, uint32_t selection)
{
    const unsigned cmask = selection >> 24;
    double cycles = MIN(1, rate.per_cycle / rate.burst);

    if (cmask > rate.burst) {
        cycles = 0;
    }
    if (cmask && (selection & SELECTION_INV)) {
        cycles = 1 - cycles;
    }
    return selection & SELECTION_EDGE ? MIN(cycles, 1 - cycles) / 2 : cycles;
}

static double look_up_rate(const Profile *profile, uint32_t selection)
{
    const uint32_t event = selection & SELECTION_EVENT;
    Rate rate;

    if (find_rate(profile, selection, &rate)) {
        return rate.per_cycle;
    }
    if (!find_rate(profile, event, &rate)) {
        rate = rate_by_number(profile, event);
    }
    return selection & (SELECTION_CMASK | SELECTION_EDGE) ? modified(rate, selection) :
                                                            rate.per_cycle;
}

/* Asked at each change of privilege: each vCPU's thread keeps what it found. */
double pmu_general_rate(const Profile *profile, uint64_t evtsel)
{
    static __thread struct {
        const Profile *profile;
        unsigned version;
        uint32_t selection;
        double rate;
    } kept[64], *at;
    const uint32_t selection = evtsel & PMU_SELECTION;
    const unsigned now = pmu_profiles_version();

    at = &kept[((uintptr_t)profile / sizeof(*profile) + (selection * 0x9e3779b1u >> 26)) % 64];
    if (at->profile != profile || at->selection != selection || at->version != now) {
        at->profile = profile;
        at->selection = selection;
        at->version = now;
        at->rate = look_up_rate(profile, selection);
    }
    return at->rate;
}

double pmu_fixed_rate(const Profile *profile, int counter)
{
    switch (counter) {
    case 0: return profile->ipc;
    case 1: return 1;
    case 2: return pmu_settings.tsc / pmu_settings.ghz;
    default: return pmu_settings.width;
    }
}

static void set_profile(CPUX86State *env, Profile *profile)
{
    const uint64_t bytes = (uint32_t)env->regs[R_ECX] | env->regs[R_EBX] << 32;

    for (int i = 0; i < PMU_METRICS; i++) {
        profile->part[i] = (bytes >> (8 * i) & 0xff) * (LAB_WHOLE / 200);
    }
    for (int i = 4; i < PMU_METRICS; i++) {
        profile->part[i] = MIN(profile->part[i], profile->part[i - 4]); /* of its class */
    }
    profile->ipc = (env->regs[R_EDX] & 0xffff) / 1000.0;
    profile->cycles[0] = profile->cycles[1] = 0;
    memset(profile->event, 0, sizeof(profile->event));
    derive(profile);
}

/* False: no room. */
static bool set_event(CPUX86State *env, Profile *profile)
{
    const uint32_t event = env->regs[R_EBX] & PMU_SELECTION;

    for (int i = 0; i < PMU_EVENTS && event; i++) {
        if (!profile->event[i] || profile->event[i] == event) {
            profile->rate[i] = (uint32_t)env->regs[R_ECX] / 1e6;
            qatomic_store_release(&profile->event[i], event);
            return true;
        }
    }
    return false;
}

/* 0, or 1: no room. */
static uint64_t change(CPUX86State *env, enum leaf leaf)
{
    bool done = true;
    Profile *profile;

    qemu_mutex_lock(&lock);
    profile = find(env->cr[3] & CR3_ADDRESS, leaf != LEAF_FORGET);
    if (pmu_profile_is_default(profile)) {
        done = leaf == LEAF_FORGET;     /* else the table is full */
    } else if (leaf == LEAF_SET) {
        set_profile(env, profile);
    } else if (leaf == LEAF_EVENT) {
        done = set_event(env, profile);
    } else {
        set_default(profile);
    }
    qemu_mutex_unlock(&lock);
    qatomic_inc(&version);
    return !done;
}

bool x86_pmu_magic(CPUX86State *env, uint32_t leaf, uint32_t subleaf)
{
    uint64_t value = 0;

    if (!env->pmu || (leaf & LEAVES_MASK) != LEAVES) {
        return false;
    }
    pmu_sync(env);
    switch (leaf & ~LEAVES_MASK) {
    case LEAF_SET:
    case LEAF_EVENT:
    case LEAF_FORGET:
        value = change(env, leaf & ~LEAVES_MASK);
        break;
    case LEAF_CYCLES:
        value = pmu_profile(env)->cycles[subleaf & 1];
        break;
    case LEAF_INSTRUCTION:
        pmu_pebs_declare(env, env->regs[R_EBX], env->regs[R_ECX]);
        break;
    case LEAF_ACCESSES:
        value = subleaf / 2 < ACCESS_CLASSES ? pmu_accesses(subleaf / 2, subleaf & 1) : 0;
        break;
    }
    pmu_sync(env);
    pmu_arm(env);
    env->regs[R_EAX] = (uint32_t)value;
    env->regs[R_EBX] = value >> 32;
    env->regs[R_ECX] = 0;
    env->regs[R_EDX] = ANSWER;
    return true;
}

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
#define ANSWER 0x54445054               /* "TDPT" in EDX: this is the emulated PMU */

enum leaf {
    LEAF_SET = 1,       /* ECX, EBX: eight bytes in 1/200 of the slots; EDX: IPC * 1000, or 0 */
    LEAF_FORGET = 2,
    LEAF_EVENT = 3,     /* EBX: event | umask << 8; ECX: counts in a million cycles */
    LEAF_CYCLES = 4,    /* ECX 0, 1: cycles of this address space in kernel, user mode */
    LEAF_INSTRUCTION = 5, /* RBX: ip; ECX: see pmu_pebs_declare() */
    LEAF_ACCESSES = 16, /* ECX: class * 2 + write: accesses of all CPUs so far */
};

static Profile profiles[PROFILES];
static Profile default_profile = { .share = { .30, .10, .25, .35, .05, .07, .15, .20 } };
static QemuMutex lock;
static unsigned version;

static void derive_ipc(Profile *profile)
{
    if (profile->ipc <= 0) {
        profile->ipc = profile->share[0] * pmu_settings.width / 1.1;
    }
}

void pmu_profiles_init(void)
{
    qemu_mutex_init(&lock);
    derive_ipc(&default_profile);
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

double pmu_general_rate(const Profile *profile, uint64_t evtsel)
{
    const uint32_t event = evtsel & 0xffff;
    const double instructions = profile->ipc, width = pmu_settings.width;
    const double *share = profile->share;

    for (int i = 0; i < PMU_EVENTS && profile->event[i]; i++) {
        if (profile->event[i] == event) {
            return profile->rate[i];
        }
    }
    switch (event) {
    case 0x0000: return 0;
    case 0x003c: return 1;                                      /* cycles */
    case 0x0300: return pmu_settings.tsc / pmu_settings.ghz;    /* reference cycles */
    case 0x013c: return 0.1 / pmu_settings.ghz;
    case 0x00c0: case 0x0100: return instructions;
    case 0x4f2e: return instructions * 0.002 * (1 + 10 * share[7]);     /* LLC references */
    case 0x412e: return instructions * 0.0005 * (1 + 20 * share[7]);    /* LLC misses */
    case 0x00c4: return instructions * 0.2;                             /* branches */
    case 0x00c5: return instructions * 0.2 * (0.001 + 0.1 * share[5]);  /* mispredicted */
    case 0x01a4: case 0x0400: return width;                             /* slots */
    case 0x02a4: return width * share[3];
    case 0x04a4: return width * share[1];
    case 0x08a4: return width * share[5];
    case 0x10a4: return width * share[7];
    case 0x02c2: return width * share[0];
    case 0x019c: return width * share[2];
    case 0x00a4: case 0x10ad: case 0x100d: case 0x010d: return 0;       /* corrections */
    default: return 0.01;
    }
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
        profile->share[i] = (bytes >> (8 * i) & 0xff) / 200.0;
    }
    profile->ipc = (env->regs[R_EDX] & 0xffff) / 1000.0;
    profile->cycles[0] = profile->cycles[1] = 0;
    memset(profile->event, 0, sizeof(profile->event));
    derive_ipc(profile);
}

static void set_event(CPUX86State *env, Profile *profile)
{
    const uint32_t event = env->regs[R_EBX] & 0xffff;

    for (int i = 0; i < PMU_EVENTS; i++) {
        if (!profile->event[i] || profile->event[i] == event) {
            profile->event[i] = event;
            profile->rate[i] = (uint32_t)env->regs[R_ECX] / 1e6;
            return;
        }
    }
}

static void change(CPUX86State *env, enum leaf leaf)
{
    Profile *profile;

    qemu_mutex_lock(&lock);
    profile = find(env->cr[3] & CR3_ADDRESS, leaf != LEAF_FORGET);
    if (pmu_profile_is_default(profile)) {
        /* The table is full, or there is nothing to forget. */
    } else if (leaf == LEAF_SET) {
        set_profile(env, profile);
    } else if (leaf == LEAF_EVENT) {
        set_event(env, profile);
    } else {
        set_default(profile);
    }
    qemu_mutex_unlock(&lock);
    qatomic_inc(&version);
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
        change(env, leaf & ~LEAVES_MASK);
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

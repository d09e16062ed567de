/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The emulated PMU: what its files share. pmu.c has the registers and counts, pmu_overflow.c
 * interrupts, pmu_profile.c says what the cycles of each address space did, pmu_cpuid.c what the
 * guest is told, pmu_lbr.c records branches, pmu_pebs.c writes records of samples. All state of a
 * vCPU belongs to its thread; profiles are shared (see pmu_profile.c).
 */
#ifndef I386_TCG_PMU_INTERNAL_H
#define I386_TCG_PMU_INTERNAL_H

#include "qemu/osdep.h"
#include "cpu.h"
#include "qemu/timer.h"
#include "lab_events.h"

#define PMU_GENERALS 8          /* at most; setting gp */
#define PMU_FIXED 4
#define PMU_WIDTH 48            /* bits of a counter */
#define PMU_METRICS 8           /* bytes of PERF_METRICS; setting metrics */
#define PMU_LBR 64              /* at most; setting lbr */
#define PMU_LBR_OLDER 32        /* the same before the architectural LBR */
#define PMU_EVENTS 128          /* with a declared rate, of one profile */

/* Of a PERFEVTSEL, what says which event it is: event, umask, edge, inv and cmask. */
#define PMU_SELECTION 0xff84ffffULL

#define MSR_PMC0 0xc1
#define MSR_EVTSEL0 0x186
#define MSR_OFFCORE_RSP_0 0x1a6
#define MSR_LBR_SELECT 0x1c8
#define MSR_LBR_TOP 0x1c9
#define MSR_DEBUGCTL 0x1d9
#define MSR_FIXED0 0x309
#define MSR_FIXED3 0x30c        /* SLOTS */
#define MSR_METRICS 0x329
#define MSR_CAPABILITIES 0x345
#define MSR_FIXED_CTRL 0x38d
#define MSR_GLOBAL_STATUS 0x38e
#define MSR_GLOBAL_CTRL 0x38f
#define MSR_GLOBAL_STATUS_RESET 0x390
#define MSR_GLOBAL_STATUS_SET 0x391
#define MSR_PEBS_ENABLE 0x3f1
#define MSR_PEBS_DATA_CFG 0x3f2
#define MSR_PEBS_LD_LAT 0x3f6
#define MSR_PEBS_FRONTEND 0x3f7
#define MSR_FULL_PMC0 0x4c1     /* writes of all bits */
#define MSR_DS_AREA 0x600
#define MSR_LBR_FROM0 0x680     /* before the architectural LBR */
#define MSR_LBR_TO0 0x6c0
#define MSR_LBR_INFO0 0xdc0
#define MSR_ARCH_LBR_CTL 0x14ce
#define MSR_ARCH_LBR_DEPTH 0x14cf
#define MSR_ARCH_LBR_INFO0 0x1200
#define MSR_ARCH_LBR_FROM0 0x1500
#define MSR_ARCH_LBR_TO0 0x1600

#define GLOBAL_FIXED 32         /* bits of fixed counters begin here, in GLOBAL_* and PEBS_ENABLE */
#define COUNTER_MAX ((1ULL << PMU_WIDTH) - 1)
#define EVTSEL_USER (1 << 16)
#define EVTSEL_OS (1 << 17)
#define EVTSEL_INTERRUPT (1 << 20)
#define EVTSEL_ENABLE (1 << 22)
#define FIXED_OS 1              /* of the four bits of each fixed counter */
#define FIXED_USER 2
#define FIXED_INTERRUPT 8
#define FIXED_METRICS_CLEAR (1 << 14)   /* of SLOTS' bits */

#define STATUS_LBR_FROZEN (1ULL << 58)
#define STATUS_COUNTERS_FROZEN (1ULL << 59)

/* Classes of accesses, counted for `pmuctl`; the same order as its names. */
enum access_class {
    ACCESS_GLOBAL_CTRL, ACCESS_GLOBAL_STATUS, ACCESS_STATUS_RESET, ACCESS_FIXED_CTRL,
    ACCESS_FIXED, ACCESS_SLOTS, ACCESS_METRICS, ACCESS_PMC, ACCESS_EVTSEL,
    ACCESS_RDPMC_PMC, ACCESS_RDPMC_FIXED, ACCESS_RDPMC_SLOTS, ACCESS_RDPMC_METRICS,
    ACCESS_DEBUGCTL, ACCESS_LBR, ACCESS_OTHER, ACCESS_PMI, ACCESS_CR3, ACCESS_CLASSES
};

/* What the cycles of an address space do. */
typedef struct Profile {
    uint64_t cr3;               /* 0: the row is free */
    double share[PMU_METRICS];  /* of the slots, as PERF_METRICS counts them */
    unsigned part[LAB_PARTS];   /* the truth, and what general events are made of; in 1/LAB_WHOLE */
    double ipc;
    uint32_t event[PMU_EVENTS]; /* declared by the program: PMU_SELECTION; 0: none */
    double rate[PMU_EVENTS];    /* of this event per cycle */
    uint64_t cycles[2];         /* the truth: in kernel mode, in user mode */
} Profile;

struct X86PMU {
    int64_t last_ns;            /* counted until here */
    bool halted;
    uint64_t global_ctrl, global_status, fixed_ctrl, debugctl, pebs_enable, ds_area;
    uint64_t offcore[2], pebs_ld_lat, pebs_frontend, pebs_data_cfg;
    uint64_t evtsel[PMU_GENERALS], pmc[PMU_GENERALS], fixed[PMU_FIXED];
    double pmc_part[PMU_GENERALS], fixed_part[PMU_FIXED];   /* of a count, not yet whole */
    double metric[PMU_METRICS]; /* slots of each since PERF_METRICS was written */
    QEMUTimer *timer;           /* at the next overflow that interrupts or makes a record */
    int64_t timer_ns;           /* 0: not armed */
    bool interrupt_waits;       /* the local APIC had it masked */
    Profile *profile;
    unsigned profile_version;
    uint64_t accesses[ACCESS_CLASSES][2];   /* reads, writes */
    uint32_t random;
    uint64_t pebs_pending;      /* counters that overflowed and have no record yet, as PEBS_ENABLE */
    uint64_t pebs_ip;           /* of the instruction that the record is of, once it is chosen */
    bool pebs_chosen;
    int pebs_countdown;         /* so many instructions until then; below 0 the choice is open */
    uint64_t pebs_wanted;       /* ip of the instruction that is waited for, or 0 */
    uint64_t lbr_ctl, lbr_depth, lbr_instructions;
    uint64_t lbr_from[PMU_LBR], lbr_to[PMU_LBR], lbr_info[PMU_LBR];
    uint64_t lbr_top, lbr_select;
    uint8_t predictor[65536];   /* two bits for each branch; so many that few share them */
    uint64_t targets[1024];     /* of indirect branches */
    uint64_t returns[16];
    unsigned returns_top;
};

/* The settings: words NAME=NUMBER of the environment variable TDPMU; read when the first CPU resets. */
struct pmu_settings {
    double ghz, tsc, width, kdiv;
    int gp, fixed, metrics, lbr, pebs, dither, trace, corrections;
    uint64_t caps;
};
extern struct pmu_settings pmu_settings;

/* ---- pmu.c ---- */

/* Counts what was made since the last time, in the mode that the CPU is in now. */
void pmu_sync(CPUX86State *env);
/* Is a general, a fixed counter on? The four bits of a fixed counter in FIXED_CTRL. */
bool pmu_general_counts(const struct X86PMU *pmu, int i);
bool pmu_fixed_counts(const struct X86PMU *pmu, int i);
unsigned pmu_fixed_control(const struct X86PMU *pmu, int i);
/* The accesses of all CPUs. */
uint64_t pmu_accesses(enum access_class class, bool writes);
/* At random, in [0, 1). */
double pmu_random(struct X86PMU *pmu);

/* ---- pmu_overflow.c ---- */

void pmu_timer_init(struct X86PMU *pmu, CPUState *cs);
/* Arms the timer for the next overflow, in the mode that the CPU is in now or in this one. */
void pmu_arm(CPUX86State *env);
void pmu_arm_in(CPUX86State *env, int cpl);
/* A counter overflowed (its bit in GLOBAL_STATUS); true: the PMU is to interrupt now. */
bool pmu_overflow(struct X86PMU *pmu, int counter, bool interrupts);
/* Raises the interrupt of the PMU, and freezes what DEBUGCTL says. */
void pmu_deliver(CPUX86State *env);

/* ---- pmu_pebs.c ---- */

/* A counter of PEBS_ENABLE overflowed: a record will be written. */
void pmu_pebs_overflow(struct X86PMU *pmu, int counter);
/* Sets the flag by which translated blocks look for the instruction of a record, at this level. */
void pmu_pebs_flag(CPUX86State *env, int cpl);
/*
 * The program that runs declares what its instruction at `ip` is like. Bits 0 to 15 of `what` are
 * the latency of its retirement in cycles, 16 to 31 its percentage of the records of cycles.
 */
void pmu_pebs_declare(CPUX86State *env, uint64_t ip, uint32_t what);
/* The driver has written a counter: what was pending of it is no more. */
void pmu_pebs_rewritten(struct X86PMU *pmu, int counter);
/*
 * Another address space, or other counters: chosen instructions are no more. Records stay pending:
 * the driver clears PEBS_ENABLE for a moment at each switch, and only a record reloads its counter.
 */
void pmu_pebs_forget(struct X86PMU *pmu);

/* ---- pmu_profile.c ---- */

void pmu_profiles_init(void);
/* The profile of the address space that runs; looked up again only after profiles have changed. */
Profile *pmu_profile(CPUX86State *env);
/* The same for the address space that is about to run. */
Profile *pmu_profile_of(uint64_t cr3);
bool pmu_profile_is_default(const Profile *profile);
unsigned pmu_profiles_version(void);
/* Counts per cycle: of a general counter with this PERFEVTSEL, of a fixed counter. */
double pmu_general_rate(const Profile *profile, uint64_t evtsel);
double pmu_fixed_rate(const Profile *profile, int counter);

/* ---- pmu_lbr.c ---- */

/* The register of an LBR entry or its control; NULL: the CPU has none of this number. */
uint64_t *pmu_lbr_register(struct X86PMU *pmu, uint32_t msr);
/* One of them has been written. */
void pmu_lbr_written(CPUX86State *env, uint32_t msr);
/* Is it the architectural one, or that of CPUs up to Ice Lake? */
bool pmu_lbr_is_architectural(void);
/* FROM, TO and INFO of an entry; 0 is the youngest, beyond the last all are 0. */
void pmu_lbr_entry(const struct X86PMU *pmu, unsigned entry, uint64_t value[3]);

#endif

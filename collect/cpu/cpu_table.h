/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of a family's file, cpu_<vendor>_<family>.c. Such a file has all that tdtop knows about
 * one family of CPUs: its events, its formulas, and a row for each model that counts them. Included
 * by these files, by cpu_match.c, which walks the rows, and by tests. Constant data; any thread.
 *
 * A new model is a row in its family's file; a new model of a hybrid also one in
 * cpu_intel_hybrid.c. A new family is a file, and a line in CPU_FAMILIES below.
 *
 * A family is named by its first core: spr has eight metric events, icl four. Intel: the first kernel of a
 * new model is in cpu_match.c, its guests without PERF_METRICS in
 * cpu_intel_*_guest.c; a later stepping has a row of its own before it, INTEL_STEPPING. A new family has
 * its event numbers in tests/metrics/events.tsv and a core in test-simulated_cores.c. For TopDown of
 * functions it has .classes, with prime periods near 17.5 million slots, and no formula that is clamped.
 * It has a sample for each node and for taken branches, named by test-samples.c. Published outputs are
 * in tests/metrics/ (NAME.case), a copy of its sysfs is in tests/machines/. A tree: TREE() in its row.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/cores/trees.h"
#include "model/formula.h"

/* ---- models ---- */

/* What a CPU says it is: vendor, family and model (x86), or MIDR_EL1 (Arm). All zero: no CPU. */
struct cpu_id {
	const char *vendor;		/* of /proc/cpuinfo: "GenuineIntel"; NULL: Arm */
	int family;
	int first_model, last_model;	/* -1: also without a model number */
	int first_stepping;		/* and later ones; 0: all */
	uint32_t midr_mask, midr;	/* implementer and part; with this mask also revision */
};

#define CPU_IDS 8			/* per row; Skylake has six */

/* A row of a family's table: the CPUs of one name. */
struct cpu_model {
	struct family family;		/* the name, and what the CPUs count */
	struct cpu_id ids[CPU_IDS];	/* the CPUs */
	const char *pmu_name;		/* caps/pmu_name, names CPUs that no row lists; NULL */
	const char *variant_of;		/* the row that lists the CPUs, see below; NULL: this one */
	int recorded_family;		/* also recordings of this CPU family without a model
					 * number: no other of it can count; 0: none */
	bool any_model;			/* for all CPUs with these events that no row lists */
};

/*
 * A variant counts the CPUs of another row in another way. A hybrid (family.hybrid) is a variant of
 * the row of its P-cores, with the E-cores that its models have beside them. The other variants
 * count in guests that have no PERF_METRICS register.
 */

/* All rows of a file. */
struct cpu_table {
	const struct cpu_model *models;	/* the first one that lists a CPU names it */
	size_t n;
};

/*
 * The files, in the order in which cpu_match() tries them: those whose events tell more come first.
 */
#define CPU_FAMILIES(DO) \
	DO(cpu_intel_spr) \
	DO(cpu_intel_icl) \
	DO(cpu_intel_hybrid) \
	DO(cpu_intel_atom) \
	DO(cpu_intel_snb) \
	DO(cpu_intel_skl) \
	DO(cpu_intel_icl_guest) \
	DO(cpu_intel_spr_guest) \
	DO(cpu_amd_zen) \
	DO(cpu_hisilicon) \
	DO(cpu_arm)

#define CPU_DECLARE(table) extern const struct cpu_table table;
CPU_FAMILIES(CPU_DECLARE)

/* clang-format off */
/* CPUs of a row. Intel: a model of family 6 or of a later one; Arm: all revisions of a core, or one of them. */
#define INTEL(model) INTEL_FAMILY(6, model)
#define INTEL_FAMILY(its_family, model) \
	{ .vendor = "GenuineIntel", .family = (its_family), \
	  .first_model = (model), .last_model = (model) }
#define INTEL_STEPPING(model, first) \
	{ .vendor = "GenuineIntel", .family = 6, .first_model = (model), .last_model = (model), \
	  .first_stepping = (first) }
#define AMD(its_family, first, last) \
	{ .vendor = "AuthenticAMD", .family = (its_family), \
	  .first_model = (first), .last_model = (last) }
#define ARM(number) { .midr_mask = 0xff00fff0, .midr = (number) }
#define ARM_REVISION(number) { .midr_mask = 0xffffffff, .midr = (number) }

/* Both tables of a struct family; and the table of a file, from its rows. */
#define TABLES(its_events, its_formulas) \
	.events = (its_events), \
	.n_events = sizeof(its_events) / sizeof((its_events)[0]), \
	.formulas = (its_formulas), \
	.n_formulas = sizeof(its_formulas) / sizeof((its_formulas)[0])
#define CPU_TABLE(rows) { .models = (rows), .n = sizeof(rows) / sizeof((rows)[0]) }

/* ---- events ---- */

/* A row of events: one of level 2 that sysfs does not list. */
#define GENERAL(event, called, number, in_mux) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = 2, .mux = (in_mux) }

/* The same, if only these general counters (bits) can count it. */
#define GENERAL_ON(counters, event, called, number, in_mux) \
	{ .id = EV_##event, .name = (called), .config = (number), .level = 2, .mux = (in_mux), \
	  .only_counters = (counters) }

/* ---- formulas ---- */

/* A row of formulas: a node, and the FORMULA() that computes it. */
#define NODE(node, formula) { .metric = M_##node, FORM(formula), .in_rotation = false }
#define NODE_2(node, formula, rotates) \
	{ .metric = M_##node, FORM(formula), .in_rotation = (rotates) }

/* The same for a node of level 2 that perf calls by another name on these CPUs. */
#define NODE_NAMED(node, formula, name) \
	{ .metric = M_##node, FORM(formula), .in_rotation = true, .perf_name = (name) }

/*
 * Three rows: a class of level 1 and its two children; rotates: other groups than level 1's count
 * the children.
 */
#define RETIRING_NODES(rotates, retiring, heavy, light) \
	NODE(RETIRING, retiring), NODE_2(HEAVY_OPERATIONS, heavy, rotates), \
	NODE_2(LIGHT_OPERATIONS, light, rotates)
#define BAD_SPECULATION_NODES(rotates, bad, mispredicts, clears) \
	NODE(BAD_SPECULATION, bad), NODE_2(BRANCH_MISPREDICTS, mispredicts, rotates), \
	NODE_2(MACHINE_CLEARS, clears, rotates)
#define FRONTEND_BOUND_NODES(rotates, frontend, latency, bandwidth) \
	NODE(FRONTEND_BOUND, frontend), NODE_2(FETCH_LATENCY, latency, rotates), \
	NODE_2(FETCH_BANDWIDTH, bandwidth, rotates)
#define BACKEND_BOUND_NODES(rotates, backend, memory, core) \
	NODE(BACKEND_BOUND, backend), NODE_2(MEMORY_BOUND, memory, rotates), \
	NODE_2(CORE_BOUND, core, rotates)

/* The rows of all twelve nodes, if the FORMULA()s are named after their nodes. */
#define ALL_NODES(rotates) \
	RETIRING_NODES(rotates, retiring, heavy_operations, light_operations), \
	BAD_SPECULATION_NODES(rotates, bad_speculation, branch_mispredicts, machine_clears), \
	FRONTEND_BOUND_NODES(rotates, frontend_bound, fetch_latency, fetch_bandwidth), \
	BACKEND_BOUND_NODES(rotates, backend_bound, memory_bound, core_bound)
/* clang-format on */

/* ---- samples ---- */

/* clang-format off */
/*
 * An event, as tests/metrics/samples.tsv has it: name, config, and the period to begin with: a prime
 * near SampleAfterValue of Intel's tables. NAMED: sysfs or the kernel knows its config.
 */
#define EVENT(name, number, its_period) \
	.event = (name), .config = (number), .period = (its_period)
#define NAMED(name, its_period) .event = (name), .period = (its_period)

/*
 * A row of samples: what perf record -e takes for a node (intel/perfmon, "Sample with"). The last
 * arguments are one of the above, and what else is to be known of the event.
 */
#define PRECISE(node, ...) { .metric = M_##node, .kind = SAMPLE_PRECISE, __VA_ARGS__ }
#define PLAIN(node, ...) { .metric = M_##node, .kind = SAMPLE_PLAIN, __VA_ARGS__ }
#define CYCLES_OF(node) { .metric = M_##node, .event = "cycles", .kind = SAMPLE_CYCLES }
/* The row of retired taken branches, by which branch stacks are sampled. */
#define TAKEN(...) { .metric = M_NONE, .kind = SAMPLE_PRECISE, __VA_ARGS__ }
#define NEAR_TAKEN(number, its_period) \
	TAKEN(EVENT("br_inst_retired.near_taken", number, its_period))
#define SAMPLES(table) .samples = (table), .n_samples = sizeof(table) / sizeof((table)[0])

/* Levels 3 to 6: the tree of the cores; of a hybrid's cores of one type. */
#define TREE(its_tree) TREE_OF(TYPE_CORE, its_tree)
#define TREE_OF(type, its_tree) \
	.tree[type] = &(its_tree) /* NOLINT(bugprone-macro-parentheses): an initialiser */

/*
 * Rows of a class table: an event, its number (0: sysfs knows it) and period; SLOTS_OF: its counts are
 * slots that add up to all; PART_OF: it is for formulas only.
 */
#define SLOTS_OF(count, called, number, its_period, ...) \
	{ .period = (its_period), .slots = true, .event = { .id = EV_##count, \
	  .name = (called), .config = (number), .level = 1, __VA_ARGS__ } }
#define PART_OF(of_level, count, called, number, its_period, ...) \
	{ .period = (its_period), .event = { .id = EV_##count, .name = (called), \
	  .config = (number), .level = (of_level), __VA_ARGS__ } }

/* A class table, from its rows and formulas: struct family's .classes. */
#define CLASSES(its_events, its_formulas, ...) \
	(&(const struct class_table){ \
		.events = (its_events), .n_events = sizeof(its_events) / sizeof((its_events)[0]), \
		.formulas = (its_formulas), \
		.n_formulas = sizeof(its_formulas) / sizeof((its_formulas)[0]), __VA_ARGS__ })

/* For a CPU whose own events are not known: perf's generic ones, of all twelve nodes. */
#define INSTRUCTIONS NAMED("instructions", 2000003)
#define BRANCH_MISSES NAMED("branch-misses", 100003)
#define GENERIC_SAMPLES \
	PRECISE(RETIRING, INSTRUCTIONS), PRECISE(LIGHT_OPERATIONS, INSTRUCTIONS), \
	PRECISE(HEAVY_OPERATIONS, INSTRUCTIONS), \
	PRECISE(BAD_SPECULATION, BRANCH_MISSES), PRECISE(BRANCH_MISPREDICTS, BRANCH_MISSES), \
	CYCLES_OF(MACHINE_CLEARS), CYCLES_OF(FRONTEND_BOUND), CYCLES_OF(FETCH_LATENCY), \
	CYCLES_OF(FETCH_BANDWIDTH), CYCLES_OF(BACKEND_BOUND), CYCLES_OF(MEMORY_BOUND), \
	CYCLES_OF(CORE_BOUND)
/* clang-format on */

/* max(0, parent - child). Not fmax(): fmax(0, NAN) is 0, and missing is not zero. */
static inline double rest(double parent, double child)
{
	double difference = parent - child;

	return difference < 0.0 ? 0.0 : difference;
}

/*
 * count / total; 0 if both are 0: an event that never happened is no part of anything (perf's
 * d_ratio).
 */
static inline double fraction(double count, double total)
{
	return count == 0.0 && total == 0.0 ? 0.0 : count / total;
}

/* The ratio, or another way to get it if its event was not counted. */
static inline double counted_or(double ratio, double otherwise)
{
	return isnan(ratio) ? otherwise : ratio;
}

/* Not fmin(): fmin(1, NAN) is 1. */
static inline double at_most_1(double ratio)
{
	return ratio > 1.0 ? 1.0 : ratio;
}

/* ---- formulas of hybrids, Intel's and Arm's: EV_ATOM_* repeats the E-cores' part (model/machine.h) ---- */

/* In formulas: a count of P-cores. */
#define P(event) p_count(c, EV_##event, EV_ATOM_##event)
/* A share of P-cores' slots and one of E-cores' slots, together as a share of all slots. */
#define BOTH(p, e) both(c, (p), (e))

/* A row that never ran on E-cores has no EV_ATOM_* counts; a row that did must have all of them. */
static inline double p_count(const struct counts *c, enum event_id all, enum event_id atom)
{
	bool ran_on_both = c->present & 1U << EV_ATOM_SLOTS;

	return rest(counts_get(c, all), ran_on_both ? counts_get(c, atom) : 0);
}

/*
 * Leaves out a core type on which the row never ran: the row is whole without it. Also leaves out
 * E-cores as long as their level 1 was never on.
 */
static inline double both(const struct counts *c, double p_share, double e_share)
{
	double e_slots = EV_OR_0(ATOM_SLOTS), p_slots = EV(SLOTS) - e_slots;

	if (!(e_slots > EV_OR_0(ATOM_SLOTS_1)))
		return p_share;
	if (p_slots <= 0)
		return e_share;
	return (p_share * p_slots + e_share * e_slots) / (p_slots + e_slots);
}

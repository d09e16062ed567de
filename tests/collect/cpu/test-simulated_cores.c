/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Simulated cores of each family: what their counters would count of a known split. Do the family's
 * formulas compute this split, on both levels?
 */
#include "config.h"
#include "collect/cpu/cpu_match.h"

#include "collect/perf/perf_open.h"
#include "tests/fixtures/each_family.h"
#include "tests/fixtures/test_main.h"

#define ROUNDS 200
#define NEAR 1e-9

struct truth {			/* ratios of all slots; the children are a part of their class */
	double ret, bad, fe, be, smt;
	double heavy, misp, lat, core;
};

static uint32_t seed;

static double random_ratio(double from, double to)
{
	seed = seed * 1664525U + 1013904223U;
	return from + (to - from) * (double)(seed >> 8) / (double)(1U << 24);
}

static struct truth random_truth(bool smt)
{
	struct truth t = { random_ratio(.05, 1), random_ratio(.05, 1), random_ratio(.05, 1),
			   random_ratio(.05, 1), smt ? random_ratio(.05, 1) : 0, 0, 0, 0, 0 };
	double sum = t.ret + t.bad + t.fe + t.be + t.smt;

	t.ret /= sum;
	t.bad /= sum;
	t.fe /= sum;
	t.be /= sum;
	t.smt /= sum;
	t.heavy = t.ret * random_ratio(.1, .9);
	t.misp = t.bad * random_ratio(.1, .9);
	t.lat = t.fe * random_ratio(.1, .9);
	t.core = t.be * random_ratio(.1, .8);
	return t;
}

/* The simulated core, and its counts. */
static const struct family *core;
static struct counts counted;

static void count(const char *name, double value)
{
	if (!family_count(core, 5, name, value, &counted))
		fail_msg("%s has no %s", core->name, name);
}

#define SLOTS 4e9

/* The register has dropped uops in frontend, and does not have cleared cycles in backend. */
static void count_register(const struct truth *t, double dropped, double cleared)
{
	count("slots", SLOTS);
	count("topdown-retiring", SLOTS * t->ret);
	count("topdown-fe-bound", SLOTS * (t->fe + dropped));
	count("topdown-be-bound", SLOTS * (t->be - cleared));
	count("topdown-bad-spec", SLOTS * (t->bad - dropped + cleared));
}

static void count_spr(const struct truth *t)
{
	double dropped = find_event(core, EV_X0) ? t->bad / 3 : 0;

	count_register(t, dropped, 0);
	if (dropped > 0)
		count("int_misc.uop_dropping", SLOTS * dropped);
	count("topdown-heavy-ops", SLOTS * t->heavy);
	count("topdown-br-mispredict", SLOTS * t->misp);
	count("topdown-fetch-lat", SLOTS * (t->lat + dropped));
	count("topdown-mem-bound", SLOTS * (t->be - t->core));
}

static void count_icl_general(const struct truth *t, double dropped, double cleared)
{
	double memory = 1 - t->core / t->be;

	count("int_misc.uop_dropping", SLOTS * dropped);
	count("int_misc.clears_count", SLOTS * cleared / 5);
	count("idq_uops_not_delivered.cycles_0_uops_deliv.core", SLOTS * (t->lat + dropped) / 5);
	count("br_misp_retired.all_branches", 1e6 * t->misp);
	count("machine_clears.count", 1e6 * (t->bad - t->misp));
	count("exe_activity.bound_on_stores", 1e6);
	count("exe_activity.1_ports_util", 2e6);
	count("exe_activity.2_ports_util", 3e6);
	count("cycle_activity.stalls_total", 7e6);
	count("cycle_activity.stalls_mem_any", memory * (10e6 + t->ret * 3e6) - 1e6);
	count("idq.ms_uops", SLOTS * t->heavy / 2 * 2);
	count("uops_decoded.dec0", 1e6 + 1e6 * t->heavy / 2 / t->ret);
	count("uops_decoded.dec0,cmask=1", 1e6);
	count("idq.mite_uops", 1e6);
}

static void count_icl(const struct truth *t)
{
	double dropped = t->bad / 3, cleared = t->be / 5;

	count_register(t, dropped, cleared);
	count_icl_general(t, dropped, cleared);
	count("uops_retired.slots", 1e6);
	count("uops_issued.any", 2e6);
}

/* The same cores without the register: an event for each class except bad speculation. */
static void count_icl_guest(const struct truth *t)
{
	double dropped = t->bad / 3, cleared = t->be / 5;

	count_icl_general(t, dropped, cleared);
	count("topdown.slots_p", SLOTS);
	count("uops_retired.slots", SLOTS * t->ret);
	count("topdown.backend_bound_slots", SLOTS * (t->be - cleared));
	count("idq_uops_not_delivered.core", SLOTS * (t->fe + dropped));
	count("uops_issued.any", 2 * SLOTS * t->ret);
}

static void count_spr_guest(const struct truth *t)
{
	double dropped = t->bad / 3;

	count("topdown.slots_p", SLOTS);
	count("uops_retired.slots", SLOTS * t->ret);
	count("topdown.backend_bound_slots", SLOTS * t->be);
	count("idq_bubbles.core", SLOTS * (t->fe + dropped));
	count("int_misc.uop_dropping", SLOTS * dropped);
	count("topdown.br_mispredict_slots", SLOTS * t->misp);
	count("topdown.memory_bound_slots", SLOTS * (t->be - t->core));
	count("uops_retired.heavy", SLOTS * t->heavy);
	count("idq_bubbles.cycles_0_uops_deliv.core", SLOTS * (t->lat + dropped) / 6);
}

/* Groups that are on for equal times; or one group, of level 1, if the slots are its sum. */
static void count_e_cores(const struct truth *t, const char *pmu, const struct family_event *leader, double slots)
{
	const double on = leader->sums_slots ? slots : slots / 2;
	const struct {
		const char *name;
		double value;
	} events[] = {
		{ "cpu-cycles", on / family_event_scale(leader) },
		{ "topdown-retiring", on * t->ret }, { "topdown-bad-spec", on * t->bad },
		{ "topdown-fe-bound", on * t->fe }, { "topdown-be-bound", on * t->be },
		{ "topdown_fe_bound.frontend_latency", on * t->lat },
		{ "topdown_bad_speculation.mispredict", on * t->misp },
		{ "topdown_be_bound.alloc_restrictions", on * t->core },
	};

	for (size_t i = 0; i < (leader->sums_slots ? 5 : sizeof(events) / sizeof(events[0])); i++) {
		char name[96];

		(void)snprintf(name, sizeof(name), "%s/%s", pmu, events[i].name);
		count(name, events[i].value);
	}
}

static void count_atom(const struct truth *t)
{
	count("cpu-cycles", SLOTS / family_event_scale(&core->events[0]));
	count("topdown-retiring", SLOTS * t->ret);
	count("topdown-bad-spec", SLOTS * t->bad);
	count("topdown-fe-bound", SLOTS * t->fe);
	count("topdown-be-bound", SLOTS * t->be);
	if (core->levels < 2)
		return;
	count("topdown_fe_bound.frontend_latency", SLOTS * t->lat);
	count("topdown_fe_bound.frontend_bandwidth", SLOTS * (t->fe - t->lat));
	count("topdown_bad_speculation.mispredict", SLOTS * t->misp);
	count("topdown_bad_speculation.machine_clears", SLOTS * (t->bad - t->misp));
	count("topdown_be_bound.alloc_restrictions", SLOTS * t->core);
}

/* Equal slots on both types: what P-cores retire more, E-cores have more of backend bound. */
static void count_hybrid(const struct truth *t)
{
	static const char *const pmus[] = { "cpu_atom", "cpu_lowpower" };
	double moved = (t->ret < t->be ? t->ret : t->be) / 2;
	struct truth p = *t, e = *t;
	struct counts on_p;

	p.ret += moved;
	p.be -= moved;
	e.ret -= moved;
	e.be += moved;
	p.heavy = p.ret * t->heavy / t->ret;	/* E-cores do not count these */
	p.core = p.be * t->core / t->be;
	e.core = e.be * t->core / t->be;
	p.lat = t->lat * (group_leader(core, TYPE_ATOM, 0)->sums_slots ? 1 : 0.9);	/* that of both */
	e.lat = t->lat * 1.1;
	count_spr(&p);
	on_p = counted;
	counted = (struct counts){ .present = 0 };
	for (enum core_type core_type = TYPE_ATOM; core_type < CORE_TYPES; core_type++)
		if (group_leader(core, core_type, 0))
			count_e_cores(&e, pmus[core_type - TYPE_ATOM], group_leader(core, core_type, 0),
				      group_leader(core, TYPE_LOWPOWER, 0) ? SLOTS / 2 : SLOTS);
	counts_add(&counted, &on_p);
	counted = counts_complete(&counted);
}

/* A fifth of the instructions are fused into others. */
static void count_skylake_general(const struct truth *t)
{
	double memory = 1 - t->core / t->be;

	count("exe_activity.bound_on_stores", 1e6);
	count("exe_activity.1_ports_util", 2e6);
	count("exe_activity.2_ports_util", 3e6);
	count("cycle_activity.stalls_total", 7e6);
	count("cycle_activity.stalls_mem_any", memory * (10e6 + t->ret * 3e6) - 1e6);
	count("idq_uops_not_delivered.cycles_0_uops_deliv.core", SLOTS * t->lat / 4);
	count("br_misp_retired.all_branches", 1e6 * t->misp);
	count("machine_clears.count", 1e6 * (t->bad - t->misp));
	count("instructions", SLOTS * t->ret * 1.2);
	count("uops_retired.macro_fused", SLOTS * (t->heavy + t->ret * 0.2));
}

/* The first of these events that the core has. */
static void count_one_of(const char *const *names, double value)
{
	for (size_t i = 0; names[i]; i++)
		if (family_count(core, 5, names[i], value, &counted))
			return;
	fail_msg("%s has no %s", core->name, names[0]);
}

/* The scheduler is empty in a twentieth of the cycles; stores stall as many. */
static void count_few_uops(const struct truth *t, double cycles, double ipc)
{
	static const char *const total[] = { "cycle_activity.cycles_no_dispatch",
					     "cycle_activity.cycles_no_execute",
					     "cycle_activity.stalls_total", NULL };
	static const char *const memory[] = { "cycle_activity.stalls_l1d_pending",
					      "cycle_activity.stalls_ldm_pending",
					      "cycle_activity.stalls_mem_any", NULL };
	static const char *const executed[][4] = {
		{ "uops_dispatched.thread,cmask=1", "uops_executed.cycles_ge_1_uop_exec",
		  "uops_executed.core,cmask=1", NULL },
		{ "uops_dispatched.thread,cmask=2", "uops_executed.cycles_ge_2_uops_exec",
		  "uops_executed.core,cmask=2", NULL },
		{ "uops_dispatched.thread,cmask=3", "uops_executed.cycles_ge_3_uops_exec",
		  "uops_executed.core,cmask=3", NULL },
	};
	static const double part[] = { 0.6, 0.35, 0.2 };
	double few = part[0] - (ipc > 1.8 ? part[2] : part[1]);
	double all = 0.3 + few - (t->lat > 0.1 ? 0.05 : 0) + 0.05;

	for (size_t i = 0; i < 3; i++)
		count_one_of(executed[i], cycles * part[i]);
	count_one_of(total, cycles * 0.3);
	count("rs_events.empty_cycles", cycles * 0.05);
	count("resource_stalls.sb", cycles * 0.05);
	count_one_of(memory, cycles * ((1 - t->core / t->be) * all - 0.05));
}

static void count_snb(const struct truth *t)
{
	double ipc = random_ratio(0.5, 3), issued = t->ret + t->bad * 0.7;

	count("topdown-total-slots", SLOTS);
	count("topdown-slots-retired", SLOTS * t->ret);
	count("topdown-slots-issued", SLOTS * issued);
	count("topdown-recovery-bubbles", SLOTS * t->bad * 0.3);
	count("topdown-fetch-bubbles", SLOTS * t->fe);
	count("cpu_clk_unhalted.thread_p", SLOTS / 4);
	count("instructions", SLOTS / 4 * ipc);
	count("idq_uops_not_delivered.cycles_0_uops_deliv.core", SLOTS * t->lat / 4);
	count("br_misp_retired.all_branches", 1e6 * t->misp);
	count("machine_clears.count", 1e6 * (t->bad - t->misp));
	count("idq.ms_uops", SLOTS * t->heavy * issued / t->ret);
	count_few_uops(t, SLOTS / 4, ipc);
}

static void count_skl(const struct truth *t)
{
	bool slm = core == cpu_family_find("Intel Silvermont");

	count("topdown-total-slots", SLOTS);
	count("topdown-slots-retired", SLOTS * t->ret);
	if (!slm)
		count("topdown-slots-issued", SLOTS * (t->ret + t->bad * 0.7));
	if (!slm)
		count("topdown-recovery-bubbles", SLOTS * t->bad * 0.3);
	count("topdown-fetch-bubbles", SLOTS * t->fe);
	if (core->levels > 1)
		count_skylake_general(t);
}

static void count_zen(const struct truth *t)
{
	static const char *const resyncs[] = { "resyncs_or_nc_redirects", "bp_redirects.resync",
					       "bp_fe_redir.resync" };
	int zen = core->name[strlen(core->name) - 1] - '0';

	count("ls_not_halted_cyc", SLOTS / core->events[0].scale);
	count("ex_ret_ops", SLOTS * t->ret);
	count("de_src_op_disp.all", SLOTS * (t->ret + t->bad));
	count("de_no_dispatch_per_slot.no_ops_from_frontend", SLOTS * t->fe);
	count("de_no_dispatch_per_slot.backend_stalls", SLOTS * t->be);
	count("de_no_dispatch_per_slot.smt_contention", SLOTS * t->smt);
	count("de_no_dispatch_per_slot.no_ops_from_frontend,cmask", SLOTS * t->lat / core->events[0].scale);
	count("ex_ret_brn_misp", 1e6 * t->misp);
	count(resyncs[zen - 4], 1e6 * (t->bad - t->misp));
	count("ex_no_retire.load_not_complete", 1e6 * (t->be - t->core));
	count("ex_no_retire.not_complete", 1e6 * t->be);
	count("ex_ret_ucode_ops", SLOTS * t->heavy);
}

/* Cycles that stall after a flush of the pipeline are counted as frontend stalls. */
static void count_flush(const struct truth *t)
{
	double flushed = t->bad / 7, stalls = t->fe + flushed + t->be;

	count("cpu_cycles", SLOTS / 5);
	count("stall_frontend_flush", SLOTS / 5 * flushed);
	count("stall_slot_frontend", SLOTS * (t->fe + flushed));
	count("stall_slot_backend", SLOTS * t->be);
	count("stall_slot", SLOTS * stalls);
	count("op_spec", 1e6);
	count("op_retired", 1e6 * t->ret / (1 - stalls));
}

/* Slots are counted. Stalls after a mispredicted branch are in the sum of stalls only. */
static void count_olympus(const struct truth *t)
{
	double mispredicted = t->bad / 7, stalls = t->fe + mispredicted + t->be;

	count("cpu_cycles", SLOTS / 7.5);
	count("cpu_slot", SLOTS);
	count("stall_slot_frontend_without_mispred", SLOTS * t->fe);
	count("stall_slot_backend", SLOTS * t->be);
	count("stall_slot", SLOTS * stalls);
	count("op_spec", 1e6);
	count("op_retired", 1e6 * t->ret / (1 - stalls));
}

/* Stalled cycles are as many as the slots of backend bound, if no cycle is stalled in part only. */
static void count_hip08(const struct truth *t)
{
	count("cpu_cycles", SLOTS / 4);
	count("fetch_bubble", SLOTS * t->fe);
	count("inst_spec", SLOTS * (t->ret + t->bad));
	count("inst_retired", SLOTS * t->ret);
	count("event=0x201d", SLOTS / 4 * t->lat);
	count("br_mis_pred", 1e6 * t->misp);
	count("event=0x2013", 1e6 * (t->bad - t->misp));
	count("exe_stall_cycle", SLOTS / 4 * t->be);
	count("mem_stall_anyload", SLOTS / 4 * (t->be - t->core) * 0.75);
	count("event=0x7005", SLOTS / 4 * (t->be - t->core) * 0.25);
}

/* Equal slots on two core types, which retire unlike parts of what they begin. */
static void count_two_types(const struct truth *t)
{
	const double moved = (t->ret < t->be ? t->ret : t->be) / 2;

	for (int e = 0; e < 2; e++) {
		const double ret = t->ret + (e ? -moved : moved), be = t->be + (e ? moved : -moved);
		const struct {
			const char *name;
			double value;
		} events[] = {
			{ "cpu_cycles", SLOTS / 5 }, { "stall_slot_frontend", SLOTS * t->fe },
			{ "stall_slot_backend", SLOTS * be }, { "stall_slot", SLOTS * (t->fe + be) },
			{ "op_spec", e ? 3e6 : 1e6 }, { "op_retired", (e ? 3e6 : 1e6) * ret / (1 - t->fe - be) },
		};

		for (size_t i = 0; i < sizeof(events) / sizeof(events[0]); i++) {
			char name[96];

			(void)snprintf(name, sizeof(name), "%s%s", e ? "cpu_atom/" : "", events[i].name);
			count(name, events[i].value);
		}
	}
}

/* A mispredicted branch adds this many stalled cycles to frontend and backend. */
static void count_arm(const struct truth *t)
{
	bool ampere = !strncmp(core->name, "AmpereOne", 9);
	bool one_more = core == cpu_family_find("Arm Neoverse N2 r0p0-r0p2");
	bool corrected = find_event(core, EV_X3) && !ampere;
	double misses = corrected ? t->bad / 8 : 0, fe_part = core == cpu_family_find("Arm Neoverse V1") ? 4 : 1;
	double stalls = t->fe + t->be + 4 * misses, more = one_more ? SLOTS / 5 : 0;

	if (core == cpu_family_find("NVIDIA Olympus") || core->hybrid) {
		(core->hybrid ? count_two_types : count_olympus)(t);
		return;
	}
	if (core == cpu_family_find("Arm Neoverse V3") || core == cpu_family_find("Arm Neoverse N3")) {
		count_flush(t);
		return;
	}
	count("cpu_cycles", SLOTS / 5);
	if (core == cpu_family_find("Arm Neoverse N1")) {
		count("stall_frontend", SLOTS / 5 * t->fe);
		count("stall_backend", SLOTS / 5 * t->be);
		return;
	}
	count("stall_slot_backend", SLOTS * (t->be + (4 - fe_part) * misses));
	if (ampere) {
		count("op_retired", SLOTS * t->ret);
		count("op_spec", SLOTS * (t->ret + t->bad));
		return;
	}
	count("stall_slot_frontend", SLOTS * (t->fe + fe_part * misses) + more);
	count("stall_slot", SLOTS * stalls + more);
	count("op_spec", 1e6);
	count("op_retired", 1e6 * t->ret / (1 - stalls));
	if (corrected)
		count("br_mis_pred", SLOTS / 5 * misses);
}

static const struct {
	const struct cpu_table *table;
	void (*count)(const struct truth *truth);
} cores[] = {
	{ &cpu_intel_icl, count_icl }, { &cpu_intel_spr, count_spr },
	{ &cpu_intel_icl_guest, count_icl_guest }, { &cpu_intel_spr_guest, count_spr_guest },
	{ &cpu_intel_atom, count_atom }, { &cpu_intel_skl, count_skl }, { &cpu_intel_snb, count_snb },
	{ &cpu_intel_hybrid, count_hybrid },
	{ &cpu_amd_zen, count_zen }, { &cpu_arm, count_arm }, { &cpu_hisilicon, count_hip08 },
};

static void simulate(const struct truth *truth)
{
	for (size_t i = 0; i < sizeof(cores) / sizeof(cores[0]); i++)
		if (is_of_table(core, cores[i].table)) {
			cores[i].count(truth);
			return;
		}
	fail_msg("no simulation of %s", core->name);
}

/* Groups in rotation are on for a part of the time, each for its own part. */
static void shorten_rotation(void)
{
	for (size_t i = 0; i < core->n_events && !core->hybrid; i++)
		if (core->events[i].mux)
			counted.value[core->events[i].id] *= core->events[i].mux == 1 ? 0.37 : 0.2;
}

static void expect(enum metric_id id, double truth, double sum_of_children)
{
	const struct formula *formula = family_formula(core, id);
	double got = formula ? formula->eval(&counted) : (double)NAN;

	if (!formula)
		return;
	if (!(fabs(got - truth) < NEAR))
		fail_msg("%s: %s is %f, not %f", core->name, metrics[id].slug, got, truth);
	if (core->levels > 1 && isfinite(sum_of_children) && !(fabs(sum_of_children - got) < NEAR))
		fail_msg("%s: the children of %s make %f, not %f", core->name, metrics[id].slug,
			 sum_of_children, got);
}

/* NAN if the family does not split this node. */
static double sum_of_children(enum metric_id parent)
{
	double sum = NAN;

	for (enum metric_id id = 0; id < M_COUNT; id++) {
		const struct formula *formula = family_formula(core, id);

		if (formula && metrics[id].parent == parent)
			sum = (isnan(sum) ? 0 : sum) + formula->eval(&counted);
	}
	return sum;
}

/* Next to a watchdog: a class without a counter is what the others leave. */
static void leave_out_corrections(void)
{
	for (size_t i = 0; i < core->n_events; i++)
		if (core->events[i].use == USE_CORRECTION)
			counted.present &= ~(1U << core->events[i].id);
}

static void check_truth(const struct family *family)
{
	core = family;
	for (int round = 0; round < ROUNDS; round++) {
		struct truth t = random_truth(family_formula(family, M_SMT_CONTENTION) != NULL);

		counted = (struct counts){ .present = 0 };
		simulate(&t);
		shorten_rotation();
		expect(M_RETIRING, t.ret, sum_of_children(M_RETIRING));
		expect(M_BAD_SPECULATION, t.bad, sum_of_children(M_BAD_SPECULATION));
		expect(M_FRONTEND_BOUND, t.fe, sum_of_children(M_FRONTEND_BOUND));
		expect(M_BACKEND_BOUND, t.be, sum_of_children(M_BACKEND_BOUND));
		expect(M_SMT_CONTENTION, t.smt, NAN);
		expect(M_HEAVY_OPERATIONS, t.heavy, NAN);
		expect(M_BRANCH_MISPREDICTS, t.misp, NAN);
		expect(M_FETCH_LATENCY, t.lat, NAN);
		expect(M_CORE_BOUND, t.core, NAN);
		expect(M_BACKEND_OR_BAD, t.be + t.bad, NAN);
		expect(M_FRONTEND_STALLED, t.fe, NAN);
		expect(M_BACKEND_STALLED, t.be, NAN);
		assert_true(family == cpu_family_find("Arm Neoverse N1") || fabs(sum_of_children(M_NONE) - 1) < NEAR);
		leave_out_corrections();
		expect(M_SMT_CONTENTION, t.smt, NAN);
	}
}

TEST(what_a_core_did_comes_out_and_adds_up_on_both_levels)
{
	seed = 5;
	for_each_family(check_truth);
}

/* Each group counts instructions and cycles, so the row's IPC needs no scaling. */
TEST(e_cores_have_the_ipc_of_the_whole_row_while_level_2_rotates)
{
	for (size_t i = 0; i < cpu_intel_atom.n; i++) {
		const struct family *atom = &cpu_intel_atom.models[i].family;
		struct counts counts = all_counted(atom);
		double width = atom->events[0].scale;
		struct values values;

		if (atom->levels < 2)	/* Tremont */
			continue;
		counts.value[EV_CYCLES] = 1e6;
		counts.value[EV_INSTRUCTIONS] = 1.5e6;
		counts.value[EV_SLOTS] = 1e6 * width;
		counts.value[EV_X6] = 0.6e6 * width;	/* slots of group 0, and of group 1 */
		counts.value[EV_X0] = 0.4e6 * width;
		family_evaluate(atom, &counts, false, &values);
		assert_int_equal(values.quality[M_FETCH_LATENCY], Q_PARTIAL);
		assert_int_equal(values.ipc_quality, Q_COUNTED);
		assert_true(fabs((double)values.ipc - 1.5) < 1e-6);
	}
}

/* Counters that do not fit together give odd shares, but no number below 0 and no crash. */
static void check_noise(const struct family *family)
{
	for (int round = 0; round < ROUNDS; round++) {
		struct counts counts = all_counted(family);
		struct values values;

		for (int event = 0; event < EV_COUNT; event++)
			counts.value[event] *= random_ratio(0, 100);
		for (int i = EV_SLOTS; family->hybrid && i <= EV_BE_BOUND; i++) {
			counts.value[EV_ATOM_SLOTS + i] += i ? 0 : counts.value[EV_ATOM_SLOTS_1];
			counts.value[i] += counts.value[EV_ATOM_SLOTS + i];	/* a part of it */
		}
		family_evaluate(family, &counts, false, &values);
		for (enum metric_id m = 0; m < M_COUNT; m++)
			if (!(values.percent[m] >= 0))
				fail_msg("%s: %s is %f", family->name, metrics[m].slug, (double)values.percent[m]);
	}
}

TEST(no_share_is_below_zero)
{
	seed = 6;
	for_each_family(check_noise);
}

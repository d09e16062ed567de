/* SPDX-License-Identifier: GPL-2.0-only */
/* Which events are chosen to sample code with, on machines of tests/machines with a fake kernel. */
#include "config.h"
#include "collect/live/sample_choice.h"

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

/* What the fake kernel refuses, and with which errno. */
static struct {
	int hardware;		/* all events of counters */
	unsigned int precise;	/* the most that it accepts; more: EOPNOTSUPP */
	int branches, calls;	/* branch stacks; call-stack mode */
	int clock;
	bool no_rights;		/* to sample the kernel */
	bool guest_bit;		/* exclude_guest: EINVAL */
	uint64_t refused;	/* an event that it does not have: EINVAL */
	bool no_weights;	/* EINVAL */
	bool ibs;		/* precise events are AMD's IBS, of Linux 6.12 */
	unsigned int opens, open;
} fake;

/* perf_ibs_init(), PERF_PMU_CAP_NO_EXCLUDE. */
static bool is_impossible_for_ibs(const struct perf_event_attr *attr)
{
	return attr->sample_period & 15 || attr->exclude_kernel || attr->exclude_hv ||
	       attr->exclude_guest || attr->sample_type & PERF_SAMPLE_BRANCH_STACK;
}

static int fake_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	const bool calls = attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;

	assert_int_equal(pid, 0);
	assert_int_equal(cpu, -1);
	assert_int_equal(group, -1);
	fake.opens++;
	if (fake.no_rights && !attr->exclude_kernel)
		return -EACCES;
	if (attr->type == PERF_TYPE_SOFTWARE && fake.clock)
		return -fake.clock;
	if (attr->type != PERF_TYPE_SOFTWARE && fake.hardware)
		return -fake.hardware;
	if (attr->precise_ip > fake.precise)
		return -EOPNOTSUPP;
	if (attr->exclude_guest && fake.guest_bit && attr->type != PERF_TYPE_SOFTWARE)
		return -EINVAL;
	if (fake.no_weights && attr->sample_type & PERF_SAMPLE_WEIGHT_STRUCT)
		return -EINVAL;
	if (fake.refused && attr->config == fake.refused)
		return -EINVAL;
	if (fake.ibs && attr->precise_ip && is_impossible_for_ibs(attr))
		return -EINVAL;
	if (attr->sample_type & PERF_SAMPLE_BRANCH_STACK && (calls ? fake.calls : fake.branches))
		return calls ? -fake.calls : -fake.branches;
	fake.open++;
	return 100;
}

static void fake_close(void *data, int fd)
{
	assert_int_equal(fd, 100);
	fake.open--;
}

static const struct perf_sys sys = { .open = fake_open, .close = fake_close };
static struct sample_choices choices;
static struct err err;

SETUP
{
	memset(&fake, 0, sizeof(fake));
	fake.precise = 3;
}

/* What is chosen on this machine; "": one without a PMU. */
static int choose(const char *name)
{
	struct cores cores = { .n = 0 };
	struct facts facts = { .vendor = "" };
	int ret;

	if (name[0]) {
		facts_read(machine_root(name), &facts);
		(void)cores_find(machine_root(name), &facts, &cores, &err);
	}
	ret = sample_choices_try(&(struct sample_machine){ .sys = &sys, .facts = &facts,
							    .cores = &cores,
							    .family = cores.family },
				 &choices, &err);
	cores_done(&cores);
	assert_int_equal(fake.open, 0);
	return ret;
}

static const struct sample_choice *find_requested(const struct live_request *request)
{
	const int i = sample_choices_find(&choices, request, &err);

	return i < 0 ? NULL : &choices.choice[i];
}

#define find(of) find_requested(&(struct live_request){ .what = (of), .any_node = true })
#define find_at(its_level) find_requested(&(struct live_request){ .what = LIVE_OF_NODE, .any_node = true, .level = (its_level) })
#define find_node(of) find_requested(&(struct live_request){ .what = LIVE_OF_NODE, .node = (of) })

TEST(branch_stacks_are_triggered_by_taken_branches_of_the_user)
{
	const struct sample_choice *choice;

	assert_int_equal(choose("intel-spr"), 0);
	choice = find(LIVE_OF_BRANCHES);
	assert_int_equal(choice->event.trigger, TRIGGER_TAKEN);
	assert_int_equal(choice->attr[TYPE_CORE].type, 4);
	assert_int_equal(choice->attr[TYPE_CORE].config, 0x20c4);
	assert_int_equal(choice->attr[TYPE_CORE].sample_period, 400009);
	assert_int_equal(choice->attr[TYPE_CORE].precise_ip, 2);
	assert_int_equal(choice->attr[TYPE_CORE].sample_type, PERF_SAMPLE_BRANCH_STACK);
	assert_int_equal(choice->attr[TYPE_CORE].branch_sample_type & ~(uint64_t)PERF_SAMPLE_BRANCH_TYPE_SAVE,
			 PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY);
	assert_true(choice->attr[TYPE_CORE].exclude_kernel);
	assert_true(choice->event.user_only);
	assert_true(choice->event.has_branches);
}

TEST(a_hybrid_has_each_event_for_all_core_types_e_cores_of_the_soc_tile_too)
{
	const struct perf_event_attr *attr;

	assert_int_equal(choose("intel-arl-h"), 0);
	attr = find(LIVE_OF_BRANCHES)->attr;
	assert_true(find(LIVE_OF_BRANCHES)->has[TYPE_LOWPOWER] && find(LIVE_OF_NODE)->has[TYPE_ATOM]);
	assert_int_equal(attr[TYPE_CORE].config, 0x20c4);
	assert_int_equal(attr[TYPE_ATOM].config, 0xc0c4);
	assert_int_equal(attr[TYPE_LOWPOWER].config, 0xc0c4);
	assert_int_not_equal(attr[TYPE_LOWPOWER].type, attr[TYPE_ATOM].type);
	attr = find(LIVE_OF_NODE)->attr;
	assert_int_not_equal(attr[TYPE_ATOM].config, attr[TYPE_CORE].config);
}

TEST(call_stacks_are_lbrs_where_it_has_them_and_frame_pointers_elsewhere)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_true(find(LIVE_OF_CALLS)->event.calls_by_lbr && !find(LIVE_OF_CALLS)->event.has_branches);
	assert_true(find(LIVE_OF_CALLS)->attr[TYPE_CORE].branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK);
	fake.calls = EOPNOTSUPP;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_false(find(LIVE_OF_CALLS)->event.calls_by_lbr);
	assert_int_equal(find(LIVE_OF_CALLS)->attr[TYPE_CORE].sample_type, PERF_SAMPLE_CALLCHAIN);
	assert_non_null(strstr(choices.no_calls, "Operation not supported"));
}

static const struct sample_choice *find_of_classes(void)
{
	for (int i = 0; i < choices.n; i++)
		if (choices.choice[i].event.levels)
			return &choices.choice[i];
	return NULL;
}

/* By which event a node is sampled (M_NONE: functions; M_COUNT: branches), and how. */
static const struct {
	const char *sentence, *machine;
	uint64_t refused;
	unsigned int precise_most;
	enum metric_id node;
	const char *name;	/* NULL: see .config */
	uint64_t config;
	int precise;		/* -1: not of the sentence */
	enum trigger trigger;	/* TRIGGER_OTHER: not of the sentence */
} sampled[] = {
	{ "cycles are precise where the kernel accepts it", "intel-spr", 0, 3, M_NONE, "cycles", 0, 2, TRIGGER_CYCLES },
	{ "cycles skid where the kernel refuses to be precise", "intel-spr", 0, 0, M_NONE, "cycles", 0, 0, TRIGGER_CYCLES },
	{ "AMD takes branch stacks without IBS", "amd-zen4", 0, 3, M_COUNT, NULL, 0xc4, 0, TRIGGER_TAKEN },
	{ "Zen 3 has branch stacks by its own event", "amd-zen3", 0, 3, M_COUNT, "branch-brs", 0xc4, 0, TRIGGER_TAKEN },
	{ "Arm has branch stacks by changes of the PC", "arm-unknown", 0, 3, M_COUNT, NULL, 0xc, 0, TRIGGER_TAKEN },
	{ "Arm's driver ignores precise_ip", "arm-unknown", 0, 3, M_NONE, NULL, 0, 0, TRIGGER_CYCLES },
	{ "without an event of taken branches: all", "arm-n1", 0, 3, M_COUNT, "branches", 0, -1, TRIGGER_BRANCHES },
	{ "clears are not said to be precise", "intel-spr", 0, 3, M_MACHINE_CLEARS, NULL, 0, 0, TRIGGER_OTHER },
	/* tdtop's own group holds the fixed counter that inst_retired.prec_dist needs */
	{ "instructions: on a general counter", "intel-spr", 0, 3, M_RETIRING, "inst_retired.any_p", 0xc0, -1,
	  TRIGGER_INSTRUCTIONS },
	{ "a refused event: cycles", "intel-spr", 0x20d1, 3, M_MEMORY_BOUND, "cycles", 0, -1, TRIGGER_CYCLES },
	/* a kernel that does not know the CPU counts them on any counter, L3 misses need one of the first four */
	{ "not of some counters only", "intel-gnr-old", 0, 3, M_MEMORY_BOUND, "cycles", 0, -1, TRIGGER_CYCLES },
	{ "a PMU of the tests is not asked for samples", "software", 0, 3, M_NONE, "cpu-clock", 0, -1, TRIGGER_TIME },
	{ "a node without an event: cycles", "intel-spr", 0, 3, M_CORE_BOUND, "cycles", 0, -1, TRIGGER_CYCLES },
	{ "others by number there", "intel-gnr-old", 0, 3, M_BRANCH_MISPREDICTS, NULL, 0xc5, -1, TRIGGER_OTHER },
};

TEST(each_node_has_the_best_event_that_its_machine_can_sample)
{
	for (size_t i = 0; i < sizeof(sampled) / sizeof(sampled[0]); i++) {
		const enum metric_id node = sampled[i].node;
		const struct sample_choice *choice;

		fake.precise = sampled[i].precise_most;
		fake.refused = sampled[i].refused;
		assert_int_equal(choose(sampled[i].machine), 0);
		choice = node == M_NONE ? find(LIVE_OF_NODE) : node == M_COUNT ? find(LIVE_OF_BRANCHES) : find_node(node);
		if (sampled[i].name)
			assert_string_equal(choice->event.name, sampled[i].name);
		if (sampled[i].config)
			assert_int_equal(choice->attr[TYPE_CORE].config, sampled[i].config);
		if (sampled[i].precise >= 0) {
			assert_int_equal(choice->event.precise, sampled[i].precise);
			assert_int_equal(choice->attr[TYPE_CORE].precise_ip, sampled[i].precise);
		}
		if (sampled[i].trigger != TRIGGER_OTHER)
			assert_int_equal(choice->event.trigger, sampled[i].trigger);
		if (node == M_CORE_BOUND)
			assert_true(choice == find(LIVE_OF_NODE) && choice->nodes & 1U << M_CORE_BOUND);
		if (node == M_MACHINE_CLEARS)
			assert_int_equal(choice->kind, SAMPLE_PLAIN);
	}
}

/* Kinds: asked of architectural LBR only. Elsewhere the kernel would decode the code of each entry, in its handler. */
TEST(the_hardware_that_records_branches_is_told_and_asked_for_kinds_where_they_are_free)
{
	static const struct {
		const char *machine;
		struct branch_kinds kinds;
		bool asked;
	} rows[] = {
		{ "intel-spr", { .unit = BRANCHES_BY_ARCH_LBR, .depth = 32 }, true },
		{ "intel-icl", { .unit = BRANCHES_BY_LBR }, false },
		{ "amd-zen3", { .unit = BRANCHES_BY_BRS }, false },
		{ "arm-unknown", { .unit = BRANCHES_BY_BRBE }, false },
		{ "intel-srf", { .unit = BRANCHES_BY_ARCH_LBR, .counters = 4, .counter_width = 2 }, true },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(choose(rows[i].machine), 0);
		assert_int_equal(choices.branches.unit, rows[i].kinds.unit);
		if (rows[i].kinds.depth)
			assert_int_equal(choices.branches.depth, rows[i].kinds.depth);
		assert_int_equal(choices.branches.counters, rows[i].kinds.counters);
		assert_int_equal(choices.branches.counter_width, rows[i].kinds.counter_width);
		assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].branch_sample_type & ~(uint64_t)PERF_SAMPLE_BRANCH_TYPE_SAVE,
				 PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY);
		assert_int_equal(!!(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].branch_sample_type & PERF_SAMPLE_BRANCH_TYPE_SAVE),
				 rows[i].asked);
	}
}

/* 0x810c: BR_INDNR_TAKEN_RETIRED. */
TEST(some_kinds_of_taken_branches_are_not_all_of_them)
{
	const struct recording arm = { .arch = "aarch64" };

	assert_int_equal(sample_trigger_of_name("br_indnr_taken_retired"), TRIGGER_OTHER);
	assert_int_equal(sample_trigger_of_name("br_immed_taken_retired"), TRIGGER_OTHER);
	assert_int_equal(sample_event_trigger(&arm, &(struct recorded_event){
		.type = PERF_TYPE_RAW, .config = 0x810c }), TRIGGER_OTHER);
	assert_int_equal(sample_event_trigger(&arm, &(struct recorded_event){
		.type = PERF_TYPE_RAW, .config = 0xc }), TRIGGER_TAKEN);
}

TEST(a_node_has_its_own_precise_event)
{
	const struct sample_choice *choice;

	assert_int_equal(choose("intel-spr"), 0);
	choice = find_node(M_MEMORY_BOUND);
	assert_string_equal(choice->event.name, "mem_load_retired.l3_miss");
	assert_string_equal(choice->event.counted, "L3 misses");
	assert_int_equal(choice->attr[TYPE_CORE].type, 4);
	assert_int_equal(choice->attr[TYPE_CORE].config, 0x20d1);
	assert_int_equal(choice->event.precise, 2);
	assert_int_equal(choice->general_counters, 1);
	choice = find_node(M_FETCH_LATENCY);
	assert_int_equal(choice->attr[TYPE_CORE].config, 0x1c6);
	assert_int_equal(choice->attr[TYPE_CORE].config1, 0x601006);
}

TEST(classes_are_one_choice_of_several_events_all_of_which_the_kernel_must_accept)
{
	const struct sample_choice *last;

	assert_int_equal(choose("intel-skx"), 0);
	assert_int_equal(choices.classes[0].n, 0);		/* its slots are those of a core */
	fake.refused = 0x4a4;
	assert_int_equal(choose("intel-spr"), 0);
	assert_non_null(strstr(choices.no_topdown, "the kernel refuses topdown.bad_spec_slots"));
	assert_null(find_of_classes());
	fake.refused = 0;
	assert_int_equal(choose("intel-spr"), 0);
	last = find_of_classes();
	assert_string_equal(last->event.name, PROFILE_TOPDOWN);
	assert_int_equal(choices.classes[0].n, 4);
	assert_int_equal(last->general_counters, 4);
	assert_int_equal(choices.classes[0].event[1].config, 0x4a4);
	assert_true(last->has[TYPE_CORE] && !last->event.has_branches && last->event.precise == 2);
}

TEST(level_2_is_one_more_choice_and_functions_have_topdown_where_its_counters_are_free)
{
	static const struct {
		const char *machine, *why;	/* there is no level 2 */
		uint64_t refused;
		bool usual;
	} rows[] = {
		{ "intel-spr", "", 0, true },
		{ "intel-spr", "the kernel refuses topdown.br_mispredict_slots", 0x8a4, true },
		{ "intel-icl", "functions have TopDown of level 1 only on Intel Rocket Lake", 0, true },
		{ "intel-adl", "of level 1 only on Intel Alder Lake", 0, false },
		{ "amd-zen4", "of level 1 only on AMD Zen 4", 0, false },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const bool has = !rows[i].why[0];

		fake.refused = rows[i].refused;
		assert_int_equal(choose(rows[i].machine), 0);
		assert_non_null(strstr(choices.no_level2, rows[i].why));
		assert_int_equal(choices.classes[1].n, has ? 8 : 0);
		assert_int_equal(choices.classes[1].counters, has ? 7 : 0);	/* two take turns */
		assert_int_equal(find_of_classes()[1].event.levels, has ? 2 : 1);
		assert_true(find_of_classes()[1].event.has_calls == !has);	/* those with call stacks come last */
		for (int level = 0; level <= 2; level++)
			assert_int_equal(find_at(level)->event.levels, rows[i].usual ? level - (level == 2 && !has) : 0);
	}
}

TEST(call_stacks_are_of_topdown_where_functions_are_with_the_stacks_that_cycles_have)
{
	for (int lbr = 0; lbr < 2; lbr++)
		for (int level = 1; level <= 2; level++) {
			const struct sample_choice *of;

			fake.calls = lbr ? 0 : EOPNOTSUPP;
			assert_int_equal(choose("intel-spr"), 0);
			of = &choices.choice[sample_choices_find(&choices, &(struct live_request){
				.what = LIVE_OF_CALLS, .level = level }, &err)];
			assert_string_equal(of->event.name, PROFILE_TOPDOWN);
			assert_true(of->event.levels == level && of->event.has_calls && of->event.calls_by_lbr == lbr);
			assert_int_equal(of->attr[TYPE_CORE].branch_sample_type != 0, lbr);
			assert_true(of->attr[TYPE_CORE].sample_type & PERF_SAMPLE_CALLCHAIN);
		}
	assert_string_equal(find(LIVE_OF_CALLS)->event.name, "cycles");	/* without a level */
	assert_int_equal(choose("amd-zen4"), 0);	/* TopDown takes counters that are in use there */
	assert_string_equal(choices.choice[sample_choices_find(&choices, &(struct live_request){
		.what = LIVE_OF_CALLS, .level = 1 }, &err)].event.name, "cycles");
}

TEST(all_nodes_of_each_machine_have_a_choice_and_those_with_the_same_event_share_it)
{
	static const char *const machines[] = { "intel-spr", "intel-icl", "intel-skx", "intel-adl",
						"intel-arl-h", "intel-nvl", "intel-srf", "amd-zen4", "arm-v3" };

	for (size_t i = 0; i < sizeof(machines) / sizeof(machines[0]); i++) {
		uint32_t nodes = 0;

		assert_int_equal(choose(machines[i]), 0);
		for (int k = 0; k < choices.n; k++) {
			assert_int_equal(nodes & choices.choice[k].nodes, 0);
			nodes |= choices.choice[k].nodes;
		}
		assert_true(nodes & 1U << M_RETIRING && nodes & 1U << M_BACKEND_BOUND);
		assert_true(choices.n < SOURCE_EVENTS_MAX);
		if (i == 0)
			assert_ptr_equal(find_node(M_BAD_SPECULATION), find_node(M_BRANCH_MISPREDICTS));
	}
}

TEST(a_hybrid_samples_what_each_core_type_has_for_the_node)
{
	const struct sample_choice *choice;

	assert_int_equal(choose("intel-adl"), 0);
	choice = find_node(M_MEMORY_BOUND);
	assert_int_equal(choice->attr[TYPE_CORE].config, 0x20d1);
	assert_int_equal(choice->attr[TYPE_ATOM].config, 0x10d1);
	assert_string_equal(choice->event.name, "mem_load_retired.l3_miss, mem_load_uops_retired.l2_miss");
	assert_string_equal(choice->event.counted, "L3 misses, L2 misses");
	assert_string_equal(find_node(M_CORE_BOUND)->event.name, "cycles");
}

TEST(amd_samples_cycles_and_fetches_by_ibs_unless_the_kernel_must_be_left_out)
{
	const struct sample_choice *choice;

	fake.ibs = true;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
	assert_int_equal(find(LIVE_OF_NODE)->period_step, 16);
	assert_int_equal(find(LIVE_OF_NODE)->event.period % 16, 0);
	assert_int_equal(find(LIVE_OF_NODE)->general_counters, 0);
	assert_int_equal(find(LIVE_OF_BRANCHES)->period_step, 1);
	choice = find_node(M_FETCH_LATENCY);
	assert_string_equal(choice->event.name, "ibs_fetch");
	assert_int_equal(choice->attr[TYPE_CORE].type, 9);
	assert_int_equal(choice->period_step, 16);
	assert_int_equal(choice->event.precise, 2);
	assert_string_equal(find_node(M_MEMORY_BOUND)->event.name, "cycles");
	assert_string_equal(find_node(M_BRANCH_MISPREDICTS)->event.name, "ex_ret_brn_misp");
	assert_int_equal(find_node(M_BRANCH_MISPREDICTS)->event.precise, 0);
	fake.no_rights = true;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 0);
	assert_int_equal(find(LIVE_OF_NODE)->period_step, 1);
	assert_int_equal(find(LIVE_OF_NODE)->general_counters, 1);
}

/* PERF_SAMPLE_WEIGHT_STRUCT: Linux 5.12. */
TEST(retire_latencies_are_asked_for_where_the_cpu_tells_them_and_the_kernel_knows_weights)
{
	assert_int_equal(choose("intel-arl-h"), 0);
	assert_true(find(LIVE_OF_NODE)->event.has_latency);
	assert_true(find_node(M_MEMORY_BOUND)->attr[TYPE_CORE].sample_type & PERF_SAMPLE_WEIGHT_STRUCT);
	assert_false(find(LIVE_OF_BRANCHES)->event.has_latency);
	assert_int_equal(choose("intel-spr"), 0);
	assert_false(find(LIVE_OF_NODE)->event.has_latency);
	fake.no_weights = true;
	assert_int_equal(choose("intel-arl-h"), 0);
	assert_false(find(LIVE_OF_NODE)->event.has_latency);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
}

TEST(no_branch_stacks_are_told_with_the_reason_but_those_in_use_now_stay_a_choice)
{
	fake.branches = EOPNOTSUPP;
	assert_int_equal(choose("intel-spr"), 0);
	assert_null(find(LIVE_OF_BRANCHES));
	assert_non_null(strstr(err.text, "Operation not supported"));
	assert_non_null(find(LIVE_OF_CALLS));
	fake.branches = EBUSY;
	assert_int_equal(choose("intel-spr"), 0);
	assert_non_null(find(LIVE_OF_BRANCHES));
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].precise_ip, 2);
}

TEST(without_a_pmu_or_with_one_that_samples_nothing_the_clock_does)
{
	assert_int_equal(choose(""), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cpu-clock");
	assert_int_equal(find(LIVE_OF_NODE)->event.trigger, TRIGGER_TIME);
	assert_true(find(LIVE_OF_CALLS)->event.has_calls);
	assert_null(find(LIVE_OF_BRANCHES));
	assert_non_null(strstr(err.text, "PMU"));
	assert_non_null(sample_choice_attr(find(LIVE_OF_NODE), TYPE_ATOM));
	fake.hardware = EINVAL;
	assert_int_equal(choose("intel-spr"), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cpu-clock");
	assert_int_equal(find(LIVE_OF_NODE)->general_counters, 0);
}

TEST(without_rights_the_kernel_is_left_out)
{
	fake.no_rights = true;
	assert_int_equal(choose("intel-spr"), 0);
	assert_true(find(LIVE_OF_NODE)->event.user_only);
	assert_true(find(LIVE_OF_NODE)->attr[TYPE_CORE].exclude_kernel);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
}

TEST(a_pmu_that_cannot_leave_out_guests_counts_them_unless_they_may_own_the_counters)
{
	fake.guest_bit = true;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_false(find(LIVE_OF_NODE)->attr[TYPE_CORE].exclude_guest);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
	assert_int_equal(choose("intel-emr-kvm"), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cpu-clock");
}

TEST(a_machine_that_samples_nothing_says_why)
{
	fake.clock = EACCES;
	assert_int_equal(choose(""), -EACCES);
	assert_non_null(strstr(err.text, "cpu-clock"));
}

TEST(an_event_is_found_by_its_index)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_int_equal(sample_choices_find(&choices, &(struct live_request){
		.what = LIVE_OF_EVENT, .event = 1 }, &err), 1);
	assert_int_equal(sample_choices_find(&choices, &(struct live_request){
		.what = LIVE_OF_EVENT, .event = 99 }, &err), -ENOENT);
	assert_int_equal(sample_choices_find(&choices, &(struct live_request){
		.what = LIVE_OF_EVENT, .event = -1 }, &err), -ENOENT);
}

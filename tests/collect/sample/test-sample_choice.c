/* SPDX-License-Identifier: GPL-2.0-only */
/* Which events are chosen to sample code with, on machines of tests/machines with a fake kernel. */
#include "config.h"
#include "collect/sample/sample_choice.h"

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

static int fake_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	const bool calls = attr->branch_sample_type & PERF_SAMPLE_BRANCH_CALL_STACK;

	assert_int_equal(pid, 0);
	assert_int_equal(cpu, -1);
	assert_int_equal(group_fd, -1);
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

static const struct sample_choice *find(enum live_event what)
{
	const int i = sample_choices_find(&choices,
					  &(struct live_wish){ .what = what, .any_node = true },
					  &err);

	return i < 0 ? NULL : &choices.choice[i];
}

TEST(cycles_are_precise_where_the_kernel_accepts_it)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cycles");
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
	assert_int_equal(find(LIVE_OF_NODE)->attr[TYPE_CORE].precise_ip, 2);
	assert_int_equal(find(LIVE_OF_NODE)->event.trigger, TRIGGER_CYCLES);
}

TEST(cycles_skid_where_the_kernel_refuses_to_be_precise)
{
	fake.precise = 0;
	assert_int_equal(choose("intel-spr"), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cycles");
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 0);
}

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
	assert_int_equal(choice->attr[TYPE_CORE].branch_sample_type &
				 ~(uint64_t)PERF_SAMPLE_BRANCH_TYPE_SAVE,
			 PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY);
	assert_true(choice->attr[TYPE_CORE].exclude_kernel);
	assert_true(choice->event.user_only);
	assert_true(choice->event.has_branches);
}

TEST(amd_takes_branch_stacks_without_ibs)
{
	assert_int_equal(choose("amd-zen4"), 0);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].config, 0xc4);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].precise_ip, 0);
	assert_int_equal(find(LIVE_OF_BRANCHES)->event.trigger, TRIGGER_TAKEN);
}

TEST(a_hybrid_has_each_event_for_both_core_types)
{
	assert_int_equal(choose("intel-adl"), 0);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].config, 0x20c4);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_ATOM].config, 0xc0c4);
	assert_true(find(LIVE_OF_NODE)->has[TYPE_ATOM]);
	assert_int_not_equal(find(LIVE_OF_NODE)->attr[TYPE_ATOM].config,
			     find(LIVE_OF_NODE)->attr[TYPE_CORE].config);
}

TEST(e_cores_of_the_soc_tile_are_sampled_as_e_cores)
{
	assert_int_equal(choose("intel-arl-h"), 0);
	assert_true(find(LIVE_OF_BRANCHES)->has[TYPE_LOWPOWER]);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_LOWPOWER].config, 0xc0c4);
	assert_int_not_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_LOWPOWER].type,
			     find(LIVE_OF_BRANCHES)->attr[TYPE_ATOM].type);
}

TEST(call_stacks_are_lbrs_where_it_has_them)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_true(find(LIVE_OF_CALLS)->event.calls_by_lbr);
	assert_false(find(LIVE_OF_CALLS)->event.has_branches);
	assert_true(find(LIVE_OF_CALLS)->attr[TYPE_CORE].branch_sample_type &
		    PERF_SAMPLE_BRANCH_CALL_STACK);
}

TEST(call_stacks_are_frame_pointers_elsewhere)
{
	fake.calls = EOPNOTSUPP;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_false(find(LIVE_OF_CALLS)->event.calls_by_lbr);
	assert_int_equal(find(LIVE_OF_CALLS)->attr[TYPE_CORE].sample_type, PERF_SAMPLE_CALLCHAIN);
	assert_non_null(strstr(choices.no_calls, "Operation not supported"));
}

/* The choice for a node. */
static const struct sample_choice *find_node(enum metric_id node)
{
	const int i = sample_choices_find(&choices,
					  &(struct live_wish){ .what = LIVE_OF_NODE, .node = node },
					  &err);

	assert_in_range(i, 0, SOURCE_EVENTS_MAX - 1);
	return &choices.choice[i];
}

TEST(arch_lbr_tells_kinds_of_branches)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_int_equal(choices.branches.unit, BRANCHES_BY_ARCH_LBR);
	assert_int_equal(choices.branches.depth, 32);
	assert_true(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].branch_sample_type &
		    PERF_SAMPLE_BRANCH_TYPE_SAVE);
}

/* There the kernel would decode the code of each entry, in its handler. */
TEST(older_lbr_is_not_asked_for_kinds_of_branches)
{
	assert_int_equal(choose("intel-icl"), 0);
	assert_int_equal(choices.branches.unit, BRANCHES_BY_LBR);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].branch_sample_type,
			 PERF_SAMPLE_BRANCH_USER | PERF_SAMPLE_BRANCH_ANY);
}

TEST(zen_3_has_branch_stacks_by_its_own_event)
{
	assert_int_equal(choose("amd-zen3"), 0);
	assert_int_equal(choices.branches.unit, BRANCHES_BY_BRS);
	assert_string_equal(find(LIVE_OF_BRANCHES)->event.name, "branch-brs");
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].config, 0xc4);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].precise_ip, 0);
	assert_int_equal(find(LIVE_OF_BRANCHES)->event.trigger, TRIGGER_TAKEN);
}

TEST(arm_has_branch_stacks_by_changes_of_the_pc)
{
	assert_int_equal(choose("arm-unknown"), 0);
	assert_int_equal(choices.branches.unit, BRANCHES_BY_BRBE);
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].config, 0xc);
	assert_int_equal(find(LIVE_OF_BRANCHES)->event.trigger, TRIGGER_TAKEN);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 0);	/* the driver ignores precise_ip */
}

TEST(a_cpu_without_an_event_of_taken_branches_takes_all_branches)
{
	assert_int_equal(choose("arm-n1"), 0);
	assert_string_equal(find(LIVE_OF_BRANCHES)->event.name, "branches");
	assert_int_equal(find(LIVE_OF_BRANCHES)->event.trigger, TRIGGER_BRANCHES);
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

TEST(branch_counters_are_told)
{
	assert_int_equal(choose("intel-srf"), 0);
	assert_int_equal(choices.branches.counters, 4);
	assert_int_equal(choices.branches.counter_width, 2);
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

TEST(an_event_that_cannot_be_precise_is_not_said_to_be)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_int_equal(find_node(M_MACHINE_CLEARS)->event.precise, 0);
	assert_int_equal(find_node(M_MACHINE_CLEARS)->kind, SAMPLE_PLAIN);
}

TEST(a_node_without_an_event_has_cycles)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_ptr_equal(find_node(M_CORE_BOUND), find(LIVE_OF_NODE));
	assert_true(find_node(M_CORE_BOUND)->nodes & 1U << M_CORE_BOUND);
}

/* tdtop's own group holds the fixed counter that inst_retired.prec_dist needs. */
TEST(instructions_are_sampled_on_a_general_counter)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_string_equal(find_node(M_RETIRING)->event.name, "inst_retired.any_p");
	assert_int_equal(find_node(M_RETIRING)->attr[TYPE_CORE].config, 0xc0);
	assert_int_equal(find_node(M_RETIRING)->event.trigger, TRIGGER_INSTRUCTIONS);
}

TEST(nodes_with_the_same_event_share_a_choice)
{
	assert_int_equal(choose("intel-spr"), 0);
	assert_ptr_equal(find_node(M_BAD_SPECULATION), find_node(M_BRANCH_MISPREDICTS));
	assert_true(choices.n <= SOURCE_EVENTS_MAX);
}

TEST(a_node_whose_event_the_kernel_refuses_has_cycles)
{
	fake.refused = 0x20d1;
	assert_int_equal(choose("intel-spr"), 0);
	assert_string_equal(find_node(M_MEMORY_BOUND)->event.name, "cycles");
}

/* It would count them on any counter, and L3 misses can be counted on the first four only. */
TEST(a_kernel_that_does_not_know_the_cpu_is_not_asked_for_events_of_some_counters)
{
	assert_int_equal(choose("intel-gnr-old"), 0);
	assert_string_equal(find_node(M_MEMORY_BOUND)->event.name, "cycles");
	assert_int_equal(find_node(M_BRANCH_MISPREDICTS)->attr[TYPE_CORE].config, 0xc5);
}

TEST(all_nodes_of_each_machine_have_a_choice)
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
		assert_true(nodes & 1U << M_RETIRING);
		assert_true(nodes & 1U << M_BACKEND_BOUND);
		assert_true(choices.n < SOURCE_EVENTS_MAX);
	}
}

TEST(a_hybrid_samples_what_each_core_type_has_for_the_node)
{
	const struct sample_choice *choice;

	assert_int_equal(choose("intel-adl"), 0);
	choice = find_node(M_MEMORY_BOUND);
	assert_int_equal(choice->attr[TYPE_CORE].config, 0x20d1);
	assert_int_equal(choice->attr[TYPE_ATOM].config, 0x10d1);
	assert_string_equal(choice->event.name,
			    "mem_load_retired.l3_miss, mem_load_uops_retired.l2_miss");
	assert_string_equal(choice->event.counted, "L3 misses, L2 misses");
	assert_string_equal(find_node(M_CORE_BOUND)->event.name, "cycles");
}

TEST(amd_samples_cycles_by_ibs)
{
	fake.ibs = true;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
	assert_int_equal(find(LIVE_OF_NODE)->period_step, 16);
	assert_int_equal(find(LIVE_OF_NODE)->event.period % 16, 0);
	assert_int_equal(find(LIVE_OF_NODE)->general_counters, 0);
	assert_int_equal(find(LIVE_OF_BRANCHES)->period_step, 1);
}

TEST(amd_samples_without_ibs_where_the_kernel_must_be_left_out)
{
	fake.ibs = true;
	fake.no_rights = true;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 0);
	assert_int_equal(find(LIVE_OF_NODE)->period_step, 1);
	assert_int_equal(find(LIVE_OF_NODE)->general_counters, 1);
}

TEST(amd_samples_fetches_by_ibs_for_nodes_of_the_frontend)
{
	const struct sample_choice *choice;

	fake.ibs = true;
	assert_int_equal(choose("amd-zen4"), 0);
	choice = find_node(M_FETCH_LATENCY);
	assert_string_equal(choice->event.name, "ibs_fetch");
	assert_int_equal(choice->attr[TYPE_CORE].type, 9);
	assert_int_equal(choice->period_step, 16);
	assert_int_equal(choice->event.precise, 2);
	assert_string_equal(find_node(M_MEMORY_BOUND)->event.name, "cycles");
	assert_string_equal(find_node(M_BRANCH_MISPREDICTS)->event.name, "ex_ret_brn_misp");
	assert_int_equal(find_node(M_BRANCH_MISPREDICTS)->event.precise, 0);
}

TEST(retire_latencies_are_asked_for_where_the_cpu_tells_them)
{
	assert_int_equal(choose("intel-arl-h"), 0);
	assert_true(find(LIVE_OF_NODE)->event.has_latency);
	assert_true(find_node(M_MEMORY_BOUND)->attr[TYPE_CORE].sample_type &
		    PERF_SAMPLE_WEIGHT_STRUCT);
	assert_false(find(LIVE_OF_BRANCHES)->event.has_latency);
	assert_int_equal(choose("intel-spr"), 0);
	assert_false(find(LIVE_OF_NODE)->event.has_latency);
}

/* PERF_SAMPLE_WEIGHT_STRUCT: Linux 5.12. */
TEST(a_kernel_that_knows_no_weights_samples_without)
{
	fake.no_weights = true;
	assert_int_equal(choose("intel-arl-h"), 0);
	assert_false(find(LIVE_OF_NODE)->event.has_latency);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
}

TEST(no_branch_stacks_are_told_with_the_reason)
{
	fake.branches = EOPNOTSUPP;
	assert_int_equal(choose("intel-spr"), 0);
	assert_null(find(LIVE_OF_BRANCHES));
	assert_non_null(strstr(err.text, "Operation not supported"));
	assert_non_null(find(LIVE_OF_CALLS));
}

TEST(branch_stacks_that_are_in_use_now_stay_a_choice)
{
	fake.branches = EBUSY;
	assert_int_equal(choose("intel-spr"), 0);
	assert_non_null(find(LIVE_OF_BRANCHES));
	assert_int_equal(find(LIVE_OF_BRANCHES)->attr[TYPE_CORE].precise_ip, 2);
}

TEST(without_a_pmu_the_clock_samples)
{
	assert_int_equal(choose(""), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cpu-clock");
	assert_int_equal(find(LIVE_OF_NODE)->event.trigger, TRIGGER_TIME);
	assert_true(find(LIVE_OF_CALLS)->event.has_calls);
	assert_null(find(LIVE_OF_BRANCHES));
	assert_non_null(strstr(err.text, "PMU"));
	assert_non_null(sample_choice_attr(find(LIVE_OF_NODE), TYPE_ATOM));
}

TEST(a_pmu_that_samples_nothing_leaves_the_clock)
{
	fake.hardware = EINVAL;
	assert_int_equal(choose("intel-spr"), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cpu-clock");
	assert_int_equal(find(LIVE_OF_NODE)->general_counters, 0);
}

TEST(a_pmu_of_the_tests_is_not_asked_for_samples)
{
	assert_int_equal(choose("software"), 0);
	assert_string_equal(find(LIVE_OF_NODE)->event.name, "cpu-clock");
}

TEST(without_rights_the_kernel_is_left_out)
{
	fake.no_rights = true;
	assert_int_equal(choose("intel-spr"), 0);
	assert_true(find(LIVE_OF_NODE)->event.user_only);
	assert_true(find(LIVE_OF_NODE)->attr[TYPE_CORE].exclude_kernel);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
}

TEST(a_pmu_that_cannot_leave_out_guests_counts_them)
{
	fake.guest_bit = true;
	assert_int_equal(choose("amd-zen4"), 0);
	assert_false(find(LIVE_OF_NODE)->attr[TYPE_CORE].exclude_guest);
	assert_int_equal(find(LIVE_OF_NODE)->event.precise, 2);
}

TEST(where_guests_may_own_the_counters_no_sample_is_of_guests)
{
	fake.guest_bit = true;
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
	assert_int_equal(sample_choices_find(&choices, &(struct live_wish){
		.what = LIVE_OF_EVENT, .event = 1 }, &err), 1);
	assert_int_equal(sample_choices_find(&choices, &(struct live_wish){
		.what = LIVE_OF_EVENT, .event = 99 }, &err), -ENOENT);
	assert_int_equal(sample_choices_find(&choices, &(struct live_wish){
		.what = LIVE_OF_EVENT, .event = -1 }, &err), -ENOENT);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The core types of a machine: which are counted, by what, and the sentences for the others. */
#include "config.h"
#include "collect/perf/cores.h"

#include "collect/cpu/cpu_table.h"
#include "tests/fixtures/fake_machine.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define LOWPOWER_TYPE 11	/* of intel-arl-h */
#define CORE_TYPE 4		/* of the PMUs of tests/machines/intel-adl */
#define ATOM_TYPE 8

/* A kernel that refuses a PMU, and records which events of an E-core's PMU are opened. */
struct fake {
	uint32_t refused_type;
	int errnum;
	int first_lowpower;		/* the first CPU that is an LP E-core; 0: none */
	uint64_t refused_instructions;	/* type of the PMU whose generic event is refused */
	bool refuses_register;		/* lists slots, and cannot count them */
	bool refuses_general;		/* cannot count UOPS_RETIRED.SLOTS either */
	unsigned int opened[2 * ATOM_TYPE];
	unsigned int metrics_on_atom;
};

static int fake_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	struct fake *fake = data;
	bool on_atom = cpu >= 4;

	if (attr->type == PERF_TYPE_SOFTWARE)
		return 100;
	if (attr->type != PERF_TYPE_HARDWARE)
		assert_int_equal(attr->type, !on_atom ? CORE_TYPE : cpu >= fake->first_lowpower &&
				 fake->first_lowpower ? LOWPOWER_TYPE : ATOM_TYPE);
	if (on_atom && attr->type != PERF_TYPE_HARDWARE && !(attr->config & 0xff))
		fake->metrics_on_atom++;
	if (attr->type == CORE_TYPE && ((fake->refuses_register && attr->config == 0x400) ||
					(fake->refuses_general && attr->config == 0x2c2)))
		return -EINVAL;
	if (fake->refused_type == attr->type)
		return -fake->errnum;
	if (attr->type == PERF_TYPE_HARDWARE && fake->refused_instructions &&
	    attr->config == (fake->refused_instructions << 32 | PERF_COUNT_HW_INSTRUCTIONS))
		return -EINVAL;
	fake->opened[attr->type]++;
	return 100;
}

static const struct group_options all_wanted = { .levels = 2, .with_ipc = true, .with_corrections = true,
						 .interval_ns = 1000000000 };
static struct cores cores;
static struct err err;

static int find(const char *machine)
{
	struct facts facts;

	facts_read(machine_root(machine), &facts);
	return cores_find(machine_root(machine), &facts, &cores, &err);
}

static int probe_as(const char *machine, struct fake *fake)
{
	const struct perf_sys sys = { .data = fake, .open = fake_open, .close = fake_accept_close };
	struct facts facts;

	facts_read(machine_root(machine), &facts);
	return cores_probe(&cores, &sys, &facts, &all_wanted, false, &err);
}

static int probe(struct fake *fake)
{
	return probe_as("intel-adl", fake);
}

/* A machine that the kernel does not refuse as a whole. */
static void find_and_probe(const char *machine, struct fake *fake)
{
	assert_int_equal(find(machine), 0);
	assert_int_equal(probe_as(machine, fake), 0);
}

/* So many of the first n of eight CPUs are counted. Returns what is reported of the others. */
static const char *left_out_of(size_t n, size_t counted)
{
	static struct cpu_place places[8];
	static struct machine machine;

	machine = (struct machine){ .n_cpus = n, .cpus = places };
	for (int i = 0; i < 8; i++)
		places[i].cpu = i;
	cores_keep_counted(&cores, &machine);
	assert_int_equal(machine.n_cpus, counted);
	return machine.left_out;
}

TEARDOWN
{
	cores_done(&cores);
}

TEST(a_machine_of_one_core_type_has_one_group)
{
	assert_int_equal(find("intel-spr"), 0);
	assert_int_equal(cores.n, 1);
	assert_string_equal(cores.family->name, "Intel Sapphire Rapids");
	assert_int_equal(cores_of_cpu(&cores, 7), 0);
}

TEST(a_hybrid_has_a_group_for_each_core_type)
{
	struct fake fake = { .refused_type = UINT32_MAX };

	assert_int_equal(find("intel-adl"), 0);
	assert_int_equal(cores.n, 2);
	assert_string_equal(cores.family->name, "Intel Alder Lake hybrid");
	assert_int_equal(probe(&fake), 0);
	assert_int_equal(cores_of_cpu(&cores, 3), 0);
	assert_int_equal(cores_of_cpu(&cores, 4), 1);
	assert_int_equal(cores_of_cpu(&cores, 8), -1);
	assert_int_equal(cores_levels(&cores, &cores.group[0]), 2);
	assert_int_equal(cores_levels(&cores, &cores.group[1]), 2);
	assert_int_equal(cores.group[0].n_mux, 0);
	assert_int_equal(cores.group[1].n_mux, 1);
	assert_int_equal(fake.opened[CORE_TYPE], 9);	/* slots, 7 metrics, UOP_DROPPING */
	assert_int_equal(fake.opened[ATOM_TYPE], 4 + 3);	/* group 0, and group 1 */
	assert_int_equal(fake.opened[PERF_TYPE_HARDWARE], 4 + 2);
}

TEST(wildcat_lake_is_counted_as_panther_lake)
{
	assert_int_equal(find("intel-wcl"), 0);
	assert_string_equal(cores.family->name, "Intel Wildcat Lake hybrid");
	assert_int_equal(cores_of_cpu(&cores, 1), 0);
	assert_int_equal(cores_of_cpu(&cores, 2), 1);
}

static uint64_t config_of(const char *event, const struct pmu *pmu)
{
	struct group group;

	assert_int_equal(group_make(pmu, cores.family, &all_wanted, &group, &err), 0);
	for (size_t i = 0; i < group.n; i++)
		if (!strcmp(group.member[i].name, event))
			return group.member[i].attr.config;
	fail_msg("no %s", event);
	return 0;
}

/*
 * Crestmont in a hybrid: sysfs lists 0xc2 (all uops retired), which is not what perf's tables count
 * there, nor what the kernel lists on the same core alone (Sierra Forest).
 */
TEST(crestmont_counts_retired_slots_in_a_hybrid)
{
	assert_int_equal(find("intel-arl-h"), 0);
	assert_true(pmu_has_event(&cores.group[2].pmu, "topdown-retiring"));
	assert_int_equal(config_of("topdown-retiring", &cores.group[2].pmu), 0x72);
	/* Skymont: the alias is right. */
	assert_int_equal(config_of("topdown-retiring", &cores.group[1].pmu), 0x2c2);
}

/* It is not published how many slots Arctic Wolf has in a cycle: they are the sum of its classes. */
TEST(e_cores_of_nova_lake_have_the_slots_of_their_classes)
{
	const count_pair steps[3] = { { 10, 0 }, { 0, 20 }, { 30, 40 } };	/* two switches' members are 0 */
	struct reading_member members[GROUP_MEMBERS];
	struct counts counts = { .present = 0 };
	struct reading_plan plan;
	struct group group;

	assert_int_equal(find("intel-nvl"), 0);
	assert_string_equal(cores.family->name, "Intel Nova Lake hybrid");
	assert_int_equal(cores_of_cpu(&cores, 1), 0);
	assert_int_equal(cores_of_cpu(&cores, 2), 1);
	assert_int_equal(group_make(&cores.group[1].pmu, cores.family,
				    &(struct group_options){ .levels = 1 }, &group, &err), 0);
	assert_string_equal(group.member[0].name, "topdown-retiring");
	group_describe(&group, members);
	reading_plan_init(&plan, members, group.n);
	reading_plan_add(&plan, steps, &counts);
	reading_plan_add(&plan, steps, &counts);
	assert_true(counts.value[EV_SLOTS] == 200 && counts.value[EV_ATOM_SLOTS] == 200);
	assert_true(counts.value[EV_ATOM_BE_BOUND] == 80 && counts.value[EV_RETIRING] == 20);
}

TEST(the_e_cores_leader_counts_slots_twice_over_and_cycles)
{
	struct group group;

	assert_int_equal(find("intel-adl"), 0);
	assert_int_equal(group_make(&cores.group[1].pmu, cores.family, &all_wanted, &group, &err), 0);
	assert_int_equal(group.member[0].role, MEMBER_LEADER);
	assert_int_equal(group.member[0].event, EV_SLOTS);
	assert_int_equal(group.member[0].also, EV_ATOM_SLOTS);
	assert_true(group.member[0].scale == 5);	/* Gracemont's width */
	assert_true(group.member[0].cycles);
	assert_int_equal(group.member[0].attr.config, (uint64_t)ATOM_TYPE << 32);
	assert_int_equal(group.member[group.n - 1].event, EV_INSTRUCTIONS);
}

/* This rule must hold for all tables, whatever sysfs says (CVE-2025-38322). */
TEST(no_metric_is_ever_opened_on_an_e_core)
{
	for (size_t i = 0; i < cpu_intel_hybrid.n; i++) {
		struct fake fake = { .refused_type = UINT32_MAX };

		assert_int_equal(find("intel-adl"), 0);
		cores.family = &cpu_intel_hybrid.models[i].family;
		for (int refused = 0; refused < 2; refused++) {
			/* also with smaller groups */
			fake.refused_instructions = refused ? ATOM_TYPE : 0;
			assert_int_equal(probe(&fake), 0);
		}
		assert_int_equal(fake.metrics_on_atom, 0);
		cores_done(&cores);
	}
}

TEST(a_table_or_sysfs_that_wants_a_metric_on_an_e_core_is_refused)
{
	static const uint64_t configs[] = { 0x400, 0x8000, 0x8700, 0x10000 };

	assert_int_equal(find("intel-adl"), 0);
	for (size_t i = 0; i < sizeof(configs) / sizeof(configs[0]); i++) {
		const struct family_event event = { .id = EV_SLOTS, .name = "not-in-sysfs", .level = 1,
						    .config = configs[i], .core_type = TYPE_ATOM };
		const struct family family = { .name = "wrong", .levels = 1, .events = &event, .n_events = 1 };
		struct group group;

		assert_int_equal(group_make(&cores.group[1].pmu, &family, &all_wanted, &group, &err), -EINVAL);
		assert_non_null(strstr(err.text, "E-cores do not have"));
	}
}

TEST(low_power_e_cores_are_a_third_type_with_a_width_of_their_own)
{
	struct fake fake = { .refused_type = UINT32_MAX, .first_lowpower = 6 };
	struct group group;

	assert_int_equal(find("intel-arl-h"), 0);
	assert_int_equal(cores.n, 3);
	assert_string_equal(cores.family->name, "Intel Arrow Lake hybrid");
	assert_int_equal(probe_as("intel-arl-h", &fake), 0);
	assert_int_equal(cores_of_cpu(&cores, 5), 1);
	assert_int_equal(cores_of_cpu(&cores, 6), 2);
	assert_int_equal(fake.opened[LOWPOWER_TYPE], 4 + 3);
	assert_int_equal(fake.metrics_on_atom, 0);
	for (size_t core_type = 1; core_type < 3; core_type++) {
		assert_int_equal(group_make(&cores.group[core_type].pmu, cores.family, &all_wanted, &group, &err), 0);
		assert_true(group.member[0].scale == (core_type == 1 ? 8 : 6));	/* Skymont, Crestmont */
		assert_int_equal(group.member[0].also, EV_ATOM_SLOTS);
	}
}

TEST(without_low_power_e_cores_the_others_are_counted_and_that_is_reported)
{
	struct fake fake = { .refused_type = LOWPOWER_TYPE, .errnum = EOPNOTSUPP, .first_lowpower = 6 };

	find_and_probe("intel-arl-h", &fake);
	assert_true(cores.family->hybrid);
	assert_true(cores.group[1].counted);
	assert_non_null(strstr(left_out_of(7, 6), "1 CPU is not counted: "));
	assert_non_null(strstr(left_out_of(8, 6), "2 CPUs are not counted: "));
	assert_non_null(strstr(left_out_of(8, 6), "topdown-"));
}

TEST(what_cannot_be_opened_is_left_out_and_reported)
{
	struct fake fake = { .refused_type = ATOM_TYPE, .errnum = EOPNOTSUPP };

	find_and_probe("intel-adl", &fake);
	assert_false(cores.group[1].counted);
	assert_string_equal(cores.family->name, "Intel Alder Lake");	/* P-cores only */
	assert_non_null(strstr(left_out_of(8, 4), "4 CPUs are not counted: "));
}

TEST(e_cores_can_be_counted_alone)
{
	struct fake fake = { .refused_type = CORE_TYPE, .errnum = EBUSY };

	find_and_probe("intel-adl", &fake);
	assert_true(cores.family->hybrid);
	assert_int_equal(cores_of_cpu(&cores, 0), -1);
	assert_int_equal(cores_of_cpu(&cores, 5), 1);
}

TEST(if_neither_can_be_opened_the_first_one_says_why)
{
	struct fake fake = { .refused_type = CORE_TYPE, .errnum = EACCES };

	assert_int_equal(find("intel-adl"), 0);
	cores.group[1].counted = false;
	assert_int_equal(probe(&fake), -EACCES);
	assert_non_null(strstr(err.text, "slots"));
}

TEST(instructions_per_cycle_are_of_both_types_or_none)
{
	struct fake fake = { .refused_type = UINT32_MAX, .refused_instructions = ATOM_TYPE };

	find_and_probe("intel-adl", &fake);
	assert_false(cores.group[0].fits.with_ipc);
	assert_false(cores.group[1].fits.with_ipc);
}

TEST(slots_that_are_listed_and_refused_are_counted_by_general_events)
{
	struct fake fake = { .refused_type = UINT32_MAX, .refuses_register = true };

	find_and_probe("intel-spr", &fake);
	assert_string_equal(cores.family->name, "Intel Sapphire Rapids without PERF_METRICS");
	assert_string_equal(cores.first_family->name, cores.family->name);
	assert_true(cores.group[0].fits.with_corrections);
	assert_int_equal(cores_levels(&cores, &cores.group[0]), 2);
	assert_int_equal(cores.group[0].n_mux, 2);
}

TEST(without_these_the_register_is_reported_as_missing)
{
	struct fake fake = { .refused_type = UINT32_MAX, .refuses_register = true, .refuses_general = true };

	assert_int_equal(find("intel-spr"), 0);
	assert_int_equal(probe(&fake), -EINVAL);
	assert_string_equal(cores.family->name, "Intel Sapphire Rapids");
	assert_non_null(strstr(err.text, "\"slots\""));
}

TEST(a_machine_without_a_family_still_has_its_pmu)
{
	assert_int_equal(find("vm-part-pmu"), -EOPNOTSUPP);
	assert_int_equal(cores.n, 1);
	assert_null(cores.family);
	cores_done(&cores);
	assert_int_equal(find("vm-no-pmu"), -ENODEV);
	assert_int_equal(cores.n, 0);
}

/* ---- Arm guests ---- */

/* A kernel on which one number counts nothing (0: all count), or whose group is never on. */
struct arm {
	uint64_t still, running_ns, worked_ns;
	bool idle;			/* the CPU does, as the process may not run there */
	size_t n;
	uint64_t config[2 * GROUP_MEMBERS];
};

static int arm_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	struct arm *arm = data;

	arm->n = group < 0 ? 0 : arm->n;
	arm->config[arm->n++] = attr->type == PERF_TYPE_SOFTWARE ? 0 : attr->config;
	return 100;
}

static int arm_read(void *data, int fd, void *bytes, size_t size)
{
	const struct arm *arm = data;
	uint64_t words[3 + GROUP_MEMBERS] = { arm->n, 1000000, arm->running_ns };

	for (size_t i = 0; i < arm->n; i++)
		words[3 + i] = arm->config[i] == arm->still ? 0 : arm->idle ? 1000 : 1000000000;
	memcpy(bytes, words, (3 + arm->n) * sizeof(words[0]));
	return (int)((3 + arm->n) * sizeof(words[0]));
}

static void arm_work(void *data, int cpu, uint64_t ns)
{
	((struct arm *)data)->worked_ns += ns;
}

static int probe_arm(const char *machine, struct arm *arm)
{
	const struct perf_sys sys = { .data = arm, .open = arm_open, .read = arm_read, .work = arm_work,
				      .enable = fake_accept_enable, .close = fake_accept_close };
	struct facts facts;

	cores_done(&cores);
	assert_int_equal(find(machine), 0);
	facts_read(machine_root(machine), &facts);
	return cores_probe(&cores, &sys, &facts, &all_wanted, false, &err);
}

static int slots_by_manual(void)
{
	struct machine machine = { .n_cpus = 0 };
	const struct facts facts = { .hypervisor = true };

	cores_describe(&cores, &facts, "", &machine);
	return machine.manual_slots;
}

TEST(hidden_slots_are_counted_by_the_manual_if_their_events_count_in_a_trial)
{
	struct arm arm = { .running_ns = 1000000 };

	assert_int_equal(probe_arm("arm-kvm-guest", &arm), 0);
	assert_int_equal(arm.worked_ns, 100000000);
	assert_int_equal(slots_by_manual(), 8);
	arm = (struct arm){ .running_ns = 0 };	/* others hold the counters: not known */
	assert_int_equal(probe_arm("arm-kvm-guest", &arm), 0);
	arm = (struct arm){ .running_ns = 1000000, .still = 0x3f, .idle = true };	/* nor is that */
	assert_int_equal(probe_arm("arm-kvm-guest", &arm), 0);
	arm = (struct arm){ .running_ns = 1000000, .still = 0x3f };	/* nothing is hidden: no trial */
	assert_int_equal(probe_arm("arm-v2", &arm), 0);
	assert_int_equal(arm.worked_ns, 0);
	assert_int_equal(slots_by_manual(), 0);
}

/* ---- Arm machines with several core types ---- */

TEST(each_pmu_of_an_arm_machine_has_a_group_with_its_own_slots_the_widest_first)
{
	static const struct {
		const char *machine;
		size_t n;
		struct { int cpu, type, slots; } groups[CORE_TYPES];
	} rows[] = {
		{ "arm-gb10", 2, { { 5, 9, 10 }, { 0, 8, 5 } } },
		{ "arm-phone", 3, { { 7, 11, 8 }, { 3, 9, 5 }, { 5, 10, 5 } } },
	};
	struct arm arm = { .running_ns = 1000000 };
	struct group group;

	for (size_t row = 0; row < 2; row++) {
		assert_int_equal(probe_arm(rows[row].machine, &arm), 0);
		assert_string_equal(cores.family->name, "Arm (stall_slot events) hybrid");
		assert_int_equal(cores.n, rows[row].n);
		for (size_t i = 0; i < cores.n; i++) {
			assert_true(cores.group[i].counted);
			assert_int_equal(cores_of_cpu(&cores, rows[row].groups[i].cpu), i);
			assert_int_equal(group_make(&cores.group[i].pmu, cores.family, &all_wanted, &group, &err), 0);
			assert_int_equal(group.member[0].attr.type, rows[row].groups[i].type);
			assert_true(group.member[0].scale == rows[row].groups[i].slots);
			assert_int_equal(group.member[0].also, i ? EV_ATOM_SLOTS : 0);
			assert_int_equal(group.n, 9);	/* with two of switches, and instructions */
		}
	}
}

TEST(cores_of_a_fourth_type_are_left_out_and_reported)
{
	struct arm arm = { .running_ns = 1000000 };

	assert_int_equal(probe_arm("arm-phone", &arm), 0);
	assert_string_equal(left_out_of(8, 5), "3 CPUs are not counted: only the three types of cores "
			    "with the most slots are");
}

TEST(a_hidden_event_that_counts_nothing_is_refused_in_a_sentence)
{
	static const struct { uint64_t number; const char *name; } rows[] = {
		{ 0x3d, "hides \"stall_slot_backend\", and its number 0x3d counted nothing" },
		{ 0x3e, "hides \"stall_slot_frontend\", and its number 0x3e counted nothing" },
		{ 0x3f, "hides \"stall_slot\", and its number 0x3f counted nothing" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct arm arm = { .running_ns = 1000000, .still = rows[i].number };

		assert_int_equal(probe_arm("arm-kvm-guest", &arm), -EOPNOTSUPP);
		assert_non_null(strstr(err.text, rows[i].name));
		assert_non_null(strstr(err.text, "Arm Neoverse V2"));
	}
}

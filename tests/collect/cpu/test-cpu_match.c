/* SPDX-License-Identifier: GPL-2.0-only */
/* Which family a machine has, and the sentences for machines that cannot be counted. */
#include "config.h"
#include "collect/cpu/cpu_match.h"
#include "collect/perf/perf_open.h"

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static struct err err;

/* The machine that is looked at: a test may change them before it is matched. */
static struct facts facts;
static struct pmu pmu;
static const struct family *family;	/* NULL: none was found */

static void look_at(const char *machine)
{
	family = NULL;
	facts_read(machine_root(machine), &facts);
	assert_int_equal(pmu_open(machine_root(machine), &pmu, &err), 0);
}

static int match(void)
{
	int ret = cpu_match(&pmu, &facts, &family, &err);

	pmu_close(&pmu);
	return ret;
}

static int match_machine(const char *machine)
{
	look_at(machine);
	return match();
}

/*
 * mapfile.csv of intel/perfmon; arch/x86/include/asm/intel-family.h. Lion Cove and later cores need
 * no correction, and event 0xad/10 is another one there.
 */
TEST(the_newest_models_have_the_names_and_formulas_of_their_cores)
{
	static const struct {
		int family, model;
		const char *name;
		bool corrected;
	} rows[] = {
		{ 6, 0xcc, "Intel Panther Lake", false }, { 6, 0xd5, "Intel Wildcat Lake", false },
		{ 6, 0xe5, "Intel Panther Lake", false }, { 18, 0x01, "Intel Nova Lake", false },
		{ 18, 0x03, "Intel Nova Lake", false }, { 19, 0x01, "Intel Diamond Rapids", false },
		{ 6, 0xd7, "Intel Bartlett Lake", true },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		bool corrected = false;

		look_at("intel-new");
		facts.cpu_family = rows[i].family;
		facts.cpu_model = rows[i].model;
		assert_int_equal(match(), 0);
		assert_string_equal(family->name, rows[i].name);
		for (size_t j = 0; j < family->n_events; j++)
			corrected |= family->events[j].use == USE_CORRECTION;
		assert_int_equal(corrected, rows[i].corrected);
	}
}

TEST(a_model_that_no_row_lists_takes_the_kernels_name)
{
	static const char *const rows[][2] = {
		{ "pantherlake_hybrid", "Intel Panther Lake" },
		{ "novalake_hybrid", "Intel Nova Lake" }, { "panthercove", "Intel Diamond Rapids" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		look_at("intel-new");
		facts.cpu_model = 0xff;
		(void)strcpy(pmu.caps_name, rows[i][0]);
		assert_int_equal(match(), 0);
		assert_string_equal(family->name, rows[i][1]);
	}
}

TEST(an_unknown_model_takes_the_kernels_name)
{
	look_at("intel-spr");
	facts.cpu_model = 0xff;
	assert_int_equal(match(), 0);
	assert_string_equal(family->name, "Intel Sapphire Rapids");
}

TEST(a_known_model_with_fewer_events_is_not_called_by_its_name)
{
	look_at("intel-icl");
	facts_read(machine_root("intel-spr"), &facts);
	(void)strcpy(pmu.caps_name, "sapphire_rapids");
	assert_int_equal(match(), 0);
	assert_string_equal(family->name, "Intel (4 metric events)");
}

TEST(a_later_stepping_of_skylake_sp_is_cascade_lake)
{
	static const struct {
		int stepping;
		const char *family;
	} rows[] = {
		{ 4, "Intel Skylake-SP" }, { 7, "Intel Cascade Lake-SP" },
		{ -1, "Intel Skylake-SP" },	/* not recorded */
	};

	facts_read(machine_root("intel-skx"), &facts);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		facts.cpu_stepping = rows[i].stepping;
		assert_string_equal(cpu_match_recorded(&facts, "", false)->name, rows[i].family);
	}
}

TEST(every_layout_is_its_family)
{
	static const struct {
		const char *machine, *family;
		int levels, at_once;	/* of the family */
	} rows[] = {
		{ "intel-icl", "Intel Rocket Lake", 2, 1 },	/* four metric events: the Ice Lake scheme */
		{ "intel-spr", "Intel Sapphire Rapids", 2, 2 },	/* eight: that of Sapphire Rapids */
		{ "intel-adl", "Intel Alder Lake", 2, 2 },	/* a hybrid is named after its model */
		{ "intel-new", "Intel (8 metric events)", 2, 2 },	/* an honest name of an unknown model */
		{ "intel-emr", "Intel Emerald Rapids", 2, 2 }, { "intel-srf", "Intel Crestmont", 2, 1 },
		{ "intel-cwf", "Intel Darkmont", 2, 1 }, { "intel-adln", "Intel Gracemont", 2, 1 },
		{ "intel-skx", "Intel Skylake-SP", 2, 1 }, { "intel-hsw", "Intel Haswell", 2, 1 },
		{ "vm-spr", "Intel Sapphire Rapids without PERF_METRICS", 2, 1 },
		{ "intel-gnr-old", "Intel Granite Rapids without PERF_METRICS", 2, 1 },
		{ "amd-zen4", "AMD Zen 4", 2, 1 }, { "amd-zen5", "AMD Zen 5", 2, 1 },
		{ "arm-n2-r0p1", "Arm Neoverse N2 r0p0-r0p2", 1, 1 },
		{ "arm-n2-r0p3", "Arm Neoverse N2", 1, 1 }, { "arm-v1", "Arm Neoverse V1", 1, 1 },
		{ "arm-n1", "Arm Neoverse N1", 1, 1 }, { "intel-slm", "Intel Silvermont", 1, 1 },
		{ "arm-v2", "Arm Neoverse V2", 1, 1 }, { "arm-kvm-guest", "Arm Neoverse V2", 1, 1 },
		{ "arm-hip08", "HiSilicon Kunpeng 920", 2, 2 }, { "arm-v3", "Arm Neoverse V3", 1, 1 },
		{ "arm-n3", "Arm Neoverse N3", 1, 1 }, { "arm-olympus", "NVIDIA Olympus", 1, 1 },
		{ "arm-ampereone", "AmpereOne", 1, 1 }, { "arm-unknown", "Arm (stall_slot events)", 1, 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (match_machine(rows[i].machine))
			fail_msg("%s: %s", rows[i].machine, err.text);
		assert_string_equal(family->name, rows[i].family);
		assert_int_equal(family->levels, rows[i].levels);
		assert_int_equal(family_levels_at_once(family, TYPE_CORE), rows[i].at_once);
	}
}

/* The group of this machine with IPC and corrections. */
static struct group make_group(const char *machine)
{
	const struct group_options options = { .levels = 1, .with_ipc = true,
					       .with_corrections = true, .interval_ns = 1000 };
	struct group group;

	look_at(machine);
	assert_int_equal(cpu_match(&pmu, &facts, &family, &err), 0);
	if (group_make(&pmu, family, &options, &group, &err))
		fail_msg("%s: %s", machine, err.text);
	pmu_close(&pmu);
	return group;
}

static const struct group_member *find_member(const struct group *group, const char *name)
{
	for (size_t i = 0; i < group->n; i++) {
		if (!strcmp(group->member[i].name, name))
			return &group->member[i];
	}
	fail_msg("no %s", name);
	return NULL;
}

/* The config that the kernel gets, and the factor for one count. */
TEST(each_layout_opens_the_events_of_its_core)
{
	static const struct {
		const char *machine, *event;
		uint64_t config;
		double scale;
	} rows[] = {
		{ "intel-srf", "cpu-cycles", 0x3c, 6 }, { "intel-srf", "topdown-retiring", 0x72, 1 },
		{ "intel-cwf", "cpu-cycles", 0x3c, 8 },
		{ "intel-adln", "cpu-cycles", 0, 5 },	/* the kernel's own: PERF_COUNT_HW_CPU_CYCLES */
		{ "intel-adln", "topdown-bad-spec", 0x73, 1 }, { "intel-skx", "topdown-total-slots", 0x20003c, 2 },
		{ "intel-skx", "topdown-recovery-bubbles", 0x120010d, 2 },
		{ "intel-hsw", "topdown-total-slots", 0x3c, 4 },
		{ "intel-hsw", "topdown-recovery-bubbles", 0x100030d, 4 },
		{ "amd-zen4", "ls_not_halted_cyc", 0x76, 6 }, { "amd-zen5", "ls_not_halted_cyc", 0x76, 8 },
		{ "arm-n2-r0p1", "cpu_cycles", 0x11, 5 }, { "arm-n2-r0p1", "stall_slot", 0x3f, 1 },
		{ "arm-n2-r0p1", "stall_slot_frontend", 0x3e, 1 }, { "arm-n2-r0p1", "stall_slot_backend", 0x3d, 1 },
		{ "arm-n2-r0p1", "op_retired", 0x3a, 1 }, { "arm-n2-r0p1", "op_spec", 0x3b, 1 },
		{ "arm-n2-r0p1", "br_mis_pred", 0x10, 1 }, { "arm-v1", "cpu_cycles", 0x11, 8 },
		{ "arm-kvm-guest", "cpu_cycles", 0x11, 8 },	/* by the manual */
		{ "arm-kvm-guest", "stall_slot", 0x3f, 1 }, { "arm-kvm-guest", "stall_slot_frontend", 0x3e, 1 },
		{ "arm-kvm-guest", "stall_slot_backend", 0x3d, 1 }, { "arm-v3", "cpu_cycles", 0x11, 10 },
		{ "arm-hip08", "cpu_cycles", 0x11, 4 }, { "arm-hip08", "fetch_bubble", 0x2014, 1 },
		{ "arm-v3", "stall_frontend_flush", 0x8162, 1 },
		{ "arm-olympus", "cpu_slot", 0x1e1, 1 },	/* not cycles by caps/slots */
		{ "arm-olympus", "cpu_cycles", 0x11, 1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct group group = make_group(rows[i].machine);
		const struct group_member *member = find_member(&group, rows[i].event);

		if (member->attr.config != rows[i].config || member->scale != rows[i].scale)
			fail_msg("%s: %s is %llx, %f", rows[i].machine, rows[i].event,
				 (unsigned long long)member->attr.config, member->scale);
	}
}

/* With SMT: any=1 and half the scale in each group, or shares would not be of the same slots. */
TEST(each_group_counts_slots_of_cores_as_the_first_does)
{
	struct group_options options = { .levels = 2, .interval_ns = 1000 };

	look_at("intel-skx");
	assert_int_equal(cpu_match(&pmu, &facts, &family, &err), 0);
	for (options.mux = 1; options.mux <= family_mux_groups(family); options.mux++) {
		struct group group;

		assert_int_equal(group_make(&pmu, family, &options, &group, &err), 0);
		assert_true(group.member[0].of_core && group.member[0].slots);
		assert_int_equal(group.member[0].attr.config, 0x20003c);
		assert_true(group.member[0].scale == 2);
	}
	assert_int_equal(options.mux, 4);
	pmu_close(&pmu);
}

/* Haswell's executed operations are those of both threads, without any=1. */
static void counts_executed_operations(const char *machine, bool of_core, double scale)
{
	const struct group_options options = { .levels = 2, .mux = 2, .interval_ns = 1000 };
	struct group group;
	const struct group_member *member;

	look_at(machine);
	assert_int_equal(group_make(&pmu, cpu_family_find("Intel Haswell"), &options, &group, &err), 0);
	member = find_member(&group, "uops_executed.core,cmask=1");
	assert_int_equal(member->attr.config, 0x10002b1);
	assert_int_equal(member->of_core, of_core);
	assert_true(member->scale == scale);
	assert_true(find_member(&group, "rs_events.empty_cycles")->scale == 1);
	pmu_close(&pmu);
}

TEST(an_event_of_both_threads_counts_half_on_each_with_smt)
{
	counts_executed_operations("intel-hsw", false, 1);
	counts_executed_operations("intel-skx", true, 0.5);	/* a core with SMT */
}

static bool counts_event(const char *machine, const char *event, int mux)
{
	const struct group_options options = { .levels = 2, .mux = mux, .interval_ns = 1000 };
	struct group group;
	bool found = false;

	look_at(machine);
	assert_int_equal(cpu_match(&pmu, &facts, &family, &err), 0);
	assert_int_equal(group_make(&pmu, family, &options, &group, &err), 0);
	for (size_t i = 0; i < group.n; i++)
		found |= !strcmp(group.member[i].name, event);
	pmu_close(&pmu);
	return found;
}

/*
 * Only counter 0 can count topdown.br_mispredict_slots (INTEL_UEVENT_CONSTRAINT(0x08a4, 0x1)). A
 * kernel that does not know the CPU gives it any counter, and there it reads about 0.
 */
TEST(an_event_of_one_counter_is_left_out_if_the_kernel_does_not_know_the_cpu)
{
	assert_true(counts_event("vm-spr", "topdown.br_mispredict_slots", 1));
	assert_false(counts_event("intel-gnr-old", "topdown.br_mispredict_slots", 1));
	assert_true(counts_event("intel-gnr-old", "topdown.memory_bound_slots", 1));
}

static void expect_reason(int model, int major, int minor, const char *reason)
{
	look_at("intel-gnr-old");
	facts.cpu_model = model;
	facts.kernel_major = major;
	facts.kernel_minor = minor;
	assert_int_equal(match(), -EOPNOTSUPP);
	if (!strstr(err.text, reason))
		fail_msg("%x under %d.%d: %s", (unsigned int)model, major, minor, err.text);
}

TEST(a_known_cpu_under_an_older_kernel_is_told_which_kernel_has_it)
{
	expect_reason(0xaa, 6, 1, "Linux 6.1 does not have the TopDown events of this CPU, Linux 6.3 does;");
	expect_reason(0xaf, 6, 1, "CPU, Linux 6.6 does;");		/* Sierra Forest */
	expect_reason(0xbd, 6, 1, "CPU, Linux 6.11 does;");		/* Lunar Lake */
	expect_reason(0xc5, 6, 12, "CPU, Linux 6.13 does;");	/* Arrow Lake-H */
	expect_reason(0xcc, 6, 12, "CPU, Linux 6.15 does;");	/* Panther Lake */
	expect_reason(0xdd, 6, 12, "CPU, Linux 6.16 does;");	/* Clearwater Forest */
	expect_reason(0xd5, 6, 12, "CPU, Linux 6.18 does;");	/* Wildcat Lake */
	expect_reason(0xdd, 0, 0, "this kernel does not have the TopDown events of this CPU, Linux 6.16 does;");
	/* Then it is not the kernel. */
	expect_reason(0xdd, 6, 16, "it has no slots and no topdown-* events;");
	expect_reason(0xdd, 7, 0, "it has no slots and no topdown-* events;");
}

static int match_amd(int cpu_family, int model)
{
	look_at("amd-zen4");
	facts.cpu_family = cpu_family;
	facts.cpu_model = model;
	return match();
}

/*
 * Families 25 and 26: mapfile.csv of tools/perf/pmu-events, but 25-30 to 3f ("Trento") is Zen 3, as
 * in arch/x86/kernel/cpu/amd.c. A family 25 without a model number may be Zen 3.
 */
TEST(zens_differ_by_their_models)
{
	static const struct {
		int family, model;
		const char *name;	/* NULL: not counted */
	} rows[] = {
		{ 23, 0x31, NULL }, { 25, 0x01, NULL }, { 25, 0x08, NULL }, { 25, 0x21, NULL },
		{ 25, 0x30, NULL }, { 25, 0x3f, NULL }, { 25, 0x44, NULL }, { 25, 0x50, NULL }, { 25, -1, NULL },
		{ 25, 0x11, "AMD Zen 4" }, { 25, 0x61, "AMD Zen 4" }, { 25, 0x74, "AMD Zen 4" },
		{ 25, 0xa0, "AMD Zen 4" },
		{ 26, -1, "AMD Zen 5" }, { 26, 0x02, "AMD Zen 5" }, { 26, 0x24, "AMD Zen 5" },
		{ 26, 0x44, "AMD Zen 5" }, { 26, 0x70, "AMD Zen 5" },
		{ 26, 0x50, "AMD Zen 6" }, { 26, 0x80, "AMD Zen 6" }, { 26, 0x90, "AMD Zen 6" },
		{ 26, 0xa8, "AMD Zen 6" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int ret = match_amd(rows[i].family, rows[i].model);

		if (ret != (rows[i].name ? 0 : -EOPNOTSUPP) ||
		    (rows[i].name && strcmp(family->name, rows[i].name) != 0))
			fail_msg("%d-%x: %s", rows[i].family, (unsigned int)rows[i].model,
				 family ? family->name : err.text);
	}
}

TEST(an_amd_cpu_without_a_model_number_is_not_called_older_than_it_is)
{
	assert_int_equal(match_amd(25, -1), -EOPNOTSUPP);
	assert_non_null(strstr(err.text, "model number is not known"));
}

/*
 * A CPU that cannot count slots has not recorded them: of family 25 only Zen 4 can, and all of
 * family 26 count the same.
 */
TEST(a_recording_without_a_model_number_is_of_the_zen_that_counts)
{
	facts = (struct facts){ .cpu_family = 25, .cpu_model = -1, .vendor = "AuthenticAMD" };
	assert_string_equal(cpu_match_recorded(&facts, "", false)->name, "AMD Zen 4");
	facts.cpu_family = 26;
	assert_string_equal(cpu_match_recorded(&facts, "", false)->name, "AMD Zen 5");
}

TEST(cpus_that_cannot_be_counted_are_named_with_what_was_seen)
{
	static const struct {
		const char *machine, *seen;
	} rows[] = {
		{ "amd-zen3", "AMD CPUs before Zen 4 have no events that count slots" },
		{ "arm-no-slots", "does not say how many slots a cycle has (caps/slots)" },
		{ "vm-part-pmu", "This is a virtual machine" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(match_machine(rows[i].machine), -EOPNOTSUPP);
		assert_null(family);
		if (!strstr(err.text, rows[i].seen))
			fail_msg("%s: %s", rows[i].machine, err.text);
	}
}

/* The width of an E-core that no row lists is not known, and not needed for level 1. */
TEST(an_unknown_e_core_is_counted_by_the_sum_of_its_classes)
{
	look_at("intel-adln");
	facts.cpu_model = 0xff;
	pmu.caps_name[0] = '\0';
	assert_int_equal(match(), 0);
	assert_string_equal(family->name, "Intel E-cores (4 topdown events)");
	assert_int_equal(family->levels, 1);
}

/* Metrics without slots, as some kernels list them in guests: code 0 is no event of an E-core. */
TEST(metrics_of_the_register_are_not_taken_for_events_of_an_e_core)
{
	look_at("intel-spr");
	facts.cpu_model = 0xff;
	facts.vendor[0] = pmu.caps_name[0] = '\0';
	assert_false(cpu_shows_events(cpu_family_find("Intel E-cores (4 topdown events)"), &pmu));
	pmu_close(&pmu);
}

TEST(the_sentence_names_the_cpu_and_its_pmu)
{
	look_at("intel-slm");
	facts.cpu_model = 0xff;
	(void)strcpy(pmu.caps_name, "newmont");
	assert_int_equal(match(), -EOPNOTSUPP);
	assert_string_equal(err.text,
			    "cannot count TopDown on Intel(R) Atom(TM) CPU E3845 (PMU \"cpu\", "
			    "newmont): it has topdown-total-slots, but not all of "
			    "topdown-slots-issued, -slots-retired, -fetch-bubbles and "
			    "-recovery-bubbles; try 'tdtop --demo'");
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Which family a machine is, and what is said of those that cannot be counted; and the facts. */
#include "config.h"
#include "collect/cpu.h"

#include <errno.h>
#include <linux/capability.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/machine.h"

static struct err err;

static struct facts read_machine(const char *machine)
{
	struct facts facts;

	facts_read(machine_root(machine), &facts);
	return facts;
}

static int match(const char *machine, const struct family **family)
{
	struct facts facts = read_machine(machine);
	struct pmu pmu;
	int ret;

	assert_int_equal(pmu_open(machine_root(machine), &pmu, &err), 0);
	ret = cpu_match(&pmu, &facts, family, &err);
	pmu_close(&pmu);
	return ret;
}

static void expect_family(const char *machine, const char *name, int levels)
{
	const struct family *family = NULL;

	assert_int_equal(match(machine, &family), 0);
	assert_string_equal(family->name, name);
	assert_int_equal(family_levels_at_once(family), levels);
}

static void four_metric_events_are_the_ice_lake_scheme(void **state)
{
	(void)state;
	expect_family("intel-icl", "Intel Rocket Lake", 1);
}

static void eight_metric_events_are_the_sapphire_rapids_scheme(void **state)
{
	(void)state;
	expect_family("intel-spr", "Intel Sapphire Rapids", 2);
}

static void a_hybrid_is_named_after_its_model(void **state)
{
	(void)state;
	expect_family("intel-adl", "Intel Alder Lake", 2);
}

static void an_unknown_model_works_under_an_honest_name(void **state)
{
	(void)state;
	expect_family("intel-new", "Intel (8 metric events)", 2);
}

static void an_unknown_model_takes_the_kernels_name(void **state)
{
	struct facts facts = read_machine("intel-spr");
	const struct family *family;
	struct pmu pmu;

	(void)state;
	facts.cpu_model = 0xff;
	assert_int_equal(pmu_open(machine_root("intel-spr"), &pmu, &err), 0);
	assert_int_equal(cpu_match(&pmu, &facts, &family, &err), 0);
	assert_string_equal(family->name, "Intel Sapphire Rapids");
	pmu_close(&pmu);
}

static void a_known_model_with_fewer_events_is_not_called_by_its_name(void **state)
{
	struct facts facts = read_machine("intel-spr");
	const struct family *family;
	struct pmu pmu;

	(void)state;
	assert_int_equal(pmu_open(machine_root("intel-icl"), &pmu, &err), 0);
	(void)strcpy(pmu.caps_name, "sapphire_rapids");
	assert_int_equal(cpu_match(&pmu, &facts, &family, &err), 0);
	assert_string_equal(family->name, "Intel (4 metric events)");
	pmu_close(&pmu);
}

static void families_not_supported_yet_are_named_with_what_was_seen(void **state)
{
	static const struct {
		const char *machine, *seen;
	} rows[] = {
		{ "intel-adln", "topdown-retiring but no slots: an Intel E-core" },
		{ "intel-skx", "topdown-total-slots: an Intel core before Ice Lake" },
		{ "amd-zen4", "AMD Zen 4 and later count slots in another way" },
		{ "amd-zen3", "AMD CPUs before Zen 4 have no events that count slots" },
		{ "arm-n1", "Arm cores count slots in another way" },
		{ "vm-part-pmu", "this is a virtual machine" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct family *family = NULL;

		assert_int_equal(match(rows[i].machine, &family), -EOPNOTSUPP);
		assert_null(family);
		if (!strstr(err.text, rows[i].seen))
			fail_msg("%s: %s", rows[i].machine, err.text);
	}
}

static void the_sentence_names_the_cpu_and_its_pmu(void **state)
{
	const struct family *family;

	(void)state;
	assert_int_equal(match("intel-skx", &family), -EOPNOTSUPP);
	assert_string_equal(err.text,
			    "cannot count TopDown on Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz (PMU "
			    "\"cpu\", "
			    "skylake): it has topdown-total-slots: an Intel core before Ice Lake, "
			    "a family "
			    "that this version of tdtop does not support yet; try 'tdtop --demo'");
}

static void a_hypervisor_is_seen_by_the_flag_and_named_by_its_clock(void **state)
{
	struct facts facts = read_machine("vm-no-pmu");

	(void)state;
	assert_true(facts.hypervisor);
	assert_string_equal(facts.hypervisor_name, "KVM");
	assert_string_equal(facts.hypervisor_from, "/proc/cpuinfo has the flag hypervisor");
}

static void firmware_names_a_hypervisor(void **state)
{
	(void)state;
	assert_string_equal(read_machine("vm-part-pmu").hypervisor_name, "VMware");
}

static void bare_metal_of_a_cloud_is_not_called_a_virtual_machine(void **state)
{
	(void)state;
	assert_false(read_machine("bare-no-pmu").hypervisor);
}

static void limits_and_kernel_are_read(void **state)
{
	struct facts facts = read_machine("intel-icl");

	(void)state;
	assert_int_equal(facts.kernel_major, 6);
	assert_int_equal(facts.kernel_minor, 1);
	assert_int_equal(facts.nofile_soft, 1024);
	assert_int_equal(facts.nofile_hard, 524288);
	assert_int_equal(facts.memlock_soft, 8388608);
	assert_int_equal(facts.perf_mlock_kb, 516);
	assert_int_equal(facts.nmi_watchdog, 1);
	assert_int_equal(facts.cpus_online, 4);
	assert_int_equal(facts.cpu_model, 0xa7);
	assert_true(facts.perf);
}

/* The rules of FACTS "Privileges". */
static void who_may_count_follows_the_kernels_rules(void **state)
{
	static const struct {
		int paranoid, minor;
		uint64_t caps;
		bool may;
	} rows[] = {
		{ 3, 10, 0, false },
		{ 3, 10, 1ULL << CAP_PERFMON, false },	/* Debian's level: CAP_SYS_ADMIN only */
		{ 3, 10, 1ULL << CAP_SYS_ADMIN, true },
		{ 2, 10, 1ULL << CAP_PERFMON, true },
		{ 2, 4, 1ULL << CAP_PERFMON, false },	/* before 5.8 */
		{ 2, 4, 1ULL << CAP_SYS_ADMIN, true },
		{ 2, 10, 0, false },
		{ 1, 10, 0, false },
		{ 0, 10, 0, true },
		{ -1, 10, 0, true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct facts facts = { .kernel_major = 5, .kernel_minor = rows[i].minor,
				       .perf = true, .paranoid = rows[i].paranoid,
				       .caps_known = true, .caps = rows[i].caps };

		if (facts_may_count(&facts) != rows[i].may)
			fail_msg("row %zu", i);
	}
}

static void root_of_a_container_is_not_root_of_the_machine(void **state)
{
	struct facts facts = read_machine("container");

	(void)state;
	assert_true(facts.user_ns);
	assert_true(facts.seccomp);
	assert_false(facts_has_cap(&facts, CAP_SYS_ADMIN));
	assert_false(facts_may_count(&facts));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(four_metric_events_are_the_ice_lake_scheme),
		cmocka_unit_test(eight_metric_events_are_the_sapphire_rapids_scheme),
		cmocka_unit_test(a_hybrid_is_named_after_its_model),
		cmocka_unit_test(an_unknown_model_works_under_an_honest_name),
		cmocka_unit_test(an_unknown_model_takes_the_kernels_name),
		cmocka_unit_test(a_known_model_with_fewer_events_is_not_called_by_its_name),
		cmocka_unit_test(families_not_supported_yet_are_named_with_what_was_seen),
		cmocka_unit_test(the_sentence_names_the_cpu_and_its_pmu),
		cmocka_unit_test(a_hypervisor_is_seen_by_the_flag_and_named_by_its_clock),
		cmocka_unit_test(firmware_names_a_hypervisor),
		cmocka_unit_test(bare_metal_of_a_cloud_is_not_called_a_virtual_machine),
		cmocka_unit_test(limits_and_kernel_are_read),
		cmocka_unit_test(who_may_count_follows_the_kernels_rules),
		cmocka_unit_test(root_of_a_container_is_not_root_of_the_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

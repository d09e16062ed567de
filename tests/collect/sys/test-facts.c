/* SPDX-License-Identifier: GPL-2.0-only */
/* The facts of machines: CPU, kernel, hypervisor, limits, and who may count. */
#include "config.h"
#include "collect/sys/facts.h"

#include <linux/capability.h>

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static struct facts read_machine(const char *machine)
{
	struct facts facts;

	facts_read(machine_root(machine), &facts);
	return facts;
}

TEST(cpu_numbers_with_holes_are_counted_right)
{
	assert_int_equal(read_machine("intel-emr").cpus_online, 8);
	assert_int_equal(read_machine("intel-srf").cpus_online, 144);
}

TEST(a_hypervisor_is_seen_by_the_flag_and_named_by_its_clock)
{
	struct facts facts = read_machine("vm-no-pmu");

	assert_true(facts.hypervisor);
	assert_string_equal(facts.hypervisor_name, "KVM");
	assert_string_equal(facts.hypervisor_from, "/proc/cpuinfo has the flag hypervisor");
}

TEST(firmware_names_a_hypervisor)
{
	assert_string_equal(read_machine("vm-part-pmu").hypervisor_name, "VMware");
}

TEST(bare_metal_of_a_cloud_is_not_called_a_virtual_machine)
{
	assert_false(read_machine("bare-no-pmu").hypervisor);
}

TEST(firmware_tells_of_persistent_memory)
{
	assert_true(read_machine("intel-spr").pmem);
	assert_false(read_machine("intel-icl").pmem);
}

TEST(the_module_of_kvm_tells_that_guests_may_own_the_counters)
{
	assert_true(read_machine("intel-emr-kvm").mediated_vpmu);
	assert_false(read_machine("intel-emr").mediated_vpmu);
}

TEST(limits_and_kernel_are_read)
{
	struct facts facts = read_machine("intel-icl");

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

/* perf_allow_cpu() of the kernel, and Debian's level 3. */
TEST(permission_to_count_follows_the_kernels_rules)
{
	static const struct {
		int paranoid, minor;
		uint64_t caps;
		bool may;
	} rows[] = {
		{ 3, 10, 0, false },
		{ 3, 10, 1ULL << CAP_PERFMON, false },	/* Debian's level: CAP_SYS_ADMIN only */
		{ 3, 10, 1ULL << CAP_SYS_ADMIN, true }, { 2, 10, 1ULL << CAP_PERFMON, true },
		{ 2, 4, 1ULL << CAP_PERFMON, false },	/* before 5.8 */
		{ 2, 4, 1ULL << CAP_SYS_ADMIN, true }, { 2, 10, 0, false },
		{ 1, 10, 0, false }, { 0, 10, 0, true },
		{ -1, 10, 0, true },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct facts facts = { .kernel_major = 5, .kernel_minor = rows[i].minor,
				       .perf = true, .paranoid = rows[i].paranoid,
				       .caps_known = true, .caps = rows[i].caps };

		if (facts_may_count(&facts) != rows[i].may)
			fail_msg("row %zu", i);
	}
}

TEST(tasks_of_the_machine_are_counted)
{
	assert_true(facts_tasks("") >= 1);
	assert_int_equal(facts_tasks("/nonexistent"), 0);
}

TEST(root_of_a_container_is_not_root_of_the_machine)
{
	struct facts facts = read_machine("container");

	assert_true(facts.user_ns);
	assert_true(facts.seccomp);
	assert_false(facts_has_cap(&facts, CAP_SYS_ADMIN));
	assert_false(facts_may_count(&facts));
}

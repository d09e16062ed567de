/* SPDX-License-Identifier: GPL-2.0-only */
/* The description of a PMU: which PMU is taken, and how its events become attrs. */
#include "config.h"
#include "collect/sys/pmu.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static struct err err;

static struct pmu open_pmu(const char *machine)
{
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root(machine), &pmu, &err), 0);
	return pmu;
}

static struct pmu_encoding encode(const char *machine, const char *event)
{
	struct pmu pmu = open_pmu(machine);
	struct pmu_encoding encoding;

	assert_int_equal(pmu_event(&pmu, event, &encoding, &err), 0);
	pmu_close(&pmu);
	return encoding;
}

TEST(takes_the_pmu_named_cpu)
{
	struct pmu pmu = open_pmu("intel-spr");

	assert_string_equal(pmu.name, "cpu");
	assert_string_equal(pmu.caps_name, "sapphire_rapids");
	assert_int_equal(pmu.type, 4);
	assert_true(pmu_covers(&pmu, 223));
	pmu_close(&pmu);
}

TEST(takes_the_p_cores_of_a_hybrid_and_only_their_cpus)
{
	struct pmu pmu = open_pmu("intel-adl");

	assert_string_equal(pmu.name, "cpu_core");
	assert_int_equal(pmu.n_cpus, 4);
	assert_true(pmu_covers(&pmu, 3));
	assert_false(pmu_covers(&pmu, 4));
	pmu_close(&pmu);
}

TEST(takes_an_arm_pmu_by_its_cpus_file)
{
	struct pmu pmu = open_pmu("arm-n1");

	assert_string_equal(pmu.name, "armv8_neoverse_n1");
	assert_int_equal(pmu.type, 8);
	pmu_close(&pmu);
}

TEST(metric_events_are_encoded_as_the_kernel_says)
{
	assert_int_equal(encode("intel-spr", "slots").config, 0x400);
	assert_int_equal(encode("intel-spr", "topdown-retiring").config, 0x8000);
	assert_int_equal(encode("intel-spr", "topdown-mem-bound").config, 0x8700);
	assert_int_equal(encode("intel-spr", "slots").type, 4);
}

TEST(a_term_fills_several_ranges_low_bits_first)
{
	assert_int_equal(encode("amd-zen4", "far").config, 0x100001ea0);
	assert_int_equal(encode("amd-zen4", "de_src_op_disp.all").config, 0x7aa);
}

TEST(a_bare_flag_is_one)
{
	assert_int_equal(encode("amd-zen4", "edgy").config, 0x40076);
}

static void refuse(const char *event, const char *part)
{
	struct pmu pmu = open_pmu("amd-zen4");
	struct pmu_encoding encoding;

	assert_true(pmu_event(&pmu, event, &encoding, &err) < 0);
	assert_non_null(strstr(err.text, event));
	assert_non_null(strstr(err.text, part));
	pmu_close(&pmu);
}

TEST(an_event_with_an_unknown_term_is_refused)
{
	refuse("unknown-term", "\"nosuch\"");
}

TEST(a_value_too_big_for_its_bits_is_refused)
{
	refuse("too-big", "\"umask\"");
}

TEST(an_event_that_is_not_listed_is_refused_by_name)
{
	refuse("topdown-retiring", "has no event");
}

TEST(listed_instructions_are_the_pmus_own)
{
	assert_int_equal(encode("intel-spr", "instructions").type, 4);
	assert_int_equal(encode("intel-spr", "instructions").config, 0xc0);
}

TEST(instructions_that_are_not_listed_are_the_kernels_generic_ones)
{
	assert_int_equal(encode("intel-new", "instructions").type, PERF_TYPE_HARDWARE);
	assert_int_equal(encode("intel-new", "instructions").config, PERF_COUNT_HW_INSTRUCTIONS);
	assert_int_equal(encode("intel-new", "cpu-cycles").config, PERF_COUNT_HW_CPU_CYCLES);
}

TEST(on_a_hybrid_generic_events_name_their_pmu)
{
	assert_int_equal(encode("intel-adl", "instructions").config,
			 PERF_COUNT_HW_INSTRUCTIONS | 4ULL << 32);
}

TEST(scales_are_read_from_their_own_files)
{
	struct pmu pmu = open_pmu("intel-skx");

	assert_true(pmu_event_scale(&pmu, "topdown-total-slots") > 1.99);
	assert_true(pmu_event_scale(&pmu, "topdown-slots-retired") < 1.01);
	pmu_close(&pmu);
}

TEST(without_a_pmu_the_hypervisor_is_named)
{
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root("vm-no-pmu"), &pmu, &err), -ENODEV);
	assert_string_equal(err.text,
			    "this machine shows no CPU performance counters to Linux: a hypervisor "
			    "(KVM) "
			    "hides them; use a virtual machine with a virtual PMU or a bare-metal "
			    "one, or "
			    "try 'tdtop --demo'");
}

TEST(without_a_sign_of_a_hypervisor_none_is_blamed)
{
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root("bare-no-pmu"), &pmu, &err), -ENODEV);
	assert_non_null(strstr(err.text, "no sign of a hypervisor"));
	assert_null(strstr(err.text, "hides"));
}

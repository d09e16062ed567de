/* SPDX-License-Identifier: GPL-2.0-only */
/* The description of a PMU: which PMU is taken, and how its events become attrs. */
#include "config.h"
#include "collect/sys/pmu.h"

#include <linux/perf_event.h>

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static struct err err;

static struct pmu open_pmu(const char *machine)
{
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root(machine), &pmu, &err), 0);
	return pmu;
}

/* That named cpu; the P-cores of a hybrid and only their CPUs; an Arm PMU by its file cpus. */
TEST(the_pmu_of_the_cores_is_taken)
{
	static const struct {
		const char *machine, *name, *caps_name;
		uint32_t type;
		size_t n_cpus;
		int of, not_of;		/* CPUs that it covers, or not; -1: none is asked for */
	} rows[] = {
		{ "intel-spr", "cpu", "sapphire_rapids", 4, 0, 223, -1 },
		{ "intel-adl", "cpu_core", "alderlake_hybrid", 4, 4, 3, 4 },
		{ "arm-n1", "armv8_neoverse_n1", "", 8, 4, 0, -1 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pmu pmu = open_pmu(rows[i].machine);

		assert_string_equal(pmu.name, rows[i].name);
		assert_string_equal(pmu.caps_name, rows[i].caps_name);
		assert_int_equal(pmu.type, rows[i].type);
		assert_int_equal(pmu.n_cpus, rows[i].n_cpus);
		assert_true(pmu_covers(&pmu, rows[i].of));
		assert_true(rows[i].not_of < 0 || !pmu_covers(&pmu, rows[i].not_of));
		pmu_close(&pmu);
	}
}

TEST(events_are_encoded_as_the_kernel_says)
{
	static const struct {
		const char *machine, *event;
		uint32_t type;
		uint64_t config;
	} rows[] = {
		{ "intel-spr", "slots", 4, 0x400 },
		{ "intel-spr", "topdown-retiring", 4, 0x8000 },
		{ "intel-spr", "topdown-mem-bound", 4, 0x8700 },
		/* A term fills several ranges, low bits first. */
		{ "amd-zen4", "far", 4, 0x100001ea0 },
		{ "amd-zen4", "de_src_op_disp.all", 4, 0x7aa },
		{ "amd-zen4", "edgy", 4, 0x40076 },	/* a bare flag is one */
		/* Listed instructions are the PMU's own; others are the kernel's generic ones. */
		{ "intel-spr", "instructions", 4, 0xc0 },
		{ "intel-new", "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
		{ "intel-new", "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
		/* On a hybrid generic events name their PMU. */
		{ "intel-adl", "instructions", PERF_TYPE_HARDWARE,
		  PERF_COUNT_HW_INSTRUCTIONS | 4ULL << 32 },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pmu pmu = open_pmu(rows[i].machine);
		struct pmu_encoding encoding;

		assert_int_equal(pmu_event(&pmu, rows[i].event, &encoding, &err), 0);
		if (encoding.type != rows[i].type || encoding.config != rows[i].config)
			fail_msg("%s of %s", rows[i].event, rows[i].machine);
		pmu_close(&pmu);
	}
}

/* An unknown term, a value too big for its bits, an event that is not listed. */
TEST(an_event_that_cannot_be_encoded_is_refused_by_name)
{
	static const struct {
		const char *event, *part;
	} rows[] = {
		{ "unknown-term", "\"nosuch\"" },
		{ "too-big", "\"umask\"" },
		{ "topdown-retiring", "has no event" },
	};
	struct pmu pmu = open_pmu("amd-zen4");
	struct pmu_encoding encoding;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_true(pmu_event(&pmu, rows[i].event, &encoding, &err) < 0);
		assert_non_null(strstr(err.text, rows[i].event));
		assert_non_null(strstr(err.text, rows[i].part));
	}
	pmu_close(&pmu);
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

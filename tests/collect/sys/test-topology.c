/* SPDX-License-Identifier: GPL-2.0-only */
/* The places of CPUs. libcpupower reads the real /sys only, so the tests give its answers. */
#include "config.h"
#include "collect/sys/topology.h"

#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static struct err err;

static struct machine place(const struct topology_cpu *cpus, size_t n, const char *root)
{
	struct machine machine = { .n_cpus = 0 };

	assert_int_equal(topology_from(cpus, n, machine_root(root), &machine, &err), 0);
	return machine;
}

TEST(cpus_are_sorted_by_number_and_offline_ones_left_out)
{
	/* libcpupower sorts by package and core, offline CPUs first */
	static const struct topology_cpu cpus[] = {
		{ .cpu = 2, .core = -1, .socket = -1, .online = false },
		{ .cpu = 1, .core = 0, .socket = 0, .online = true },
		{ .cpu = 3, .core = 1, .socket = 0, .online = true },
		{ .cpu = 0, .core = 0, .socket = 1, .online = true },
	};
	struct machine machine = place(cpus, 4, "intel-spr");

	assert_int_equal(machine.n_cpus, 3);
	assert_int_equal(machine.cpus[0].cpu, 0);
	assert_int_equal(machine.cpus[0].socket, 1);
	assert_int_equal(machine.cpus[1].cpu, 1);
	assert_int_equal(machine.cpus[2].cpu, 3);
	assert_int_equal(machine.cpus[2].core, 1);
	assert_int_equal(machine.cpus[0].core_type, TYPE_CORE);
	topology_done(&machine);
	assert_null(machine.cpus);
}

TEST(the_same_core_number_in_two_sockets_is_two_cores)
{
	static const struct topology_cpu cpus[] = {
		{ .cpu = 0, .core = 0, .socket = 0, .online = true },
		{ .cpu = 1, .core = 0, .socket = 1, .online = true },
		{ .cpu = 2, .core = 0, .socket = 0, .online = true },
		{ .cpu = 3, .core = 0, .socket = 1, .online = true },
	};
	struct machine machine = place(cpus, 4, "intel-spr");
	struct topology_sizes sizes = topology_sizes(&machine);

	assert_int_equal(sizes.cpus, 4);
	assert_int_equal(sizes.cores, 2);
	assert_int_equal(sizes.sockets, 2);
	topology_done(&machine);
}

TEST(a_machine_that_names_no_cores_has_one_per_cpu)
{
	static const struct topology_cpu cpus[] = {
		{ .cpu = 0, .core = -1, .socket = -1, .online = true },
		{ .cpu = 1, .core = -1, .socket = -1, .online = true },
	};
	struct machine machine = place(cpus, 2, "intel-spr");

	assert_int_equal(topology_sizes(&machine).cores, 2);
	assert_int_equal(topology_sizes(&machine).sockets, 1);
	topology_done(&machine);
}

TEST(a_hybrid_has_two_core_types_and_a_node)
{
	struct topology_cpu cpus[8];
	struct machine machine;

	for (int i = 0; i < 8; i++)
		cpus[i] = (struct topology_cpu){ .cpu = i, .core = i, .online = true };
	machine = place(cpus, 8, "intel-adl");
	assert_int_equal(machine.cpus[3].core_type, TYPE_CORE);
	assert_int_equal(machine.cpus[4].core_type, TYPE_ATOM);
	assert_int_equal(machine.cpus[5].node, 0);
	topology_done(&machine);
}

TEST(a_cpu_without_a_node_has_minus_one)
{
	static const struct topology_cpu cpus[] = { { .cpu = 0, .online = true } };
	struct machine machine = place(cpus, 1, "intel-spr");

	assert_int_equal(machine.cpus[0].node, -1);
	topology_done(&machine);
}

TEST(no_cpu_online_is_an_error)
{
	static const struct topology_cpu cpus[] = { { .cpu = 0, .online = false } };
	struct machine machine = { .n_cpus = 0 };

	assert_int_equal(topology_from(cpus, 1, "", &machine, &err), -ENODEV);
	assert_non_null(strstr(err.text, "online"));
}

TEST(the_real_machine_has_at_least_one_cpu)
{
	struct machine machine = { .n_cpus = 0 };

	assert_int_equal(topology_read(&machine, &err), 0);
	assert_true(machine.n_cpus >= 1);
	assert_true(topology_sizes(&machine).cores >= 1);
	topology_done(&machine);
}

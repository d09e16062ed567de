/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs that go offline and come online, by the kernel's list. */
#include "config.h"
#include "collect/sys/hotplug.h"

#include "collect/sys/topology.h"
#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

#define LIST "sys/devices/system/cpu/online"	/* of the kernel */

static struct machine machine;
static struct pmu pmu;
static struct hotplug hotplug;

SETUP_MAY_FAIL
{
	static const struct cpu_place places[] = { { .cpu = 0, .core_type = TYPE_ATOM },
						   { .cpu = 1, .core_type = TYPE_ATOM },
						   { .cpu = 4, .core_type = TYPE_ATOM } };

	machine = (struct machine){ .n_cpus = 0 };
	if (!fake_proc_new())
		return -1;
	(void)fake_proc_path(LIST);
	(void)strcpy(pmu.root, fake_proc_root);
	(void)strcpy(pmu.name, "cpu_atom");
	return machine_add_cpus(&machine, places, 3) || hotplug_init(&hotplug, &machine, &pmu);
}

TEARDOWN
{
	hotplug_done(&hotplug);
	topology_done(&machine);
	fake_proc_done();
}

/* The kernel's list says this now. Must events be opened? */
static bool poll_list(const char *list)
{
	fake_proc_put(LIST, list);
	return hotplug_poll(&hotplug, &machine, fake_proc_root);
}

TEST(at_the_start_all_are_online)
{
	assert_false(poll_list("0-1,4\n"));
	assert_true(hotplug.online[0] && hotplug.online[1] && hotplug.online[2]);
}

TEST(a_cpu_that_goes_is_noted_and_nothing_is_opened)
{
	assert_false(poll_list("0,4\n"));
	assert_false(hotplug.online[1]);
	assert_true(hotplug.online[2]);
}

TEST(a_cpu_that_comes_back_wants_its_events)
{
	assert_false(poll_list("0-1\n"));
	assert_true(poll_list("0-1,4\n"));
	assert_true(hotplug.online[2]);
	assert_false(poll_list("0-1,4\n"));
}

TEST(one_comes_while_another_goes)
{
	assert_false(poll_list("0,4\n"));
	assert_true(poll_list("0-1\n"));
	assert_true(hotplug.online[1]);
	assert_false(hotplug.online[2]);
}

TEST(a_cpu_that_takes_no_events_is_asked_for_again)
{
	assert_false(poll_list("0-1,4\n"));
	hotplug_not_usable(&hotplug, 1);
	assert_false(hotplug.online[1]);
	assert_true(poll_list("0-1,4\n"));
	assert_true(hotplug.online[1]);
	assert_false(poll_list("0-1,4\n"));
}

/* As topology_read() returns them: these CPUs are online, each in a core of its own. */
static int grow(const int *cpus, size_t n)
{
	struct cpu_place places[8];
	const struct machine now = { .n_cpus = n, .cpus = places };

	for (size_t i = 0; i < n; i++)
		places[i] = (struct cpu_place){ .cpu = cpus[i], .core = 10 * cpus[i] };
	return hotplug_add_cpus(&hotplug, &now, &machine);
}

/* The PMU counts only on these CPUs: a file of its own in place of the list of all CPUs. */
static void count_on(const char *list)
{
	static const char file[] = "/counted";

	fake_proc_put(file, list);
	(void)memcpy(hotplug.pmu_cpus, file, sizeof(file));
}

TEST(a_cpu_that_was_never_there_wants_a_place_and_its_events)
{
	assert_false(poll_list("0-1,4\n"));
	assert_true(poll_list("0-1,3-4\n"));
	assert_true(hotplug.new_cpus);
	assert_int_equal(grow((const int[]){ 0, 1, 3, 4 }, 4), 0);
	assert_false(hotplug.new_cpus);
	assert_int_equal(machine.n_cpus, 4);
	assert_int_equal(machine.cpus[2].cpu, 3);
	assert_int_equal(machine.cpus[2].core, 30);
	assert_int_equal(machine.cpus[2].core_type, TYPE_ATOM);
	assert_true(hotplug.online[2] && hotplug.online[3]);
	assert_false(poll_list("0-1,3-4\n"));
}

TEST(it_has_its_place_while_others_are_offline)
{
	assert_true(poll_list("0,3-4\n"));
	assert_int_equal(grow((const int[]){ 0, 3, 4 }, 3), 0);
	assert_int_equal(machine.n_cpus, 4);
	assert_false(hotplug.online[1]);
	assert_true(hotplug.online[0] && hotplug.online[2] && hotplug.online[3]);
	assert_true(poll_list("0-1,3-4\n"));	/* a known one is back */
	assert_false(hotplug.new_cpus);
}

TEST(it_goes_and_comes_back_as_any_other)
{
	assert_true(poll_list("0-1,3-4\n"));
	assert_int_equal(grow((const int[]){ 0, 1, 3, 4 }, 4), 0);
	assert_false(poll_list("0-1,4\n"));
	assert_false(hotplug.online[2]);
	assert_true(poll_list("0-1,3-4\n"));
	assert_false(hotplug.new_cpus);
}

TEST(a_cpu_that_another_pmu_counts_is_not_ours)
{
	count_on("0-1,4\n");
	assert_false(poll_list("0-1,4,7\n"));
	assert_int_equal(hotplug.uncounted_at_start, 1);
	assert_false(poll_list("0-1,4,7-8\n"));
	assert_int_equal(hotplug.uncounted, 2);
	count_on("0-1,3-4\n");	/* the kernel's list grows when one of ours comes */
	assert_true(poll_list("0-1,3-4,7\n"));
	assert_int_equal(grow((const int[]){ 0, 1, 3, 4, 7 }, 5), 0);
	assert_int_equal(machine.n_cpus, 4);
	assert_int_equal(machine_cpu_index(&machine, 7), -1);
}

TEST(the_list_is_opened_once)
{
	int fd;

	assert_false(poll_list("0-1,4\n"));
	fd = hotplug.fd;
	assert_true(fd >= 0);
	assert_false(poll_list("0,4\n"));
	assert_int_equal(hotplug.fd, fd);
	assert_false(hotplug.online[1]);
}

TEST(without_the_file_nothing_changes)
{
	assert_false(poll_list("0,4\n"));
	fake_proc_put(LIST, NULL);
	assert_false(hotplug_poll(&hotplug, &machine, fake_proc_root));
	assert_false(hotplug.online[1]);
}

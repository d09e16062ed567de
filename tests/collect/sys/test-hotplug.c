/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs that go offline and come online, by the kernel's list. */
#include "config.h"
#include "collect/sys/hotplug.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collect/sys/topology.h"
#include "tests/fixtures/test.h"

static struct machine machine;
static struct pmu pmu;
static struct hotplug hotplug;
static char root[64];
static char path[128];		/* of the kernel's list */

static int setup(void **state)
{
	static const char *const parts[] = { "/sys", "/sys/devices", "/sys/devices/system",
					     "/sys/devices/system/cpu" };
	static const struct cpu_place places[] = { { .cpu = 0, .core_type = TYPE_ATOM },
						   { .cpu = 1, .core_type = TYPE_ATOM },
						   { .cpu = 4, .core_type = TYPE_ATOM } };

	(void)state;
	machine = (struct machine){ .n_cpus = 0 };
	(void)strcpy(root, "/tmp/tdtop-hotplug-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s%s", root, parts[i]);
		(void)mkdir(path, 0700);
	}
	(void)snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/online", root);
	memcpy(pmu.root, root, sizeof(root));
	(void)strcpy(pmu.name, "cpu_atom");
	return machine_add_cpus(&machine, places, 3) || hotplug_init(&hotplug, &machine, &pmu);
}

static int teardown(void **state)
{
	(void)state;
	hotplug_done(&hotplug);
	topology_done(&machine);
	(void)unlink(path);
	for (char *slash; (slash = strrchr(path, '/')) && slash - path >= (long)strlen(root);) {
		*slash = '\0';
		(void)rmdir(path);
	}
	return 0;
}

/* The kernel's list says this now. Must events be opened? */
static bool poll_list(const char *list)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	(void)fputs(list, file);
	(void)fclose(file);
	return hotplug_poll(&hotplug, &machine, root);
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
	char full[128];
	FILE *out;

	(void)snprintf(full, sizeof(full), "%s%s", root, file);
	out = fopen(full, "we");
	assert_non_null(out);
	(void)fputs(list, out);
	(void)fclose(out);
	(void)memcpy(hotplug.pmu_cpus, file, sizeof(file));
}

static void forget_counted(void)
{
	char full[256];

	(void)snprintf(full, sizeof(full), "%s%s", root, hotplug.pmu_cpus);
	(void)unlink(full);
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
	forget_counted();
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
	assert_int_equal(unlink(path), 0);
	assert_false(hotplug_poll(&hotplug, &machine, root));
	assert_false(hotplug.online[1]);
}

#define WITH_SETUP(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SETUP(at_the_start_all_are_online),
		WITH_SETUP(a_cpu_that_goes_is_noted_and_nothing_is_opened),
		WITH_SETUP(a_cpu_that_comes_back_wants_its_events),
		WITH_SETUP(one_comes_while_another_goes),
		WITH_SETUP(a_cpu_that_takes_no_events_is_asked_for_again),
		WITH_SETUP(a_cpu_that_was_never_there_wants_a_place_and_its_events),
		WITH_SETUP(it_has_its_place_while_others_are_offline),
		WITH_SETUP(it_goes_and_comes_back_as_any_other),
		WITH_SETUP(a_cpu_that_another_pmu_counts_is_not_ours),
		WITH_SETUP(the_list_is_opened_once),
		WITH_SETUP(without_the_file_nothing_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

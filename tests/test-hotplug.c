/* SPDX-License-Identifier: GPL-2.0-only */
/* CPUs that go and come, as the kernel's list tells it. */
#include "config.h"
#include "collect/hotplug.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static struct cpu_place places[] = { { .cpu = 0 }, { .cpu = 1 }, { .cpu = 4 } };
static const struct machine machine = { .n_cpus = 3, .cpus = places };
static struct hotplug hotplug;
static char root[64];
static char path[128];

static int setup(void **state)
{
	static const char *const parts[] = { "/sys", "/sys/devices", "/sys/devices/system",
					     "/sys/devices/system/cpu" };

	(void)state;
	(void)strcpy(root, "/tmp/tdtop-hotplug-XXXXXX");
	if (!mkdtemp(root))
		return -1;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		(void)snprintf(path, sizeof(path), "%s%s", root, parts[i]);
		(void)mkdir(path, 0700);
	}
	(void)snprintf(path, sizeof(path), "%s/sys/devices/system/cpu/online", root);
	return hotplug_init(&hotplug, &machine);
}

static int teardown(void **state)
{
	(void)state;
	hotplug_done(&hotplug);
	(void)unlink(path);
	for (char *slash; (slash = strrchr(path, '/')) && slash - path >= (long)strlen(root);) {
		*slash = '\0';
		(void)rmdir(path);
	}
	return 0;
}

/* What the kernel's list says now; must events be opened? */
static bool look(const char *list)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	(void)fputs(list, file);
	(void)fclose(file);
	return hotplug_look(&hotplug, &machine, root);
}

static void at_the_start_all_are_online(void **state)
{
	(void)state;
	assert_false(look("0-1,4\n"));
	assert_true(hotplug.online[0] && hotplug.online[1] && hotplug.online[2]);
}

static void a_cpu_that_goes_is_noted_and_nothing_is_opened(void **state)
{
	(void)state;
	assert_false(look("0,4\n"));
	assert_false(hotplug.online[1]);
	assert_true(hotplug.online[2]);
}

static void a_cpu_that_comes_back_wants_its_events(void **state)
{
	(void)state;
	assert_false(look("0-1\n"));
	assert_true(look("0-1,4\n"));
	assert_true(hotplug.online[2]);
	assert_false(look("0-1,4\n"));
}

static void one_comes_while_another_goes(void **state)
{
	(void)state;
	assert_false(look("0,4\n"));
	assert_true(look("0-1\n"));
	assert_true(hotplug.online[1]);
	assert_false(hotplug.online[2]);
}

static void a_cpu_that_the_machine_did_not_have_is_not_opened(void **state)
{
	(void)state;
	assert_false(look("0-1,4,7\n"));
}

static void without_the_file_nothing_changes(void **state)
{
	(void)state;
	assert_false(look("0,4\n"));
	assert_int_equal(unlink(path), 0);
	assert_false(hotplug_look(&hotplug, &machine, root));
	assert_false(hotplug.online[1]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(at_the_start_all_are_online),
		TEST(a_cpu_that_goes_is_noted_and_nothing_is_opened),
		TEST(a_cpu_that_comes_back_wants_its_events),
		TEST(one_comes_while_another_goes),
		TEST(a_cpu_that_the_machine_did_not_have_is_not_opened),
		TEST(without_the_file_nothing_changes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the kernel's mux timer is, by files below a root that is created for each test. */
#include "config.h"
#include "collect/perf/mux_timer.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixtures/test.h"

#define TRACEFS "/sys/kernel/tracing/events/timer/hrtimer_expire_entry"
#define HANDLER "ffffffff81262f90 t perf_mux_hrtimer_handler\n"

static char root[64];
static struct mux_timer timer;

static int make_root(void **state)
{
	(void)state;
	(void)snprintf(root, sizeof(root), "/tmp/tdtop-mux-timer-XXXXXX");
	assert_non_null(mkdtemp(root));
	return 0;
}

/* Creates the directories of the path as well. */
static void put(const char *at, const char *text)
{
	char path[192];
	FILE *file;

	(void)snprintf(path, sizeof(path), "%s%s", root, at);
	for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		(void)mkdir(path, 0700);
		*slash = '/';
	}
	file = fopen(path, "we");
	assert_non_null(file);
	(void)fputs(text, file);
	(void)fclose(file);
}

/* Removes the file and the directories above it that are empty then. */
static void drop(const char *at)
{
	char path[192];

	(void)snprintf(path, sizeof(path), "%s%s", root, at);
	(void)unlink(path);
	while (strlen(path) > strlen(root) + 1) {
		*strrchr(path, '/') = '\0';
		(void)rmdir(path);
	}
}

static int remove_root(void **state)
{
	(void)state;
	drop(TRACEFS "/id");
	drop("/proc/kallsyms");
	(void)rmdir(root);
	return 0;
}

TEST(the_tracepoint_and_a_filter_for_one_function)
{
	put(TRACEFS "/id", "417\n");
	put("/proc/kallsyms", "ffffffff81262f80 t __pfx_perf_mux_hrtimer_handler\n" HANDLER
	    "ffffffff81263000 t perf_mux_hrtimer_handler.cold\n");
	assert_true(mux_timer_find(root, &timer));
	assert_int_equal(timer.tracepoint, 417);
	assert_string_equal(timer.filter, "function==0xffffffff81262f90");
}

TEST(without_tracefs_it_is_not_known)
{
	put("/proc/kallsyms", HANDLER);
	assert_false(mux_timer_find(root, &timer));
	assert_int_equal(timer.tracepoint, 0);
}

TEST(hidden_addresses_are_no_filter)
{
	put(TRACEFS "/id", "417\n");
	put("/proc/kallsyms", "0000000000000000 t perf_mux_hrtimer_handler\n");
	assert_false(mux_timer_find(root, &timer));
	assert_int_equal(timer.tracepoint, 0);
}

TEST(a_kernel_without_the_function_has_no_filter)
{
	put(TRACEFS "/id", "417\n");
	put("/proc/kallsyms", "ffffffff81262f80 t perf_event_open\n");
	assert_false(mux_timer_find(root, &timer));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(the_tracepoint_and_a_filter_for_one_function,
						make_root, remove_root),
		cmocka_unit_test_setup_teardown(without_tracefs_it_is_not_known, make_root,
						remove_root),
		cmocka_unit_test_setup_teardown(hidden_addresses_are_no_filter, make_root,
						remove_root),
		cmocka_unit_test_setup_teardown(a_kernel_without_the_function_has_no_filter,
						make_root, remove_root),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

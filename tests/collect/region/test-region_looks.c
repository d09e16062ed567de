/* SPDX-License-Identifier: GPL-2.0-only */
/* Which processes are looked at for regions, and when again. */
#include "config.h"
#include "collect/region/region_looks.h"

#include "tests/fixtures/test_main.h"

#define S 1000000000ULL

static struct region_looks *looks;

SETUP_MAY_FAIL
{
	looks = region_looks_new();
	return looks ? 0 : -1;
}

TEARDOWN
{
	region_looks_free(looks);
}

/* If it is due now, it is looked at. */
static bool look(const struct region_process *process, uint64_t now_ns)
{
	const bool due = region_looks_due(looks, process, now_ns);

	if (due)
		region_looks_did(looks, process, now_ns);
	return due;
}

TEST(a_process_is_looked_at_when_it_is_new)
{
	const struct region_process process = { .pid = 7, .name = "app" };

	assert_false(region_looks_knows(looks, &process));
	assert_true(look(&process, S));
	assert_true(region_looks_knows(looks, &process));
	assert_false(look(&process, S + 1));
}

TEST(a_busy_process_is_looked_at_less_and_less_often)
{
	static const uint64_t due[] = { 1, 3, 7, 15, 25, 35, 45 };
	const struct region_process process = { .pid = 7, .name = "app", .busy = true };
	size_t n = 0;

	assert_true(look(&process, 0));
	for (uint64_t s = 0; s <= 45; s++) {
		const bool is_due = n < sizeof(due) / sizeof(due[0]) && s == due[n];

		assert_int_equal(look(&process, s * S), is_due);
		n += is_due;
	}
}

TEST(an_old_process_that_hardly_runs_is_looked_at_each_minute)
{
	struct region_process process = { .pid = 7, .name = "app", .busy = true };

	for (uint64_t s = 0; s <= 25; s++)
		(void)look(&process, s * S);	/* last at 25 s */
	process.busy = false;
	assert_false(look(&process, 84 * S));
	assert_true(look(&process, 85 * S));
}

TEST(another_program_in_a_process_is_looked_at_at_once)
{
	struct region_process process = { .pid = 7, .name = "sh" };

	assert_true(look(&process, 0));
	process.name = "app";			/* execve(2) */
	assert_true(look(&process, 1));
	process.start_ns = 5;			/* the pid is used again */
	assert_true(look(&process, 2));
	assert_false(look(&process, 3));
}

TEST(with_too_many_processes_all_are_forgotten)
{
	struct region_process process = { .name = "app" };

	for (process.pid = 1; process.pid <= 100000; process.pid++)
		assert_true(look(&process, 0));
	process.pid = 100000;
	assert_false(look(&process, 1));
	process.pid = 1;
	assert_true(look(&process, 1));
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's CPU numbers have holes: an index into the table of places is something else. */
#include "config.h"
#include "model/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

static void finds_each_cpu_where_it_is(void **state)
{
	enum { N = 512 };
	struct cpu_place places[N] = { 0 };
	const struct machine machine = { .n_cpus = N, .cpus = places };

	(void)state;
	for (int i = 0; i < N; i++)
		places[i].cpu = 3 * i + 1;
	for (int cpu = -3; cpu < 3 * N + 3; cpu++)
		assert_int_equal(machine_cpu_index(&machine, cpu),
				 cpu >= 1 && cpu < 3 * N && cpu % 3 == 1 ? cpu / 3 : -1);
}

static void an_offline_cpu_is_not_there(void **state)
{
	struct cpu_place places[] = { { .cpu = 0 }, { .cpu = 2 } };
	const struct machine machine = { .n_cpus = 2, .cpus = places };

	(void)state;
	assert_int_equal(machine_cpu_index(&machine, 0), 0);
	assert_int_equal(machine_cpu_index(&machine, 1), -1);
	assert_int_equal(machine_cpu_index(&machine, 2), 1);
	assert_int_equal(machine_cpu_index(&machine, INT32_MAX), -1);
}

static void a_machine_without_cpus_has_none(void **state)
{
	const struct machine machine = { .n_cpus = 0 };

	(void)state;
	assert_int_equal(machine_cpu_index(&machine, 0), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finds_each_cpu_where_it_is),
		cmocka_unit_test(an_offline_cpu_is_not_there),
		cmocka_unit_test(a_machine_without_cpus_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

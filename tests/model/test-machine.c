/* SPDX-License-Identifier: GPL-2.0-only */
/* Look-ups in machines whose CPU numbers have holes, and CPUs that are added. */
#include "config.h"
#include "model/machine.h"

#include "tests/fixtures/test_main.h"

TEST(finds_each_cpu_where_it_is)
{
	enum { N = 512 };
	struct cpu_place places[N] = { 0 };
	const struct machine machine = { .n_cpus = N, .cpus = places };

	for (int i = 0; i < N; i++)
		places[i].cpu = 3 * i + 1;
	for (int cpu = -3; cpu < 3 * N + 3; cpu++)
		assert_int_equal(machine_cpu_index(&machine, cpu),
				 cpu >= 1 && cpu < 3 * N && cpu % 3 == 1 ? cpu / 3 : -1);
}

TEST(an_offline_cpu_is_not_there)
{
	struct cpu_place places[] = { { .cpu = 0 }, { .cpu = 2 } };
	const struct machine machine = { .n_cpus = 2, .cpus = places };

	assert_int_equal(machine_cpu_index(&machine, 0), 0);
	assert_int_equal(machine_cpu_index(&machine, 1), -1);
	assert_int_equal(machine_cpu_index(&machine, 2), 1);
	assert_int_equal(machine_cpu_index(&machine, INT32_MAX), -1);
}

TEST(a_machine_without_cpus_has_none)
{
	const struct machine machine = { .n_cpus = 0 };

	assert_int_equal(machine_cpu_index(&machine, 0), -1);
}

/* A machine with CPUs 1 and 3, whose places can be freed. */
static struct machine make_machine(void)
{
	struct machine made = { .n_cpus = 2, .cpus = calloc(2, sizeof(struct cpu_place)) };

	assert_non_null(made.cpus);
	made.cpus[0] = (struct cpu_place){ .cpu = 1, .core = 11 };
	made.cpus[1] = (struct cpu_place){ .cpu = 3, .core = 13 };
	return made;
}

static void free_machine(struct machine *made)
{
	machine_unpublish(made);
	free(made->cpus);
}

TEST(added_cpus_are_sorted_in)
{
	static const struct cpu_place came[] = { { .cpu = 0 },
						 { .cpu = 2, .core = 12 },
						 { .cpu = 7 } };
	static const int expected[] = { 0, 1, 2, 3, 7 };
	struct machine made = make_machine();

	assert_int_equal(machine_add_cpus(&made, came, 3), 0);
	assert_int_equal(made.n_cpus, 5);
	for (size_t i = 0; i < made.n_cpus; i++)
		assert_int_equal(made.cpus[i].cpu, expected[i]);
	assert_int_equal(made.cpus[1].core, 11);
	assert_int_equal(made.cpus[2].core, 12);
	free_machine(&made);
}

TEST(a_cpu_that_comes_back_gets_its_new_place)
{
	static const struct cpu_place came[] = { { .cpu = 1, .core = 5 }, { .cpu = 4 } };
	struct machine made = make_machine();

	assert_int_equal(machine_add_cpus(&made, came, 2), 0);
	assert_int_equal(made.n_cpus, 3);
	assert_int_equal(made.cpus[0].core, 5);
	assert_int_equal(made.cpus[1].core, 13);
	free_machine(&made);
}

TEST(a_published_copy_does_not_change_when_cpus_are_added)
{
	static const struct cpu_place came[] = { { .cpu = 0 } };
	struct machine made = make_machine();
	const struct machine *before, *after;

	assert_int_equal(machine_publish(&made), 0);
	before = machine_published(&made);
	assert_int_equal(machine_add_cpus(&made, came, 1), 0);
	after = machine_published(&made);
	assert_int_equal(before->n_cpus, 2);
	assert_int_equal(before->cpus[0].cpu, 1);
	assert_int_equal(after->n_cpus, 3);
	assert_int_equal(after->cpus[0].cpu, 0);
	assert_ptr_equal(machine_published(before), before);
	free_machine(&made);
}

TEST(a_machine_that_was_never_published_is_read_itself)
{
	struct machine made = make_machine();

	assert_ptr_equal(machine_published(&made), &made);
	free_machine(&made);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* The order of CPUs by the time of their next record. */
#include "config.h"
#include "collect/percpu/time_heap.h"

#include "model/splitmix64.h"
#include "tests/fixtures/test_main.h"

#define CPUS 256
#define EACH 20		/* records of a CPU */

TEST(records_of_256_cpus_come_in_the_order_of_time)
{
	static struct time_heap_entry entry[CPUS];
	struct time_heap heap = { .entry = entry };
	uint64_t random = 1, last_ns = 0;
	size_t left[CPUS], n = 0;

	for (size_t cpu = 0; cpu < CPUS; cpu++) {
		left[cpu] = EACH;
		time_heap_add(&heap, cpu, splitmix64_next(&random) % 1000);
	}
	for (; heap.n; n++) {
		const struct time_heap_entry first = *time_heap_first(&heap);

		assert_true(first.time_ns >= last_ns);
		last_ns = first.time_ns;
		if (--left[first.cpu])
			time_heap_renew(&heap, last_ns + splitmix64_next(&random) % 1000);
		else
			time_heap_remove(&heap);
	}
	assert_int_equal(n, CPUS * EACH);
}

TEST(of_records_of_one_time_that_of_the_first_cpu_is_first)
{
	struct time_heap_entry entry[3];
	struct time_heap heap = { .entry = entry };

	for (size_t cpu = 3; cpu-- > 0;)
		time_heap_add(&heap, cpu, 7);
	for (size_t cpu = 0; cpu < 3; cpu++) {
		assert_int_equal(time_heap_first(&heap)->cpu, cpu);
		time_heap_remove(&heap);
	}
}

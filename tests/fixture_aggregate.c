/* SPDX-License-Identifier: GPL-2.0-only */
/* Slices in, a snapshot out; see fixture_aggregate.h. */
#include "config.h"
#include "tests/fixture_aggregate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct tasks *tasks;
struct aggregate *aggregate;
const struct sink *sink;
struct snapshot *snapshot;
uint64_t now_ns;

void fixture_aggregate_begin(const struct machine *machine)
{
	now_ns = 1000 * MS;
	tasks = tasks_new(NULL);
	aggregate = aggregate_new(machine, tasks);
	snapshot = snapshot_new();
	assert_true(tasks && aggregate && snapshot);
	sink = aggregate_sink(aggregate);
}

int fixture_aggregate_teardown(void **state)
{
	(void)state;
	snapshot_free(snapshot);
	aggregate_free(aggregate);
	tasks_free(tasks);
	return 0;
}

struct slice make_slice(int32_t cpu, int32_t pid, int32_t tid, uint64_t ns, double slots, double retiring)
{
	struct slice slice = { .time_ns = now_ns += ns, .duration_ns = ns, .cpu = cpu, .pid = pid, .tid = tid };

	slice.counts.present = 1U << EV_SLOTS | 1U << EV_RETIRING;
	slice.counts.value[EV_SLOTS] = slots;
	slice.counts.value[EV_RETIRING] = retiring;
	return slice;
}

void fill(uint64_t interval_ns)
{
	snapshot_clear(snapshot);
	snapshot->interval_ns = interval_ns;
	assert_int_equal(aggregate_fill(aggregate, snapshot, now_ns), 0);
}

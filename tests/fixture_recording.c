/* SPDX-License-Identifier: GPL-2.0-only */
/* A recording by hand and its replay; see fixture_recording.h. */
#include "config.h"
#include "tests/fixture_recording.h"

#include <linux/perf_event.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct builder b;
struct tally tally;
struct err err;

int recording_setup(void **state)
{
	(void)state;
	builder_init(&b);
	err.text[0] = '\0';
	return 0;
}

int recording_teardown(void **state)
{
	(void)state;
	builder_done(&b);
	return 0;
}

void replay(uint64_t interval_ns)
{
	int ret = builder_replay(&b, interval_ns, &tally, &err);

	if (ret)
		print_message("%s\n", err.text);
	assert_int_equal(ret, 0);
}

double slots(int32_t pid)
{
	const struct tally_task *task = tally_pid(&tally, pid);

	return task ? task->slots : -1;
}

uint64_t busy_ms(int32_t pid)
{
	const struct tally_task *task = tally_pid(&tally, pid);

	return task ? task->busy_ns / MS : UINT64_MAX;
}

void assert_shares(int32_t pid)
{
	const struct tally_task *task = tally_pid(&tally, pid);

	assert_non_null(task);
	assert_near(task->percent[M_RETIRING], 10, 0.01);
	assert_near(task->percent[M_BAD_SPECULATION], 20, 0.01);
	assert_near(task->percent[M_FRONTEND_BOUND], 30, 0.01);
	assert_near(task->percent[M_BACKEND_BOUND], 40, 0.01);
}

/* Two tasks take turns on CPU 0 for two seconds, a tenth of one each. */
void two_take_turns(void)
{
	builder_comm(&b, ALPHA, "alpha", 0);
	builder_comm(&b, BETA, "beta", 0);
	for (uint64_t i = 0; i <= 20; i++) {
		builder_ran(&b, 0, i % 2 ? ALPHA : BETA, T0 + i * 100 * MS, i ? WORK : 0);
		if (i % 5 == 4)
			builder_round(&b);
	}
}

void assert_turns(void)
{
	assert_string_equal(err.text, "");
	assert_int_equal(tally.intervals, 2);
	assert_int_equal(tally.ns, 2 * SECOND);
	assert_true(tally.slots == 20.0 * WORK);
	assert_true(tally.unaccounted == 0);
	assert_true(slots(ALPHA) == 10.0 * WORK);
	assert_true(slots(BETA) == 10.0 * WORK);
	assert_int_equal(busy_ms(ALPHA), 1000);
	assert_string_equal(tally_pid(&tally, ALPHA)->name, "alpha");
	assert_shares(ALPHA);
	assert_shares(BETA);
}

size_t add_group(const struct counted *events, size_t n)
{
	size_t first = b.n_events;

	for (size_t i = 0; i < n; i++) {
		builder_event(&b, PERF_TYPE_RAW, 0x9900 + first + i, events[i].name)->counts = events[i].counts;
		if (i == 0)
			builder_event(&b, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES,
				      "context-switches");
	}
	return first + 1;
}

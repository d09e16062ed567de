/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the kernel's mux timer is, by files below a root that is created for each test. */
#include "config.h"
#include "collect/perf/mux_timer.h"

#include "tests/fixtures/fake_proc.h"
#include "tests/fixtures/test_main.h"

#define TRACEFS "/sys/kernel/tracing/events/timer/hrtimer_expire_entry"
#define HANDLER "ffffffff81262f90 t perf_mux_hrtimer_handler\n"

static struct mux_timer timer;

const struct around_tests around_tests = { .setup = fake_proc_setup, .teardown = fake_proc_teardown };

TEST(the_tracepoint_and_a_filter_for_one_function)
{
	fake_proc_put(TRACEFS "/id", "417\n");
	fake_proc_put("/proc/kallsyms", "ffffffff81262f80 t __pfx_perf_mux_hrtimer_handler\n" HANDLER
	    "ffffffff81263000 t perf_mux_hrtimer_handler.cold\n");
	assert_true(mux_timer_find(fake_proc_root, &timer));
	assert_int_equal(timer.tracepoint, 417);
	assert_string_equal(timer.filter, "function==0xffffffff81262f90");
}

TEST(without_all_of_it_nothing_is_known)
{
	static const char *const rows[][2] = {	/* of tracefs, of kallsyms */
		{ NULL, HANDLER },
		{ "417\n", "0000000000000000 t perf_mux_hrtimer_handler\n" },	/* hidden */
		{ "417\n", "ffffffff81262f80 t perf_event_open\n" },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fake_proc_put(TRACEFS "/id", rows[i][0]);
		fake_proc_put("/proc/kallsyms", rows[i][1]);
		assert_false(mux_timer_find(fake_proc_root, &timer));
		assert_int_equal(timer.tracepoint, 0);
	}
}

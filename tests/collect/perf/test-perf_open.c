/* SPDX-License-Identifier: GPL-2.0-only */
/* What the groups of a family look like to the kernel (tests/scenarios/perf_open.txt). */
#include "config.h"
#include "collect/perf/perf_open.h"

#include <time.h>

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

#define TIMES (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)

static const struct scenario_word words[] = {
	{ "slots", EV_SLOTS }, { "retiring", EV_RETIRING }, { "bad", EV_BAD_SPEC },
	{ "fe", EV_FE_BOUND }, { "be", EV_BE_BOUND }, { "instructions", EV_INSTRUCTIONS },
	{ "cycles", EV_CYCLES }, { "none", EV_COUNT }, { NULL, 0 }
};
const struct scenarios scenarios = { .files = { "perf_open" }, .words = words };

static struct group group;

static bool has_option(const char *option)
{
	for (size_t i = 3; i <= n_args(); i++)
		if (!strcmp(text_arg(i), option))
			return true;
	return false;
}

/* MACHINE FAMILY OPTION...: "1" level 1 only; "mux1", "mux2": that group. How many members. */
COMMAND(group)
{
	const struct group_options options = {
		.levels = has_option("1") ? 1 : 2, .interval_ns = 1000000000,
		.with_ipc = has_option("ipc"), .with_corrections = has_option("corrections"),
		.mux = has_option("mux1") ? 1 : has_option("mux2") ? 2 : 0,
		.per_task = has_option("task"), .user_only = has_option("user"),
		.without_guests = has_option("without_guests"),
	};
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root(text_arg(1)), &pmu, NULL), 0);
	assert_int_equal(group_make(&pmu, cpu_family_find(text_arg(2)), &options, &group, NULL), 0);
	pmu_close(&pmu);
	say("%zu members", group.n);
	for (size_t i = 0; i < group.n; i++) {	/* counts would be late; it may be off or be exchanged */
		assert_int_equal(group.member[i].attr.precise_ip, 0);
		assert_false(group.member[i].attr.context_switch || group.member[i].attr.task);
	}
}

/* NANOSECONDS: makes a pinned one of it. */
COMMAND(pin)
{
	const struct group all = group;

	assert_true(group_uses_perf_metrics(&group));
	group_make_pinned(&all, (uint64_t)number_arg(1), &group);
	say("%s samples", group.member[group_find_sampler(&group)].name);
}

/* What each member is: its name, its event, and what is not so of others. */
COMMAND(members)
{
	for (size_t i = 0; i < group.n; i++) {
		const struct group_member *member = &group.member[i];
		const struct perf_event_attr *attr = &member->attr;

		say("%s %s%s 0x%llx", member->name, attr->type == PERF_TYPE_SOFTWARE ? "software " : "",
		    word_of(member->event), (unsigned long long)attr->config);
		say_more("%s%s%s%s", attr->disabled ? " off" : "", attr->pinned ? " pinned" : "",
			 member->slots ? " slots" : "", member->cycles ? " cycles" : "");
		if (attr->sample_period)
			say_more(" each %llu", (unsigned long long)attr->sample_period);
		assert_int_equal(member->role == MEMBER_LEADER, i == 0);
	}
}

/* What all members are. */
COMMAND(all)
{
	const struct perf_event_attr *of = &group.member[0].attr;
	uint64_t samples = 0;

	for (size_t i = 0; i < group.n; i++) {
		const struct perf_event_attr *attr = &group.member[i].attr;

		assert_int_equal(attr->size, sizeof(*attr));
		assert_int_equal(attr->read_format, PERF_FORMAT_GROUP | TIMES);
		assert_int_equal(attr->inherit, of->inherit);
		assert_int_equal(attr->exclude_kernel, of->exclude_kernel);
		assert_int_equal(attr->exclude_guest, of->exclude_guest);
		assert_int_equal(attr->sample_id_all && attr->use_clockid && attr->clockid == CLOCK_MONOTONIC,
				 of->sample_id_all);
		samples |= attr->sample_type;
	}
	say("%s%s%s%s", of->inherit ? "inherit" : "its own", of->exclude_kernel ? ", user" : "",
	    of->exclude_guest ? ", without guests" : "", of->sample_id_all ? ", ids and clock" : "");
	if (samples == (PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
			PERF_SAMPLE_READ | PERF_SAMPLE_IP)) {
		say("all fields");
		for (size_t i = 0; i < group.n; i++)
			assert_int_equal(group.member[i].attr.sample_type, samples);
	} else {
		say(samples == PERF_SAMPLE_READ ? "readings" : samples ? "?" : "no samples");
	}
}

/* How many general counters it needs, and how many its CPU has. */
COMMAND(generals)
{
	int n = 0;

	for (size_t i = 0; i < group.n; i++) {
		const struct perf_event_attr *attr = &group.member[i].attr;

		n += attr->type != PERF_TYPE_SOFTWARE && attr->config & 0xff;
	}
	say("%d of %d", n, cpu_family_find(text_arg(1))->counters);
}

TEST(a_pinned_group_samples_at_a_quarter_of_the_allowed_rate_at_most)
{
	assert_int_equal(group_pinned_period_ns(-1), 1000000);
	assert_int_equal(group_pinned_period_ns(100000), 1000000);
	assert_int_equal(group_pinned_period_ns(4000), 1000000);
	assert_int_equal(group_pinned_period_ns(1000), 4000000);
}

/* Whether the group is on or not, in records of its layout. */
COMMAND(watchers)
{
	struct perf_event_attr watcher;

	for (enum watcher what = 0; what < WATCHERS; what++) {
		group_make_watcher(&watcher, what);
		assert_int_equal(watcher.config, PERF_COUNT_SW_DUMMY);
		assert_int_equal(watcher.sample_type, group.member[0].attr.sample_type);
		assert_int_equal(watcher.read_format, group.member[0].attr.read_format);
		say("%s%s%s", what == WATCHER_OF_TASKS ? "of tasks:" : "of switches:",
		    watcher.context_switch ? " switches" : "",
		    watcher.comm && watcher.comm_exec && watcher.task ? " tasks" : "");
	}
}

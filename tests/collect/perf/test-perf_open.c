/* SPDX-License-Identifier: GPL-2.0-only */
/* What the groups of a family look like to the kernel. */
#include "config.h"
#include "collect/perf/perf_open.h"

#include <time.h>

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

static struct err err;
static struct group whole;		/* all that is wanted of a CPU */

static struct group make(const char *machine, const char *family, struct group_options options)
{
	struct group group;
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root(machine), &pmu, &err), 0);
	assert_int_equal(group_make(&pmu, cpu_family_find(family), &options, &group, &err), 0);
	pmu_close(&pmu);
	return group;
}

AROUND(make_whole)
{
	whole = make("intel-spr", "Intel Sapphire Rapids",
		    (struct group_options){ .levels = 2, .with_ipc = true,
					    .interval_ns = 1000000000 });
}

TEST(slots_lead)
{
	assert_int_equal(whole.member[0].role, MEMBER_LEADER);
	assert_int_equal(whole.member[0].event, EV_SLOTS);
	assert_int_equal(whole.member[0].attr.config, 0x400);
}

TEST(only_the_two_software_members_sample)
{
	for (size_t i = 0; i < whole.n; i++) {
		bool software = whole.member[i].role == MEMBER_SWITCH ||
				whole.member[i].role == MEMBER_CLOCK;

		assert_int_equal(whole.member[i].attr.sample_period != 0, software);
		assert_int_equal(whole.member[i].event == EV_COUNT, software);
		assert_int_equal(whole.member[i].attr.type == PERF_TYPE_SOFTWARE, software);
		assert_int_equal(whole.member[i].attr.disabled, i == 0);
		assert_int_equal(whole.member[i].attr.precise_ip, 0);	/* counts would be late */
		assert_int_equal(whole.member[i].attr.exclude_guest, 0);
	}
}

TEST(a_tasks_group_counts_it_and_all_it_starts_and_never_samples)
{
	struct group group = make("intel-spr", "Intel Sapphire Rapids",
				  (struct group_options){ .levels = 2, .with_ipc = true, .per_task = true,
							  .user_only = true, .without_guests = true });

	assert_true(group.n >= 9);
	assert_int_equal(group.member[0].attr.disabled, 1);
	for (size_t i = 0; i < group.n; i++) {
		const struct perf_event_attr *attr = &group.member[i].attr;

		assert_int_not_equal(group.member[i].event, EV_COUNT);
		assert_true(attr->inherit && attr->exclude_kernel && attr->exclude_guest);
		assert_int_equal(attr->sample_type, 0);
		assert_int_equal(attr->sample_period, 0);
		assert_int_equal(attr->read_format, group.member[0].attr.read_format);
	}
}

static struct group make_pinned(bool user_only)
{
	struct group group = make("intel-spr", "Intel Sapphire Rapids",
				  (struct group_options){ .levels = 2, .with_ipc = true,
							  .per_task = true,
							  .user_only = user_only, .without_guests = true });
	struct group pinned;

	assert_true(group_uses_perf_metrics(&group));
	group_make_pinned(&group, 1000000, &pinned);
	for (size_t i = 0; i < pinned.n; i++) {
		assert_int_equal(pinned.member[i].attr.pinned, i == 0);
		assert_true(!pinned.member[i].attr.inherit && pinned.member[i].attr.exclude_guest);
		assert_int_equal(pinned.member[i].attr.exclude_kernel, user_only);
		assert_int_equal(pinned.member[i].attr.sample_period != 0,
				 (int)i == group_find_sampler(&pinned));
	}
	return pinned;
}

TEST(a_pinned_group_counts_one_thread_and_samples_its_time)
{
	struct group pinned = make_pinned(false);
	const struct group_member *sampler = &pinned.member[group_find_sampler(&pinned)];

	assert_string_equal(sampler->name, "task-clock");
	assert_int_equal(sampler->event, EV_COUNT);
	assert_int_equal(sampler->attr.sample_period, 1000000);
	assert_int_equal(sampler->attr.sample_type, PERF_SAMPLE_READ);
	assert_int_equal(sampler->attr.read_format, pinned.member[0].attr.read_format);
}

TEST(in_user_mode_only_it_samples_its_cycles)
{
	struct group pinned = make_pinned(true);
	const struct group_member *sampler = &pinned.member[group_find_sampler(&pinned)];

	assert_int_equal(sampler->event, EV_CYCLES);
	assert_int_equal(sampler->attr.sample_period, 3000000);
	assert_int_equal(sampler->attr.sample_type, PERF_SAMPLE_READ);
}

TEST(a_pinned_group_samples_at_a_quarter_of_the_allowed_rate_at_most)
{
	assert_int_equal(group_pinned_period_ns(-1), 1000000);
	assert_int_equal(group_pinned_period_ns(100000), 1000000);
	assert_int_equal(group_pinned_period_ns(4000), 1000000);
	assert_int_equal(group_pinned_period_ns(1000), 4000000);
}

TEST(every_switch_is_sampled_also_in_the_kernel)
{
	const struct perf_event_attr *attr = &whole.member[group_find(&whole, MEMBER_SWITCH)].attr;

	assert_int_equal(attr->config, PERF_COUNT_SW_CONTEXT_SWITCHES);
	assert_int_equal(attr->sample_period, 1);
	assert_int_equal(attr->exclude_kernel, 0);
}

TEST(the_clock_ticks_four_times_an_interval)
{
	const struct perf_event_attr *attr = &whole.member[group_find(&whole, MEMBER_CLOCK)].attr;

	assert_int_equal(attr->config, PERF_COUNT_SW_CPU_CLOCK);
	assert_int_equal(attr->sample_period, 250000000);
}

TEST(all_members_write_records_of_one_layout)
{
	for (size_t i = 0; i < whole.n; i++) {
		const struct perf_event_attr *attr = &whole.member[i].attr;

		assert_int_equal(attr->sample_type,
				 PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
					 PERF_SAMPLE_CPU | PERF_SAMPLE_READ | PERF_SAMPLE_IP);
		assert_int_equal(attr->read_format, whole.member[0].attr.read_format);
		assert_true(attr->read_format & PERF_FORMAT_GROUP);
		assert_true(attr->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
		assert_true(attr->sample_id_all);
		assert_true(attr->use_clockid);
		assert_int_equal(attr->clockid, CLOCK_MONOTONIC);
		assert_int_equal(attr->size, sizeof(*attr));
		assert_int_equal(attr->inherit, 0);
	}
}

TEST(the_whole_group_has_ten_events_and_two_samplers)
{
	assert_int_equal(whole.n, 12);
	assert_int_equal(group_find(&whole, MEMBER_SWITCH), 1);
	assert_int_equal(whole.member[group_find(&whole, MEMBER_METRIC)].event, EV_RETIRING);
	assert_int_equal(whole.member[11].event, EV_CYCLES);
}

TEST(level_1_leaves_the_level_2_events_out)
{
	struct group group = make("intel-spr", "Intel Sapphire Rapids", (struct group_options){ .levels = 1 });

	assert_int_equal(group.n, 6);
	assert_int_equal(group_find(&group, MEMBER_OPTIONAL), -1);
	assert_int_equal(group.member[5].event, EV_FE_BOUND);
}

/* How many general counters of the CPU a group needs. */
static int generals(const struct group *group)
{
	int n = 0;

	for (size_t i = 0; i < group->n; i++) {
		const struct perf_event_attr *attr = &group->member[i].attr;

		n += attr->type != PERF_TYPE_SOFTWARE && attr->config & 0xff;
	}
	return n;
}

TEST(each_group_has_its_slots_all_of_level_1_and_room_in_the_counters)
{
	for (int mux = 1; mux <= 2; mux++) {
		struct group group = make("intel-icl", "Intel Ice Lake",
					  (struct group_options){ .levels = 2, .mux = mux,
								  .with_ipc = true, .with_corrections = true });
		uint32_t events = 0;

		for (size_t i = 0; i < group.n; i++) {
			events |= group.member[i].event == EV_COUNT ? 0 : 1U << group.member[i].event;
			assert_int_equal(group.member[i].slots, i == 0);
			assert_int_equal(group.member[i].attr.disabled, i == 0);
		}
		assert_int_equal(group.member[0].role, MEMBER_LEADER);
		assert_int_equal(group.member[0].attr.config, 0x400);
		assert_int_equal(group_find(&group, MEMBER_SWITCH), 1);
		assert_int_equal(group_find(&group, MEMBER_CLOCK), 2);
		assert_true(events & 1U << EV_RETIRING && events & 1U << EV_BAD_SPEC);
		assert_true(events & 1U << EV_FE_BOUND && !(events & 1U << EV_BE_BOUND));
		assert_false(events & 1U << EV_CYCLES);
		assert_in_range(generals(&group), 1, cpu_family_find("Intel Ice Lake")->counters);
	}
}

/* The leader of their groups counts cycles. */
TEST(e_cores_also_count_instructions_in_the_group_of_level_2)
{
	struct group group = make("intel-adln", "Intel Gracemont",
				  (struct group_options){ .levels = 2, .mux = 1, .with_ipc = true });
	size_t instructions = 0;

	assert_true(group.member[0].slots && group.member[0].cycles);
	for (size_t i = 0; i < group.n; i++)
		instructions += group.member[i].event == EV_INSTRUCTIONS;
	assert_int_equal(instructions, 1);
}

TEST(watchers_record_tasks_and_switches_whether_the_group_is_on_or_not)
{
	struct perf_event_attr watcher;

	for (enum watcher what = 0; what < WATCHERS; what++) {
		group_make_watcher(&watcher, what);
		assert_int_equal(watcher.config, PERF_COUNT_SW_DUMMY);
		assert_int_equal(watcher.context_switch, what == WATCHER_OF_SWITCHES);
		assert_int_equal(watcher.comm && watcher.comm_exec && watcher.task, what == WATCHER_OF_TASKS);
		assert_int_equal(watcher.sample_type, whole.member[0].attr.sample_type);
		assert_int_equal(watcher.read_format, whole.member[0].attr.read_format);
	}
	for (size_t i = 0; i < whole.n; i++)
		assert_false(whole.member[i].attr.context_switch || whole.member[i].attr.task);
}

const struct around_tests around_tests = {.setup_all = make_whole};

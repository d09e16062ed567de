/* SPDX-License-Identifier: GPL-2.0-only */
/* Which groups a machine accepts, and what is left out if it refuses one. */
#include "config.h"
#include "collect/perf/perf_probe.h"

#include <errno.h>
#include <string.h>

#include "collect/cpu/cpu_match.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define LEADER_FD 100

static struct err err;
static struct group_options options;	/* what fits, after probe() */

/* A kernel that refuses some events. */
static struct fake {
	uint64_t refused_config;	/* of the machine's PMU; 0: none */
	int errnum;			/* for refused_config */
	bool refuse_kernel;		/* EACCES for events that count kernel mode */
	int refuse_all;			/* errno for every open; 0: none */
	uint64_t enabled_ns, running_ns;	/* what the trial reads */
	uint64_t starving_config;	/* a group with this event is never on; 0: none */
	int leader, starving_leader;
	int opened, closed, enabled, paused;
	int last_group_fd, last_cpu;
	pid_t last_pid;
} fake;

static int fake_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	fake.last_group_fd = group_fd;
	fake.last_cpu = cpu;
	fake.last_pid = pid;
	if (fake.refuse_all)
		return -fake.refuse_all;
	if (fake.refuse_kernel && !attr->exclude_kernel)
		return -EACCES;
	if (fake.refused_config && attr->type != PERF_TYPE_SOFTWARE &&
	    attr->config == fake.refused_config)
		return -fake.errnum;
	if (group_fd < 0)
		fake.leader = LEADER_FD + fake.opened;
	if (fake.starving_config && attr->type != PERF_TYPE_SOFTWARE && attr->config == fake.starving_config)
		fake.starving_leader = fake.leader;
	return LEADER_FD + fake.opened++;
}

static int fake_enable(void *data, int fd)
{
	fake.enabled++;
	return 0;
}

static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	const uint64_t words[] = { 1, fake.enabled_ns,
				   fd == fake.starving_leader ? 0 : fake.running_ns, 5 };

	assert_true(size >= sizeof(words));
	memcpy(bytes, words, sizeof(words));
	return sizeof(words);
}

static void fake_pause(void *data, int cpu)
{
	fake.paused++;
}

static void fake_close(void *data, int fd)
{
	fake.closed++;
}

static const struct perf_sys sys = { .open = fake_open, .enable = fake_enable, .read = fake_read,
				     .pause = fake_pause, .close = fake_close };

static int probe_rotation(const struct family *family)
{
	const struct facts facts = { .nmi_watchdog = 1 };
	const struct group_options level_1 = { .levels = 1 };
	struct pmu pmu;
	const struct probe on = { .sys = &sys, .pmu = &pmu, .facts = &facts };
	int rotation;

	assert_int_equal(pmu_open(machine_root("intel-icl"), &pmu, &err), 0);
	rotation = perf_probe_rotation(&on, family, &level_1, fake.enabled_ns > 0, &err);
	pmu_close(&pmu);
	assert_int_equal(fake.opened, fake.closed);
	return rotation;
}

TEST(all_groups_of_the_rotation_are_tried_and_one_that_is_refused_refuses_all)
{
	assert_int_equal(probe_rotation(cpu_family_find("Intel Ice Lake")), 2);
	fake = (struct fake){ .refused_config = 0x3079, .errnum = EINVAL };
	assert_int_equal(probe_rotation(cpu_family_find("Intel Ice Lake")), 0);
	fake = (struct fake){ 0 };
	assert_int_equal(probe_rotation(cpu_family_find("Intel Sapphire Rapids")), 0);
}

TEST(a_group_of_the_rotation_that_is_accepted_and_never_on_refuses_all)
{
	fake = (struct fake){ .enabled_ns = 1000000, .running_ns = 300000 };
	assert_int_equal(probe_rotation(cpu_family_find("Intel Ice Lake")), 2);
	fake = (struct fake){ .enabled_ns = 1000000, .running_ns = 300000, .starving_config = 0x3079 };
	assert_int_equal(probe_rotation(cpu_family_find("Intel Ice Lake")), 0);
	assert_string_equal(err.text, "group 2 of 2 was accepted and never counted in a trial: others hold counters "
			    "that it needs; the NMI watchdog is on and holds one (sysctl kernel.nmi_watchdog=0)");
}

static int probe_as(enum probe_counts *counts)
{
	struct facts facts;
	struct pmu pmu;
	const struct probe on = { .sys = &sys, .pmu = &pmu, .facts = &facts };
	int ret;

	facts_read(machine_root("intel-spr"), &facts);
	assert_int_equal(pmu_open(machine_root("intel-spr"), &pmu, &err), 0);
	ret = perf_probe(&on, cpu_family_find("Intel Sapphire Rapids"), &options, counts, &err);
	pmu_close(&pmu);
	assert_int_equal(fake.opened, fake.closed);
	return ret;
}

static int probe(enum probe_counts *counts)
{
	options = (struct group_options){ .levels = 2, .with_ipc = true };
	return probe_as(counts);
}

TEST(a_task_is_tried_on_ourselves_without_the_kernel_where_that_is_not_permitted)
{
	fake = (struct fake){ .refuse_kernel = true };
	options = (struct group_options){ .levels = 2, .with_ipc = true, .per_task = true };
	assert_int_equal(probe_as(NULL), 0);
	assert_true(options.user_only && options.with_ipc);
	assert_int_equal(options.levels, 2);
	assert_int_equal(fake.last_cpu, -1);
	assert_int_equal(fake.last_pid, 0);
	fake = (struct fake){ 0 };
	options.user_only = false;
	assert_int_equal(probe_as(NULL), 0);
	assert_false(options.user_only);
}

TEST(why_a_task_may_not_be_counted_at_all_is_reported)
{
	fake = (struct fake){ .refuse_all = EACCES };
	options = (struct group_options){ .levels = 2, .with_ipc = true, .per_task = true };
	assert_int_equal(probe_as(NULL), -EACCES);
	assert_non_null(strstr(err.text, "cannot count \"slots\": "));
}

TEST(a_kernel_that_takes_all_gives_all)
{
	fake = (struct fake){ .opened = 0 };
	assert_int_equal(probe(NULL), 0);
	assert_int_equal(options.levels, 2);
	assert_true(options.with_ipc);
	assert_int_equal(fake.opened, 12);
	assert_int_equal(fake.last_group_fd, LEADER_FD);
	assert_int_equal(fake.last_pid, -1);
	assert_int_equal(fake.last_cpu, 0);
	assert_int_equal(fake.enabled, 0);
}

TEST(what_is_refused_is_left_out_with_its_group)
{
	static const struct {
		uint64_t refused;
		int levels;
		bool ipc;
	} rows[] = {
		{ 0x3c, 2, false },	/* no room for cycles */
		{ 0x8400, 1, true },	/* an event of level 2 */
	};

	for (size_t i = 0; i < 2; i++) {
		fake = (struct fake){ .refused_config = rows[i].refused, .errnum = EINVAL };
		assert_int_equal(probe(NULL), 0);
		assert_int_equal(options.levels, rows[i].levels);
		assert_int_equal(options.with_ipc, rows[i].ipc);
	}
}

TEST(when_level_1_is_refused_its_event_is_named)
{
	fake = (struct fake){ .refused_config = 0x8000, .errnum = EINVAL };
	assert_int_equal(probe(NULL), -EINVAL);
	assert_non_null(strstr(err.text, "\"topdown-retiring\" on CPU 0"));
	assert_int_equal(options.levels, 2);
}

TEST(no_permission_is_not_tried_again)
{
	fake = (struct fake){ .refuse_all = EACCES };
	assert_int_equal(probe(NULL), -EACCES);
	assert_int_equal(fake.last_group_fd, -1);
}

TEST(the_trial_says_if_a_counter_is_free_shared_or_taken)
{
	static const struct {
		uint64_t enabled, running;
		enum probe_counts counts;
	} rows[] = {
		{ 1000000, 1000000, PROBE_COUNTS },
		{ 1000000, 500000, PROBE_SHARED },
		{ 1000000, 0, PROBE_TAKEN },
	};

	for (size_t i = 0; i < 3; i++) {
		enum probe_counts counts = PROBE_COUNTS;

		fake = (struct fake){ .enabled_ns = rows[i].enabled, .running_ns = rows[i].running };
		assert_int_equal(probe(&counts), 0);
		assert_int_equal(counts, rows[i].counts);
		assert_in_range(fake.enabled, 1, 3);
		/* When slots are taken, all of the group waits for them. */
		assert_int_equal(options.levels, 2);
		assert_true(options.with_ipc);
	}
}

/* tdtop draws nothing until the trial is over. */
TEST(a_group_that_is_always_on_is_not_tried_longer)
{
	enum probe_counts counts;

	for (int pauses = 1; pauses <= 4; pauses += 3) {
		fake = (struct fake){ .enabled_ns = 1000000,
				      .running_ns = pauses == 1 ? 1000000 : 500000 };
		assert_int_equal(probe(&counts), 0);
		assert_int_equal(fake.paused, pauses * fake.enabled);
	}
	fake.paused = 0;
	assert_int_equal(probe_rotation(cpu_family_find("Intel Sapphire Rapids")) + fake.paused, 0);
}

/* Others hold the general counters: a group with an event that needs one is never on. */
TEST(what_is_never_on_with_ipc_is_counted_without)
{
	enum probe_counts counts = PROBE_TAKEN;

	fake = (struct fake){ .enabled_ns = 1000000, .running_ns = 1000000, .starving_config = 0x3c };
	assert_int_equal(probe(&counts), 0);
	assert_int_equal(counts, PROBE_COUNTS);
	assert_int_equal(options.levels, 2);
	assert_false(options.with_ipc);
}

TEST(a_cpu_that_is_about_to_go_offline_takes_no_events)
{
	fake = (struct fake){ .refuse_all = ENODEV };
	assert_false(perf_probe_cpu(&sys, 3));
	assert_int_equal(fake.last_cpu, 3);
}

TEST(whatever_else_is_wrong_a_cpu_is_there)
{
	fake = (struct fake){ .refuse_all = EMFILE };
	assert_true(perf_probe_cpu(&sys, 3));
	fake = (struct fake){ 0 };
	assert_true(perf_probe_cpu(&sys, 3));
	assert_int_equal(fake.closed, fake.opened);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a group looks like to the kernel, what of it is taken, and what is said when it is refused.
 */
#include "config.h"
#include "collect/perf_open.h"

#include <errno.h>
#include <linux/capability.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#include "collect/cpu.h"
#include "tests/machine.h"

#define LEADER_FD 100

static struct err err;

/* A kernel that refuses some events. */
struct fake {
	uint64_t refused_config;	/* of the machine's PMU; 0: none */
	int errnum;			/* for it */
	bool refuse_kernel;		/* EACCES for events that count it */
	int refuse_all;			/* errno for every open; 0: none */
	uint64_t enabled_ns, running_ns;	/* what the trial reads */
	uint64_t starving_config;	/* a group with this event is never on; 0: none */
	int leader, starving_leader;
	int opened, closed, enabled, paused;
	int last_group_fd, last_cpu;
	pid_t last_pid;
};

static int fake_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	struct fake *fake = data;

	fake->last_group_fd = group_fd;
	fake->last_cpu = cpu;
	fake->last_pid = pid;
	if (fake->refuse_all)
		return -fake->refuse_all;
	if (fake->refuse_kernel && !attr->exclude_kernel)
		return -EACCES;
	if (fake->refused_config && attr->type != PERF_TYPE_SOFTWARE &&
	    attr->config == fake->refused_config)
		return -fake->errnum;
	if (group_fd < 0)
		fake->leader = LEADER_FD + fake->opened;
	if (fake->starving_config && attr->type != PERF_TYPE_SOFTWARE && attr->config == fake->starving_config)
		fake->starving_leader = fake->leader;
	return LEADER_FD + fake->opened++;
}

static int fake_enable(void *data, int fd)
{
	struct fake *fake = data;

	(void)fd;
	fake->enabled++;
	return 0;
}

static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	const struct fake *fake = data;
	const uint64_t words[] = { 1, fake->enabled_ns,
				   fd == fake->starving_leader ? 0 : fake->running_ns, 5 };

	assert_true(size >= sizeof(words));
	memcpy(bytes, words, sizeof(words));
	return sizeof(words);
}

static void fake_pause(void *data, int cpu)
{
	struct fake *fake = data;

	(void)cpu;
	fake->paused++;
}

static void fake_close(void *data, int fd)
{
	struct fake *fake = data;

	(void)fd;
	fake->closed++;
}

static struct perf_sys play(struct fake *fake)
{
	return (struct perf_sys){ .data = fake, .open = fake_open, .enable = fake_enable,
				  .read = fake_read, .pause = fake_pause, .close = fake_close };
}

static struct group make(const char *machine, const char *family, struct group_options options)
{
	struct group group;
	struct pmu pmu;

	assert_int_equal(pmu_open(machine_root(machine), &pmu, &err), 0);
	assert_int_equal(group_make(&pmu, cpu_family_find(family), &options, &group, &err), 0);
	pmu_close(&pmu);
	return group;
}

static struct group make_whole(void)
{
	return make("intel-spr", "intel_spr",
		    (struct group_options){ .levels = 2, .with_ipc = true,
					    .interval_ns = 1000000000 });
}

static void slots_lead_and_count_but_never_sample(void **state)
{
	struct group group = make_whole();
	const struct perf_event_attr *attr = &group.member[0].attr;

	(void)state;
	assert_int_equal(group.member[0].role, MEMBER_LEADER);
	assert_int_equal(group.member[0].event, EV_SLOTS);
	assert_int_equal(attr->config, 0x400);
	assert_int_equal(attr->sample_period, 0);
	assert_int_equal(attr->disabled, 1);
}

static void only_the_two_software_members_sample(void **state)
{
	struct group group = make_whole();

	(void)state;
	for (size_t i = 0; i < group.n; i++) {
		bool software = group.member[i].role == MEMBER_SWITCH ||
				group.member[i].role == MEMBER_CLOCK;

		assert_int_equal(group.member[i].attr.sample_period != 0, software);
		assert_int_equal(group.member[i].event == EV_COUNT, software);
		assert_int_equal(group.member[i].attr.type == PERF_TYPE_SOFTWARE, software);
		assert_int_equal(group.member[i].attr.disabled, i == 0);
	}
}

static void a_tasks_group_counts_it_and_all_it_starts_and_never_samples(void **state)
{
	struct group group = make("intel-spr", "intel_spr",
				  (struct group_options){ .levels = 2, .with_ipc = true, .per_task = true,
							  .user_only = true });

	(void)state;
	assert_true(group.n >= 9);
	assert_int_equal(group.member[0].attr.disabled, 1);
	for (size_t i = 0; i < group.n; i++) {
		const struct perf_event_attr *attr = &group.member[i].attr;

		assert_int_not_equal(group.member[i].event, EV_COUNT);
		assert_true(attr->inherit && attr->exclude_kernel);
		assert_int_equal(attr->sample_type, 0);
		assert_int_equal(attr->sample_period, 0);
		assert_int_equal(attr->read_format, group.member[0].attr.read_format);
	}
}

static void every_switch_is_sampled_also_in_the_kernel(void **state)
{
	struct group group = make_whole();
	const struct perf_event_attr *attr = &group.member[group_find(&group, MEMBER_SWITCH)].attr;

	(void)state;
	assert_int_equal(attr->config, PERF_COUNT_SW_CONTEXT_SWITCHES);
	assert_int_equal(attr->sample_period, 1);
	assert_int_equal(attr->exclude_kernel, 0);
}

static void the_clock_ticks_four_times_an_interval(void **state)
{
	struct group group = make_whole();
	const struct perf_event_attr *attr = &group.member[group_find(&group, MEMBER_CLOCK)].attr;

	(void)state;
	assert_int_equal(attr->config, PERF_COUNT_SW_CPU_CLOCK);
	assert_int_equal(attr->sample_period, 250000000);
}

static void all_members_write_records_of_one_layout(void **state)
{
	struct group group = make_whole();

	(void)state;
	for (size_t i = 0; i < group.n; i++) {
		const struct perf_event_attr *attr = &group.member[i].attr;

		assert_int_equal(attr->sample_type,
				 PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
					 PERF_SAMPLE_CPU | PERF_SAMPLE_READ | PERF_SAMPLE_IP);
		assert_int_equal(attr->read_format, group.member[0].attr.read_format);
		assert_true(attr->read_format & PERF_FORMAT_GROUP);
		assert_true(attr->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING);
		assert_true(attr->sample_id_all);
		assert_true(attr->use_clockid);
		assert_int_equal(attr->clockid, CLOCK_MONOTONIC);
		assert_int_equal(attr->size, sizeof(*attr));
		assert_int_equal(attr->inherit, 0);
	}
}

static void the_whole_group_has_eleven_events_and_two_samplers(void **state)
{
	struct group group = make_whole();

	(void)state;
	assert_int_equal(group.n, 13);
	assert_int_equal(group_find(&group, MEMBER_SWITCH), 1);
	assert_int_equal(group.member[group_find(&group, MEMBER_METRIC)].event, EV_RETIRING);
	assert_int_equal(group.member[12].event, EV_CYCLES);
}

static void level_1_leaves_the_level_2_events_out(void **state)
{
	struct group group = make("intel-spr", "intel_spr", (struct group_options){ .levels = 1 });

	(void)state;
	assert_int_equal(group.n, 7);
	assert_int_equal(group_find(&group, MEMBER_OPTIONAL), -1);
	assert_int_equal(group.member[6].event, EV_BE_BOUND);
}

/* General counters of the CPU that a group takes. */
static int generals(const struct group *group)
{
	int n = 0;

	for (size_t i = 0; i < group->n; i++) {
		const struct perf_event_attr *attr = &group->member[i].attr;

		n += attr->type != PERF_TYPE_SOFTWARE && attr->config & 0xff;
	}
	return n;
}

static void each_turn_has_its_slots_all_of_level_1_and_room_in_the_counters(void **state)
{
	(void)state;
	for (int turn = 1; turn <= 2; turn++) {
		struct group group = make("intel-icl", "intel_icl",
					  (struct group_options){ .levels = 2, .turn = turn,
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
		assert_true(events & 1U << EV_FE_BOUND && events & 1U << EV_BE_BOUND);
		assert_false(events & 1U << EV_CYCLES);
		assert_in_range(generals(&group), 1, cpu_intel_icl[CPU_ICL].counters);
	}
}

/* Their leader counts cycles. */
static void e_cores_count_instructions_in_the_turn_of_level_2_too(void **state)
{
	struct group group = make("intel-adln", "Intel Gracemont",
				  (struct group_options){ .levels = 2, .turn = 1, .with_ipc = true });
	size_t instructions = 0;

	(void)state;
	assert_true(group.member[0].slots && group.member[0].cycles);
	for (size_t i = 0; i < group.n; i++)
		instructions += group.member[i].event == EV_INSTRUCTIONS;
	assert_int_equal(instructions, 1);
}

static void events_of_their_own_tell_who_comes_and_who_exists_whether_the_group_is_on_or_not(void **state)
{
	struct group group = make_whole();
	struct perf_event_attr watcher;

	(void)state;
	for (enum watcher what = 0; what < WATCHERS; what++) {
		group_make_watcher(&watcher, what);
		assert_int_equal(watcher.config, PERF_COUNT_SW_DUMMY);
		assert_int_equal(watcher.context_switch, what == WATCHER_OF_SWITCHES);
		assert_int_equal(watcher.comm && watcher.comm_exec && watcher.task, what == WATCHER_OF_TASKS);
		assert_int_equal(watcher.sample_type, group.member[0].attr.sample_type);
		assert_int_equal(watcher.read_format, group.member[0].attr.read_format);
	}
	for (size_t i = 0; i < group.n; i++)
		assert_false(group.member[i].attr.context_switch || group.member[i].attr.task);
}

static int probe_turns(struct fake *fake, const struct family *family)
{
	const struct facts facts = { .nmi_watchdog = 1 };
	const struct group_options options = { .levels = 1 };
	struct perf_sys sys = play(fake);
	struct pmu pmu;
	int turns;

	assert_int_equal(pmu_open(machine_root("intel-icl"), &pmu, &err), 0);
	turns = perf_probe_turns(&sys, &pmu, family, &facts, &options, fake->enabled_ns > 0, &err);
	pmu_close(&pmu);
	assert_int_equal(fake->opened, fake->closed);
	return turns;
}

static void all_groups_in_turn_are_tried_and_one_that_is_refused_refuses_all(void **state)
{
	struct fake fake = { 0 };

	(void)state;
	assert_int_equal(probe_turns(&fake, &cpu_intel_icl[CPU_ICL]), 2);
	fake = (struct fake){ .refused_config = 0x3079, .errnum = EINVAL };
	assert_int_equal(probe_turns(&fake, &cpu_intel_icl[CPU_ICL]), 0);
	fake = (struct fake){ 0 };
	assert_int_equal(probe_turns(&fake, &cpu_intel_spr[CPU_SPR]), 0);
}

static void a_group_in_turn_that_is_accepted_and_never_on_refuses_all(void **state)
{
	struct fake fake = { .enabled_ns = 1000000, .running_ns = 300000 };

	(void)state;
	assert_int_equal(probe_turns(&fake, &cpu_intel_icl[CPU_ICL]), 2);
	fake = (struct fake){ .enabled_ns = 1000000, .running_ns = 300000, .starving_config = 0x3079 };
	assert_int_equal(probe_turns(&fake, &cpu_intel_icl[CPU_ICL]), 0);
	assert_string_equal(err.text, "group 2 of 2 was accepted and never counted in a trial: others hold counters "
			    "that it needs; the NMI watchdog is on and holds one (sysctl kernel.nmi_watchdog=0)");
}

static int probe_as(struct fake *fake, struct group_options *options, enum probe_counts *counts)
{
	struct perf_sys sys = play(fake);
	struct facts facts;
	struct pmu pmu;
	int ret;

	facts_read(machine_root("intel-spr"), &facts);
	assert_int_equal(pmu_open(machine_root("intel-spr"), &pmu, &err), 0);
	ret = perf_probe(&sys, &pmu, &cpu_intel_spr[CPU_SPR], &facts, options, counts, &err);
	pmu_close(&pmu);
	assert_int_equal(fake->opened, fake->closed);
	return ret;
}

static int probe(struct fake *fake, struct group_options *options, enum probe_counts *counts)
{
	*options = (struct group_options){ .levels = 2, .with_ipc = true };
	return probe_as(fake, options, counts);
}

static void a_task_is_tried_on_ourselves_without_the_kernel_where_that_is_not_permitted(void **state)
{
	struct fake fake = { .refuse_kernel = true };
	struct group_options options = { .levels = 2, .with_ipc = true, .per_task = true };

	(void)state;
	assert_int_equal(probe_as(&fake, &options, NULL), 0);
	assert_true(options.user_only && options.with_ipc);
	assert_int_equal(options.levels, 2);
	assert_int_equal(fake.last_cpu, -1);
	assert_int_equal(fake.last_pid, 0);
	fake = (struct fake){ 0 };
	options.user_only = false;
	assert_int_equal(probe_as(&fake, &options, NULL), 0);
	assert_false(options.user_only);
}

static void a_task_that_may_not_be_counted_at_all_is_told_why(void **state)
{
	struct fake fake = { .refuse_all = EACCES };
	struct group_options options = { .levels = 2, .with_ipc = true, .per_task = true };

	(void)state;
	assert_int_equal(probe_as(&fake, &options, NULL), -EACCES);
	assert_non_null(strstr(err.text, "cannot count \"slots\": "));
}

static void a_kernel_that_takes_all_gives_all(void **state)
{
	struct group_options options;
	struct fake fake = { .opened = 0 };

	(void)state;
	assert_int_equal(probe(&fake, &options, NULL), 0);
	assert_int_equal(options.levels, 2);
	assert_true(options.with_ipc);
	assert_int_equal(fake.opened, 13);
	assert_int_equal(fake.last_group_fd, LEADER_FD);
	assert_int_equal(fake.last_pid, -1);
	assert_int_equal(fake.last_cpu, 0);
	assert_int_equal(fake.enabled, 0);
}

static void without_room_for_cycles_ipc_is_left_out(void **state)
{
	struct fake fake = { .refused_config = 0x3c, .errnum = EINVAL };
	struct group_options options;

	(void)state;
	assert_int_equal(probe(&fake, &options, NULL), 0);
	assert_int_equal(options.levels, 2);
	assert_false(options.with_ipc);
}

static void without_level_2_events_level_1_is_counted_with_ipc(void **state)
{
	struct fake fake = { .refused_config = 0x8400, .errnum = EINVAL };
	struct group_options options;

	(void)state;
	assert_int_equal(probe(&fake, &options, NULL), 0);
	assert_int_equal(options.levels, 1);
	assert_true(options.with_ipc);
}

static void when_level_1_is_refused_its_event_is_named(void **state)
{
	struct fake fake = { .refused_config = 0x8000, .errnum = EINVAL };
	struct group_options options;

	(void)state;
	assert_int_equal(probe(&fake, &options, NULL), -EINVAL);
	assert_non_null(strstr(err.text, "\"topdown-retiring\" on CPU 0"));
	assert_int_equal(options.levels, 2);
}

static void no_permission_is_not_tried_again(void **state)
{
	struct fake fake = { .refuse_all = EACCES };
	struct group_options options;

	(void)state;
	assert_int_equal(probe(&fake, &options, NULL), -EACCES);
	assert_int_equal(fake.last_group_fd, -1);
}

static void the_trial_tells_a_counter_that_is_free_shared_or_taken(void **state)
{
	static const struct {
		uint64_t enabled, running;
		enum probe_counts counts;
	} rows[] = {
		{ 1000000, 1000000, PROBE_COUNTS },
		{ 1000000, 500000, PROBE_SHARED },
		{ 1000000, 0, PROBE_TAKEN },
	};

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct fake fake = { .enabled_ns = rows[i].enabled, .running_ns = rows[i].running };
		enum probe_counts counts = PROBE_COUNTS;
		struct group_options options;

		assert_int_equal(probe(&fake, &options, &counts), 0);
		assert_int_equal(counts, rows[i].counts);
		assert_in_range(fake.enabled, 1, 3);
	}
}

/* Nothing is drawn until it is over. */
static void who_has_all_of_its_time_is_not_tried_longer(void **state)
{
	struct fake alone = { .enabled_ns = 1000000, .running_ns = 1000000 };
	struct fake shared = { .enabled_ns = 1000000, .running_ns = 500000 };
	struct group_options options;
	enum probe_counts counts;

	(void)state;
	assert_int_equal(probe(&alone, &options, &counts), 0);
	assert_int_equal(probe(&shared, &options, &counts), 0);
	assert_int_equal(alone.paused, alone.enabled);
	assert_int_equal(shared.paused, 4 * shared.enabled);
}

/* General counters that somebody holds: a group with an event that needs one is never on. */
static void what_is_never_on_with_ipc_is_counted_without(void **state)
{
	struct fake fake = { .enabled_ns = 1000000, .running_ns = 1000000, .starving_config = 0x3c };
	enum probe_counts counts = PROBE_TAKEN;
	struct group_options options;

	(void)state;
	assert_int_equal(probe(&fake, &options, &counts), 0);
	assert_int_equal(counts, PROBE_COUNTS);
	assert_int_equal(options.levels, 2);
	assert_false(options.with_ipc);
}

static void when_slots_are_taken_all_of_the_group_waits_for_them(void **state)
{
	struct fake fake = { .enabled_ns = 1000000, .running_ns = 0 };
	enum probe_counts counts = PROBE_COUNTS;
	struct group_options options;

	(void)state;
	assert_int_equal(probe(&fake, &options, &counts), 0);
	assert_int_equal(counts, PROBE_TAKEN);
	assert_int_equal(options.levels, 2);
	assert_true(options.with_ipc);
}

static struct facts some_facts(int paranoid, uint64_t caps)
{
	return (struct facts){ .kernel = "6.1.0", .kernel_major = 6, .kernel_minor = 1,
			       .perf = true, .paranoid = paranoid, .caps_known = true, .caps = caps,
			       .nofile_soft = 1024 };
}

static void expect_error(int errnum, const struct facts *facts, const char *sentence)
{
	assert_int_equal(perf_open_error(errnum, "slots", 0, facts, &err), -errnum);
	assert_string_equal(err.text, sentence);
}

static void without_permission_the_level_and_the_capability_are_told(void **state)
{
	struct facts facts = some_facts(2, 0);

	(void)state;
	expect_error(EACCES, &facts,
		     "cannot count \"slots\" on CPU 0: not permitted (kernel.perf_event_paranoid "
		     "is 2); run "
		     "as root, or 'setcap cap_perfmon+ep tdtop', or look with 'tdtop --doctor'");
}

static void at_debians_level_3_cap_perfmon_is_not_advised_alone(void **state)
{
	struct facts facts = some_facts(3, 1ULL << CAP_PERFMON);

	(void)state;
	expect_error(EACCES, &facts,
		     "cannot count \"slots\" on CPU 0: not permitted (kernel.perf_event_paranoid "
		     "is 3); run "
		     "as root, or 'setcap cap_sys_admin+ep tdtop' (cap_perfmon is not enough above "
		     "level 2), "
		     "or 'sysctl kernel.perf_event_paranoid=2' and 'setcap cap_perfmon+ep tdtop', "
		     "or look "
		     "with 'tdtop --doctor'");
}

static void an_old_kernel_is_not_told_of_cap_perfmon(void **state)
{
	struct facts facts = some_facts(2, 0);

	(void)state;
	facts.kernel_major = 5;
	facts.kernel_minor = 4;
	(void)perf_open_error(EACCES, "slots", 0, &facts, &err);
	assert_non_null(strstr(err.text, "older than CAP_PERFMON"));
	assert_null(strstr(err.text, "setcap"));
}

static void a_call_that_does_not_reach_a_kernel_with_perf_events_is_no_kernel_without(void **state)
{
	struct facts facts = some_facts(2, 1ULL << CAP_PERFMON);

	(void)state;
	facts.perf = true;
	(void)perf_open_error(ENOSYS, "slots", 0, &facts, &err);
	assert_non_null(strstr(err.text, "an emulator (qemu-user) or a sandbox"));
	facts.perf = false;
	(void)perf_open_error(ENOSYS, "slots", 0, &facts, &err);
	assert_non_null(strstr(err.text, "this kernel has no perf events (Linux 6.1.0)"));
}

static void each_errno_has_its_own_advice(void **state)
{
	static const struct {
		int errnum;
		bool guest, filtered;
		const char *part;
	} rows[] = {
		{ EACCES, false, false, "although paranoid level and capabilities allow it" },
		{ EPERM, false, true, "profile that allows perf_event_open" },
		{ ENOSYS, false, true, "profile that allows perf_event_open" },
		{ ENOSYS, false, false, "but the call does not reach it (Linux 6.1.0)" },
		{ EPERM, false, false, "/sys/kernel/security/lockdown" },
		{ EINVAL, true, false, "PERF_METRICS register to this virtual machine (KVM)" },
		{ EINVAL, false, false, "does not accept this event" },
		{ ENOENT, true, false, "hypervisor may hide it" },
		{ ENOENT, false, false, "does not have this event (Linux" },
		{ EOPNOTSUPP, false, false, "cannot count this event in this way" },
		{ ENODEV, false, false, "offline" },
		{ EBUSY, false, false, "holds the counter" },
		{ ENOSPC, false, false, "not enough counters" },
		{ EMFILE, false, false, "too many open files (the limit is 1024)" },
		{ ENFILE, false, false, "fs.file-max" },
		{ ENOMEM, false, false, "not enough memory" },
		{ ESRCH, false, false, "the task has ended" },
		{ EINTR, false, false, "a signal came in between" },
		{ EBADF, false, false, "asked the kernel in a wrong way (Linux 6.1.0); report" },
		{ EFAULT, false, false, "asked the kernel in a wrong way" },
		{ EOVERFLOW, false, false, "asked the kernel in a wrong way" },
		{ E2BIG, false, false, "larger than the kernel allows" },
		{ EIO, false, false, "Input/output error" },
	};
	struct facts facts = some_facts(2, 1ULL << CAP_PERFMON);

	(void)state;
	(void)strcpy(facts.hypervisor_name, "KVM");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		facts.hypervisor = rows[i].guest;
		facts.seccomp = rows[i].filtered;
		assert_int_equal(perf_open_error(rows[i].errnum, "slots", 3, &facts, &err),
				 -rows[i].errnum);
		if (!strstr(err.text, rows[i].part) || !strstr(err.text, "\"slots\" on CPU 3: ") ||
		    !strstr(err.text, "; "))
			fail_msg("errno %d: %s", rows[i].errnum, err.text);
	}
}

/* Those of perf_event_open(2), and what opening a descriptor can say. */
static void no_errno_is_left_to_the_words_of_the_library(void **state)
{
	static const int errnums[] = { E2BIG, EACCES, EBADF, EBUSY, EFAULT, EINTR, EINVAL, EMFILE,
				       ENFILE, ENODEV, ENOENT, ENOMEM, ENOSPC, ENOSYS, EOPNOTSUPP,
				       EOVERFLOW, EPERM, ESRCH };
	static const struct facts unknown = { .paranoid = 0 };
	char words[128];

	(void)state;
	for (size_t i = 0; i < sizeof(errnums) / sizeof(errnums[0]); i++) {
		(void)snprintf(words, sizeof(words), ": %s; ", strerror(errnums[i]));
		(void)perf_open_error(errnums[i], "slots", -1, &unknown, &err);
		if (strstr(err.text, words))
			fail_msg("errno %d: %s", errnums[i], err.text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slots_lead_and_count_but_never_sample),
		cmocka_unit_test(only_the_two_software_members_sample),
		cmocka_unit_test(a_tasks_group_counts_it_and_all_it_starts_and_never_samples),
		cmocka_unit_test(a_task_is_tried_on_ourselves_without_the_kernel_where_that_is_not_permitted),
		cmocka_unit_test(a_task_that_may_not_be_counted_at_all_is_told_why),
		cmocka_unit_test(every_switch_is_sampled_also_in_the_kernel),
		cmocka_unit_test(the_clock_ticks_four_times_an_interval),
		cmocka_unit_test(all_members_write_records_of_one_layout),
		cmocka_unit_test(the_whole_group_has_eleven_events_and_two_samplers),
		cmocka_unit_test(level_1_leaves_the_level_2_events_out),
		cmocka_unit_test(each_turn_has_its_slots_all_of_level_1_and_room_in_the_counters),
		cmocka_unit_test(e_cores_count_instructions_in_the_turn_of_level_2_too),
		cmocka_unit_test(events_of_their_own_tell_who_comes_and_who_exists_whether_the_group_is_on_or_not),
		cmocka_unit_test(all_groups_in_turn_are_tried_and_one_that_is_refused_refuses_all),
		cmocka_unit_test(a_group_in_turn_that_is_accepted_and_never_on_refuses_all),
		cmocka_unit_test(a_kernel_that_takes_all_gives_all),
		cmocka_unit_test(without_room_for_cycles_ipc_is_left_out),
		cmocka_unit_test(without_level_2_events_level_1_is_counted_with_ipc),
		cmocka_unit_test(when_level_1_is_refused_its_event_is_named),
		cmocka_unit_test(no_permission_is_not_tried_again),
		cmocka_unit_test(the_trial_tells_a_counter_that_is_free_shared_or_taken),
		cmocka_unit_test(who_has_all_of_its_time_is_not_tried_longer),
		cmocka_unit_test(what_is_never_on_with_ipc_is_counted_without),
		cmocka_unit_test(when_slots_are_taken_all_of_the_group_waits_for_them),
		cmocka_unit_test(without_permission_the_level_and_the_capability_are_told),
		cmocka_unit_test(at_debians_level_3_cap_perfmon_is_not_advised_alone),
		cmocka_unit_test(an_old_kernel_is_not_told_of_cap_perfmon),
		cmocka_unit_test(a_call_that_does_not_reach_a_kernel_with_perf_events_is_no_kernel_without),
		cmocka_unit_test(each_errno_has_its_own_advice),
		cmocka_unit_test(no_errno_is_left_to_the_words_of_the_library),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which tasks are found, which counters are opened for them, and which task the counts belong to
 * (tests/scenarios/thread_set.txt). Each task that gets counters of its own was counted by
 * inherited ones before: no task may ever be counted twice at one time, or not at all
 * (thread_set_inherit.txt, also with pinned parts).
 */
#include "config.h"
#include "collect/pertask/thread_set.h"

#include <unistd.h>

#include "tests/fixtures/fixture_thread_set.h"
#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

#define ID(n) ((int32_t)number_arg(n))

static bool all_are_pinned;
static int opened_before, inherited_before;	/* when it was asked for the last time; -1: never */
static struct task_event held;
static int32_t reaped;

FIXTURE(setup)
{
	opened_before = 0;
	inherited_before = -1;
	return all_are_pinned ? thread_set_setup_pinned(state) : thread_set_setup(state);
}

const struct around_tests around_tests = { .setup = setup, .teardown = thread_set_teardown };

const struct scenarios scenarios = {
	.files = { "thread_set", "thread_set_inherit", "thread_set_pinned", "thread_set_inherit" },
};

COMMAND(pin_all)
{
	all_are_pinned = true;
}

/* ---- the set ---- */

COMMAND(begin)
{
	begin_counting();
}

/* PID [PROGRAM]: of a command that has not begun. */
COMMAND(add)
{
	if (!thread_set_add_pid(set, ID(1), n_args() > 1 ? text_arg(2) : NULL))
		say("there is none");
}

COMMAND(follow)
{
	follow_forks();
}

static void make_set(struct thread_set_config config)
{
	config.counters = &counters_config;
	config.proc_root = fake_proc_root;
	config.fds_max = 1000;
	thread_set_free(set);
	set = thread_set_new(&config);
}

/* SELF: that is us. */
COMMAND(of_user)
{
	make_set((struct thread_set_config){ .all_of_user = true, .user = getuid(), .self_pid = ID(1) });
}

static void reap(int32_t pid)
{
	reaped = pid;
}

COMMAND(command)
{
	make_set((struct thread_set_config){ .self_pid = 50, .subreaper = true, .command = 10, .reap = reap });
	reaped = 0;
	task_is_created(50, 50, 0);
	fake_proc_write("10 ", "50/task/50/children");
}

COMMAND(scan)
{
	scan();
}

/* Until tasks that have exited are dropped. */
COMMAND(drop)
{
	scan_until_exited_are_dropped();
}

/* ---- what happens ---- */

/* PID TID [CREATOR]: one outside of the set. */
COMMAND(create)
{
	task_is_created(ID(1), ID(2), (int32_t)number_arg_or(3, 0));
}

/* PID BETWEEN CREATOR */
COMMAND(orphan)
{
	task_creates_orphan(ID(1), ID(2), ID(3));
}

/* FIRST LAST: each creates the next one, and exits. */
COMMAND(generations)
{
	for (int32_t pid = ID(1); pid <= ID(2); pid++) {
		task_is_created(pid, pid, pid - 1);
		task_exits(pid - 1);
	}
}

/* TID MS ...: a thousand slots each. */
COMMAND(run)
{
	for (size_t i = 1; i < n_args(); i += 2)
		task_runs(ID(i), (uint64_t)number_arg(i + 1));
}

COMMAND(exit)
{
	task_exits(ID(1));
}

/* TID: it has exited, and is still in /proc. */
COMMAND(die)
{
	task_find(ID(1))->alive = false;
}

/* A command that was added calls it. */
COMMAND(exec)
{
	fake.groups[0].enabled = true;
}

COMMAND(exec_by_11)
{
	task_find(10)->alive = false;
	fake.tasks[fake.n_tasks] = fake.tasks[1];
	fake.tasks[fake.n_tasks].alive = true;
	fake.tasks[fake.n_tasks++].tid = 10;
}

/* TID: the kernel removes them as the task executes a set-user-ID program. */
COMMAND(lose_counters)
{
	memset(task_find(ID(1))->counted_by, 0, sizeof(task_find(ID(1))->counted_by));
}

COMMAND(lose_fork)
{
	fake.n_fork_events--;
}

/* The first of two events of forks is read later. */
COMMAND(hold_fork)
{
	held = fake.fork_events[0];
	fake.fork_events[0] = fake.fork_events[1];
	fake.n_fork_events = 1;
}

COMMAND(release_fork)
{
	fake.fork_events[fake.n_fork_events++] = held;
}

static void create_20(void)
{
	task_is_created(20, 20, 11);
}

static void create_30(void)
{
	task_is_created(30, 30, 20);
}

static void create_12(void)
{
	task_is_created(10, 12, 11);
}

static void create_orphan_30(void)
{
	task_creates_orphan(30, 20, 11);
}

static void create_40_and_exit(void)
{
	task_is_created(40, 40, 20);
	task_exits(20);
	proc_write_stat(30, 50, "name", 'S', 4096);
	proc_write_stat(40, 50, "name", 'S', 4096);
	fake_proc_write("10 30 40 ", "50/task/50/children");
}

/* N WHAT: while group number N from now on is being opened. */
COMMAND(meanwhile)
{
	static const struct {
		const char *name;
		void (*happens)(void);
	} all[] = { { "create_20", create_20 }, { "create_30", create_30 },
		    { "create_12", create_12 }, { "create_orphan_30", create_orphan_30 },
		    { "create_40_and_exit", create_40_and_exit } };
	size_t i = 0;

	while (strcmp(all[i].name, text_arg(2)) != 0)
		assert_true(++i < sizeof(all) / sizeof(all[0]));
	happens_at(ID(1), all[i].happens);
}

/* ---- /proc ---- */

/* PID TID [CHILD ...] */
COMMAND(children)
{
	char text[128] = "";

	for (size_t i = 3; i <= n_args(); i++)
		(void)snprintf(text + strlen(text), 16, "%d ", ID(i));
	fake_proc_write(text, "%d/task/%d/children", ID(1), ID(2));
}

/* PID TID CHILD: the last one of so many. */
COMMAND(thousand_children)
{
	static char text[8192];

	text[0] = '\0';
	for (int i = 0; i < 1000; i++)
		(void)snprintf(text + strlen(text), 16, "%d ", 90000 + i);
	(void)snprintf(text + strlen(text), 16, "%d ", ID(3));
	fake_proc_write(text, "%d/task/%d/children", ID(1), ID(2));
}

/* PID PPID STATE CODE NAME: where its code begins. */
COMMAND(stat)
{
	char name[COMM_LEN] = "";

	for (size_t i = 5; i <= n_args(); i++)
		(void)snprintf(name + strlen(name), sizeof(name) - strlen(name), "%s%s",
			       i > 5 ? " " : "", text_arg(i));
	proc_write_stat(ID(1), ID(2), name, text_arg(3)[0], ID(4));
}

/* PID TIME: in ticks since the machine was started. */
COMMAND(began)
{
	fake_proc_stat(ID(1), 1, "other", 'S', ID(2), 1);
}

/* PID NS: as its leader's schedstat says. */
COMMAND(ran)
{
	fake_proc_write(text_arg(2), "%d/task/%d/schedstat", ID(1), ID(1));
}

/* ---- the kernel ---- */

/* TID: may not be counted; 0: all may. */
COMMAND(refuse)
{
	fake.refused = ID(1);
}

/* TID TIMES: its counters cannot be read. */
COMMAND(break)
{
	fake.broken = ID(1);
	fake.broken_times = ID(2);
}

/* N: files that the set believes it may open; that the kernel allows; rings. */
COMMAND(limit)
{
	limit_files((size_t)number_arg(1));
}

COMMAND(allow)
{
	fake.fds_limit = ID(1);
}

COMMAND(rings)
{
	fake.rings_limit = ID(1);
}

COMMAND(without_rings)
{
	const struct group group = counters_config.part[0].group;

	thread_counters_config_init(&counters_config, counters_config.sys, &group, 1);
	fake.rings_limit = 0;
	assert_false(pin_counters());
}

static struct fake_group *pinned_group_of(int32_t tid)
{
	for (int i = 0; i < fake.n_groups; i++)
		if (fake.groups[i].pinned && fake.groups[i].open && fake.groups[i].tid == tid)
			return &fake.groups[i];
	fail_msg("task %d has no pinned group", tid);
	return NULL;
}

/* TID: its pinned part is off. */
COMMAND(take_away)
{
	pinned_group_of(ID(1))->in_error = true;
}

/* ---- what comes of it ---- */

/* Whose slots were reported so far, in thousands: so many ms they ran. */
static void say_slots(void)
{
	for (int tid = 0; tid < TASKS; tid++)
		if (reported.slots[tid])
			say("%d: %g", tid, (double)reported.slots[tid] / 1000);
}

/* [TIMES] */
COMMAND(tick)
{
	for (int64_t i = number_arg_or(1, 1); i; i--)
		tick();
	say_slots();
}

/* The same, and their sum; all time of each task was counted. */
COMMAND(all)
{
	uint64_t sum = 0;

	tick();
	assert_int_equal(lost_ns, 0);
	for (int tid = 0; tid < TASKS; tid++)
		sum += reported.slots[tid];
	say("%g", (double)sum / 1000);
	say_slots();
}

/* TID ...: in ms, as counted. */
COMMAND(time)
{
	for (size_t i = 1; i <= n_args(); i++)
		say("%g", (double)reported.ns[ID(i)] / 1e6);
}

COMMAND(name)
{
	say("%s", reported.comm[ID(1)]);
}

COMMAND(exited)
{
	for (int tid = 0; tid < TASKS; tid++)
		if (reported.exited[tid])
			say("%d", tid);
}

COMMAND(forget)
{
	memset(&reported, 0, sizeof(reported));
}

COMMAND(counted)
{
	say("%zu", thread_set_counted(set));
}

/* By the set, and as the sink was told at the last tick. */
COMMAND(uncounted)
{
	say("permission %u %u", thread_set_uncounted(set, UNCOUNTED_PERMISSION),
	    reported.uncounted[UNCOUNTED_PERMISSION]);
	say("files %u %u", thread_set_uncounted(set, UNCOUNTED_FILES), reported.uncounted[UNCOUNTED_FILES]);
}

COMMAND(errno)
{
	say("%s", strerror(thread_set_errno(set)));
}

COMMAND(over)
{
	say(thread_set_is_over(set) ? "yes" : "no");
}

COMMAND(reaped)
{
	say("%d", reaped);
}

/* Groups since the last time; those that are inherited, which are asked for twice. */
COMMAND(opened)
{
	say("%d", fake.n_groups - opened_before);
	opened_before = fake.n_groups;
}

COMMAND(inherited)
{
	if (inherited_before >= 0)
		say("%d", fake.n_inherited - inherited_before);
	inherited_before = fake.n_inherited;
}

COMMAND(files)
{
	say("%d open, %d at the most, %d rings", fake.fds, fake.fds_most, fake.rings);
}

/* Of the first and the last group that was opened: when it begins to count. */
COMMAND(begins)
{
	for (int i = 0; i < fake.n_groups; i += fake.n_groups > 1 ? fake.n_groups - 1 : 1)
		say("%s%s", fake.groups[i].on_exec ? "at an exec" : "at once",
		    fake.groups[i].enabled ? ", it counts" : "");
}

/* TID: in ms. */
COMMAND(pinned)
{
	say("%g", (double)pinned_group_of(ID(1))->slots / 1000);
}

COMMAND(stale)
{
	say("%u threads", reported.stale);
	for (int tid = 0; tid < TASKS; tid++)
		if (reported.scaled[tid])
			say("%d scaled", tid);
}

static void create_12_to_19(void)
{
	static int32_t next;

	next = next < 12 || next == 19 ? 12 : next + 1;
	task_is_created(10, next, 10);
}

TEST(a_new_task_of_unknown_creator_does_not_wait_forever)
{
	int scans = 0;

	make_set((struct thread_set_config){ .all_of_user = true, .user = getuid() });
	scan();
	task_is_created(20, 20, 0);
	do {
		task_runs(10, 1);
		happens_at(2, create_12_to_19);	/* each time */
		scan();
		task_runs(20, 1);
		tick();
		task_exits(fake.tasks[fake.n_tasks - 1].tid);
	} while (!reported.slots[20] && ++scans < 20);
	assert_in_range(scans, 2, 12);
}

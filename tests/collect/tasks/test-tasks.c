/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which task a slice belongs to, whatever the order of the records: lives of threads, processes,
 * pids (tests/scenarios/tasks.txt). Their names; when /proc is asked, and when it is asked again
 * (task_names.txt). And that neither grows without a bound.
 */
#include "config.h"
#include "collect/tasks/tasks.h"

#include "tests/fixtures/scenario.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define NAMED_MAX 16

/* The machine: its answers for each process, which are all alike, and the number of lookups. */
static struct {
	struct tasks *tasks;
	bool exited;		/* no task exists any more */
	bool kernel;		/* processes are kernel threads */
	char comm[COMM_LEN], command[COMM_LEN];	/* command "": a zombie, which has no arguments */
	uint32_t threads;
	uint64_t threads_ns;	/* when they were counted; 0: unknown */
	uint64_t wait_ns, run_ns, clock_ns;	/* so far */
	int process_lookups, thread_lookups, exists_lookups, time_lookups;
} world;

/* What scenarios call tasks. */
static struct {
	char name[16];
	const struct task *task;
	const struct process *process;
} called[NAMED_MAX];
static size_t n_called;

static bool look_up_process(void *data, int32_t pid, struct task_facts *facts)
{
	world.process_lookups++;
	if (world.exited)
		return false;
	strcpy(facts->comm, world.comm);
	if (world.command[0])
		(void)snprintf(facts->command, sizeof(facts->command), "%s %d", world.command, pid);
	strcpy(facts->user, "ada");
	(void)snprintf(facts->cgroup, sizeof(facts->cgroup), "/%s", world.command);
	facts->ppid = 1;
	facts->kernel = world.kernel;
	facts->threads = world.threads;
	facts->threads_ns = world.threads_ns;
	return true;
}

static bool look_up_thread(void *data, int32_t pid, int32_t tid, char comm[COMM_LEN])
{
	world.thread_lookups++;
	(void)snprintf(comm, COMM_LEN, "thread %d", tid);
	return !world.exited;
}

static bool look_up_exists(void *data, int32_t pid, int32_t tid)
{
	world.exists_lookups++;
	return !world.exited;
}

static bool look_up_times(void *data, int32_t pid, int32_t tid, struct proc_schedstat *times)
{
	world.time_lookups++;
	*times = (struct proc_schedstat){ .runtime_ns = world.run_ns, .wait_ns = world.wait_ns };
	return !world.exited;
}

static uint64_t look_up_clock(void *data)
{
	return world.clock_ns;
}

SETUP
{
	static const struct task_lookup lookup = {
		.process = look_up_process, .thread = look_up_thread, .exists = look_up_exists,
		.times = look_up_times, .clock_ns = look_up_clock,
	};

	memset(&world, 0, sizeof(world));
	strcpy(world.comm, "proc");
	strcpy(world.command, "proc");
	world.threads = 2;
	world.tasks = tasks_new(&lookup);
	assert_non_null(world.tasks);
	n_called = 0;
}

TEARDOWN
{
	tasks_free(world.tasks);
}

/* A slice of 1 ms. life_ns: when the task began, as the BPF engine says; 0: unknown. */
static struct task *ran_life(int32_t pid, int32_t tid, uint64_t end_ns, uint64_t life_ns)
{
	const struct slice slice = { .time_ns = end_ns, .duration_ns = MS, .pid = pid, .tid = tid,
				     .life_ns = life_ns };
	struct task *task = tasks_of_slice(world.tasks, &slice);

	assert_non_null(task);
	assert_true(task->sum);
	task->sum->slices++;
	task->sum->busy_ns += MS;
	return task;
}

static struct task *ran(int32_t pid, int32_t tid, uint64_t end_ns)
{
	return ran_life(pid, tid, end_ns, 0);
}

/* A record of the parent's leader. */
static void forked(int32_t parent, int32_t pid, int32_t tid, uint64_t time_ns)
{
	const struct task_event event = { .kind = TASK_FORK, .time_ns = time_ns, .pid = pid,
					  .tid = tid, .ppid = parent, .ptid = parent };

	tasks_event(world.tasks, &event);
}

static void task_exited(int32_t pid, int32_t tid, uint64_t time_ns)
{
	const struct task_event event = { .kind = TASK_EXIT, .time_ns = time_ns, .pid = pid, .tid = tid };

	tasks_event(world.tasks, &event);
}

static void interval(uint64_t now_ns)
{
	tasks_resolve(world.tasks, now_ns);
	tasks_next_interval(world.tasks);
}

static uint32_t count_touched(void)
{
	uint32_t n = 0;

	for (const struct task *task = tasks_touched(world.tasks); task; task = task->next_touched)
		n++;
	return n;
}

/* ---- commands of the scenarios: times in milliseconds ---- */

#define ID(n) ((int32_t)number_arg(n))

static uint64_t ms_arg(size_t n)
{
	return (uint64_t)(strtod(text_arg(n), NULL) * 1e6 + 0.5);
}

static const char *name_of(const struct task *task)
{
	for (size_t i = n_called; i-- > 0;)
		if (called[i].task == task)
			return called[i].name;
	return NULL;
}

static const struct task *task_called(const char *name)
{
	for (size_t i = n_called; i-- > 0;)
		if (!strcmp(called[i].name, name))
			return called[i].task;
	fail_msg("no task is called %s", name);
	return NULL;
}

/* PID TID END [NAME [BEGAN]]: a slice. It says what its task is called already. */
COMMAND(ran)
{
	const struct task *task = ran_life(ID(1), ID(2), ms_arg(3), n_args() > 4 ? ms_arg(5) : 0);

	if (name_of(task))
		say("%s", name_of(task));
	if (n_args() < 4)
		return;
	assert_true(n_called < NAMED_MAX);
	(void)snprintf(called[n_called].name, sizeof(called[0].name), "%s", text_arg(4));
	called[n_called].process = task->process;
	called[n_called++].task = task;
}

/* NAME: the registry has freed it, and its memory may be that of another one by now. */
COMMAND(forget)
{
	for (size_t i = 0; i < n_called; i++)
		if (!strcmp(called[i].name, text_arg(1)))
			called[i].task = NULL;
}

/* PARENT PID TID TIME */
COMMAND(fork)
{
	forked(ID(1), ID(2), ID(3), ms_arg(4));
}

COMMAND(exit)
{
	task_exited(ID(1), ID(2), ms_arg(3));
}

/* PID TID TIME [NAME] */
static void name(enum task_event_kind kind, bool seen_late)
{
	struct task_event event = { .kind = kind, .time_ns = ms_arg(3), .pid = ID(1), .tid = ID(2),
				    .seen_late = seen_late };

	if (n_args() > 3)
		strcpy(event.comm, text_arg(4));
	tasks_event(world.tasks, &event);
}

COMMAND(comm)
{
	name(TASK_COMM, false);
}

COMMAND(exec)
{
	name(TASK_EXEC, false);
}

COMMAND(exec_seen_late)
{
	name(TASK_EXEC, true);
}

COMMAND(known)
{
	name(TASK_KNOWN, false);
}

COMMAND(already_exited)
{
	name(TASK_ALREADY_EXITED, false);
}

COMMAND(lost)
{
	tasks_lost(world.tasks);
}

/* The end of an interval, and its two parts. */
COMMAND(interval)
{
	interval(ms_arg(1));
}

COMMAND(resolve)
{
	tasks_resolve(world.tasks, ms_arg(1));
}

/* CPU time of tasks is read at so many ms: they ran for so long. */
COMMAND(read_runs)
{
	world.clock_ns = ms_arg(1), world.run_ns = ms_arg(2);
	tasks_read_runs(world.tasks, world.clock_ns, false);
}

COMMAND(next)
{
	tasks_next_interval(world.tasks);
}

/* WHAT [VALUE]: /proc says from now on. */
COMMAND(world)
{
	const char *what = text_arg(1);

	if (!strcmp(what, "exited"))
		world.exited = number_arg(2);
	else if (!strcmp(what, "kernel"))
		world.kernel = number_arg(2);
	else if (!strcmp(what, "threads"))
		world.threads = (uint32_t)number_arg(2);
	else if (!strcmp(what, "threads_at"))
		world.threads_ns = ms_arg(2);
	else if (!strcmp(what, "waited"))
		world.wait_ns = ms_arg(2);
	else if (!strcmp(what, "waits_wanted"))
		tasks_want_waits(world.tasks, number_arg(2));
	else
		strcpy(!strcmp(what, "comm") ? world.comm : world.command, n_args() > 1 ? text_arg(2) : "");
}

COMMAND(lookups)
{
	say("%d of processes", world.process_lookups);
	say("%d of threads", world.thread_lookups);
}

COMMAND(touched)
{
	say("%u", count_touched());
	if (tasks_touched(world.tasks) && name_of(tasks_touched(world.tasks)))
		say("%s", name_of(tasks_touched(world.tasks)));
}

/* How many exited in the interval. */
COMMAND(exits)
{
	say("%u", tasks_exited(world.tasks));
}

COMMAND(count)
{
	say("%zu", tasks_count(world.tasks));
}

/* The first task of the same process. */
static const char *name_of_process(const struct process *process)
{
	for (size_t i = 0; i < n_called; i++)
		if (called[i].process == process)
			return called[i].name;
	return "of no other";
}

static void say_field(const struct task *task, const char *field)
{
	const struct process *process = task->process;
	const struct {
		const char *name, *text;
	} texts[] = { { "comm", task->comm }, { "process_comm", process->comm },
		      { "command", string_text(process->command) },
		      { "user", string_text(process->user) },
		      { "cgroup", string_text(process->cgroup) },
		      { "process", name_of_process(process) },
		      { "exited", process_exited(process) ? "yes" : "no" } };
	const struct {
		const char *name;
		int64_t number;
	} numbers[] = { { "pid", process->pid }, { "ppid", process->ppid },
			{ "threads", process->threads }, { "alive", process->alive },
			{ "kernel", process->kernel }, { "leader_exited", process->leader_exited },
			{ "older", task->older != NULL },
			{ "older_process", process->older != NULL }, { "forked", task->forked },
			{ "wait", task->sum && task->sum->wait_known ?
					  (int64_t)(task->sum->wait_ns / MS) : -1 },
			{ "left_out", tasks_waits_left_out(world.tasks) }, { "time_lookups", world.time_lookups },
			{ "slices", task->sum ? (int64_t)task->sum->slices : 0 } };
	const struct {
		const char *name;
		uint64_t ns;
	} times[] = { { "began", task_key_ns(task) }, { "process_began", process->start_ns },
		      { "exited_at", task->exit_ns }, { "busy", task->sum ? task->sum->busy_ns : 0 } };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!strcmp(texts[i].name, field))
			say("%s", texts[i].text[0] ? texts[i].text : "none");
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (!strcmp(numbers[i].name, field))
			say("%lld", (long long)numbers[i].number);
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++)
		if (!strcmp(times[i].name, field))
			say("%g", (double)times[i].ns / 1e6);
}

/* TASK FIELD... */
COMMAND(show)
{
	for (size_t i = 2; i <= n_args(); i++)
		say_field(task_called(text_arg(1)), text_arg(i));
}

const struct scenarios scenarios = { { "tasks", "task_names" }, NULL };

/* ---- many tasks ---- */

TEST(only_tasks_that_ran_are_touched)
{
	for (int i = 1; i <= 1000; i++)
		ran(i, i, 5 * MS);
	assert_int_equal(count_touched(), 1000);
	interval(100 * MS);
	assert_int_equal(count_touched(), 0);
	ran(7, 7, 110 * MS);
	assert_int_equal(count_touched(), 1);
}

TEST(exited_tasks_are_forgotten_an_interval_later)
{
	uint64_t now_ns = 100 * MS;
	int32_t pid;

	for (pid = 100; pid < 10100; pid++) {
		forked(1, pid, pid, now_ns);
		task_exited(pid, pid, now_ns + MS);
		now_ns += 10 * MS;
		if (pid % 100 == 0)
			interval(now_ns);
	}
	interval(now_ns);
	interval(now_ns);
	assert_true(tasks_count(world.tasks) <= 1);	/* pid 1, which forked them */
}

TEST(tasks_with_a_lost_exit_are_found_and_forgotten)
{
	for (int i = 1; i <= 500; i++)
		ran(i, i, 5 * MS);
	interval(100 * MS);
	world.exited = true;
	for (int i = 0; i < 100 && tasks_count(world.tasks); i++) {
		int lookups = world.exists_lookups;

		interval(200 * MS);
		assert_true(world.exists_lookups - lookups <= 16);
	}
	assert_int_equal(tasks_count(world.tasks), 0);
}

TEST(sleeping_tasks_are_not_forgotten)
{
	for (int i = 1; i <= 20; i++)
		ran(i, i, 5 * MS);
	for (int i = 0; i < 50; i++)
		interval(100 * MS);
	assert_int_equal(tasks_count(world.tasks), 20);
}

/* A recording may name any number of tasks, and fill the memory with them. */
TEST(tasks_beyond_the_limit_are_not_added)
{
	const struct task_lookup lookup = { .max_tasks = 2 };
	const struct slice third = { .time_ns = 2 * MS, .duration_ns = MS, .pid = 12, .tid = 12 };

	tasks_free(world.tasks);
	world.tasks = tasks_new(&lookup);
	assert_non_null(world.tasks);
	(void)ran(10, 10, 2 * MS);
	(void)ran(11, 11, 2 * MS);
	assert_null(tasks_of_slice(world.tasks, &third));
	(void)ran(11, 11, 3 * MS);
	assert_int_equal(tasks_count(world.tasks), 2);
}

/* Each lookup walks the lives of a tid: a recording of nothing but forks would take hours. */
TEST(lives_of_one_tid_are_bounded)
{
	for (uint64_t i = 0; i < 1000; i++)
		forked(1, 70, 70, (2000 - i) * MS);
	assert_true(tasks_count(world.tasks) <= LIVES_MAX + 1);	/* and pid 1, which forked them */
	assert_int_equal(ran(70, 70, 2001 * MS)->start_ns, 2000 * MS);
}

/* A thread keeps each life of its process in the registry, after its leader was forgotten. */
TEST(lives_of_one_pid_are_bounded)
{
	int32_t tid = 1000;

	for (uint64_t i = 1; i <= 200; i++, tid++) {
		forked(1, 70, 70, i * 100 * MS);
		(void)ran(70, tid, (i * 100 + 10) * MS);
		task_exited(70, 70, (i * 100 + 20) * MS);
		interval((i * 100 + 50) * MS);
		interval((i * 100 + 60) * MS);
	}
	assert_int_equal(ran(70, tid - 1, 30000 * MS)->process->start_ns, (uint64_t)LIVES_MAX * 100 * MS);
}

TEST(doubts_are_cleared_a_few_at_a_time)
{
	for (int i = 1; i <= 1000; i++)
		ran(i, i, 5 * MS);
	interval(100 * MS);
	assert_int_equal(world.process_lookups, 1000);
	tasks_lost(world.tasks);
	for (int i = 1; i <= 1000; i++)
		ran(i, i, 105 * MS);
	interval(200 * MS);
	assert_int_equal(world.process_lookups, 1064);
}

TEST(running_processes_are_looked_up_again_a_few_at_a_time)
{
	uint64_t now = 0;

	for (int i = 0; i < 12; i++, now += 6000 * MS) {
		int lookups = world.process_lookups;

		for (int pid = 1; pid <= 100; pid++)
			ran(pid, pid, now + 5 * MS);
		if (i == 3)
			strcpy(world.command, "moved");
		interval(now + 100 * MS);
		if (i)
			assert_true(world.process_lookups - lookups <= 16);
	}
	for (int pid = 1; pid <= 100; pid++)
		assert_string_equal(string_text(ran(pid, pid, now)->process->cgroup), "/moved");
}

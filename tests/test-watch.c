/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which tasks are found, what is opened on them, and whose the counts are: before a /proc of a few files
 * and a kernel that inherits. What may never happen: that a task has two groups at one time.
 */
#include "config.h"
#include "collect/watch.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "collect/proc_tasks.h"

#define MS 1000000ULL
#define MEMBERS 2
#define TASKS 64
#define FD_BASE 100		/* fd = base + group * MEMBERS + member */
#define GROUPS 256

/* A task of the fake machine, and the groups that it has or has inherited. */
struct fake_task {
	int32_t pid, tid;
	bool covered_by[GROUPS];
	bool alive;
};

struct fake_group {
	bool open, enabled, on_exec;
	int32_t tid;
	uint64_t ns, slots;
};

static struct {
	char root[64];
	struct fake_task tasks[TASKS];
	size_t n_tasks;
	struct fake_group groups[GROUPS];
	int n_groups, fds, fds_most, fds_limit;
	int32_t refused;	/* tid: EACCES */
	int32_t broken;		/* tid: ECHILD, so many times */
	int broken_times;
	int opens;		/* of whole groups, until... */
	void (*meanwhile)(void);	/* ...this happens */
} fake;

static struct {
	uint64_t ns[TASKS], slots[TASKS];	/* by tid */
	uint32_t uncounted[UNCOUNTED_KINDS];
	char comm[TASKS][COMM_LEN];
	bool exited[TASKS];
} told;

static struct task_group_kind kind;
static struct watch *watch;
static uint64_t now_ns;
static uint64_t lost_ns;	/* of tasks that no group counted */

static struct fake_task *find(int32_t tid)
{
	for (size_t i = 0; i < fake.n_tasks; i++)
		if (fake.tasks[i].tid == tid && fake.tasks[i].alive)
			return &fake.tasks[i];
	return NULL;
}

/* ---- the kernel ---- */

static int fake_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	struct fake_task *task = find(pid);

	(void)data;
	assert_int_equal(cpu, -1);
	if (pid == fake.refused)
		return -EACCES;
	if (!task)
		return -ESRCH;
	if (fake.fds == fake.fds_limit)
		return -EMFILE;
	if (++fake.fds > fake.fds_most)
		fake.fds_most = fake.fds;
	if (group_fd >= 0)
		return group_fd + 1;
	assert_true(fake.n_groups < GROUPS);
	if (fake.meanwhile && --fake.opens == 0)
		fake.meanwhile();
	task->covered_by[fake.n_groups] = true;
	fake.groups[fake.n_groups] = (struct fake_group){ .open = true, .tid = pid,
							  .on_exec = attr->enable_on_exec };
	return FD_BASE + MEMBERS * fake.n_groups++;
}

/* A group counts from now on: no task may have another one that does. */
static int fake_enable(void *data, int fd)
{
	int group = (fd - FD_BASE) / MEMBERS;

	(void)data;
	for (size_t i = 0; i < fake.n_tasks; i++)
		for (int other = 0; fake.tasks[i].covered_by[group] && other < fake.n_groups; other++)
			assert_false(fake.tasks[i].alive && fake.tasks[i].covered_by[other] &&
				     fake.groups[other].open && fake.groups[other].enabled);
	fake.groups[group].enabled = true;
	return 0;
}

static int fake_disable(void *data, int fd)
{
	(void)data;
	fake.groups[(fd - FD_BASE) / MEMBERS].enabled = false;
	return 0;
}

static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	const struct fake_group *group = &fake.groups[(fd - FD_BASE) / MEMBERS];
	const uint64_t words[] = { MEMBERS, group->ns, group->ns, group->slots, group->slots / 2 };

	(void)data;
	assert_true(size >= sizeof(words) && group->open);
	if (group->tid == fake.broken && fake.broken_times) {
		fake.broken_times--;
		return -ECHILD;
	}
	memcpy(bytes, words, sizeof(words));
	return sizeof(words);
}

static void fake_close(void *data, int fd)
{
	(void)data;
	fake.fds--;
	fake.groups[(fd - FD_BASE) / MEMBERS].open = false;
}

static const struct perf_sys sys = { .open = fake_open, .enable = fake_enable,
				     .disable = fake_disable, .read = fake_read,
				     .close = fake_close };

/* ---- the machine ---- */

static void write_file(const char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void write_file(const char *text, const char *format, ...)
{
	char path[128];
	va_list args;
	FILE *file;
	int used = snprintf(path, sizeof(path), "%s/", fake.root);

	va_start(args, format);
	(void)vsnprintf(path + used, sizeof(path) - (size_t)used, format, args);
	va_end(args);
	file = fopen(path, "w");
	assert_non_null(file);
	(void)fputs(text, file);
	(void)fclose(file);
}

static void make_dir(int32_t pid, int32_t tid)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/%d", fake.root, pid);
	(void)mkdir(path, 0700);
	(void)snprintf(path, sizeof(path), "%s/%d/task", fake.root, pid);
	(void)mkdir(path, 0700);
	(void)snprintf(path, sizeof(path), "%s/%d/task/%d", fake.root, pid, tid);
	(void)mkdir(path, 0700);
}

static void write_stat(int32_t pid, int32_t ppid, const char *comm, char state, int start_code)
{
	char text[256];

	(void)snprintf(text, sizeof(text),
		       "%d (%s) %c %d 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 77 0 0 0 %d 0\n", pid, comm, state,
		       ppid, start_code);
	write_file(text, "%d/stat", pid);
}

/* A task, made by another one (0: by nobody who is watched). */
static void start(int32_t pid, int32_t tid, int32_t maker)
{
	struct fake_task *task = &fake.tasks[fake.n_tasks++], *by = maker ? find(maker) : NULL;
	char text[256] = "";

	assert_true(tid < TASKS && fake.n_tasks < TASKS);
	*task = (struct fake_task){ .pid = pid, .tid = tid, .alive = true };
	for (int i = 0; by && i < fake.n_groups; i++) {
		task->covered_by[i] = by->covered_by[i];
		fake.groups[i].ns += by->covered_by[i] && fake.groups[i].enabled;	/* it has run for that */
	}
	make_dir(pid, tid);
	write_file("name\n", "%d/task/%d/comm", pid, tid);
	write_file("", "%d/task/%d/children", pid, tid);
	(void)snprintf(text, sizeof(text), "%d 0 1\n", 1000 * tid);	/* a later one has run longer */
	write_file(text, "%d/task/%d/schedstat", pid, tid);
	if (pid == tid)
		write_stat(pid, by ? by->pid : 1, "name", 'S', 4096);
	if (!by || pid != tid)
		return;
	text[0] = '\0';
	for (size_t i = 0; i < fake.n_tasks; i++)
		if (fake.tasks[i].alive && fake.tasks[i].pid == fake.tasks[i].tid &&
		    fake.tasks[i].pid >= pid)
			(void)snprintf(text + strlen(text), 16, "%d ", fake.tasks[i].pid);
	write_file(text, "%d/task/%d/children", by->pid, by->tid);
}

/* The names below a directory go first. */
static void remove_tree(const char *below)
{
	char command[160];

	(void)snprintf(command, sizeof(command), "rm -rf '%s/%s'", fake.root, below);
	assert_int_equal(system(command), 0);
}

static void end(int32_t tid)
{
	struct fake_task *task = find(tid);
	char below[64];

	task->alive = false;
	if (task->pid == tid)
		(void)snprintf(below, sizeof(below), "%d", tid);
	else
		(void)snprintf(below, sizeof(below), "%d/task/%d", task->pid, tid);
	remove_tree(below);
}

static void run(int32_t tid, uint64_t ms)
{
	const struct fake_task *task = find(tid);
	bool counted = false;

	now_ns += ms * MS;
	for (int i = 0; i < fake.n_groups; i++) {
		struct fake_group *group = &fake.groups[i];

		if (!task->covered_by[i] || !group->open || !group->enabled)
			continue;
		group->ns += ms * MS;
		group->slots += ms * 1000;
		counted = true;
	}
	if (!counted)
		lost_ns += ms * MS;
}

/* ---- who receives ---- */

static void take_slice(void *data, const struct slice *slice)
{
	(void)data;
	assert_int_equal(slice->cpu, CPU_UNKNOWN);
	told.ns[slice->tid] += slice->duration_ns;
	told.slots[slice->tid] += (uint64_t)slice->counts.value[EV_SLOTS];
}

static void take_task(void *data, const struct task_event *event)
{
	(void)data;
	if (event->kind == TASK_EXIT)
		told.exited[event->tid] = true;
	else if (event->kind != TASK_FORK)
		memcpy(told.comm[event->tid], event->comm, COMM_LEN);
}

static void take_uncounted(void *data, enum uncounted why, uint32_t threads)
{
	(void)data;
	told.uncounted[why] = threads;
}

static const struct sink sink = { .slice = take_slice, .task = take_task,
				  .uncounted = take_uncounted };

static void scan(void)
{
	watch_scan(watch, now_ns, &sink);
}

/* Looks for long enough for what has ended to be forgotten. */
static void scan_for_a_while(void)
{
	for (int i = 0; i < 4; i++) {
		scan();
		now_ns += 600 * MS;
	}
}

static void read_all(void)
{
	watch_read(watch, now_ns, &sink);
}

/* One process of pid 10 with threads 10 and 11, watched. */
static int setup(void **state)
{
	static const struct group group = {
		.n = MEMBERS,
		.member = { { .event = EV_SLOTS, .scale = 1,
			      .attr = { .read_format = PERF_FORMAT_GROUP |
						       PERF_FORMAT_TOTAL_TIME_ENABLED |
						       PERF_FORMAT_TOTAL_TIME_RUNNING } },
			    { .event = EV_RETIRING, .scale = 1 } },
	};
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = 1000 };

	(void)state;
	memset(&fake, 0, sizeof(fake));
	memset(&told, 0, sizeof(told));
	now_ns = 1000 * MS;
	lost_ns = 0;
	fake.fds_limit = 10000;
	(void)strcpy(fake.root, "/tmp/test-watch-XXXXXX");
	assert_non_null(mkdtemp(fake.root));
	task_group_kind_init(&kind, &sys, &group, 1);
	watch = watch_new(&config);
	start(10, 10, 0);
	start(10, 11, 10);
	return watch ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	watch_free(watch);
	assert_int_equal(fake.fds, 0);
	remove_tree("");
	return 0;
}

static void begin(void)
{
	assert_true(watch_process(watch, 10, NULL));
	scan();
}

static void limit_files(size_t most)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = most };

	watch_free(watch);
	watch = watch_new(&config);
	assert_non_null(watch);
}

/* ---- what is expected ---- */

static void each_thread_has_a_group_of_its_own(void **state)
{
	(void)state;
	begin();
	assert_int_equal(watch_counted(watch), 2);
	run(10, 30);
	run(11, 70);
	read_all();
	assert_true(told.ns[10] == 30 * MS && told.ns[11] == 70 * MS);
	assert_true(told.slots[10] == 30000 && told.slots[11] == 70000);
	assert_string_equal(told.comm[11], "name");
	read_all();
	assert_true(told.slots[11] == 70000);
}

static void a_process_that_is_not_there_cannot_be_watched(void **state)
{
	(void)state;
	assert_false(watch_process(watch, 12, NULL));
}

static void what_a_task_starts_counts_with_it_until_it_is_found(void **state)
{
	(void)state;
	begin();
	start(20, 20, 11);
	run(20, 5);
	read_all();
	assert_true(told.slots[11] == 5000);
	run(20, 2);
	scan();
	run(20, 40);
	run(11, 1);
	read_all();
	assert_true(told.slots[20] == 40000);
	assert_true(told.slots[11] == 8000);
	assert_int_equal(watch_counted(watch), 3);
}

static void grandchildren_are_found_in_the_same_look(void **state)
{
	(void)state;
	begin();
	start(20, 20, 11);
	start(20, 21, 20);
	start(30, 30, 21);
	scan();
	assert_int_equal(watch_counted(watch), 5);
	run(30, 1);
	run(21, 2);
	read_all();
	assert_true(told.slots[30] == 1000 && told.slots[21] == 2000);
}

static void only_the_makers_group_is_opened_anew_for_a_process(void **state)
{
	int before;

	(void)state;
	begin();
	before = fake.n_groups;
	start(20, 20, 11);
	scan();
	assert_int_equal(fake.n_groups, before + 2);
	before = fake.n_groups;
	scan();
	assert_int_equal(fake.n_groups, before);
}

static void who_made_a_thread_is_not_known_so_all_that_ran_are_opened_anew(void **state)
{
	int before;

	(void)state;
	begin();
	before = fake.n_groups;
	run(10, 1);
	start(10, 12, 11);
	scan();
	assert_int_equal(fake.n_groups, before + 3);
	run(12, 4);
	read_all();
	assert_true(told.slots[12] == 4000);
}

static void a_thread_that_ends_leaves_what_it_cost(void **state)
{
	(void)state;
	begin();
	run(11, 7);
	end(11);
	scan();
	read_all();
	assert_true(told.slots[11] == 7000);
	assert_true(told.exited[11]);
	assert_int_equal(watch_counted(watch), 1);
}

static void short_lives_between_two_looks_are_their_makers(void **state)
{
	(void)state;
	begin();
	start(20, 20, 10);
	run(20, 6);
	end(20);
	write_file("", "10/task/10/children");
	scan();
	read_all();
	assert_true(told.slots[10] == 6000);
}

static void a_group_whose_thread_ended_counts_on_for_its_children(void **state)
{
	(void)state;
	begin();
	start(20, 20, 11);
	scan();
	start(30, 30, 20);
	end(20);		/* 30 is somebody else's child now, not to be found */
	write_file("", "10/task/11/children");
	for (int i = 0; i < 3; i++) {
		scan();
		assert_false(told.exited[20]);
		run(30, 900);
		read_all();
	}
	assert_int_equal(told.slots[20], 3 * 900000);
	end(30);
	scan_for_a_while();
	assert_true(told.exited[20]);
}

static void nothing_is_left_when_the_last_one_has_ended(void **state)
{
	(void)state;
	begin();
	assert_false(watch_over(watch));
	end(11);
	end(10);
	scan();
	assert_false(watch_over(watch));	/* they may have made something */
	scan_for_a_while();
	assert_true(watch_over(watch));
	assert_int_equal(fake.fds, 0);
}

static void a_zombie_has_ended(void **state)
{
	(void)state;
	begin();
	end(11);
	find(10)->alive = false;	/* but /proc has it still */
	write_stat(10, 1, "name", 'Z', 4096);
	scan_for_a_while();
	assert_true(watch_over(watch));
}

static void a_pid_that_is_used_again_is_another_process(void **state)
{
	(void)state;
	begin();
	run(10, 3);
	end(11);
	end(10);
	start(10, 10, 0);
	write_file("10 (other) S 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 99 0 0 0 1 0\n", "10/stat");
	scan_for_a_while();
	assert_true(watch_over(watch));
	assert_true(told.slots[10] == 3000);
}

static void one_that_may_not_be_counted_does_not_hide_the_others(void **state)
{
	(void)state;
	fake.refused = 11;
	begin();
	run(10, 1);
	read_all();
	assert_true(told.slots[10] == 1000);
	assert_int_equal(told.uncounted[UNCOUNTED_PERMISSION], 1);
	assert_int_equal(watch_errno(watch), EACCES);
	assert_false(watch_over(watch));
}

static void when_files_run_short_the_busiest_are_counted(void **state)
{
	(void)state;
	start(10, 12, 10);
	start(10, 13, 10);
	limit_files(3 * MEMBERS + 1);	/* two groups, and one to open another anew */
	begin();
	assert_int_equal(watch_counted(watch), 2);
	run(13, 1);
	run(12, 1);
	run(10, 1);
	read_all();
	assert_true(told.slots[13] == 1000 && told.slots[12] == 1000 && !told.slots[10]);
	assert_int_equal(told.uncounted[UNCOUNTED_FILES], 2);
	assert_true(fake.fds_most <= 3 * MEMBERS);
	end(13);
	scan();
	scan();
	assert_int_equal(watch_counted(watch), 2);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_FILES), 1);
}

static void a_limit_that_comes_as_a_surprise_is_told_too(void **state)
{
	(void)state;
	fake.fds_limit = MEMBERS + 1;
	begin();
	assert_int_equal(watch_counted(watch), 1);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_FILES), 1);
	assert_int_equal(fake.fds, MEMBERS);
}

static void a_reading_that_fails_is_made_up_for_by_the_next(void **state)
{
	(void)state;
	begin();
	run(10, 1);
	fake.broken = 10;
	fake.broken_times = 3;
	for (int i = 0; i < 3; i++)
		read_all();
	assert_int_equal(told.slots[10], 0);
	run(10, 2);
	read_all();
	assert_true(told.slots[10] == 3000);
}

static void a_group_that_is_never_read_is_opened_anew(void **state)
{
	(void)state;
	begin();
	fake.broken = 10;
	fake.broken_times = 11;		/* 10, and one before it is closed */
	for (int i = 0; i < 10; i++)
		read_all();
	assert_int_equal(watch_counted(watch), 2);
	run(10, 2);
	read_all();
	assert_true(told.slots[10] == 2000);
}

static void a_group_that_a_child_has_torn_is_opened_once_more(void **state)
{
	(void)state;
	fake.broken = 10;
	fake.broken_times = 1;
	begin();
	assert_int_equal(watch_counted(watch), 2);
	assert_int_equal(fake.n_groups, 3);
	assert_int_equal(fake.fds, 2 * MEMBERS);
}

static void an_exec_is_told_even_if_the_name_stays(void **state)
{
	(void)state;
	begin();
	run(10, 1);
	read_all();
	memset(&told, 0, sizeof(told));
	write_stat(10, 1, "name", 'R', 8192);
	run(10, 1);
	read_all();
	assert_string_equal(told.comm[10], "name");
	write_stat(10, 1, "a) b (c", 'R', 8192);
	run(10, 1);
	read_all();
	assert_string_equal(told.comm[10], "a) b (c");
}

static void a_command_counts_from_its_exec_on_under_its_name(void **state)
{
	(void)state;
	end(11);
	assert_true(watch_process(watch, 10, "make"));
	scan();
	assert_true(fake.groups[0].on_exec && !fake.groups[0].enabled);
	fake.groups[0].enabled = true;	/* exec */
	start(10, 12, 10);
	scan();
	assert_false(fake.groups[fake.n_groups - 1].on_exec);
	run(10, 1);
	read_all();
	assert_true(told.slots[10] == 1000);
}

static void all_processes_of_a_user_are_found_by_looking_at_all(void **state)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = 1000,
				       .mine = true, .user = getuid(), .but = 30 };

	(void)state;
	watch_free(watch);
	watch = watch_new(&config);
	start(20, 20, 0);
	start(30, 30, 0);
	scan();
	assert_int_equal(watch_counted(watch), 3);
	start(40, 40, 0);	/* its maker is not watched: all groups may cover it */
	scan();
	assert_int_equal(watch_counted(watch), 4);
	assert_false(watch_over(watch));
}

static void a_thousand_children_are_read_in_pieces(void **state)
{
	static char text[8192];
	(void)state;
	for (int i = 0; i < 1000; i++)
		(void)snprintf(text + strlen(text), 8, "%d ", 90000 + i);
	strcat(text, "20 ");
	begin();
	start(20, 20, 11);
	write_file(text, "10/task/11/children");
	scan();
	assert_int_equal(watch_counted(watch), 3);
}

static void make_20(void)
{
	start(20, 20, 11);
}

static void make_30(void)
{
	start(30, 30, 20);
}

static void make_12(void)
{
	start(10, 12, 11);
}

/* While the group number `opens` is being opened. */
static void happens_at(int opens, void (*meanwhile)(void))
{
	fake.opens = opens;
	fake.meanwhile = meanwhile;
}

/* All that was used so far, and nothing twice. */
static void expect_nothing_lost(uint64_t slots)
{
	uint64_t sum = 0;

	read_all();
	for (int tid = 0; tid < TASKS; tid++)
		sum += told.slots[tid];
	assert_int_equal(lost_ns, 0);
	assert_int_equal(sum, slots);
}

static void who_is_made_while_a_group_is_opened_anew_is_not_lost(void **state)
{
	(void)state;
	begin();
	start(21, 21, 11);
	happens_at(2, make_20);		/* 21's group is the first, 11's new one the second */
	scan();
	run(20, 5);
	run(21, 3);
	run(11, 1);
	expect_nothing_lost(9000);
	assert_int_equal(watch_counted(watch), 2);
	scan();				/* a quiet moment */
	assert_int_equal(watch_counted(watch), 4);
	run(20, 5);
	expect_nothing_lost(14000);
	assert_int_equal(told.slots[20], 5000);
}

static void nor_whom_a_newcomer_makes_meanwhile(void **state)
{
	(void)state;
	begin();
	start(20, 20, 11);
	happens_at(1, make_30);
	scan();
	run(30, 5);
	expect_nothing_lost(5000);
	scan();
	run(30, 1);
	expect_nothing_lost(6000);
	assert_int_equal(told.slots[30], 1000);
}

static void nor_a_thread(void **state)
{
	(void)state;
	begin();
	start(20, 20, 11);
	happens_at(2, make_12);
	scan();
	run(12, 5);
	scan();
	run(12, 2);
	expect_nothing_lost(7000);
	assert_int_equal(told.slots[12], 2000);
}

static void threads_that_have_not_run_keep_their_groups(void **state)
{
	int before;

	(void)state;
	start(10, 12, 10);
	start(10, 13, 10);
	begin();
	scan();
	scan();
	before = fake.n_groups;
	start(10, 14, 12);
	scan();
	assert_int_equal(fake.n_groups, before + 2);	/* 14's and 12's */
	run(14, 1);
	expect_nothing_lost(1000);
	assert_int_equal(told.slots[14], 1000);
}

static void without_files_for_a_second_group_the_first_goes_on(void **state)
{
	(void)state;
	limit_files(3 * MEMBERS);
	begin();
	start(20, 20, 11);
	scan();
	run(20, 1);
	expect_nothing_lost(1000);
	assert_int_equal(told.slots[11], 1000);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_FILES), 0);
}

/* As the kernel does it: the task has the number of the leader, which is gone. */
static void an_exec_by_another_thread_is_followed(void **state)
{
	(void)state;
	begin();
	end(11);
	find(10)->alive = false;
	fake.tasks[fake.n_tasks] = fake.tasks[1];
	fake.tasks[fake.n_tasks].alive = true;
	fake.tasks[fake.n_tasks++].tid = 10;
	write_stat(10, 1, "other", 'R', 8192);
	run(10, 1);
	scan();
	run(10, 3);
	start(20, 20, 10);
	scan();
	write_file("99000000 0 1", "10/task/10/schedstat");
	scan();
	run(10, 2);
	run(20, 4);
	expect_nothing_lost(10000);
	assert_true(told.slots[11] == 4000 && told.slots[10] == 2000 && told.slots[20] == 4000);
}

static void who_executes_with_other_rights_is_told_as_not_permitted(void **state)
{
	(void)state;
	begin();
	memset(find(11)->covered_by, 0, sizeof(find(11)->covered_by));
	memset(find(10)->covered_by, 0, sizeof(find(10)->covered_by));
	fake.refused = 10;
	end(11);
	write_stat(10, 1, "su", 'R', 1);
	scan();
	write_file("99000000 0 1", "10/task/10/schedstat");
	scan();
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_PERMISSION), 1);
	assert_false(watch_over(watch));
	fake.refused = 0;		/* and gives them up */
	write_stat(10, 1, "bash", 'R', 4096);
	scan();
	run(10, 1);
	expect_nothing_lost(1000);
	assert_int_equal(watch_uncounted(watch, UNCOUNTED_PERMISSION), 0);
}

static void an_orphan_of_a_watched_process_is_not_counted_twice(void **state)
{
	(void)state;
	start(20, 20, 10);
	begin();
	start(30, 30, 20);
	run(30, 1);
	end(20);
	write_file("30 ", "10/task/10/children");	/* its reaper */
	write_stat(30, 10, "name", 'S', 4096);
	scan();
	run(30, 2);
	expect_nothing_lost(3000);
	assert_int_equal(told.slots[30], 2000);
	scan();
	assert_true(told.exited[20]);
}

static int32_t reaped;

static void reap(int32_t pid)
{
	reaped = pid;
}

static void orphans_of_a_command_are_found_with_us_and_waited_for(void **state)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = 1000,
				       .but = 50, .adopts = true, .command = 10, .reap = reap };

	(void)state;
	watch_free(watch);
	watch = watch_new(&config);
	start(50, 50, 0);
	write_file("10 ", "50/task/50/children");
	start(20, 20, 10);
	begin();
	start(30, 30, 20);
	end(20);
	write_stat(30, 50, "name", 'S', 4096);
	write_file("10 30 ", "50/task/50/children");
	scan();
	run(30, 2);
	expect_nothing_lost(2000);
	assert_int_equal(told.slots[30], 2000);
	write_stat(30, 50, "name", 'Z', 4096);
	scan();
	assert_int_equal(reaped, 30);
	write_stat(10, 50, "name", 'Z', 4096);
	scan();
	assert_int_equal(reaped, 30);	/* the command is somebody else's to wait for */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_thread_has_a_group_of_its_own),
		TEST(a_process_that_is_not_there_cannot_be_watched),
		TEST(what_a_task_starts_counts_with_it_until_it_is_found),
		TEST(grandchildren_are_found_in_the_same_look),
		TEST(only_the_makers_group_is_opened_anew_for_a_process),
		TEST(who_made_a_thread_is_not_known_so_all_that_ran_are_opened_anew),
		TEST(a_thread_that_ends_leaves_what_it_cost),
		TEST(short_lives_between_two_looks_are_their_makers),
		TEST(a_group_whose_thread_ended_counts_on_for_its_children),
		TEST(nothing_is_left_when_the_last_one_has_ended),
		TEST(a_zombie_has_ended),
		TEST(a_pid_that_is_used_again_is_another_process),
		TEST(one_that_may_not_be_counted_does_not_hide_the_others),
		TEST(when_files_run_short_the_busiest_are_counted),
		TEST(a_limit_that_comes_as_a_surprise_is_told_too),
		TEST(a_reading_that_fails_is_made_up_for_by_the_next),
		TEST(a_group_that_is_never_read_is_opened_anew),
		TEST(a_group_that_a_child_has_torn_is_opened_once_more),
		TEST(an_exec_is_told_even_if_the_name_stays),
		TEST(a_command_counts_from_its_exec_on_under_its_name),
		TEST(all_processes_of_a_user_are_found_by_looking_at_all),
		TEST(a_thousand_children_are_read_in_pieces),
		TEST(who_is_made_while_a_group_is_opened_anew_is_not_lost),
		TEST(nor_whom_a_newcomer_makes_meanwhile),
		TEST(nor_a_thread),
		TEST(threads_that_have_not_run_keep_their_groups),
		TEST(without_files_for_a_second_group_the_first_goes_on),
		TEST(an_exec_by_another_thread_is_followed),
		TEST(who_executes_with_other_rights_is_told_as_not_permitted),
		TEST(orphans_of_a_command_are_found_with_us_and_waited_for),
		TEST(an_orphan_of_a_watched_process_is_not_counted_twice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

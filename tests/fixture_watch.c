/* SPDX-License-Identifier: GPL-2.0-only */
/* See fixture_watch.h. */
#include "config.h"
#include "tests/fixture_watch.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

struct fake_machine fake;
struct told told;
struct task_group_kind kind;
struct watch *watch;
uint64_t now_ns;
uint64_t lost_ns;

struct fake_task *task_find(int32_t tid)
{
	for (size_t i = 0; i < fake.n_tasks; i++)
		if (fake.tasks[i].tid == tid && fake.tasks[i].alive)
			return &fake.tasks[i];
	return NULL;
}

/* ---- the kernel ---- */

static int fake_open(void *data, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd)
{
	struct fake_task *task = task_find(pid);

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

void proc_write(const char *text, const char *format, ...)
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

void proc_write_stat(int32_t pid, int32_t ppid, const char *comm, char state, int start_code)
{
	char text[256];

	(void)snprintf(text, sizeof(text),
		       "%d (%s) %c %d 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 77 0 0 0 %d 0\n", pid, comm, state,
		       ppid, start_code);
	proc_write(text, "%d/stat", pid);
}

/* A task, made by another one (0: by nobody who is watched). */
void task_starts(int32_t pid, int32_t tid, int32_t maker)
{
	struct fake_task *task = &fake.tasks[fake.n_tasks++], *by = maker ? task_find(maker) : NULL;
	char text[256] = "";

	assert_true(tid < TASKS && fake.n_tasks < TASKS);
	*task = (struct fake_task){ .pid = pid, .tid = tid, .alive = true };
	for (int i = 0; by && i < fake.n_groups; i++) {
		task->covered_by[i] = by->covered_by[i];
		fake.groups[i].ns += by->covered_by[i] && fake.groups[i].enabled;	/* it has run for that */
	}
	if (by)
		fake.births[fake.n_births++] = (struct task_event){ .kind = TASK_FORK, .time_ns = now_ns++, .pid = pid,
								    .tid = tid, .ppid = by->pid, .ptid = maker };
	make_dir(pid, tid);
	proc_write("name\n", "%d/task/%d/comm", pid, tid);
	proc_write("", "%d/task/%d/children", pid, tid);
	(void)snprintf(text, sizeof(text), "%d 0 1\n", 1000 * tid);	/* a later one has run longer */
	proc_write(text, "%d/task/%d/schedstat", pid, tid);
	if (pid == tid)
		proc_write_stat(pid, by ? by->pid : 1, "name", 'S', 4096);
	if (!by || pid != tid)
		return;
	text[0] = '\0';
	for (size_t i = 0; i < fake.n_tasks; i++)
		if (fake.tasks[i].alive && fake.tasks[i].pid == fake.tasks[i].tid &&
		    fake.tasks[i].pid >= pid)
			(void)snprintf(text + strlen(text), 16, "%d ", fake.tasks[i].pid);
	proc_write(text, "%d/task/%d/children", by->pid, by->tid);
}

/* The names below a directory go first. */
static void remove_tree(const char *below)
{
	char command[160];

	(void)snprintf(command, sizeof(command), "rm -rf '%s/%s'", fake.root, below);
	assert_int_equal(system(command), 0);
}

void task_ends(int32_t tid)
{
	struct fake_task *task = task_find(tid);
	char below[64];

	task->alive = false;
	if (task->pid == tid)
		(void)snprintf(below, sizeof(below), "%d", tid);
	else
		(void)snprintf(below, sizeof(below), "%d/task/%d", task->pid, tid);
	remove_tree(below);
}

void task_starts_orphan(int32_t pid, int32_t between, int32_t maker)
{
	task_starts(between, between, maker);
	task_starts(pid, pid, between);
	task_ends(between);
	proc_write_stat(pid, 1, "name", 'S', 4096);
}

void task_runs(int32_t tid, uint64_t ms)
{
	const struct fake_task *task = task_find(tid);
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

void look(void)
{
	watch_scan(watch, now_ns, &sink);
}

/* Looks for long enough for what has ended to be forgotten. */
void look_for_a_while(void)
{
	for (int i = 0; i < 4; i++) {
		look();
		now_ns += 600 * MS;
	}
}

void tick(void)
{
	watch_read(watch, now_ns, &sink);
}

/* One process of pid 10 with threads 10 and 11, watched. */
int watch_setup(void **state)
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
	task_starts(10, 10, 0);
	task_starts(10, 11, 10);
	return watch ? 0 : -1;
}

int watch_teardown(void **state)
{
	(void)state;
	watch_free(watch);
	assert_int_equal(fake.fds, 0);
	remove_tree("");
	return 0;
}

void begin_watching(void)
{
	assert_true(watch_process(watch, 10, NULL));
	look();
}

static void each_birth(void *data, birth_found *found, void *finder)
{
	(void)data;
	for (size_t i = 0; i < fake.n_births; i++)
		found(finder, &fake.births[i]);
	fake.n_births = 0;
}

void hear_births(void)
{
	const struct watch_births births = { .each = each_birth };

	fake.n_births = 0;
	watch_hear_births(watch, &births, 0);
}

void limit_files(size_t most)
{
	struct watch_config config = { .kind = &kind, .proc_root = fake.root, .fds_max = most };

	watch_free(watch);
	watch = watch_new(&config);
	assert_non_null(watch);
}

void happens_at(int opens, void (*meanwhile)(void))
{
	fake.opens = opens;
	fake.meanwhile = meanwhile;
}

void expect_nothing_lost(uint64_t slots)
{
	uint64_t sum = 0;

	tick();
	for (int tid = 0; tid < TASKS; tid++)
		sum += told.slots[tid];
	assert_int_equal(lost_ns, 0);
	assert_int_equal(sum, slots);
}

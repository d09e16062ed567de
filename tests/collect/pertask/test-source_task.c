/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The task source: what it opens, when it ends, and what it says if it cannot open. The kernel's
 * counters are faked, the tasks are real: children of this program.
 */
#include "config.h"
#include "collect/pertask/source_task.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/fake_machine.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define MS 1000000ULL
#define FD_BASE 100000
#define FDS 512
#define NO_PID 999999999	/* above any kernel's limit */

static struct {
	int error;		/* errno of every open */
	int32_t refused;	/* EACCES for this task */
	bool no_rings;
	int n_fds, n_open, n_rings;
	int leader[FDS];
	int32_t tid[FDS];
	bool on_exec[FDS], pinned[FDS];
	bool both_fit;		/* a pinned and an inherited group are on together */
	uint64_t reads;
} fake;

static struct {
	int32_t pid;
	uint64_t ns, uncounted[UNCOUNTED_KINDS];
} reported;

static const char *machine = "intel-spr";
static struct source *source;
static struct err err;
static pid_t child;

static int fake_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group, uint64_t flags)
{
	if (fake.error)
		return -fake.error;
	if (pid && pid == fake.refused)
		return -EACCES;
	assert_true(fake.n_fds < FDS);
	fake.leader[fake.n_fds] = group < 0 ? fake.n_fds : group - FD_BASE;
	fake.tid[fake.n_fds] = pid;
	fake.on_exec[fake.n_fds] = attr->enable_on_exec;
	fake.pinned[fake.n_fds] = attr->pinned;
	fake.n_open++;
	return FD_BASE + fake.n_fds++;
}

/* Each reading of a group finds another millisecond. */
static int fake_read(void *data, int fd, void *bytes, size_t size)
{
	uint64_t *words = bytes, n = 0;

	fake.reads++;
	for (int i = 0; i < fake.n_fds; i++)
		if (fake.leader[i] == fd - FD_BASE)
			words[3 + n++] = 1000 * fake.reads;
	assert_true(size >= (3 + n) * sizeof(*words));
	words[0] = n;
	words[1] = words[2] = fake.reads * MS;
	if (!fake.tid[fd - FD_BASE] && !fake.pinned[fd - FD_BASE])
		words[2] = fake.both_fit ? 1 : 0;	/* a trial */
	return (int)((3 + n) * sizeof(*words));
}

static void fake_close(void *data, int fd)
{
	fake.n_open--;
}

static int fake_map(void *data, int fd, size_t pages, bool overwritten, struct perf_event_mmap_page **ring)
{
	if (fake.no_rings)
		return -ENOMEM;
	*ring = (void *)&fake.leader[fake.n_rings++];
	return 0;
}

static void fake_unmap(void *data, struct perf_event_mmap_page *ring, size_t pages)
{
	fake.n_rings--;
}

static const struct perf_sys sys = { .open = fake_open, .read = fake_read, .close = fake_close,
				     .enable = fake_accept_enable, .disable = fake_accept_enable,
				     .pause = fake_accept_pause,
				     .map = fake_map, .unmap = fake_unmap };

static void take_slice(void *data, const struct slice *slice)
{
	reported.pid = slice->pid;
	reported.ns += slice->duration_ns;
}

static void take_uncounted(void *data, enum uncounted why, uint32_t threads)
{
	reported.uncounted[why] = threads;
}

static const struct sink sink = { .slice = take_slice, .uncounted = take_uncounted };

/*
 * Creates a child that sleeps until it is killed or we exit. It runs another program (cat), which
 * has one thread: ours has more under qemu-user and the thread sanitizer.
 */
static pid_t make_child(void)
{
	int alive[2], begun[2];
	pid_t pid;
	char byte;

	assert_int_equal(pipe2(alive, O_CLOEXEC), 0);
	assert_int_equal(pipe2(begun, O_CLOEXEC), 0);
	pid = fork();
	if (pid == 0) {
		(void)dup2(alive[0], STDIN_FILENO);
		(void)execlp("cat", "cat", (char *)NULL);
		_exit(127);
	}
	close(alive[0]);	/* the other end stays open as long as this program runs */
	close(begun[1]);
	assert_int_equal(read(begun[0], &byte, 1), 0);
	close(begun[0]);
	return pid;
}

static void end_child(pid_t pid)
{
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

SETUP_MAY_FAIL
{
	memset(&fake, 0, sizeof(fake));
	memset(&reported, 0, sizeof(reported));
	err.text[0] = '\0';
	source = NULL;
	machine = "intel-spr";
	child = make_child();
	return child > 0 ? 0 : -1;
}

TEARDOWN
{
	if (source)
		source->ops->close(source);
	assert_int_equal(fake.n_open, 0);
	assert_int_equal(fake.n_rings, 0);
	if (child)
		end_child(child);
}

static int open_with(struct watched watched)
{
	const struct source_task_options options = { .pmu_root = machine_root(machine), .sys = &sys, .watched = watched };

	return source_task_open(&options, &source, &err);
}

static int open_pid(int32_t pid)
{
	return open_with((struct watched){ .pids = &pid, .n_pids = 1, .go = -1 });
}

static uint64_t began_ns;

static void start(void)
{
	began_ns = source->ops->clock_ns(source);
	assert_int_equal(source->ops->start(source, &err), 0);
}

/* At the time of the start, however slow we are, so that no scan is due yet. */
static int tick(void)
{
	return source->ops->tick(source, began_ns, &sink, &err);
}

TEST(the_counts_of_a_process_are_reported_at_each_tick)
{
	assert_int_equal(open_pid(child), 0);
	start();
	assert_int_equal(tick(), 0);
	assert_int_equal(reported.pid, child);
	assert_true(reported.ns > 0);
	assert_string_equal(source->machine.source, "task");
}

TEST(shares_of_perf_metrics_are_not_stale)
{
	assert_int_equal(open_pid(child), 0);
	assert_false(source->machine.stale_shares);
}

TEST(without_memory_for_rings_they_may_be)
{
	fake.no_rings = true;
	assert_int_equal(open_pid(child), 0);
	assert_true(source->machine.stale_shares);
}

static int pinned_groups_of(int32_t tid)
{
	int n = 0;

	for (int i = 0; i < fake.n_fds; i++)
		n += fake.tid[i] == tid && fake.leader[i] == i && fake.pinned[i];
	return n;
}

TEST(e_cores_have_no_pinned_groups)
{
	assert_int_equal(open_pid(child), 0);
	assert_int_equal(pinned_groups_of(child), 1);
	source->ops->close(source);
	memset(&fake, 0, sizeof(fake));
	machine = "intel-adl";
	assert_int_equal(open_pid(child), 0);
	assert_int_equal(pinned_groups_of(child), 1);
}

/* Software events in the place of slots. */
TEST(nothing_is_pinned_where_all_would_be_counted_twice)
{
	fake.both_fit = true;
	assert_int_equal(open_pid(child), 0);
	assert_true(source->machine.stale_shares);
	assert_int_equal(fake.n_rings, 0);
}

TEST(counts_before_the_start_are_not_reported)
{
	uint64_t before;

	assert_int_equal(open_pid(child), 0);
	fake.reads = 5000;	/* seconds have passed */
	start();
	before = fake.reads;
	assert_int_equal(tick(), 0);
	assert_int_equal(reported.ns, (fake.reads - before) * MS);
}

TEST(the_source_describes_what_it_counts)
{
	char name[32];

	assert_int_equal(open_pid(child), 0);
	(void)snprintf(name, sizeof(name), "pid %d", child);
	assert_string_equal(source->machine.watched, name);
}

TEST(the_source_ends_with_the_command)
{
	struct pollfd poll_fd;
	int go[2];
	char byte;

	assert_int_equal(pipe(go), 0);
	assert_int_equal(open_with((struct watched){ .command = child, .program = "make", .go = go[1] }), 0);
	assert_string_equal(source->machine.watched, "command make");
	start();
	assert_int_equal(read(go[0], &byte, 1), 1);
	assert_int_equal(tick(), 0);
	end_child(child);
	child = 0;
	poll_fd = (struct pollfd){ .fd = source_poll_fd(source), .events = POLLIN };
	assert_int_equal(poll(&poll_fd, 1, -1), 1);
	assert_int_equal(source->ops->drain(source, &sink, &err), SOURCE_ENDED);
	assert_int_equal(tick(), SOURCE_ENDED);
	close(go[0]);
	close(go[1]);
}

TEST(a_command_counts_from_its_exec_on)
{
	int first = -1;

	assert_int_equal(open_with((struct watched){ .command = child, .program = "make", .go = -1 }), 0);
	for (int i = 0; i < fake.n_fds; i++)
		if (fake.tid[i] == child && first < 0)
			first = i;
	assert_true(first >= 0 && fake.on_exec[first] && fake.leader[first] == first);
	assert_false(fake.on_exec[first + 1]);
}

TEST(a_process_that_does_not_exist_is_an_error)
{
	assert_int_equal(open_pid(NO_PID), -ESRCH);
	assert_string_equal(err.text, "there is no process 999999999");
}

TEST(a_process_without_permission_is_an_error)
{
	fake.refused = child;
	assert_int_equal(open_pid(child), -EACCES);
	assert_non_null(strstr(err.text, "cannot count \"slots\""));
}

TEST(one_of_two_processes_without_permission_is_reported_as_uncounted)
{
	int32_t pids[2] = { child, make_child() };

	fake.refused = pids[1];
	assert_int_equal(open_with((struct watched){ .pids = pids, .n_pids = 2, .go = -1 }), 0);
	start();
	assert_int_equal(tick(), 0);
	assert_int_equal(reported.uncounted[UNCOUNTED_PERMISSION], 1);
	assert_int_equal(reported.pid, child);
	end_child(pids[1]);
}

/* The sentences are those of perf_advice.c, which tests/collect/perf/test-perf_advice.c checks. */
TEST(each_errno_is_a_sentence)
{
	static const int errnums[] = { EACCES, EPERM, ENOSYS, ENOENT, EINVAL, EBUSY, EMFILE, ENFILE,
				       ENOMEM, EOPNOTSUPP, ENOSPC, ENODEV };

	for (size_t i = 0; i < sizeof(errnums) / sizeof(errnums[0]); i++) {
		fake.error = errnums[i];
		err.text[0] = '\0';
		assert_int_equal(open_pid(child), -errnums[i]);
		assert_int_equal(strncmp(err.text, "cannot count ", 13), 0);
		assert_int_equal(fake.n_open, 0);
	}
}

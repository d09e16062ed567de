/* SPDX-License-Identifier: GPL-2.0-only */
/* The system calls for events of tasks and CPUs on this machine; see event_sys.h. */
#include "config.h"
#include "collect/events/event_sys.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "collect/perf/perf_open.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/proc_tasks.h"

#define TRIAL_NS 60000		/* a group that fits is on at once (ctx_resched()) */
#define TRIAL_EVENTS 32
#define PATH_SIZE 512

static void sys_facts(void *data, struct facts *facts)
{
	(void)data;
	facts_read("", facts);
}

static int sys_open(void *data, const struct perf_event_attr *attr, int32_t pid, int cpu, int group,
		    unsigned long flags)
{
	const int fd = (int)syscall(SYS_perf_event_open, attr, pid, cpu, group,
				    flags | PERF_FLAG_FD_CLOEXEC);

	(void)data;
	return fd < 0 ? -errno : fd;
}

static void sys_close(void *data, int fd)
{
	(void)data;
	close(fd);
}

static uint64_t sys_id(void *data, int fd)
{
	uint64_t id = 0;

	(void)data;
	return ioctl(fd, PERF_EVENT_IOC_ID, &id) ? 0 : id;
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static int sys_map(void *data, int fd, size_t pages, struct perf_event_mmap_page **ring)
{
	void *at = mmap(NULL, (1 + pages) * page_size(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	(void)data;
	if (at == MAP_FAILED)
		return -errno;
	*ring = at;
	return 0;
}

static void sys_unmap(void *data, struct perf_event_mmap_page *ring, size_t pages)
{
	(void)data;
	(void)munmap(ring, (1 + pages) * page_size());
}

static int sys_redirect(void *data, int fd, int into)
{
	(void)data;
	return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, into) ? -errno : 0;
}

static int sys_enable(void *data, int fd)
{
	(void)data;
	return ioctl(fd, PERF_EVENT_IOC_ENABLE, 0) ? -errno : 0;
}

static int sys_disable(void *data, int fd)
{
	(void)data;
	return ioctl(fd, PERF_EVENT_IOC_DISABLE, 0) ? -errno : 0;
}

static int sys_period(void *data, int fd, uint64_t period)
{
	(void)data;
	return ioctl(fd, PERF_EVENT_IOC_PERIOD, &period) ? -errno : 0;
}

static int sys_read(void *data, int fd, uint64_t *words, size_t n)
{
	const ssize_t bytes = read(fd, words, n * sizeof(words[0]));

	(void)data;
	return bytes < 0 ? -errno : (int)((size_t)bytes / sizeof(words[0]));
}

/* Keeps the calling thread busy, as a task's events count only while it runs. */
static void spin(uint64_t ns)
{
	const uint64_t until_ns = clock_ns(CLOCK_MONOTONIC) + ns;

	while (clock_ns(CLOCK_MONOTONIC) < until_ns)
		;
}

static int open_trial(const struct perf_event_attr *attr, size_t n, int *fds,
		      struct event_trial *trial)
{
	for (trial->failed = 0; trial->failed < n; trial->failed++) {
		const int fd = sys_open(NULL, &attr[trial->failed], 0, -1,
					trial->failed ? fds[0] : -1, 0);

		if (fd < 0)
			return fd;
		fds[trial->failed] = fd;
	}
	return 0;
}

static int run_trial(const struct perf_event_attr *attr, size_t n, struct event_trial *trial)
{
	uint64_t words[3 + TRIAL_EVENTS] = { 0 };
	int fds[TRIAL_EVENTS] = { 0 };
	int ret = open_trial(attr, n, fds, trial);
	const size_t opened = trial->failed;

	if (!ret) {
		trial->failed = 0;
		ret = sys_enable(NULL, fds[0]);
	}
	if (!ret) {
		spin(TRIAL_NS);
		ret = sys_read(NULL, fds[0], words, 3 + TRIAL_EVENTS);
		trial->ran = ret >= 3 && words[2] > 0;
	}
	for (size_t i = opened; i > 0; i--)
		close(fds[i - 1]);
	return ret < 0 ? ret : 0;
}

static int sys_try_group(void *data, const struct perf_event_attr *attr, size_t n, int cpu,
			 struct event_trial *trial)
{
	cpu_set_t before, there;
	bool moved = false;
	int ret;

	(void)data;
	*trial = (struct event_trial){ .failed = 0 };
	if (n > TRIAL_EVENTS)
		return -E2BIG;
	CPU_ZERO(&there);
	if (cpu >= 0 && cpu < CPU_SETSIZE) {
		CPU_SET((size_t)cpu, &there);
		moved = !sched_getaffinity(0, sizeof(before), &before) &&
			!sched_setaffinity(0, sizeof(there), &there);
	}
	ret = run_trial(attr, n, trial);
	if (moved)
		(void)sched_setaffinity(0, sizeof(before), &before);
	return ret;
}

/* Version 2 has one hierarchy for all; in version 1 perf_event has its own. */
static int sys_open_cgroup(void *data, const char *path)
{
	static const char *const roots[] = { "/sys/fs/cgroup/perf_event", "/sys/fs/cgroup",
					     "/sys/fs/cgroup/unified" };
	int fd = -1;

	(void)data;
	for (size_t i = 0; fd < 0 && i < sizeof(roots) / sizeof(roots[0]); i++) {
		char full[PATH_SIZE];
		const int n = snprintf(full, sizeof(full), "%s%s", roots[i], path);

		if (n > 0 && (size_t)n < sizeof(full))
			fd = open(full, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	}
	return fd < 0 ? -errno : fd;
}

static int sys_raise_files(void *data, size_t needed)
{
	struct rlimit limit;

	(void)data;
	return getrlimit(RLIMIT_NOFILE, &limit) ? -errno :
	       perf_raise_nofile((size_t)limit.rlim_cur + needed, NULL);
}

static int open_proc(void)
{
	return open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static int sys_threads(void *data, int32_t pid, event_found *found, void *to)
{
	const int root = open_proc();
	bool there;

	(void)data;
	if (root < 0)
		return -errno;
	there = proc_each_thread(root, pid, found, to);
	close(root);
	return there ? 0 : -ESRCH;
}

static int32_t sys_process_of(void *data, int32_t tid)
{
	const int root = open_proc();
	int32_t pid;

	(void)data;
	if (root < 0)
		return 0;
	pid = proc_leader(root, tid);
	close(root);
	return pid;
}

static uint64_t sys_cpu_ns(void *data)
{
	(void)data;
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

const struct event_sys event_sys_real = {
	.facts = sys_facts,
	.open = sys_open,
	.close = sys_close,
	.id = sys_id,
	.map = sys_map,
	.unmap = sys_unmap,
	.redirect = sys_redirect,
	.enable = sys_enable,
	.disable = sys_disable,
	.period = sys_period,
	.read = sys_read,
	.try_group = sys_try_group,
	.open_cgroup = sys_open_cgroup,
	.raise_files = sys_raise_files,
	.threads = sys_threads,
	.process_of = sys_process_of,
	.cpu_ns = sys_cpu_ns,
};

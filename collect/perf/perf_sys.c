/* SPDX-License-Identifier: GPL-2.0-only */
/* The system calls for events on this machine; see perf_sys.h. */
#include "config.h"
#include "collect/perf/perf_sys.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"
#include "collect/sys/procfs.h"
#include "collect/sys/sysfs.h"

/*
 * A part of a trial: longer than the kernel's multiplexing interval, which is a jiffy (4 ms, at
 * most 10 ms).
 */
#define PAUSE_NS 15000000L
#define TRIAL_NS 60000		/* a group that fits is on at once (ctx_resched()) */
#define SPARE_FILES 64		/* terminal, eventfds, /proc, libraries */
#define TRIAL_EVENTS 32
#define PATH_SIZE 512

static void sys_facts(void *data, struct facts *facts)
{
	(void)data;
	facts_read("", facts);
}

static int sys_open(void *data, const struct perf_event_attr *attr, pid_t pid, int cpu, int group,
		    uint64_t flags)
{
	struct perf_event_attr copy = *attr;	/* the kernel writes its size there after E2BIG */
	const int fd = (int)syscall(SYS_perf_event_open, &copy, pid, cpu, group,
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

/* Without PROT_WRITE the kernel overwrites (perf_mmap(): RING_BUFFER_WRITABLE). */
static int sys_map(void *data, int fd, size_t pages, bool overwritten, struct perf_event_mmap_page **ring)
{
	void *at = mmap(NULL, (1 + pages) * page_size(), overwritten ? PROT_READ : PROT_READ | PROT_WRITE,
			MAP_SHARED, fd, 0);

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

static int sys_read(void *data, int fd, void *bytes, size_t size)
{
	const ssize_t n = read(fd, bytes, size);

	(void)data;
	return n < 0 ? -errno : (int)n;
}

static void sys_pause(void *data, int cpu)
{
	const struct timespec moment = { .tv_nsec = PAUSE_NS };

	(void)data;
	(void)cpu;
	(void)nanosleep(&moment, NULL);
}

/* On this CPU (-1: on any), as a task's events count only while it runs. */
static void sys_work(void *data, int cpu, uint64_t ns)
{
	cpu_set_t before, there;
	bool moved = false;
	uint64_t until_ns;

	(void)data;
	CPU_ZERO(&there);
	if (cpu >= 0 && cpu < CPU_SETSIZE) {
		CPU_SET((size_t)cpu, &there);
		moved = !sched_getaffinity(0, sizeof(before), &before) &&
			!sched_setaffinity(0, sizeof(there), &there);
	}
	until_ns = clock_ns(CLOCK_MONOTONIC) + ns;
	while (clock_ns(CLOCK_MONOTONIC) < until_ns)
		;
	if (moved)
		(void)sched_setaffinity(0, sizeof(before), &before);
}

/* The kernel checks for unknown flags before anything else, and returns EINVAL to any user. */
static int sys_reach(void *data)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };

	(void)data;
	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, ~0UL) < 0 ? -errno : 0;
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

static int sys_try_group(void *data, const struct perf_event_attr *attr, size_t n, int cpu,
			 struct event_trial *trial)
{
	uint64_t words[3 + TRIAL_EVENTS] = { 0 };
	int fds[TRIAL_EVENTS] = { 0 }, ret;
	size_t opened;

	*trial = (struct event_trial){ .failed = 0 };
	if (n > TRIAL_EVENTS)
		return -E2BIG;
	ret = open_trial(attr, n, fds, trial);
	opened = trial->failed;
	if (!ret) {
		trial->failed = 0;
		ret = sys_enable(data, fds[0]);
	}
	if (!ret) {
		sys_work(data, cpu, TRIAL_NS);
		ret = sys_read(data, fds[0], words, sizeof(words));
		trial->ran = ret >= (int)(3 * sizeof(words[0])) && words[2] > 0;
	}
	for (size_t i = opened; i > 0; i--)
		close(fds[i - 1]);
	return ret < 0 ? ret : 0;
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
	int ret;

	(void)data;
	if (root < 0)
		return -errno;
	ret = proc_each_thread(root, pid, found, to) ? 0 : errno == ENOENT ? -ESRCH : -errno;
	close(root);
	return ret;
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

const struct perf_sys perf_sys_real = {
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
	.pause = sys_pause,
	.work = sys_work,
	.reach = sys_reach,
};

int perf_sys_open(const struct perf_sys *sys, const struct perf_event_attr *attr, pid_t pid, int cpu, int group)
{
	const int ret = sys->open(sys->data, attr, pid, cpu, group, 0);

	if (sys->tried)
		sys->tried(sys->hearer, attr, cpu, ret);
	return ret;
}

int perf_sys_count(const struct perf_sys *sys, int fd, struct event_count *count)
{
	uint64_t words[3] = { 0 };
	const int n = sys->read(sys->data, fd, words, sizeof(words));

	if (n == sizeof(words))
		*count = (struct event_count){ words[0], words[1], words[2] };
	return n < 0 ? n : n == sizeof(words) ? 0 : -EIO;
}

int perf_raise_nofile(size_t needed, struct err *err)
{
	rlim_t want = (rlim_t)needed + SPARE_FILES;
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= want)
		return 0;
	/* root may also raise the hard limit, up to fs.nr_open */
	if (limit.rlim_max < want) {
		struct rlimit raised = { .rlim_cur = want, .rlim_max = want };

		if (!setrlimit(RLIMIT_NOFILE, &raised))
			return 0;
		return err_set(err, EMFILE,
			       "cannot open %zu counters: the hard limit of open files is %llu; "
			       "raise it with 'ulimit -Hn %llu' as root, or in "
			       "/etc/security/limits.conf",
			       needed, (unsigned long long)limit.rlim_max,
			       (unsigned long long)want);
	}
	limit.rlim_cur = want;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		return err_set(err, EMFILE, "cannot raise the limit of open files to %llu: %s",
			       (unsigned long long)want, strerror(errno));
	return 0;
}

size_t perf_raise_nofile_most(void)
{
	struct rlimit limit, most;
	long long nr_open;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return 1024 - SPARE_FILES;
	most = (struct rlimit){ .rlim_cur = limit.rlim_max, .rlim_max = limit.rlim_max };
	if (!sysfs_read_number("", "/proc/sys/fs/nr_open", &nr_open) && (rlim_t)nr_open > limit.rlim_max)
		most.rlim_cur = most.rlim_max = (rlim_t)nr_open;
	if (setrlimit(RLIMIT_NOFILE, &most)) {
		most.rlim_cur = most.rlim_max = limit.rlim_max;
		if (setrlimit(RLIMIT_NOFILE, &most))
			most.rlim_cur = limit.rlim_cur;
	}
	return most.rlim_cur > SPARE_FILES ? (size_t)most.rlim_cur - SPARE_FILES : 0;
}

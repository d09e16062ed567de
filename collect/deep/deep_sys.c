/* SPDX-License-Identifier: GPL-2.0-only */
/* The system calls by which nodes are counted on this machine; see deep_sys.h. */
#include "config.h"
#include "collect/deep/deep_sys.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "collect/sys/clock_ns.h"

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
		      struct deep_trial *trial)
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

static int run_trial(const struct perf_event_attr *attr, size_t n, struct deep_trial *trial)
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
			 struct deep_trial *trial)
{
	cpu_set_t before, there;
	bool moved = false;
	int ret;

	(void)data;
	*trial = (struct deep_trial){ .failed = 0 };
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
	(void)data;
	return sampler_sys_real.raise_files(NULL, needed);
}

static int sys_threads(void *data, int32_t pid, sampler_found *found, void *to)
{
	(void)data;
	return sampler_sys_real.threads(NULL, pid, found, to);
}

static int32_t sys_process_of(void *data, int32_t tid)
{
	(void)data;
	return sampler_sys_real.process_of(NULL, tid);
}

static uint64_t sys_cpu_ns(void *data)
{
	(void)data;
	return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

const struct deep_sys deep_sys_real = {
	.facts = sys_facts,
	.open = sys_open,
	.close = sys_close,
	.enable = sys_enable,
	.disable = sys_disable,
	.read = sys_read,
	.try_group = sys_try_group,
	.open_cgroup = sys_open_cgroup,
	.raise_files = sys_raise_files,
	.threads = sys_threads,
	.process_of = sys_process_of,
	.cpu_ns = sys_cpu_ns,
};

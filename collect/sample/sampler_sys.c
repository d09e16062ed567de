/* SPDX-License-Identifier: GPL-2.0-only */
/* The system calls of the sampler on this machine; see sampler_sys.h. */
#include "config.h"
#include "collect/sample/sampler_sys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "collect/perf/perf_open.h"
#include "collect/sys/clock_ns.h"
#include "collect/sys/proc_tasks.h"

static void sys_facts(void *data, struct facts *facts)
{
	(void)data;
	facts_read("", facts);
}

static int sys_open(void *data, const struct perf_event_attr *attr, int32_t tid, int cpu)
{
	const int fd = (int)syscall(SYS_perf_event_open, attr, tid, cpu, -1, PERF_FLAG_FD_CLOEXEC);

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

static int sys_period(void *data, int fd, uint64_t period)
{
	(void)data;
	return ioctl(fd, PERF_EVENT_IOC_PERIOD, &period) ? -errno : 0;
}

static int sys_read(void *data, int fd, struct sampler_count *count)
{
	uint64_t words[3];
	const ssize_t n = read(fd, words, sizeof(words));

	(void)data;
	if (n != (ssize_t)sizeof(words))
		return n < 0 ? -errno : -EIO;
	*count = (struct sampler_count){ words[0], words[1], words[2] };
	return 0;
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

static int sys_threads(void *data, int32_t pid, sampler_found *found, void *to)
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

const struct sampler_sys sampler_sys_real = {
	.facts = sys_facts,
	.open = sys_open,
	.close = sys_close,
	.id = sys_id,
	.map = sys_map,
	.unmap = sys_unmap,
	.redirect = sys_redirect,
	.enable = sys_enable,
	.period = sys_period,
	.read = sys_read,
	.raise_files = sys_raise_files,
	.threads = sys_threads,
	.process_of = sys_process_of,
	.cpu_ns = sys_cpu_ns,
};
